// Numbers as the page writes them.

const minus = (text: string) => text.replace('-', '−');

/** A value with its sign and a fixed number of digits: +0.841471. */
export function signed(value: number, digits = 6): string {
  const text = minus(value.toFixed(digits));
  return value < 0 ? text : `+${text}`;
}

/** A number rounded to a few digits. Very large and very small ones get a power of ten. */
export function short(value: number, digits: number = 3): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 0.001 && size < 1e6)) {
    return minus(Number(value.toPrecision(digits)).toLocaleString('en', { maximumFractionDigits: 6 }));
  }
  return scientific(value, digits - 1);
}

const superscript = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A number with a power of ten: 3.2×10⁻⁴. */
export function scientific(value: number, digits = 1): string {
  if (value === 0) return '0';
  const [mantissa = '', exponent = '0'] = value.toExponential(digits).split('e');
  const power = String(Math.abs(Number(exponent))).replace(
    /\d/g,
    (digit) => superscript[Number(digit)] as string,
  );
  return minus(`${mantissa}×10${Number(exponent) < 0 ? '⁻' : ''}${power}`);
}

export const count = (value: number) => minus(value.toLocaleString('en'));

export const shapeText = (shape: readonly number[]) => shape.join(' × ');
