// 200-bit fixed-point arithmetic, with BigInt, for expected values. Doubles are converted exactly; only the
// final values are rounded to double.
const bits = 200n;
const one = 1n << bits;

const multiply = (a: bigint, b: bigint) => (a * b) >> bits;
const divide = (a: bigint, b: bigint) => (a << bits) / b;

/** A double, exactly. */
export function precise(x: number): bigint {
  if (x === 0) return 0n;
  let mantissa = x;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent -= 1;
  }
  return (BigInt(mantissa) << bits) >> BigInt(-exponent);
}

export function toNumber(x: bigint): number {
  return Number(x >> (bits - 120n)) / 2 ** 120;
}

function arctangentOfInverse(n: bigint): bigint {
  let power = one / n;
  let sum = power;
  for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
    power /= n * n;
    sum += (sign * power) / k;
  }
  return sum;
}

/** Machin's formula (1706). */
const pi = 4n * (4n * arctangentOfInverse(5n) - arctangentOfInverse(239n));

function sum(first: bigint, ratio: (k: bigint) => bigint): bigint {
  let total = first;
  for (let term = first, k = 1n; ; ++k) {
    term = multiply(term, ratio(k));
    if (term === 0n || term === -1n) return total;
    total += term;
  }
}

function exponential(x: bigint): bigint {
  const halvings = 16n;
  let result = sum(one, (k) => (x >> halvings) / k);
  for (let i = 0n; i < halvings; ++i) result = multiply(result, result);
  return result;
}

/** Halley's iteration, starting from the logarithm in double. */
function logarithm(y: number): bigint {
  const exact = precise(y);
  let x = precise(Math.log(y));
  for (let i = 0; i < 3; ++i) {
    const e = exponential(x);
    x += 2n * divide(exact - e, exact + e);
  }
  return x;
}

export function sineAndCosine(angle: bigint): { sin: number; cos: number } {
  let x = angle % (2n * pi);
  if (x > pi) x -= 2n * pi;
  if (x < -pi) x += 2n * pi;
  const square = multiply(x, x);
  return {
    sin: toNumber(sum(x, (k) => -square / (2n * k * (2n * k + 1n)))),
    cos: toNumber(sum(one, (k) => -square / (2n * k * (2n * k - 1n)))),
  };
}

/** Frequency i of n: 1 / (min * (max/min)^(i/(n - shift))). */
export function preciseFrequency(i: number, n: number, { min = 1, max = 10000, shift = 0 } = {}): bigint {
  const first = divide(one, precise(min));
  if (i === 0) return first;
  const exponent = divide(precise(i), precise(n) - precise(shift));
  return multiply(first, exponential(-multiply(exponent, logarithm(max) - logarithm(min))));
}

export const preciseProduct = multiply;
