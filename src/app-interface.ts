import type { AgentFaces } from './app-agents-interface.js';
import type { Config } from './config/config.js';
import type { Policy } from './controller/policy.js';
import type { Language } from './environment/language.js';
import type { Said } from './errors/said.js';
import type { Finding } from './housekeeping/doctor.js';
import type { Pruned } from './housekeeping/prune.js';
import type { ExportReport } from './housekeeping/transfer.js';
import type { CancelReport } from './jobs/cancel.js';
import type { Collected } from './jobs/collect.js';
import type { JobEvent } from './jobs/follow.js';
import type { LogOptions } from './jobs/logs.js';
import type { StatusEntry } from './rounds/overview.js';
import type { Preview } from './rounds/preview.js';
import type { Replayed } from './rounds/replay.js';
import type { RoundResult } from './rounds/result.js';
import type { Shown } from './rounds/show.js';
import type { Watched } from './rounds/watch.js';
import type { CheckReport } from './skills/check.js';
import type { PackageRow } from './skills/list.js';
import type { Catalog } from './skills/package.js';
import type { Scaffolded } from './skills/scaffold.js';
import type { Trusted } from './skills/trust.js';
import type { EnvironmentListing } from './store/environments.js';
import type { ImportReport } from './store/exchange/import.js';
import type { PolicyInfo } from './training/commands.js';
import type { Evaluation } from './training/evaluate.js';
import type { PolicyDiff } from './training/policy-diff.js';
import type { PolicyRecord } from './training/policy-record.js';
import type { ListedPolicy } from './training/registry.js';

export interface AppOptions {
  /** Where the configuration is looked for, upwards. Default: the working directory. */
  readonly cwd?: string;
  /** The configuration file, instead of looking for one. */
  readonly config?: string;
  /** The database file, instead of the configured one. */
  readonly state?: string;
  /** Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly now?: () => Date;
  /** Decides in place of the embedded policy. Its actions pass the gates like any other; its decisions are stored like any other. */
  readonly policy?: Policy;
  /** Told once of what goes wrong without stopping anything: a policy that was chosen and cannot be used, a package that is left out. Default: nobody. */
  readonly warn?: (said: Said) => void;
}

export interface RunRequest {
  readonly input: string;
  /** Default `default`; created when it is new. */
  readonly environment?: string;
  /** What to do while an identical job runs. Default `join`. */
  readonly identical?: 'join' | 'force-new';
  readonly case_id?: string;
  /** Default: the language of the input, then the locale. */
  readonly language?: Language;
  readonly signal?: AbortSignal;
}

export interface WatchOptions {
  readonly environment?: string;
  readonly onEvent?: (event: JobEvent) => void;
  /** Ends the wait, not the job. */
  readonly signal?: AbortSignal;
}

export interface RouteOptions {
  readonly environment?: string;
  /** `words`: name the words that decided. Default `nothing`. */
  readonly explain?: 'words' | 'nothing';
  readonly signal?: AbortSignal;
}

export interface ReplayOptions {
  /** A trained policy, by the first digits of its id. Default: the one in use. */
  readonly policy?: string;
  readonly signal?: AbortSignal;
}

/** The product as a library: what every face calls. Close it when done. */
export interface App extends AgentFaces {
  readonly config: Config;
  /** One round. Long work is `running` in the result: it goes on without this process. */
  run(request: RunRequest): Promise<RoundResult>;
  /** Follows a job to its end and fills its result in; null when the signal ended the wait first. */
  watch(run_id: string, options?: WatchOptions): Promise<Watched | null>;
  /** Fills in everything that has ended. Default: in every Environment. */
  collect(environment?: string): Promise<Collected[]>;
  /** Live jobs and open questions. Default: of every Environment. */
  status(environment?: string): Promise<StatusEntry[]>;
  /** One job, ended ones too. Throws JobUnknownError. */
  job(run_id: string): Promise<StatusEntry>;
  logs(run_id: string, options?: Partial<LogOptions>, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Stops a job and waits until it is gone, or until `signal` ends the wait; the stop goes on then. */
  cancel(run_id: string, signal?: AbortSignal): Promise<CancelReport>;
  /** Decides only: nothing is stored or started. */
  route(inputs: readonly string[], options?: RouteOptions): Promise<Preview[]>;
  /** The trajectory, or one round of it (folded ones too), with the decisions behind it. */
  show(environment: string, options?: { round?: number; decisions?: boolean }): Promise<Shown>;
  /** Decides a stored round's decisions again; nothing is stored or started. */
  replay(environment: string, round: number, options?: ReplayOptions): Promise<Replayed[]>;
  readonly environments: {
    list(): Promise<EnvironmentListing[]>;
    /** Writes `file` and, where rounds were folded, the archive beside it. */
    export(name: string, file: string): Promise<ExportReport>;
    import(name: string, file: string): Promise<ImportReport>;
    delete(name: string): Promise<void>;
  };
  readonly skills: {
    catalog(): Promise<Catalog>;
    /** The packages as a table. */
    list(): Promise<PackageRow[]>;
    /** Lets the scripts of a skill be called as they are now. Throws SkillUnknownError, SkillNotTrustableError. */
    trust(name: string): Promise<Trusted>;
    /** Every package with what is wrong in it; `fix` moves keys that are not standard into metadata. */
    check(how: 'report' | 'fix'): Promise<CheckReport>;
    /** Writes a working package to start from. Throws ScaffoldRefusedError. */
    create(name: string, kind: string): Promise<Scaffolded>;
  };
  readonly policy: {
    /** What decides, where it comes from, and why not another. */
    info(): Promise<PolicyInfo>;
    list(): Promise<ListedPolicy[]>;
    /**
     * Trains on the project's own data, or on a samples file of the same format. The result is kept; it decides once it is used.
     * Rejects with the signal's reason, and keeps nothing.
     */
    train(samples?: string, signal?: AbortSignal): Promise<PolicyRecord>;
    /** The active policy over the installed packages. Default samples: the frozen holdout. */
    evaluate(samples?: string): Promise<Evaluation>;
    /** Both return the id that decides from now on. */
    use(id: string): Promise<string>;
    rollback(): Promise<string>;
    diff(before: string, after: string): Promise<PolicyDiff>;
  };
  /** Removes files of finished, reported work older than so many ms. */
  prune(olderThanMs: number): Promise<Pruned>;
  /** What is configured, what works, and what to do about the rest. Default language: en. */
  doctor(language?: Language): Promise<Finding[]>;
  /** `ends`: this process ends right after. */
  close(process?: 'goes-on' | 'ends'): Promise<void>;
}
