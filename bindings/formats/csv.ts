// CSV text: a line for each row, with commas between the values.

/** The shortest decimal number that reads back as the same float32. */
export function float32Text(value: number): string {
  for (let digits = 6; digits < 9; ++digits) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** Some values of a table as text, each by `textOf`. The first of them is in column `column`. */
export function csvText(
  values: Iterable<number>,
  column: number,
  rowLength: number,
  textOf: (value: number) => string = float32Text,
): string {
  let text = '';
  let next = column;
  for (const value of values) {
    next = next + 1 === rowLength ? 0 : next + 1;
    text += textOf(value) + (next === 0 ? '\n' : ',');
  }
  return text;
}
