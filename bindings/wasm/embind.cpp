// The Embind module: the list of what JavaScript can call, which is that of bindings/schema.
#include <emscripten/bind.h>

#include "address.hpp"
#include "engine.hpp"
#include "sinusoidal.hpp"
#include "wire.hpp"

// Read before the module is instantiated, so that glue and .wasm of different versions never meet.
__asm__(".section .custom_section.posenc,\"\",@\n.ascii \"" POSENC_VERSION "\"\n");

// Embind prints the address of a type that has no name, for messages about types that are not
// bound. There are none; without this, the C library's printf would be in the module for it.
extern "C" int siprintf(char* out, const char* /*format*/, ...) {
  *out = '\0';
  return 0;
}

namespace {

/// A function's place in the table of functions.
template <class... Arguments, class Result>
double placeOf(Result (*f)(Arguments...)) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(f));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  // Called directly, through the table of functions: a small encoding costs less than Embind's
  // conversion of its arguments, and a small plan no more.
#define POSENC_BIND(name) emscripten::constant(#name, placeOf(&wasm::name));
  POSENC_DIRECT_FUNCTIONS(POSENC_BIND)
#undef POSENC_BIND
#define POSENC_BIND(name) emscripten::function(#name, &wasm::name);
  POSENC_EMBIND_FUNCTIONS(POSENC_BIND)
#undef POSENC_BIND
  emscripten::constant("scratch", wasm::addressOf(wasm::scratch));
  emscripten::constant("pointScratch", wasm::addressOf(wasm::pointScratch));
  emscripten::constant("scratchValues", static_cast<double>(wasm::kScratchValues));
  emscripten::constant("scratchPoints", static_cast<double>(wasm::kScratchPoints));
}
