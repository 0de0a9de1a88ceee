// Computes the polynomial coefficients of the sines and cosines in src/, and prints them as they are written
// there; a test compares the two.
//   node scripts/polynomials.js
// With z = r * r, sin(pi/2 r) / r and (cos(pi/2 r) - 1) / z are smooth functions of z. They are
// interpolated at the Chebyshev nodes of [0, end], in 256-bit fixed point, and only the
// coefficients are rounded. |r| is at most 1/2 before rounding, so the intervals extend a little further. The
// float32 sine splits its first coefficient into two float32 numbers: pi/2, rounded, and the remainder.
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const bits = 256n;
const one = 1n << bits;
const multiply = (a, b) => (a * b) >> bits;
const divide = (a, b) => (a << bits) / b;

/** A double of at most 2^52, exactly. */
function fixed(x) {
  let mantissa = x;
  let exponent = 0n;
  for (; !Number.isInteger(mantissa); mantissa *= 2) exponent += 1n;
  return (BigInt(mantissa) << bits) >> exponent;
}

/** The nearest double: Number() rounds to nearest, and a power of two is exact. */
const toDouble = (x) => Number(x) / 2 ** Number(bits);

/** The nearest float32 number. Double rounding matters only if the double is a tie; none is. */
const toFloat = (x) => Math.fround(toDouble(x));

function arctangentOfInverse(n) {
  let power = one / n;
  let sum = power;
  for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
    power /= n * n;
    sum += (sign * power) / k;
  }
  return sum;
}

/** Machin's formula (1706) for pi/4, doubled. */
const halfPi = 2n * (4n * arctangentOfInverse(5n) - arctangentOfInverse(239n));

/** first (1 - x / d(1) + x^2 / (d(1) d(2)) - ...), with x = (pi/2)^2 z. */
function alternating(first, z, divisor) {
  const x = multiply(multiply(halfPi, halfPi), z);
  let sum = first;
  for (let term = first, k = 1n; term !== 0n && term !== -1n; ++k) {
    term = -multiply(term, x) / divisor(k);
    sum += term;
  }
  return sum;
}

/** sin(pi/2 r) / r as a function of z = r * r. */
const sineOf = (z) => alternating(halfPi, z, (k) => 2n * k * (2n * k + 1n));
/** (cos(pi/2 r) - 1) / z as a function of z = r * r. */
const cosineOf = (z) => alternating(-multiply(halfPi, halfPi) / 2n, z, (k) => (2n * k + 1n) * (2n * k + 2n));
const wholeCosineOf = (z) => alternating(one, z, (k) => 2n * k * (2n * k - 1n));

/** On [0, end]: end (1 + cos(pi (2 k + 1) / (2 count))) / 2. */
function chebyshevNodes(count, end) {
  return Array.from({ length: count }, (_, k) => {
    const quarterTurns = divide(BigInt(2 * k + 1), BigInt(count));
    return multiply(end, one + wholeCosineOf(multiply(quarterTurns, quarterTurns))) / 2n;
  });
}

/** The coefficients, lowest first, of the polynomial through f at the nodes: Newton's form, expanded. */
function interpolate(f, nodes) {
  const differences = nodes.map(f);
  for (let order = 1; order < nodes.length; ++order) {
    for (let i = nodes.length - 1; i >= order; --i) {
      differences[i] = divide(differences[i] - differences[i - 1], nodes[i] - nodes[i - order]);
    }
  }
  let coefficients = [];
  for (let i = nodes.length - 1; i >= 0; --i) {
    const next = [0n, ...coefficients];
    for (const [k, value] of coefficients.entries()) next[k] -= multiply(value, nodes[i]);
    next[0] += differences[i];
    coefficients = next;
  }
  return coefficients;
}

/** The number of terms, and the end of the interval of z: 0.2501 and 0.51^2. */
const constructions = {
  double: { terms: 8, end: (one * 2501n) / 10000n, round: toDouble },
  float32: { terms: 4, end: (one * 2601n) / 10000n, round: toFloat },
};

const interpolated = (f, { terms, end }) => interpolate(f, chebyshevNodes(terms, end));

/**
 * The rounded coefficients for 'double' or 'float32', lowest powers first. The sine's first coefficient is the
 * sum of `leading` and the first in its list.
 */
export function polynomialsOf(type) {
  const construction = constructions[type];
  const { round } = construction;
  const sine = interpolated(sineOf, construction);
  const cosine = interpolated(cosineOf, construction).map(round);
  if (type === 'double') return { leading: 0, sine: sine.map(round), cosine };
  const leading = round(halfPi);
  const [first, ...others] = sine;
  return { leading, sine: [first - fixed(leading), ...others].map(round), cosine };
}

/**
 * The largest errors of r (leading + P(z)) and 1 + z P(z) as sine and cosine of pi/2 r, evaluated without
 * rounding at `count` + 1 values of r from 0 to 1/2.
 */
export function errorsOf({ leading, sine, cosine }, count) {
  const exact = { sine: sine.map(fixed), cosine: cosine.map(fixed) };
  const valueAt = (coefficients, z) => coefficients.reduceRight((sum, next) => multiply(sum, z) + next, 0n);
  const largest = { sine: 0, cosine: 0 };
  for (let i = 0; i <= count; ++i) {
    const r = one / 2n - (one * BigInt(i)) / BigInt(2 * count);
    const z = multiply(r, r);
    const off = {
      sine: multiply(r, fixed(leading) + valueAt(exact.sine, z) - sineOf(z)),
      cosine: one + multiply(z, valueAt(exact.cosine, z)) - wholeCosineOf(z),
    };
    for (const name of ['sine', 'cosine']) {
      largest[name] = Math.max(largest[name], Math.abs(toDouble(off[name])));
    }
  }
  return largest;
}

/** With enough digits to identify the number, in the format of the sources. */
function literal(type, x) {
  if (type === 'float32') return `${Number(x.toPrecision(9))}F`;
  if (Math.abs(x) >= 1e-4) return String(x);
  return x.toExponential().replace(/e-(\d)$/, 'e-0$1');
}

function main() {
  for (const type of Object.keys(constructions)) {
    const polynomials = polynomialsOf(type);
    const errors = errorsOf(polynomials, 4000);
    const list = (values) => values.map((value) => literal(type, value)).join(', ');
    const leading = polynomials.leading === 0 ? '' : `${literal(type, polynomials.leading)} and `;
    console.log(`${type}
  sine, ${errors.sine.toExponential(1)} off:   ${leading}${list(polynomials.sine)}
  cosine, ${errors.cosine.toExponential(1)} off: ${list(polynomials.cosine)}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
