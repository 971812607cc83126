/** `file:line` or `file:line:column`; a `file://` URL becomes a path. */
export function parseLocation(text: string): { file: string; line: number } | null {
  const match = /^(.{1,1000}?):(\d{1,9})(?::\d{1,9})?$/.exec(text.trim());
  if (!match?.[1] || !match[2]) return null;
  return { file: match[1].replace(/^file:\/\//, ''), line: Number(match[2]) };
}
