/** The controller's action: what a policy may answer. Wire names. */

export const OBSERVE_TOOLS = [
  'read',
  'ls',
  'build_context_view',
  'previous_failed_track',
  'beijing_time',
  'skill_tool',
] as const;
export type ObserveTool = (typeof OBSERVE_TOOLS)[number];

export interface ObserveAction {
  action_kind: 'observe';
  tool: ObserveTool;
  args: Record<string, unknown>;
  reason: string;
}

export interface GenerateTaskAction {
  action_kind: 'generate_task';
  /** executor, status, cancel, or any registered workflow type. */
  task_type: string;
  /** Exactly two non-empty lines: goal, limits. */
  task_content: string;
  reason: string;
}

export type ControllerAction = ObserveAction | GenerateTaskAction;

/** Gate layers in the order they are applied. */
export type GateLayer = 'parse' | 'schema' | 'protocol';

export interface GateFailure {
  ok: false;
  layer: GateLayer;
  /** What is wrong, quoting the offending part; fit to be shown to a model as the re-ask. */
  message: string;
}

export interface GatePass {
  ok: true;
  action: ControllerAction;
  /** True when strict parsing failed and a near-miss was repaired. */
  repaired: boolean;
}

export type Gated = GatePass | GateFailure;

/** What the protocol gate checks against. */
export interface ActionRules {
  task_types: readonly string[];
  /** Observe actions already made in this turn. */
  observed: readonly { tool: string; args: Record<string, unknown> }[];
}
