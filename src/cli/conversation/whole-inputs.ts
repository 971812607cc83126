import type { Interface } from 'node:readline';

/** Stands for a line break in an input that is recalled: the line that is edited is one line. */
const BREAK = ' ⏎ ';

/** What was typed, with the line breaks that a recalled input had. */
export function withBreaks(line: string): string {
  return line.replaceAll(BREAK, '\n');
}

/** Makes an input of several lines, each but the last ending in a backslash, one entry of the terminal's history. */
export function rememberWhole(terminal: Interface): void {
  let history: string[] = [];
  let parts: string[] = [];
  terminal.on('history', (changed: string[]) => {
    history = changed;
  });
  terminal.on('line', (line) => {
    const goesOn = line.endsWith('\\');
    if (!goesOn && parts.length === 0) return;
    if (history[0] === line) history.shift();
    parts.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) return;
    history.unshift(parts.join(BREAK));
    parts = [];
  });
}
