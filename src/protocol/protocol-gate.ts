import {
  type ActionRules,
  type ControllerAction,
  type GateFailure,
  OBSERVE_TOOLS,
  type ObserveAction,
} from './action.js';
import { canonicalJson } from './canonical-json.js';
import { quote } from './quote.js';
import { parseTaskContent } from './task-content.js';

/** Tools whose arguments must be empty. */
const CLOSED_TOOLS: readonly string[] = ['previous_failed_track', 'beijing_time'];

/** Registered names, closed arguments empty, two-line content, nothing observed twice. Null: nothing is wrong. */
export function checkProtocol(action: ControllerAction, rules: ActionRules): GateFailure | null {
  const problem =
    action.action_kind === 'observe'
      ? observeProblem(action, rules)
      : taskProblem(action.task_type, action.task_content, rules);
  return problem === null ? null : { ok: false, layer: 'protocol', message: problem };
}

function observeProblem({ tool, args }: ObserveAction, rules: ActionRules): string | null {
  if (!OBSERVE_TOOLS.includes(tool))
    return `there is no tool ${quote(tool)}; the tools are ${OBSERVE_TOOLS.join(', ')}`;
  if (CLOSED_TOOLS.includes(tool) && Object.keys(args).length > 0) {
    return `${tool} takes no arguments: args must be {}, not ${quote(args)}`;
  }
  const wanted = canonicalJson(args);
  if (rules.observed.some((made) => made.tool === tool && canonicalJson(made.args) === wanted)) {
    return `${tool} with args ${quote(wanted)} was already observed in this turn; use its answer or choose another action`;
  }
  return null;
}

function taskProblem(type: string, content: string, rules: ActionRules): string | null {
  if (!rules.task_types.includes(type)) {
    return `there is no task_type ${quote(type)}; the types are ${rules.task_types.join(', ')}`;
  }
  if (parseTaskContent(content) !== null) return null;
  return `task_content must be exactly two non-empty lines, "用户目标：…" and "任务限制：…" or "Goal: …" and "Limits: …", not ${quote(content)}`;
}
