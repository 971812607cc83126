import { readParameterTags } from './parameter-tags.js';
import { proseProblem } from './surrounding-prose.js';
import { withoutThinking } from './thinking.js';
import { readObjectAt } from './tolerant-json.js';

export type Repaired = { ok: true; value: unknown } | { ok: false; problem: string };

/** Braces that open nothing readable, after which the answer is given up. */
const UNREADABLE_BRACES = 20;

/** How far behind a brace the beginning of an action is looked for. */
const ACTION_AHEAD_CHARS = 200;

/**
 * The object a near-miss stands for, or why there is none to be trusted: none, two, one inside a sentence, one that is quoted.
 * Called only after strict parsing failed. Never throws.
 */
export function repair(text: string): Repaired {
  const strict = parsed(text);
  if (typeof strict === 'string') return repairEncoded(strict);
  if (Array.isArray(strict)) return oneOf(strict);
  const answer = withoutThinking(text.replace(/^\uFEFF/, ''));
  if (answer === null) return { ok: false, problem: 'the thinking never ended, so there is no answer' };
  return readParameterTags(answer) ?? readOneObject(answer);
}

/** An answer encoded twice is a string that holds the answer. */
function repairEncoded(inner: string): Repaired {
  const value = parsed(inner);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, value };
  return typeof value === 'string' ? { ok: false, problem: 'the answer is a string' } : readOneObject(inner);
}

function oneOf(items: readonly unknown[]): Repaired {
  const [only, ...more] = items;
  if (more.length > 0) return { ok: false, problem: `the answer is an array of ${items.length}` };
  return only === undefined ? { ok: false, problem: 'the answer is an empty array' } : { ok: true, value: only };
}

/** The text itself, then what it says once undone what hides its object: HTML entities, escaped quotes, no outer braces. */
function readOneObject(text: string): Repaired {
  let first: Repaired | null = null;
  for (const reading of [text, withoutEntities(text), withoutEscapes(text), withBraces(text)]) {
    if (reading === null) continue;
    const found = onlyObject(reading);
    if (found.ok) return found;
    first ??= found;
  }
  return first ?? { ok: false, problem: 'the answer has no JSON object' };
}

function onlyObject(text: string): Repaired {
  const found: { value: Record<string, unknown>; start: number; end: number }[] = [];
  let unreadable = 0;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at)) {
    const read = readObjectAt(text, at);
    if (read.ok) {
      if (Object.keys(read.value).length > 0) found.push({ value: read.value, start: at, end: read.end });
      at = read.end;
      continue;
    }
    unreadable += 1;
    if (unreadable > UNREADABLE_BRACES || text.slice(at, at + ACTION_AHEAD_CHARS).includes('action_kind')) {
      return { ok: false, problem: `the JSON object cannot be read: ${read.problem}` };
    }
    at += 1;
  }
  const [only, ...more] = found;
  if (only === undefined)
    return { ok: false, problem: text.trim() === '' ? 'the answer is empty' : 'the answer has no JSON object' };
  if (more.length > 0) return { ok: false, problem: `the answer has ${found.length} JSON objects` };
  const problem = proseProblem(text.slice(0, only.start), text.slice(only.end));
  return problem === null ? { ok: true, value: unwrapCall(only.value) } : { ok: false, problem };
}

/** `{"name": "observe", "arguments": {…}}`, the shape of a tool call. */
function unwrapCall(value: Record<string, unknown>): unknown {
  const { name, arguments: given, ...others } = value;
  if (name !== 'observe' && name !== 'generate_task') return value;
  const call = typeof given === 'string' ? parsed(given) : given;
  if (Object.keys(others).length > 0 || typeof call !== 'object' || call === null) return value;
  return { action_kind: name, ...call };
}

function withoutEntities(text: string): string | null {
  if (!text.includes('&quot;') && !text.includes('&#34;')) return null;
  return text
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function withoutEscapes(text: string): string | null {
  if (!/\{(?:\s|\\n)*\\"/.test(text)) return null;
  const inner = parsed(
    `"${text
      .trim()
      .replace(/\n/g, '\\n')
      .replace(/^"|(?<!\\)"$/g, '')}"`,
  );
  return typeof inner === 'string' ? inner : null;
}

function withBraces(text: string): string | null {
  return /^\s*["'“]?action_kind["'”]?\s*[:：]/.test(text) ? `{${text}` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
