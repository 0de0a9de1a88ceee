// sinCosOfProduct for a single pair.
#include "math/sincos_double.hpp"

namespace posenc {

SinCos sinCosOfProduct(DoubleDouble position, DoubleDouble frequency) {
  const DoubleDouble turns = quarterTurns(frequency);
  const SinCosOf<Double2> both = sinCosOfTurns(position, {Double2(turns.high), Double2(turns.low)});
  return {both.sin.get(0), both.cos.get(0)};
}

}  // namespace posenc
