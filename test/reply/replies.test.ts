import { describe, expect, it } from 'vitest';
import { composeReply } from '../../src/reply/compose.js';
import type { CompletedFact, JobLine, MainFact, ReplyFacts } from '../../src/reply/facts.js';
import { wordsOf } from '../../src/reply/words.js';

const ID = 'job_20270131_142501_k3m9q2';
const OTHER = 'job_20270131_142502_x7y8z9';

const running: JobLine = {
  run_id: ID,
  task_type: 'functest',
  state: 'running',
  alive: true,
  halted: null,
  elapsed_ms: 75_400,
  progress: { done: 12, total: 21, unit: 'tests', step: 'run tests' },
};
const queued: JobLine = { ...running, run_id: OTHER, state: 'queued', elapsed_ms: 1_234, progress: null };

const passed: CompletedFact = {
  run_id: ID,
  task_type: 'functest',
  status: 'done',
  verdict: 'passed',
  reason: null,
  result: '21 of 21 tests',
  elapsed_ms: 1_400,
};

const poem = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`).join('\n');

const status: Extract<MainFact, { kind: 'status' }> = {
  kind: 'status',
  skills: [],
  asked: 'everything',
  jobs: [],
  question: null,
  ended: [],
  unknown: [],
  never_run: [],
};
const last = {
  run_id: ID,
  round_id: 4,
  task_type: 'functest',
  status: 'failed' as const,
  result: '2 of 7 are red',
  compared: null,
};
const difference = {
  numbers: [{ name: 'counts.failed', before: 0, after: 2 }],
  appeared: ['rounds stacked percentages once'],
  gone: ['applies the coupon twice'],
  verdict: { before: 'passed', after: 'failed' },
};
const same = { numbers: [], appeared: [], gone: [], verdict: null };
const before = {
  run_id: OTHER,
  ending: { before: 'failed', after: 'failed' },
  exit: { before: 0, after: 0 },
  elapsed_ms: { before: 1_000, after: 75_000 },
  params: [],
  place: null,
} as const;

/** Every kind of main fact, with what varies inside it. */
const MAIN: Readonly<Record<string, MainFact>> = {
  'dispatched, bare': {
    kind: 'dispatched',
    task_type: 'functest',
    run_id: ID,
    project: null,
    carried: [],
    also_asked: [],
  },
  'dispatched, with all that can be said': {
    kind: 'dispatched',
    task_type: 'functest',
    run_id: ID,
    project: 'shop',
    carried: [
      { name: 'suite', value: 'login', round_id: 3, was: null },
      { name: 'tables', value: '2', round_id: 3, was: '1' },
    ],
    also_asked: [{ said: 'and the load test' }, { chosen: 'inspection' }],
  },
  joined: {
    kind: 'joined',
    task_type: 'functest',
    run_id: ID,
    elapsed_ms: 12_000,
    also_asked: [{ said: 'and the load test' }],
  },
  'status, nothing ever ran': status,
  'status, several run': { ...status, jobs: [running, queued] },
  'status, one is being stopped': { ...status, jobs: [{ ...running, state: 'stopping', progress: null }] },
  'status, one is only recorded, one elsewhere': {
    ...status,
    jobs: [
      { ...running, alive: false },
      { ...queued, alive: null },
    ],
  },
  'status, the last one failed': { ...status, ended: [last] },
  'status, the last one had much to say': { ...status, ended: [{ ...last, status: 'done', result: poem }] },
  'status, compared with the one before': { ...status, ended: [{ ...last, compared: { ...before, difference } }] },
  'status, compared with the first one': {
    ...status,
    ended: [{ ...last, compared: { ...before, difference: same, place: { from: 'first', steps: 0, round_id: 2 } } }],
  },
  'status, compared with the one before the last': {
    ...status,
    ended: [{ ...last, compared: { ...before, difference, place: { from: 'last', steps: 1, round_id: 2 } } }],
  },
  'status, nothing to compare with where that was asked for': { ...status, ended: [{ ...last, compared: 'none' }] },
  'status, the same as the one before': {
    ...status,
    ended: [{ ...last, compared: { ...before, difference: same } }],
  },
  'status, compared with one that gave nothing to compare': {
    ...status,
    ended: [{ ...last, compared: { ...before, difference: null } }],
  },
  'status, compared with one of other parameters that failed': {
    ...status,
    ended: [
      {
        ...last,
        status: 'done',
        compared: {
          ...before,
          difference: null,
          ending: { before: 'failed', after: 'done' },
          exit: { before: 4, after: 0 },
          params: [{ name: 'tables', before: '1', after: null }],
        },
      },
    ],
  },
  'status, a question is open': { ...status, question: 'Which suite?' },
  'status of two that are named, one unknown': {
    ...status,
    asked: 'named',
    jobs: [running],
    ended: [{ ...last, run_id: OTHER, status: 'cancelled', result: '' }],
    unknown: ['job_20200101_000000_abcdef'],
  },
  'unknown run': { kind: 'unknown_run', run_id: ID },
  'cancelled, confirmed': {
    kind: 'cancelled',
    jobs: [{ run_id: ID, task_type: 'functest', confirmed: true, forced: false, was_live: true, goes_on: false }],
    also_asked: [],
  },
  'cancelled, and more was asked': {
    kind: 'cancelled',
    jobs: [{ run_id: ID, task_type: 'functest', confirmed: true, forced: false, was_live: true, goes_on: false }],
    also_asked: [{ said: 'rebuild the search index' }],
  },
  'cancelled, forced, unconfirmed, too late': {
    kind: 'cancelled',
    jobs: [
      { run_id: ID, task_type: 'functest', confirmed: true, forced: true, was_live: true, goes_on: false },
      { run_id: OTHER, task_type: 'perftest', confirmed: false, forced: true, was_live: true, goes_on: false },
      { run_id: 'job_3', task_type: 'accutest', confirmed: true, forced: false, was_live: false, goes_on: false },
    ],
    also_asked: [],
  },
  'nothing to cancel': { kind: 'nothing_to_cancel', also_asked: [] },
  'request dropped': { kind: 'request_dropped', jobs: [], also_asked: [{ said: 'rebuild the search index' }] },
  'request dropped, a job runs on': { kind: 'request_dropped', jobs: [running], also_asked: [] },
  question: { kind: 'question', question: 'Which suite?' },
  'model required': { kind: 'model_required', task_types: ['functest', 'db_backup_check'], nearest: [] },
  'not installed': {
    kind: 'not_installed',
    task_type: 'bake_docs',
    round_id: 3,
    task_types: ['functest', 'shop_check'],
  },
  'failed, a known reason': { kind: 'failed', task_type: 'functest', reason: 'INTERRUPTED', detail: '' },
  'failed, any other reason': {
    kind: 'failed',
    task_type: 'functest',
    reason: 'JOB_FOLDER',
    detail: 'The disk is full.',
  },
};

it.each(['en', 'zh'] as const)(
  'compares what it tells of for the first time with the one before, in %s',
  (language) => {
    const main = { ...status, ended: [{ ...last, compared: { ...before, difference } }] };
    const reply = composeReply({ main, completed: [passed], interrupted: [], superseded_question: null }, language);
    expect(reply.match(/0 → 2/g)).toHaveLength(1);
    expect(reply).not.toContain(last.result);
  },
);

const COMPLETED: Readonly<Record<string, CompletedFact>> = {
  passed,
  'done, without a verdict': { ...passed, verdict: null, result: '' },
  red: { ...passed, status: 'failed', verdict: 'failed', reason: 'verdict_failed', result: '2 of 7 are red' },
  'an exit code': { ...passed, status: 'failed', verdict: null, reason: 'exit_code', result: 'exit code 3\nit broke' },
  'a time limit': {
    ...passed,
    status: 'failed',
    verdict: null,
    reason: 'wall_limit',
    elapsed_ms: 3_725_000,
    result: '',
  },
  lost: { ...passed, status: 'failed', verdict: null, reason: 'lost', elapsed_ms: null, result: '' },
  cancelled: { ...passed, status: 'cancelled', verdict: null, reason: 'cancelled', result: '' },
  'a reason without words': { ...passed, status: 'failed', verdict: null, reason: 'something_new', result: '' },
};

function facts(changes: Partial<ReplyFacts>): ReplyFacts {
  return { main: null, completed: [], interrupted: [], superseded_question: null, ...changes };
}

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  it('has words for every fact', async () => {
    const words = wordsOf(language);
    const sections = [
      ...Object.entries(MAIN).map(([name, main]) => [name, composeReply(facts({ main }), language)]),
      ...Object.entries(COMPLETED).map(([name, fact]) => [
        `completed: ${name}`,
        composeReply(facts({ completed: [fact] }), language),
      ]),
      ['halted', words.jobLine({ ...running, halted: { pid: 4711, work: 'running' } })],
      ['halted: the work has ended', words.jobLine({ ...running, halted: { pid: 4711, work: 'ended' } })],
      [
        'interrupted',
        composeReply(
          facts({
            interrupted: [
              { round_id: 3, left: 'job' },
              { round_id: 4, left: 'skill' },
              { round_id: 5, left: 'job' },
              { round_id: 6, left: 'done' },
              { round_id: 7, left: 'nothing' },
            ],
          }),
          language,
        ),
      ],
      ['superseded', composeReply(facts({ superseded_question: 'Which suite?' }), language)],
      ['which to cancel', words.whichToCancel([words.jobLine(running), words.jobLine(queued)])],
      ['missing parameter', words.missingParameter('suite', 'what to run', ['smoke', 'full'], 'functest')],
      ['missing parameter, bare', words.missingParameter('suite', '', [], 'functest')],
      ['invalid parameter', words.invalidParameter('suite', 'it is unknown', ['smoke', 'full'], 'functest', null)],
      [
        'invalid parameter of a project',
        words.invalidParameter('suite', 'it is a list', [], 'functest', 'projects.a.suite'),
      ],
      ['which task', words.whichTask([{ taskType: 'functest', description: 'Runs tests.' }])],
      ['interrupted task', words.interruptedTask()],
    ];
    const text = sections.map(([name, reply]) => `== ${name}\n${reply}\n`).join('\n');
    await expect(text).toMatchFileSnapshot(`golden/replies.${language}.txt`);
  });

  it('puts completions before the answer to a question about status, and after any other', () => {
    const notice = wordsOf(language).completed(passed);
    const answer = wordsOf(language).nothingRuns();
    expect(composeReply(facts({ main: status, completed: [passed] }), language)).toBe(`${notice}\n\n${answer}`);
    const main = { kind: 'nothing_to_cancel', also_asked: [] } as const;
    expect(composeReply(facts({ main, completed: [passed] }), language)).toBe(
      `${wordsOf(language).nothingToCancel()}\n\n${notice}`,
    );
  });

  it('never tells of one job twice', () => {
    const notice = wordsOf(language).completed(passed);
    for (const main of [MAIN['dispatched, bare'], MAIN.joined]) {
      if (main === undefined || !('also_asked' in main)) throw new TypeError('neither offers anything');
      // What else was asked for is offered all the same.
      const offered = wordsOf(language).besides([], main.also_asked);
      const told = [offered, notice].filter((part) => part !== '').join('\n\n');
      expect(composeReply(facts({ main, completed: [passed] }), language)).toBe(told);
    }
    const quicker = { ...status, jobs: [running, queued], ended: [last] };
    const reply = composeReply(facts({ main: quicker, completed: [passed] }), language);
    expect(reply).toBe(`${notice}\n\n${wordsOf(language).jobLine(queued)}`);
    const stopped = MAIN['cancelled, confirmed'] ?? null;
    const ending: CompletedFact = { ...passed, status: 'cancelled', verdict: null, reason: 'cancelled' };
    expect(composeReply(facts({ main: stopped, completed: [ending] }), language)).not.toContain('–');
  });

  it('keeps the answer about status short, whatever a job had to say', () => {
    const long = { ...last, result: `${'x'.repeat(50_000)}\n${'y\n'.repeat(5_000)}` };
    const reply = composeReply(facts({ main: { ...status, ended: [long] } }), language);
    expect(reply.split('\n').length).toBeLessThanOrEqual(15);
    expect(reply.length).toBeLessThan(4_500);
  });
});

it('has the same sentences in both languages', () => {
  expect(Object.keys(wordsOf('zh')).sort()).toEqual(Object.keys(wordsOf('en')).sort());
});
