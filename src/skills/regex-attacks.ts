import type { RegexNode } from './regex-parse.js';
import { boundariesOf, LETTERS, Witnesses } from './regex-witness.js';

const MAX_ATTACKS = 600;
const MAX_LETTERS = 48;
/** Characters of the longest texts a pattern is tried on. */
const ATTACK_LENGTH = 600;
/** Enough repetitions for what grows exponentially, and for what grows with the third power of the length. */
const TIMES = [28, ATTACK_LENGTH];
/** As many ambiguous parts as a pattern has room for, one after the other. */
const RUN = 250;
/** What hardly any pattern accepts, so that the match fails at the end and the engine goes back. */
const FAILS = ['\u0001', '!\n'];
/** What is repeated no oftener takes no time, unless it is repeated again. */
const FEW = 8;

/** At most one long repetition, of a single character, and few ways besides: quadratic at worst, whatever the text. */
export function isPlainlyCheap(tree: RegexNode, pattern: string): boolean {
  const repetitions = repetitionsIn(tree, [], 1);
  const ways = waysThrough(tree, 1);
  return (
    repetitions.length <= 1 &&
    repetitions.every(({ node }) => node.kind === 'atom') &&
    ways <= FEW &&
    !/\\[1-9k]/.test(pattern)
  );
}

/** Texts on which the pattern has to go back: many copies of what each repetition repeats, followed by what makes the match fail. */
export function attacksOn(tree: RegexNode): string[] {
  const witnesses = new Witnesses();
  const attacks = new Set<string>();
  const repetitions = repetitionsIn(tree, [], 1);
  const add = (prefix: string, unit: string): void => {
    if (unit === '') return;
    for (const times of TIMES) {
      const count = Math.max(1, Math.min(times, Math.ceil(ATTACK_LENGTH / unit.length)));
      for (const tail of FAILS) attacks.add(prefix + unit.repeat(count) + tail);
    }
  };
  for (const { node } of repetitions) add('', witnesses.ofAll(node));
  // Letters outside: where the number is cut, every repetition had its turn.
  for (const letter of lettersFor(tree)) {
    for (const { node, before } of repetitions) {
      const prefix = before.map((earlier) => witnesses.of(earlier, letter)).join('');
      add(prefix, witnesses.of(node, letter));
      if (attacks.size >= MAX_ATTACKS) return [...attacks];
    }
    // Optional parts in a row are ambiguous without any repetition.
    attacks.add(letter.repeat(RUN) + FAILS[0]);
  }
  return [...attacks];
}

/** Where two sets of characters overlap, the overlap begins with the first character of one of them. */
function lettersFor(tree: RegexNode): string[] {
  const own = new Set(atomsOfChoices(tree, 'no choice').flatMap(boundariesOf));
  return [...new Set([...[...own].slice(0, MAX_LETTERS), ...LETTERS])];
}

function atomsOfChoices(node: RegexNode, within: 'choice' | 'no choice'): string[] {
  switch (node.kind) {
    case 'atom':
      return within === 'choice' ? [node.source] : [];
    case 'sequence':
      return node.items.flatMap((item) => atomsOfChoices(item, within));
    case 'either':
      return node.options.flatMap((option) => atomsOfChoices(option, 'choice'));
    case 'look':
      return atomsOfChoices(node.inner, within);
    case 'repeat':
      return atomsOfChoices(node.inner, 'choice');
  }
}

interface Repetition {
  node: RegexNode;
  /** What has to match before it. */
  before: readonly RegexNode[];
}

/** `outer`: how often the whole of `node` may be repeated. */
function repetitionsIn(node: RegexNode, before: readonly RegexNode[], outer: number): Repetition[] {
  switch (node.kind) {
    case 'atom':
      return [];
    case 'either':
      return node.options.flatMap((option) => repetitionsIn(option, before, outer));
    case 'look':
      return repetitionsIn(node.inner, before, outer);
    case 'sequence':
      return node.items.flatMap((item, i) => repetitionsIn(item, [...before, ...node.items.slice(0, i)], outer));
    case 'repeat': {
      const times = outer * Math.max(node.most, 1);
      const own = node.most > 1 && times > FEW ? [{ node: node.inner, before }] : [];
      return [...own, ...repetitionsIn(node.inner, before, times)];
    }
  }
}

/** The binary logarithm of how many ways there are through short repetitions and alternatives, at most. */
function waysThrough(node: RegexNode, outer: number): number {
  switch (node.kind) {
    case 'atom':
      return 0;
    case 'look':
      return waysThrough(node.inner, outer);
    case 'sequence':
      return sum(node.items.map((item) => waysThrough(item, outer)));
    case 'either':
      return outer * Math.log2(node.options.length) + sum(node.options.map((option) => waysThrough(option, outer)));
    case 'repeat': {
      const own = node.most > FEW ? 0 : outer * Math.log2(node.most - node.least + 1);
      return own + waysThrough(node.inner, outer * Math.max(node.most, 1));
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
