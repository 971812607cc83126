import { conjunctionsIn, withoutFirst } from './conjunctions.js';
import { mentions } from './parameters/mentions.js';

/**
 * A text cut at what joins the names of several types in it: “link_check and then sync_data” is two parts. What holds fewer than two names stays
 * whole. A part is no request yet: “why did link_check fail, and sync_data not?” is cut, too.
 */
export function cutBetweenNames(text: string, types: readonly string[]): string[] {
  const named = types.filter((type) => mentions(text, type));
  if (named.length < 2) return [text];
  const lower = text.toLowerCase();
  const names = named.map((type) => ({ at: lower.indexOf(type.toLowerCase()), length: type.length }));
  const inOrder = names.sort((one, other) => one.at - other.at);
  const joins = [...conjunctionsIn(text), ...marksIn(text)].sort((one, other) => one.left - other.left);
  const parts: string[] = [];
  let begin = 0;
  for (const [place, { at, length }] of inOrder.entries()) {
    const next = inOrder[place + 1]?.at ?? 0;
    const between = joins.filter(({ left, right }) => left >= at + length && right <= next);
    const [last] = between.slice(-1);
    if (last === undefined) continue;
    parts.push(text.slice(begin, last.left));
    begin = last.right;
  }
  if (parts.length === 0) return [text];
  return [...parts, text.slice(begin)].map((part) => withoutFirst(part.replace(/^[\s，,、]+|[\s，,、]+$/gu, '')));
}

function marksIn(text: string): { readonly left: number; readonly right: number }[] {
  return [...text.matchAll(/[，,、]\s*/gu)].map(({ index, 0: found }) => ({
    left: index,
    right: index + found.length,
  }));
}
