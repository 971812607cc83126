// biome-ignore-start lint/suspicious/noControlCharactersInRegex: removing them is what this file is for
const ESCAPES = /\u001b(?:\[[\d;:?<=>]{0,64}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const ALL_CONTROLS = new RegExp(CONTROLS, 'g');
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: removing them is what this file is for

/** Text without colours and other control characters: results are shown on terminals, and outputs may hold anything. */
export function plainText(text: string): string {
  return CONTROLS.test(text) ? text.replace(ESCAPES, '').replace(ALL_CONTROLS, '') : text;
}
