/** What takes away the line that the cursor is in. A terminal that calls itself dumb shows an escape sequence as it is: there it is written over. */
export function lineCleared(term: string | undefined, columns: number): string {
  return term === 'dumb' ? `\r${' '.repeat(columns - 1)}\r` : '\r\x1b[K';
}
