const LINES = 12;
const CHARACTERS_A_LINE = 300;

/** As much of a text as a short answer quotes: its first lines, and how many were left out. */
export function firstLines(text: string, leftOut: (lines: number) => string): string {
  const lines = text.trimEnd().split('\n');
  const kept = lines
    .slice(0, LINES)
    .map((line) => (line.length > CHARACTERS_A_LINE ? `${line.slice(0, CHARACTERS_A_LINE)}…` : line));
  return lines.length <= LINES ? kept.join('\n') : [...kept, leftOut(lines.length - LINES)].join('\n');
}
