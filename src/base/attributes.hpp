// Attributes of functions that compilers spell differently.
#pragma once

/// For functions that run once per plan: small code rather than fast code.
#if defined(__clang__)
#define POSENC_SMALL [[clang::minsize]]
#else
#define POSENC_SMALL
#endif
