import { expect, it } from 'vitest';
import { isOnlyExample, ownExamples } from '../../src/controller/by-example.js';
import { claimedBy } from '../../src/controller/claimed.js';
import type { Ranked } from '../../src/policy/action-decide.js';
import { isBuiltIn } from '../../src/policy/action-space.js';
import { textHash } from '../../src/policy/text-hash.js';
import { emptyScene } from '../policy/scenes.js';

function ranks(types: readonly string[]): Ranked[] {
  return types.map((type, at) => ({
    candidate: {
      kind: 'generate_task',
      type,
      scored: isBuiltIn(type) ? type : 'type',
      score: -at,
      lead: 0,
      relations: [],
    },
    utility: -at,
    probability: 0.5 ** (at + 1),
  }));
}

const OWN: Readonly<Record<string, readonly string[]>> = {
  rt_check: ['run the tests', 'stop it', 'both'],
  other: ['both', 'how is it going'],
};
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  functest: ['run the tests', 'test it'],
  perftest: ['load it'],
  accutest: ['load it'],
};

const actions = {
  task_types: ['rt_check', 'other', 'functest', 'perftest', 'accutest'],
  routes: {
    score: () => ({ routes: [], intents: new Map(), beside: new Map(), unknown_mass: 1 }),
    beside: (text: string) => text,
  },
  exampleOf: (text: string, { among, source }: { among: readonly string[]; source: 'user' | 'bundled' }) =>
    among.filter((type) => (source === 'user' ? OWN : BUNDLED)[type]?.includes(text)),
};

/** Words that read like nothing, where nothing was done. */
const asked = (text: string) => ({
  text,
  scores: { routes: [], intents: new Map(), beside: new Map(), unknown_mass: 1 },
  scene: emptyScene(),
  weigh: () => [],
});

/** What is likeliest is so by 0.5. */
const policy = (answer_threshold: number) => ({
  plain_cancels: [textHash('stop it')],
  calibration: { temperature: 1, threshold: 0.6, answer_threshold, cancel_threshold: 0.9 },
});

it.each([
  ['how is it going', ['status', 'executor', 'other'], 'other'],
  ['stop it', ['status', 'rt_check'], 'rt_check'],
])(
  '“%s” stays what it surely is, and is a request for the type whose example it is where that is not sure',
  (text, types, own) => {
    expect(ownExamples(ranks(types), text, actions, policy(0.4))).toEqual([]);
    expect(ownExamples(ranks(types), text, actions, policy(0.6))).toEqual([own]);
  },
);

it.each([
  [
    'open-ended work, however surely',
    'run the tests',
    ['executor', 'rt_check'],
    ['rt_check', 'executor'],
    ['rt_check'],
  ],
  ['of the product', 'run the tests', ['functest', 'rt_check'], ['rt_check', 'functest'], ['rt_check']],
  [
    'likelier, where two have it',
    'both',
    ['functest', 'other', 'rt_check'],
    ['other', 'rt_check', 'functest'],
    ['other', 'rt_check'],
  ],
  ['of anybody, where none has it', 'say hello', ['executor', 'rt_check'], ['executor', 'rt_check'], []],
  ['of the product, where only that has it', 'test it', ['rt_check', 'functest'], ['rt_check', 'functest'], []],
  [
    'that would start something while “stop it” can stop something',
    'stop it',
    ['cancel', 'rt_check'],
    ['cancel', 'rt_check'],
    [],
  ],
])('a type of the user whose example the request is comes before what is %s', (_what, text, types, order, claimed) => {
  const found = claimedBy({ ranked: ranks(types), request: asked(text), actions, policy: policy(0.4) });
  const named = found.ranked.map(({ candidate }) => (candidate.kind === 'observe' ? candidate.tool : candidate.type));
  expect({ named, claimed: found.claimed }).toEqual({ named: order, claimed });
});

it.each([
  ['beijing_time', ['rt_check']],
  ['previous_failed_track', []],
  ['build_context_view', []],
] as const)('where %s is surely to be looked at, an example claims %j', (tool, claimed) => {
  const look: Ranked = { candidate: { kind: 'observe', tool }, utility: 1, probability: 0.9 };
  expect(ownExamples([look, ...ranks(['rt_check'])], 'run the tests', actions, policy(0.4))).toEqual(claimed);
});

it.each([
  ['test it', ['functest', 'perftest'], true],
  ['test it', ['perftest', 'functest'], false],
  ['load it', ['perftest', 'accutest'], false],
  ['run the tests', ['executor', 'functest'], false],
])('“%s” is an example of the likeliest of %j alone, and that came with the product: %s', (text, types, only) => {
  expect(isOnlyExample(ranks(types), text, actions)).toBe(only);
});
