import type { ActionRules, GenerateTaskAction, ObserveAction } from '../../src/protocol/action.js';

export const RULES: ActionRules = {
  task_types: ['executor', 'status', 'cancel', 'functest', 'accutest', 'perftest'],
  observed: [],
};

export const TIME: ObserveAction = {
  action_kind: 'observe',
  tool: 'beijing_time',
  args: {},
  reason: '需要时间锚点',
};

export const VIEW: ObserveAction = {
  action_kind: 'observe',
  tool: 'build_context_view',
  args: { round_limit: 3, include_trace: false },
  reason: 'something runs',
};

export const TEST: GenerateTaskAction = {
  action_kind: 'generate_task',
  task_type: 'functest',
  task_content: '用户目标：验证登录主流程\n任务限制：不猜测外部事实',
  reason: '用户明确要求功能测试',
};

export const TEST_EN: GenerateTaskAction = {
  action_kind: 'generate_task',
  task_type: 'functest',
  task_content: "Goal: check the shop's login\nLimits: only the project's own tests",
  reason: 'asked for',
};
