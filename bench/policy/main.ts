/** Measures what the full policy costs against the route index alone: `{text, label}` types dropped in beside the built-in actions. */

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { ProductError, UsageError } from '../../src/errors/product-error.js';
import { verbatim } from '../../src/errors/said.js';
import { packageRoot } from '../../src/package-root.js';
import { rankActions, thresholdFor } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { type Scene, sceneOf } from '../../src/policy/action-scene.js';
import { isBuiltIn } from '../../src/policy/action-space.js';
import { isIntent, packageRows, score, serialize, trainIndex } from '../../src/policy/route-index.js';
import { targetName } from '../../src/training/cases.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { type Example, OUT_OF_SCOPE, readDataset } from '../routing/dataset.js';
import { byLabel, fewShots } from '../routing/splits.js';
import type { ToDecide } from './decisions.js';

const USAGE = `npm run bench:policy -- --train FILE --test FILE [--shots K] [--seeds N] [--json]
  --train FILE   {"text", "label"} per line: the types dropped in beside executor, status, cancel and the observe tools
  --test FILE    decided with the index alone and with the full policy; label oos: nothing should be started
  --shots K      K training examples per label (default: all)
  --seeds N      mean over N seeds (default 1; 5 with --shots)`;

/** A conversation that has not begun, and one in which everything is possible: every tool and cancelling compete. */
const STATES = {
  fresh: { rounds: [] as unknown[], previous_failed_task: null as unknown },
  busy: {
    rounds: [
      round(1, 'functest', 'failed'),
      round(2, 'executor', 'done'),
      round(3, 'perftest', 'running'),
    ] as unknown[],
    previous_failed_task: {
      round_id: 1,
      task_id: 1,
      type: 'functest',
      content: '',
      status: 'failed',
      result: '',
    } as unknown,
  },
};

function round(round_id: number, type: string, status: string) {
  return { round_id, user_input: '', reply: 'ok', tasks: [{ task_id: 1, type, content: '', status, result: '' }] };
}

function stateJson(state: (typeof STATES)[keyof typeof STATES]): string {
  return JSON.stringify({
    history_meta_summary: '',
    history_summary_latest: [],
    ...state,
    running_outside: { newest: [], rest: [] },
    pending_question: null,
    cur_round: state.rounds.length + 1,
  });
}

interface Measured {
  index_alone: number;
  fresh: number;
  busy: number;
  /** Right in a fresh conversation, yet below the threshold: the user would be asked. */
  right_but_asked: number;
  /** Out of scope: a dropped-in type was started. */
  out_of_scope_started: number;
  p50_ms: number;
  p99_ms: number;
}

async function measure(
  train: readonly Example[],
  test: readonly Example[],
  builtIn: ReturnType<typeof packageRows>,
): Promise<Measured> {
  const own = [...byLabel(train)].flatMap(([label, rows]) =>
    packageRows({ label, name: label, description: '', when_to_use: '', examples: rows.map(({ text }) => text) }),
  );
  const [alone, beside] = [trainIndex(own), trainIndex([...own, ...builtIn])];
  const decide = (text: string, json: string) => {
    const scene: Scene = sceneOf(json);
    const [best] = rankActions(policy, actionInput(text, scene, [], score(beside, text)));
    if (best === undefined) throw new TypeError('there is always an action');
    return { name: targetName(best.candidate), asked: best.probability < thresholdFor(best, text, policy) };
  };
  const [fresh, busy] = [stateJson(STATES.fresh), stateJson(STATES.busy)];
  const inScope = test.filter(({ label }) => label !== OUT_OF_SCOPE);
  const outside = test.filter(({ label }) => label === OUT_OF_SCOPE);
  const share = (rows: readonly Example[], holds: (row: Example) => boolean) => rows.filter(holds).length / rows.length;
  const labels = new Set(train.map(({ label }) => label));
  const decided = new Map(test.map((row) => [row, decide(row.text, fresh)]));
  const measured = {
    index_alone: share(inScope, ({ text, label }) => score(alone, text).routes[0]?.label === label),
    fresh: share(inScope, (row) => decided.get(row)?.name === row.label),
    busy: share(inScope, ({ text, label }) => decide(text, busy).name === label),
    right_but_asked: share(inScope, (row) => decided.get(row)?.name === row.label && decided.get(row)?.asked === true),
    out_of_scope_started: share(outside, (row) => {
      const made = decided.get(row);
      return made !== undefined && !made.asked && labels.has(made.name);
    }),
  };
  const times = await decisionTimes({
    policy: bytes,
    index: serialize(beside),
    texts: test.map(({ text }) => text),
    states: [fresh, busy],
  });
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { ...measured, p50_ms: at(0.5), p99_ms: at(0.99) };
}

/** In ms, ascending. */
async function decisionTimes(workerData: ToDecide): Promise<number[]> {
  const [times] = await once(new Worker(new URL('./decisions.js', import.meta.url), { workerData }), 'message');
  return (times as number[]).sort((one, other) => one - other);
}

function mean(all: readonly Measured[]): Measured {
  const keys = Object.keys(all[0] as Measured) as (keyof Measured)[];
  return Object.fromEntries(
    keys.map((key) => [key, all.reduce((sum, each) => sum + each[key], 0) / all.length]),
  ) as unknown as Measured;
}

function inWords(found: Measured): string {
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  const points = (value: number) => `${((value - found.index_alone) * 100).toFixed(2)} points`;
  return [
    `index alone                        ${percent(found.index_alone)}`,
    `full policy, fresh conversation    ${percent(found.fresh)}  (${points(found.fresh)})`,
    `full policy, busy conversation     ${percent(found.busy)}  (${points(found.busy)})`,
    `right, but asked first             ${percent(found.right_but_asked)}`,
    `out of scope, a type was started   ${percent(found.out_of_scope_started)}`,
    `decision p50 / p99                 ${found.p50_ms.toFixed(3)} / ${found.p99_ms.toFixed(3)} ms`,
  ].join('\n');
}

const root = packageRoot();
const assets = join(root, 'assets', 'policy');
const [file = ''] = readdirSync(assets).filter((name) => name.endsWith('.bin'));
const bytes = readFileSync(join(assets, file));
const policy = openPolicy(bytes);

try {
  const { values } = parseArgs({
    options: {
      train: { type: 'string' },
      test: { type: 'string' },
      shots: { type: 'string' },
      seeds: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.train === undefined || values.test === undefined) throw new UsageError(verbatim(USAGE));
  const shots = values.shots === undefined ? null : Number(values.shots);
  const seeds = Number(values.seeds ?? (shots === null ? 1 : 5));
  const [train, test] = [readDataset(values.train).examples, readDataset(values.test).examples];
  const { types } = await readProtocolData(join(root, 'assets', 'protocol'));
  const builtIn = [
    ...types.filter(({ name }) => isBuiltIn(name)).flatMap((type) => packageRows({ label: type.name, ...type })),
    ...policy.utterances().filter(({ label }) => isBuiltIn(label) || isIntent(label)),
  ];
  const runs: Measured[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    runs.push(await measure(shots === null ? train : fewShots(train, shots, seed), test, builtIn));
  }
  console.log(values.json ? JSON.stringify(mean(runs)) : inWords(mean(runs)));
} catch (error) {
  if (!(error instanceof ProductError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
