import type { Project, RuntimeConfig } from '../config/config.js';
import type { Controller } from '../controller/assemble.js';
import type { Decision } from '../controller/policy.js';
import type { Language } from '../environment/language.js';
import type { JobRoom } from '../jobs/room.js';
import type { InterruptedFact } from '../reply/facts.js';
import type { Lease } from '../store/lease.js';
import type { Store } from '../store/open.js';
import type { LeaseTerms } from './lease.js';

/** What the rounds are wired with. Made once by app.ts; nothing here is looked up anywhere else. */
export interface House {
  readonly store: Store;
  readonly jobs: JobRoom;
  readonly settings: RuntimeConfig;
  readonly projects: Readonly<Record<string, Project>>;
  readonly default_project: string | null;
  /** Where packages with `cwd: project` run when no project has a path, and what folders in a request resolve from. */
  readonly root: string;
  /** Folders the observe tools may read: the workspace first, then the packages. */
  readonly observe_roots: readonly string[];
  /** Which skills' scripts the user trusts. */
  readonly trust_file: string;
  readonly states_dir: string;
  readonly run_root: string;
  /** JSON lines, one a round; null where logs are off. */
  readonly log_file: string | null;
  readonly lease: LeaseTerms;
  /** The job inside whose workflow this process runs; null outside of one. */
  readonly parent_run_id: string | null;
  /** The locale people are answered in when their words have no language, as in LANG. */
  readonly locale: string | undefined;
  /** Read anew for each round, so that a package dropped meanwhile is seen by the next. */
  controller(): Promise<Controller>;
  /** The argv of the program that carries an agent's job out. */
  readonly agent_program: readonly string[];
  /** Throws AgentUnknownError. */
  agent(id: string): Promise<{ readonly id: string; readonly revision: number }>;
  now(): Date;
}

export interface RoundRequest {
  readonly environment: string;
  readonly input: string;
  /** `force-new` starts a new job even where an identical one runs. */
  readonly identical: 'join' | 'force-new';
  readonly case_id: string | null;
  /** Null: the language of the input, then the locale. */
  readonly language: Language | null;
  readonly signal: AbortSignal;
}

/** What one round carries from step to step. */
export interface Turn {
  readonly request: RoundRequest;
  /** Trimmed. */
  readonly input: string;
  readonly language: Language;
  readonly environment_id: number;
  readonly round_id: number;
  /** Another one after a step that worked without it. */
  lease: Lease;
  /** The folder of this round's files. */
  readonly run_dir: string;
  /** Rounds that an earlier process left open, closed by this one. */
  readonly interrupted: readonly InterruptedFact[];
  /** The open question that this round was too late to answer. */
  readonly expired_question: string | null;
}

/** A decision on its way to the store: it goes into the transaction of what it led to. */
export interface MadeDecision {
  readonly step: number;
  readonly decision: Decision;
  readonly state_hash: string;
  readonly ms: number;
}
