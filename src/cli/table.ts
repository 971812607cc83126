/** Columns aligned by what a terminal shows: a CJK character is two cells wide. The last column is not padded. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => cells(row[column] ?? ''))));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - cells(cell)),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** How many terminal cells a text takes. */
export function cells(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** One line, at most `width` cells, with an ellipsis where something was cut. */
export function shorten(text: string, width: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (cells(line) <= width) return line;
  let kept = '';
  for (const character of line) {
    if (cells(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
