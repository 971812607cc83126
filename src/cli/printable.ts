/**
 * Text as it may go to a terminal: control characters of a workflow's output, but for tab and newline, are shown and not obeyed, and
 * so are marks that turn the direction of writing.
 */
export function printable(text: string): string {
  return text.replaceAll(/\r\n/g, '\n').replaceAll(OBEYED, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
