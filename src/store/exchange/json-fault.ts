const SPACE = /[\t\n\r ]*/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/y;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'separator' | 'end';

/**
 * Where a text stops being JSON: the offset of the first character that cannot follow, or the text's length where it ends too early; null
 * for sound JSON. JSON.parse does not always say. Keeps its own stack, so that any depth can be told about.
 */
export function jsonFault(text: string): number | null {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'value';
  let at = 0;

  const closed = (): Expected => {
    open.pop();
    return open.length === 0 ? 'end' : 'separator';
  };

  for (;;) {
    at = matchEnd(SPACE, text, at) ?? at;
    const next = text[at];
    if (next === undefined) return expected === 'end' ? null : at;
    const inner = open.at(-1);
    if (expected === 'end') return at;
    if (expected === 'colon') {
      if (next !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (expected === 'separator') {
      if (next === ',') expected = inner === '{' ? 'key' : 'value';
      else if (next === (inner === '{' ? '}' : ']')) expected = closed();
      else return at;
      at += 1;
    } else if (expected === 'key' || expected === 'key-or-end') {
      if (next === '}' && expected === 'key-or-end') {
        expected = closed();
        at += 1;
        continue;
      }
      const end = next === '"' ? stringEnd(text, at) : null;
      if (end === null) return at;
      at = end;
      expected = 'colon';
    } else if (next === '[' || next === '{') {
      open.push(next);
      expected = next === '[' ? 'value-or-end' : 'key-or-end';
      at += 1;
    } else if (next === ']' && expected === 'value-or-end') {
      expected = closed();
      at += 1;
    } else {
      const end = next === '"' ? stringEnd(text, at) : matchEnd(PLAIN, text, at);
      if (end === null) return at;
      at = end;
      expected = open.length === 0 ? 'end' : 'separator';
    }
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** By hand: a pattern would keep a step to go back to for each character of a string of millions. */
function stringEnd(text: string, start: number): number | null {
  let at = start + 1;
  for (;;) {
    const char = text[at];
    if (char === undefined || char < ' ') return null;
    if (char === '"') return at + 1;
    if (char !== '\\') at += 1;
    else {
      const end = matchEnd(ESCAPE, text, at);
      if (end === null) return null;
      at = end;
    }
  }
}
