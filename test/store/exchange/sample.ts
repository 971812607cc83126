export const FOREIGN_TRACK = [
  { agent: 'planner', event: 'thought', depth: [1, { two: null }] },
  { agent: 'skill', event: 'dispatch_pyskill', run_id: 'theirs-1', pid: 4242, return: '{"ok":true}' },
];

/** As another implementation writes it: unknown fields, agents and events; optional keys left out; `round_range`; numbers as text. */
export function foreignEnvironment() {
  return {
    format: 'someone-else/3',
    cur_round: '5',
    rounds: [
      {
        round_id: 4,
        user_input: '跑一下登录的功能测试',
        reply: '已经开始',
        mood: { calm: true },
        tasks: [
          {
            task_id: '1',
            note: 'kept beside the task',
            task: {
              task_id: 1,
              type: 'functest',
              content: '用户目标：验证登录\n任务限制：只读',
              status: 'pending',
              result: '正在执行',
              run_id: 'theirs-1',
              priority: 3,
            },
            track: FOREIGN_TRACK,
          },
        ],
      },
      { round_id: '5', user_input: 'and now?', tasks: [{ task: { type: 'status', status: 'completed' } }] },
    ],
    history_summaries: [{ summary_id: 1, round_range: '1-3', summary: 'three rounds about logins', model: 'x' }],
    history_meta_summary: 'logins',
  };
}
