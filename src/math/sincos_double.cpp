// sinCosOfProduct for a single pair.
#include "math/sincos_double.hpp"

namespace posenc {

SinCos sinCosOfProduct(DoubleDouble position, double frequency) {
  const SinCosOf<Double2> both = sinCosOfProduct(position, Double2(frequency));
  return {both.sin.get(0), both.cos.get(0)};
}

}  // namespace posenc
