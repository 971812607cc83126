import { createContext, runInContext } from 'node:vm';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { parseRegex, type RegexNode } from './regex-parse.js';

const MAX_LENGTH = 1000;
const BUDGET_MS = 1000;
const MAX_ATTACKS = 300;
/** Characters of the longest texts a pattern is tried on. */
export const ATTACK_LENGTH = 600;
/** Enough repetitions for what grows exponentially, and for what grows with the third power of the length. */
const REPETITIONS = [28, ATTACK_LENGTH];

/**
 * Why a pattern is refused; null: it compiles and no text built against it takes long. Every repetition in the pattern is
 * fed many copies of what it repeats, followed by what makes the match fail, in an engine that is interrupted after a second.
 */
export function patternProblem(pattern: string): Said | null {
  if (pattern.length > MAX_LENGTH)
    return { en: `is longer than ${MAX_LENGTH} characters`, zh: `超过 ${MAX_LENGTH} 个字符` };
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const why = saidBy(error);
    return { en: `does not compile: ${why.en}`, zh: `无法编译：${why.zh}` };
  }
  if (isPlainlyCheap(pattern)) return null;
  const done = runBounded(pattern, attacksOn(pattern), BUDGET_MS) !== 'timeout';
  return done ? null : EXPONENTIAL;
}

const EXPONENTIAL: Said = {
  en: 'can take exponential time: a repetition inside a repetition, or alternatives that overlap',
  zh: '可能耗费指数级的时间：重复之中又有重复，或多个分支互相重叠',
};

/** At most one long repetition, of a single character: quadratic at worst, whatever the text. */
function isPlainlyCheap(pattern: string): boolean {
  const repetitions = repetitionsIn(parseRegex(pattern), []);
  return repetitions.length <= 1 && repetitions.every(({ node }) => node.kind === 'atom') && !/\\[1-9k]/.test(pattern);
}

export type BoundedMatch =
  | { groups: (string | undefined)[]; named: Record<string, string | undefined> }
  | null
  | 'timeout';

/** Matches each text and gives the last one's match. The engine is stopped after `limitMs`. */
export function runBounded(pattern: string, texts: readonly string[], limitMs: number): BoundedMatch {
  const context = createContext({ pattern, texts: JSON.stringify(texts) });
  const script = `
    const regex = new RegExp(pattern, 'u');
    let match = null;
    for (const text of JSON.parse(texts)) match = regex.exec(text);
    match === null ? 'null' : JSON.stringify({ groups: [...match].map((group) => group ?? null), named: { ...match.groups } });`;
  try {
    const found = JSON.parse(String(runInContext(script, context, { timeout: limitMs }))) as {
      groups: (string | null)[];
      named: Record<string, string>;
    } | null;
    return found && { groups: found.groups.map((group) => group ?? undefined), named: found.named };
  } catch (error) {
    // The error comes from the other realm, so it is no instance of our Error.
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'timeout';
    throw error;
  }
}

const ALPHABET = ['a', '0', 'A', ' ', '_', '-', '.', '/', ',', ':', '=', '"', '中'];
/** What hardly any pattern accepts, so that the match fails at the end and the engine goes back. */
const FAILS = ['\u0001', '!\n'];

export function attacksOn(pattern: string): string[] {
  const tree = parseRegex(pattern);
  const letters = [
    ...new Set([...ALPHABET, ...[...pattern].filter((char) => /[\p{L}\p{N}]/u.test(char)).slice(0, 10)]),
  ];
  const witnesses = new Witnesses();
  const attacks = new Set<string>();
  const repetitions = repetitionsIn(tree, []);
  // Letters outside: where the number is cut, every repetition had its turn.
  for (const letter of letters) {
    for (const { node, before } of repetitions) {
      const unit = witnesses.of(node, letter);
      if (unit === '') continue;
      const prefix = before.map((earlier) => witnesses.of(earlier, letter)).join('');
      for (const times of REPETITIONS) {
        const count = Math.max(1, Math.min(times, Math.ceil(ATTACK_LENGTH / unit.length)));
        for (const tail of FAILS) attacks.add(prefix + unit.repeat(count) + tail);
      }
      if (attacks.size >= MAX_ATTACKS) return [...attacks];
    }
  }
  return [...attacks];
}

interface Repetition {
  node: RegexNode;
  /** What has to match before it. */
  before: readonly RegexNode[];
}

function repetitionsIn(node: RegexNode, before: readonly RegexNode[]): Repetition[] {
  switch (node.kind) {
    case 'atom':
      return [];
    case 'either':
      return node.options.flatMap((option) => repetitionsIn(option, before));
    case 'look':
      return repetitionsIn(node.inner, before);
    case 'sequence':
      return node.items.flatMap((item, i) => repetitionsIn(item, [...before, ...node.items.slice(0, i)]));
    case 'repeat': {
      const own = node.most > 8 ? [{ node: node.inner, before }] : [];
      return [...own, ...repetitionsIn(node.inner, before)];
    }
  }
}

/** Texts that a part of a pattern matches, made of a wanted letter wherever it fits. */
class Witnesses {
  readonly #accepted = new Map<string, boolean>();

  of(node: RegexNode, letter: string): string {
    switch (node.kind) {
      case 'look':
        return '';
      case 'atom':
        return [letter, ...ALPHABET].find((char) => this.#accepts(node.source, char)) ?? node.literal;
      case 'sequence':
        return node.items.map((item) => this.of(item, letter)).join('');
      case 'either': {
        const texts = node.options.map((option) => this.of(option, letter));
        return texts.find((text) => text.startsWith(letter)) ?? texts[0] ?? '';
      }
      case 'repeat':
        return this.of(node.inner, letter)
          .repeat(Math.min(Math.max(node.least, 1), 16))
          .slice(0, ATTACK_LENGTH);
    }
  }

  #accepts(source: string, char: string): boolean {
    const key = `${char}${source}`;
    const known = this.#accepted.get(key);
    if (known !== undefined) return known;
    let accepted = false;
    try {
      accepted = new RegExp(`^(?:${source})$`, 'u').test(char);
    } catch {
      // A back reference has no meaning alone; what it repeats is attacked where it stands.
    }
    this.#accepted.set(key, accepted);
    return accepted;
  }
}
