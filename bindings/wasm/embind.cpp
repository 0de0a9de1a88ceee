// The Embind module: the functions that JavaScript can call, as listed in bindings/schema.
#include <emscripten/bind.h>

#include "address.hpp"
#include "engine.hpp"
#include "positions.hpp"
#include "rotary.hpp"
#include "sinusoidal.hpp"
#include "tables.hpp"
#include "wire.hpp"

// JavaScript checks this version before instantiating the module, so glue and .wasm always match.
__asm__(".section .custom_section.posenc,\"\",@\n.ascii \"" POSENC_VERSION "\"\n");

// Embind formats the address of an unnamed type, for messages about unbound types. There are none
// here. This stub keeps the C library's printf out of the module.
extern "C" int siprintf(char* out, const char* /*format*/, ...) {
  *out = '\0';
  return 0;
}

namespace {

/// A function's index in the function table.
template <class... Arguments, class Result>
double tableIndex(Result (*f)(Arguments...)) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(f));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  // These are called directly, through the function table: Embind's conversion of the arguments
  // takes longer than a small encoding, and as long as a small plan.
#define POSENC_BIND(name) emscripten::constant(#name, tableIndex(&wasm::name));
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
