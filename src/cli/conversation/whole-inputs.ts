import type { Interface } from 'node:readline';

/** Stands for a line break in an input that is pasted or recalled: the line that is edited is one line. */
const BREAK = ' ⏎ ';

/** A pasted text as a line that can be edited. A line of it that ends in a backslash goes on in the next one, as when it is typed. */
export function onOneLine(text: string): string {
  return text.replace(/[\r\n]+$/, '').replaceAll(/\\?(?:\r\n|[\r\n\u2028\u2029])/g, BREAK);
}

/** What was typed, with the line breaks that a pasted or recalled input had. */
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
  terminal.on('SIGINT', () => {
    parts = [];
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
