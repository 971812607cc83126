import type { ControllerAction, GateFailure } from './action.js';
import { CONTEXT_VIEW_DEFAULTS, CONTEXT_VIEW_RANGES } from './context-view-options.js';
import { jsonFlaw } from './json-flaw.js';
import { quote } from './quote.js';

type Shape = Record<string, unknown>;

const OBSERVE_KEYS = ['action_kind', 'tool', 'args', 'reason'];
const GENERATE_KEYS = ['action_kind', 'task_type', 'task_content', 'reason'];

/** Deeper arguments than any tool needs. */
const DEEPEST_ARGS = 32;

/** Exact keys, exact types. Whether a name is registered and whether closed arguments are empty is the protocol gate's question. */
export function checkSchema(value: unknown): ControllerAction | GateFailure {
  if (!isObject(value)) return refuse(`the answer must be one JSON object, not ${quote(value)}`);
  switch (value.action_kind) {
    case 'observe':
      return checkObserve(value);
    case 'generate_task':
      return checkGenerateTask(value);
    default:
      return refuse(`action_kind must be "observe" or "generate_task", not ${quote(value.action_kind)}`);
  }
}

function checkObserve(value: Shape): ControllerAction | GateFailure {
  const { tool, args, reason } = value;
  const problem = keysProblem(value, OBSERVE_KEYS, 'an observe action') ?? textProblem(value, ['tool', 'reason']);
  if (problem !== null) return refuse(problem);
  if (!isObject(args)) return refuse(`args must be an object, not ${quote(args)}`);
  const argsProblem = ARGS.get(String(tool))?.(args) ?? null;
  if (argsProblem !== null) return refuse(`args of ${tool}: ${argsProblem}`);
  return { action_kind: 'observe', tool, args, reason } as ControllerAction;
}

function checkGenerateTask(value: Shape): ControllerAction | GateFailure {
  const { task_type, task_content, reason } = value;
  const problem =
    keysProblem(value, GENERATE_KEYS, 'a generate_task action') ??
    textProblem(value, ['task_type', 'task_content', 'reason']);
  if (problem !== null) return refuse(problem);
  return { action_kind: 'generate_task', task_type, task_content, reason } as ControllerAction;
}

/** What is wrong with a tool's arguments, or null. The closed tools have none to check here. */
const ARGS = new Map<string, (args: Shape) => string | null>([
  ['read', pathProblem],
  ['ls', pathProblem],
  ['build_context_view', viewProblem],
  ['skill_tool', skillProblem],
]);

function pathProblem(args: Shape): string | null {
  return keysProblem(args, ['path'], 'it') ?? filledProblem(args, 'path');
}

function skillProblem(args: Shape): string | null {
  const problem = keysProblem(args, ['name', 'input'], 'it') ?? filledProblem(args, 'name');
  if (problem !== null) return problem;
  if (typeof args.input !== 'string' && !isObject(args.input)) {
    return `input must be a string or an object, not ${quote(args.input)}`;
  }
  const flaw = jsonFlaw(args.input, DEEPEST_ARGS);
  return flaw === null ? null : `input ${flaw}`;
}

function viewProblem(args: Shape): string | null {
  for (const [key, value] of Object.entries(args)) {
    if (!Object.hasOwn(CONTEXT_VIEW_DEFAULTS, key)) {
      return `unknown option ${quote(key)}; known are ${Object.keys(CONTEXT_VIEW_DEFAULTS).join(', ')}`;
    }
    const range = (CONTEXT_VIEW_RANGES as Record<string, readonly [number, number]>)[key];
    if (range === undefined) {
      if (typeof value !== 'boolean') return `${key} must be true or false, not ${quote(value)}`;
    } else if (!Number.isInteger(value) || Number(value) < range[0] || Number(value) > range[1]) {
      return `${key} must be a whole number from ${range[0]} to ${range[1]}, not ${quote(value)}`;
    }
  }
  return null;
}

function keysProblem(value: Shape, keys: readonly string[], what: string): string | null {
  const missing = keys.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `${what} needs ${quote(missing)}; its keys are exactly ${keys.join(', ')}`;
  const extra = Object.keys(value).find((key) => !keys.includes(key));
  return extra === undefined ? null : `${what} has no ${quote(extra)}; its keys are exactly ${keys.join(', ')}`;
}

function textProblem(value: Shape, keys: readonly string[]): string | null {
  const wrong = keys.find((key) => typeof value[key] !== 'string');
  return wrong === undefined ? null : `${wrong} must be a string, not ${quote(value[wrong])}`;
}

function filledProblem(value: Shape, key: string): string | null {
  const text = value[key];
  return typeof text === 'string' && text.trim() !== ''
    ? null
    : `${key} must be a non-empty string, not ${quote(text)}`;
}

function isObject(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(message: string): GateFailure {
  return { ok: false, layer: 'schema', message };
}
