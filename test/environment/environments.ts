import fc from 'fast-check';
import type {
  Environment,
  EnvironmentFacts,
  PendingQuestion,
  Round,
  Summary,
  TaskRecord,
  TaskStatus,
  TrackEvent,
} from '../../src/environment/types.js';

export const AT = '2026-03-01T08:00:00.000Z';

export function task(
  task_id: number,
  type: string,
  status: TaskStatus,
  result = '',
  track: TrackEvent[] = [],
  content = `用户目标：执行 ${type}\n任务限制：不猜测外部事实`,
): TaskRecord {
  return { task_id, task: { task_id, type, content, status, result }, track };
}

export function round(round_id: number, user_input: string, tasks: TaskRecord[] = [], reply = ''): Round {
  return { round_id, user_input, reply, tasks };
}

export function summary(summary_id: number, round_start: number, round_end: number, text: string): Summary {
  return {
    summary_id,
    round_start,
    round_end,
    round_count: round_end - round_start + 1,
    summary: text,
    created_at: AT,
  };
}

export function environment(
  rounds: Round[],
  history_summaries: Summary[] = [],
  history_meta_summary = '',
): Environment {
  return { rounds, cur_round: rounds.at(-1)?.round_id ?? 0, updated_at: AT, history_summaries, history_meta_summary };
}

export const dispatched = (run_id: string): TrackEvent => ({
  agent: 'graph',
  event: 'dispatch_pyskill',
  run_id,
  pid: 41,
  at: AT,
});

/** A conversation of ten rounds as it comes in practice: running, red, collected, asked about, folded. */
export function conversation(): Environment {
  const failedTrack: TrackEvent[] = [
    { agent: 'controller', action_kind: 'generate_task', task_type: 'functest', reason: 'asked for', at: AT },
    dispatched('r-0005'),
    {
      agent: 'workflow',
      event: 'workflow_fail',
      run_id: 'r-0005',
      task_status: 'failed',
      return: { failed: 2, passed: 40 },
      at: AT,
    },
  ];
  return environment(
    [
      round(
        5,
        '跑一下登录功能测试',
        [task(1, 'functest', 'failed', 'pyskill_task(round_id=6, task_id=1)', failedTrack)],
        '已开始，编号 r-0005。',
      ),
      round(
        6,
        '好了吗？',
        [
          task(1, 'pyskill_task', 'failed', '42 个用例，2 个失败：login_locked, login_expired', failedTrack),
          task(2, 'status', 'done', '没有正在运行的任务'),
        ],
        '功能测试没有通过。',
      ),
      round(
        7,
        'evaluate ranking accuracy',
        [task(1, 'accutest', 'running', '', [dispatched('r-0007')], 'Goal: evaluate ranking\nLimits: none given')],
        'Started, r-0007.',
      ),
      round(8, '整理一下昨天的发布记录', [task(1, 'executor', 'done', '整理了 3 条发布记录')], '昨天有 3 次发布。'),
      round(9, '对导出接口做性能测试', [task(1, 'perftest', 'needs_input', '缺少 base_url')], '要测哪个地址？'),
      round(10, '现在进展怎么样了'),
    ],
    [
      summary(1, 1, 2, '[1] 你好\n[2] 看看有哪些任务 → executor done'),
      summary(2, 3, 4, '[3] 跑精度评估 → accutest done: 0.93\n[4] 好的'),
    ],
    '这个项目的登录测试与排序精度评估',
  );
}

export const QUESTION: PendingQuestion = {
  round_id: 9,
  task_id: 1,
  kind: 'param',
  param: 'base_url',
  options: [],
  question: '要测哪个地址？',
  task_type: 'perftest',
  task_content: '用户目标：对导出接口做性能测试\n任务限制：不猜测',
  params: {},
  user_input: '对导出接口做性能测试',
  asked_at: AT,
};

export const NO_FACTS: EnvironmentFacts = {
  running: [],
  previous_failed: null,
  newest_work: null,
  pending_question: null,
};

/** The same value with the keys of every object in another order. */
export function shuffled<T>(value: T, seed: number): T {
  if (Array.isArray(value)) return value.map((item, at) => shuffled(item, seed + at)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member], at) => [key, shuffled(member, seed + at)] as const);
  const rank = ([key]: readonly [string, unknown]) =>
    (key.charCodeAt(0) * 31 + key.length * seed * 17 + key.charCodeAt(key.length - 1) * 7) % 101;
  return Object.fromEntries(entries.sort((a, b) => rank(a) - rank(b))) as T;
}

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('跑功能测试', 'run the tests', '长'.repeat(2000), 'x'.repeat(5000)),
);
const status = fc.constantFrom<TaskStatus>('running', 'done', 'failed', 'cancelled', 'needs_input');
const event: fc.Arbitrary<TrackEvent> = fc.record(
  {
    agent: fc.constantFrom('graph', 'workflow', 'an importer'),
    event: words,
    return: fc.jsonValue() as fc.Arbitrary<unknown>,
    run_id: fc.constantFrom('r-1', 'r-2'),
    at: fc.constant(AT),
    vendor: fc.jsonValue() as fc.Arbitrary<unknown>,
  },
  { requiredKeys: ['agent'] },
);

export const anyEnvironment: fc.Arbitrary<Environment> = fc
  .record({
    rounds: fc.array(
      fc.record({
        user_input: words,
        reply: words,
        tasks: fc.array(
          fc.record({
            type: fc.constantFrom('functest', 'executor', 'pyskill_task', 'x'.repeat(300)),
            status,
            result: words,
            content: words,
            track: fc.array(event, { maxLength: 14 }),
          }),
          { maxLength: 6 },
        ),
      }),
      { maxLength: 14 },
    ),
    summaries: fc.array(words, { maxLength: 4 }),
    meta: words,
  })
  .map(({ rounds, summaries, meta }) =>
    environment(
      rounds.map((each, at) =>
        round(
          at + 1,
          each.user_input,
          each.tasks.map((one, nth) => task(nth + 1, one.type, one.status, one.result, one.track, one.content)),
          each.reply,
        ),
      ),
      summaries.map((text, at) => summary(at + 1, at, at, text)),
      meta,
    ),
  );
