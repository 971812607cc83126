const NAMES = 'think|thinking|thought|reasoning|reflection';
const BLOCK = new RegExp(`(^|\\n)[ \\t]*<(${NAMES})>[\\s\\S]*?</\\2>`, 'gi');
const CLOSER = new RegExp(`</(?:${NAMES})>`, 'gi');
const OPENER = new RegExp(`(?:^|\\n)[ \\t]*<(?:${NAMES})>`, 'i');

/** The answer without what a reasoning model thought aloud before it. Null: the thinking never ended, so there is no answer. */
export function withoutThinking(text: string): string | null {
  const open = text.replace(BLOCK, '$1');
  if (OPENER.test(open)) return null;
  const closer = [...open.matchAll(CLOSER)].at(-1);
  if (closer === undefined) return open;
  const answer = open.slice(closer.index + closer[0].length);
  return /[{<]/.test(answer) ? answer : open;
}
