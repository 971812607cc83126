import { seededRandom, shuffle } from '../../src/policy/shuffle.js';
import type { BenchArguments } from './arguments.js';
import type { Dataset, Example } from './dataset.js';
import { OUT_OF_SCOPE } from './dataset.js';

/** One index to train and what to ask it. `file` of a question: which data set it came from. */
export interface Split {
  readonly train: readonly Example[];
  readonly questions: readonly (Example & { readonly file: string })[];
}

/** Every split of the run, lazily: train → test, or folds, each for every seed. */
export function* splits(args: BenchArguments, train: readonly Dataset[], test: readonly Dataset[]): Generator<Split> {
  for (let seed = 1; seed <= args.seeds; seed += 1) {
    if (test.length > 0) yield trainTest(args, train, test, seed);
    else yield* crossValidation(args, train, seed);
  }
}

function trainTest(
  { shots }: BenchArguments,
  train: readonly Dataset[],
  test: readonly Dataset[],
  seed: number,
): Split {
  const examples = train.flatMap((each) => each.examples);
  return {
    train: shots === null ? examples : fewShots(examples, shots, seed),
    questions: test.flatMap(({ file, examples }) => examples.map((example) => ({ ...example, file }))),
  };
}

/**
 * The same shuffle of line numbers for every file: in parallel files a sentence and its translation share a fold, so that neither is ever tested
 * with the other in training.
 */
function* crossValidation({ folds, shots }: BenchArguments, train: readonly Dataset[], seed: number): Generator<Split> {
  const folded = train.map(({ file, examples }) => {
    const order = shuffle(Int32Array.from(examples.keys()), seededRandom(seed));
    const fold = new Int32Array(examples.length);
    order.forEach((line, at) => {
      fold[line] = at % folds;
    });
    return examples.map((example, line) => ({ ...example, file, fold: fold[line] as number }));
  });
  for (let held = 0; held < folds; held += 1) {
    const all = folded.flat();
    const kept = all.filter(({ fold }) => fold !== held);
    yield {
      train: shots === null ? kept : fewShots(kept, shots, seed),
      questions: all.filter(({ fold }) => fold === held),
    };
  }
}

/** `shots` examples of each label: the first of a seeded shuffle. */
export function fewShots(examples: readonly Example[], shots: number, seed: number): Example[] {
  const random = seededRandom(seed);
  return [...byLabel(examples).values()].flatMap((own) => shuffle([...own], random).slice(0, shots));
}

export function byLabel(examples: readonly Example[]): Map<string, Example[]> {
  const groups = new Map<string, Example[]>();
  for (const example of examples) {
    if (example.label === OUT_OF_SCOPE) continue;
    const group = groups.get(example.label);
    if (group === undefined) groups.set(example.label, [example]);
    else group.push(example);
  }
  return groups;
}
