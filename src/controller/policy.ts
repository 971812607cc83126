import type { StateInput } from '../environment/state-input.js';
import type { Said } from '../errors/said.js';
import type { RouteScores } from '../policy/route-index.js';
import type { ControllerAction, Gated } from '../protocol/action.js';
import type { PackageSource } from '../skills/package.js';

/** What a policy may choose from, and what it knows of each choice. */
export interface ActionSpace {
  /** Registered task types, executor, status and cancel among them; catalogue order. */
  readonly task_types: readonly string[];
  /** Scores a text against every task type, best first. Margins are comparable across installations. */
  readonly routes: RouteScorer;
  /** Which of these task types, of packages of the user's own or of those that came with the product, give the text, word for word, as an example. */
  exampleOf(text: string, looked: { among: readonly string[]; source: PackageSource }): readonly string[];
}

export interface RouteScorer {
  /** Names the weights: hash of weights and index. */
  readonly version: string;
  score(text: string): RouteScores;
  /** Which parts of the text spoke for and against a type, strongest first. */
  explain(text: string, taskType: string, limit: number): RouteEvidence;
  /** Whole words of the text that spoke most for a column, strongest first. */
  words(text: string, label: string, limit: number): string[];
  /** The text without the words that speak for a column. */
  beside(text: string, label: string): string;
  /** The share of belief, 0..1, that the best of these routes deserves. */
  confidence(scores: RouteScores): number;
  /** The calibrated confidence below which the user is asked. */
  readonly threshold: number;
}

export interface RouteEvidence {
  readonly for: readonly Feature[];
  readonly against: readonly Feature[];
}

export interface Feature {
  /** The n-gram as a person reads it, or the reason in the language of the request. */
  readonly text: string;
  /** The reason in both languages; absent of an n-gram, and of decisions stored before it was kept. */
  readonly said?: Said;
  /** What it adds to the score. */
  readonly contribution: number;
}

/** An observe action of this turn and what it answered. */
export interface Observation {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly ok: boolean;
  readonly result: string;
}

export interface PolicyInput {
  readonly state: StateInput;
  readonly observations: readonly Observation[];
  readonly actions: ActionSpace;
}

export interface Candidate {
  readonly action_kind: ControllerAction['action_kind'];
  readonly tool?: string;
  readonly task_type?: string;
  readonly score: number;
  /** What in the request and the state spoke for and against it; absent where the policy cannot tell, or the candidate is not among the best. */
  readonly evidence?: RouteEvidence;
}

/** The provider's own numbers; null where it gave none. */
export interface Usage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
}

export interface Decision {
  /** A gate failure is an outcome, never an exception. Whoever carries it out hands an action through the gates once more. */
  readonly outcome: Gated;
  readonly policy: string;
  readonly policy_version: string;
  /** 0..1. Below `threshold` the action is not taken: the user, or a model, is asked. */
  readonly confidence: number;
  readonly threshold: number;
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Null where no model was called. */
  readonly usage: Usage | null;
}

/** Decides, never executes. Must not throw for what a model answers. */
export interface Policy {
  readonly name: string;
  readonly version: string;
  decide(input: PolicyInput, signal: AbortSignal): Promise<Decision>;
}
