/** As much of a regular expression's structure as is needed to build texts against it. */
export type RegexNode =
  | { kind: 'atom'; source: string }
  | { kind: 'sequence'; items: RegexNode[] }
  | { kind: 'either'; options: RegexNode[] }
  | { kind: 'repeat'; inner: RegexNode; least: number; most: number }
  /** Consumes nothing: lookahead and lookbehind. */
  | { kind: 'look'; inner: RegexNode };

const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;
const EMPTY_ATOMS = new Set(['^', '$', '\\b', '\\B']);

/** Of a pattern that compiles with the `u` flag. */
export function parseRegex(pattern: string): RegexNode {
  const tokens = pattern.match(TOKEN) ?? [];
  let at = 0;

  function either(): RegexNode {
    const options = [sequence()];
    while (tokens[at] === '|') {
      at += 1;
      options.push(sequence());
    }
    const [only] = options;
    return options.length === 1 && only ? only : { kind: 'either', options };
  }

  function sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at += 1;
      if (EMPTY_ATOMS.has(token)) continue;
      const bounds = quantifierOf(token);
      const last = items.at(-1);
      if (bounds && last) items[items.length - 1] = { kind: 'repeat', inner: last, ...bounds };
      else if (token.startsWith('(')) items.push(group(token));
      else items.push({ kind: 'atom', source: token });
    }
    return { kind: 'sequence', items };
  }

  function group(opening: string): RegexNode {
    const inner = either();
    at += 1;
    return /^\(\?<?[=!]/.test(opening) ? { kind: 'look', inner } : inner;
  }

  return either();
}

function quantifierOf(token: string): { least: number; most: number } | null {
  if (/^[*+?]/.test(token))
    return { least: token[0] === '+' ? 1 : 0, most: token[0] === '?' ? 1 : Number.POSITIVE_INFINITY };
  const counted = /^\{(\d+)(,(\d*))?\}/.exec(token);
  if (counted === null) return null;
  const least = Number(counted[1]);
  const most = counted[2] === undefined ? least : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3]);
  return { least, most };
}
