import { printable } from './printable.js';
import { cells, shorten } from './table.js';

export interface StatusLine {
  show(text: string): void;
  /** Text made for the cells there are. */
  showIn(text: (width: number) => string): void;
  clear(): void;
}

/** One line on stderr that is rewritten in place; on anything but a terminal it shows nothing. */
export function statusLine(live: boolean): StatusLine {
  let shown = 0;
  const clear = (): void => {
    if (shown > 0) process.stderr.write(`\r${' '.repeat(shown)}\r`);
    shown = 0;
  };
  if (!live) return { show: () => {}, showIn: () => {}, clear: () => {} };
  const showIn = (text: (width: number) => string): void => {
    const width = (process.stderr.columns ?? 80) - 1;
    const line = shorten(printable(text(width)), width);
    clear();
    process.stderr.write(line);
    shown = cells(line);
  };
  return { show: (text) => showIn(() => text), showIn, clear };
}
