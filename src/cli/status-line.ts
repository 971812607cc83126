import { printable } from './printable.js';
import { cells, shorten } from './table.js';

export interface StatusLine {
  show(text: string): void;
  clear(): void;
}

/** One line on stderr that is rewritten in place; on anything but a terminal it shows nothing. */
export function statusLine(live: boolean): StatusLine {
  let shown = 0;
  const clear = (): void => {
    if (shown > 0) process.stderr.write(`\r${' '.repeat(shown)}\r`);
    shown = 0;
  };
  if (!live) return { show: () => {}, clear: () => {} };
  return {
    show: (text) => {
      const line = shorten(printable(text), (process.stderr.columns ?? 80) - 1);
      clear();
      process.stderr.write(line);
      shown = cells(line);
    },
    clear,
  };
}
