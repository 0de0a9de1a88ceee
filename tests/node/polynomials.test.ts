// The core's polynomials are those computed by scripts/polynomials.js, and as close to sine and cosine as the
// core states.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorsOf, polynomialsOf } from '../../scripts/polynomials.js';

const src = new URL('../../src/', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[ch]pp$/.test(name))
  .map((name) => readFileSync(new URL(name, src), 'utf8'));

/** The match of the pattern's group, which exactly one source has. */
function found(pattern: RegExp): string {
  const matches = sources.flatMap((text) => text.match(pattern)?.[1] ?? []);
  expect(matches, String(pattern)).toHaveLength(1);
  return matches[0] as string;
}

const numbersIn = (text: string) => [...text.matchAll(/-?\d+\.\d+(?:e-?\d+)?/g)].map(Number);
const constant = (name: string) => Number(found(new RegExp(`double ${name} = ([^;]+);`)));

it('double coefficients', () => {
  const { leading, sine, cosine } = polynomialsOf('double');
  expect(leading).toBe(0);
  expect(numbersIn(found(/\bkSin\[\d*\] = \{([^}]+)\}/))).toEqual(sine);
  expect(numbersIn(found(/\bkCos\[\d*\] = \{([^}]+)\}/))).toEqual(cosine);
  const errors = errorsOf({ leading, sine, cosine }, 5000);
  for (const error of Object.values(errors)) {
    expect(error).toBeLessThan(4e-17);
    expect(error).toBeGreaterThan(1e-17);
  }
  expect(found(/(4e-17) of the functions/)).toBe('4e-17');
});

it('float32 coefficients', () => {
  const { leading, sine, cosine } = polynomialsOf('float32');
  // Every number in the function is a coefficient, except the leading 1 of the cosine.
  const body = found(/sinCosOfQuarterTurns\(DoublePair \w+\) \{([^}]+scripts\/polynomials\.js[^}]+)/);
  const written = numbersIn(body).map(Math.fround);
  expect(new Set(written)).toEqual(new Set([leading, ...sine, 1, ...cosine]));
  expect(written).toHaveLength(10);
  const errors = errorsOf({ leading, sine, cosine }, 5000);
  expect(errors.sine).toBeLessThan(constant('kSinePolynomial'));
  expect(errors.sine).toBeGreaterThan(0.9 * constant('kSinePolynomial'));
  expect(errors.cosine).toBeLessThan(constant('kCosinePolynomial'));
  expect(errors.cosine).toBeGreaterThan(0.9 * constant('kCosinePolynomial'));
  expect(found(/float32 polynomials, errors (6e-9 and 1e-8)/)).toBe(
    `${constant('kSinePolynomial')} and ${constant('kCosinePolynomial')}`,
  );
});
