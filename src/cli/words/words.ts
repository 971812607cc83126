import type { Language } from '../../environment/language.js';
import type { HaltedSupervisor } from '../../jobs/describe.js';
import type { JobStatus, Verdict } from '../../jobs/status.js';
import type { PackageRow } from '../../skills/list.js';
import type { PackageSource } from '../../skills/package.js';
import type { PolicySource } from '../../training/registry.js';
import type { AgentWords } from './agent-words.js';

/** What the commands say besides replies: help, headings, empty states, hints. */
export interface CliWords {
  readonly agents: AgentWords;
  readonly about: string;
  readonly usageHint: string;
  readonly exitCodes: string;
  /** The headings of help, as the parser of the command line has them in English. */
  readonly heading: (title: string) => string;
  /** What may be given and what is meant without it, behind the description of an option or argument; empty where neither is known. */
  readonly notes: (choices: readonly string[], standard: string | null) => string;
  readonly option: {
    readonly config: string;
    readonly state: string;
    readonly environment: string;
    readonly json: string;
    readonly lang: string;
    readonly version: string;
    readonly help: string;
    readonly input: string;
    readonly interactive: string;
    readonly new: string;
    readonly again: string;
    readonly wait: string;
    readonly showInput: string;
    readonly round: string;
    readonly trace: string;
    readonly case: string;
    readonly casesDir: string;
    readonly stream: string;
    readonly range: string;
    readonly follow: string;
    readonly routeInput: string;
    readonly replayPolicy: string;
    readonly batch: string;
    readonly explain: string;
    readonly fix: string;
    readonly kind: string;
    readonly olderThan: string;
    readonly samples: string;
    readonly shell: string;
    readonly checks: string;
    readonly say: string;
    readonly project: string;
    readonly name: string;
    readonly yes: string;
  };
  readonly command: {
    readonly run: string;
    readonly show: string;
    readonly case: string;
    readonly cases: string;
    readonly status: string;
    readonly collect: string;
    readonly logs: string;
    readonly cancel: string;
    readonly route: string;
    readonly replay: string;
    readonly policy: string;
    readonly policyInfo: string;
    readonly policyTrain: string;
    readonly policyEval: string;
    readonly policyList: string;
    readonly policyUse: string;
    readonly policyRollback: string;
    readonly policyDiff: string;
    readonly environments: string;
    readonly environmentsList: string;
    readonly environmentsExport: string;
    readonly environmentsImport: string;
    readonly environmentsDelete: string;
    readonly skills: string;
    readonly skillsList: string;
    readonly skillsCheck: string;
    readonly skillsNew: string;
    readonly skillsTrust: string;
    readonly prune: string;
    readonly init: string;
    readonly doctor: string;
    readonly completion: string;
    readonly help: string;
  };
  readonly nothingUnderWay: string;
  readonly nothingCollected: string;
  readonly noEnvironments: string;
  readonly trust: Readonly<Record<'trusted' | 'changed' | 'untrusted', string>>;
  trusted(name: string, hash: string): string;
  /** Before what a finding says. */
  readonly severity: Readonly<Record<'error' | 'warning', string>>;
  readonly noProblems: string;
  readonly goesOn: (runId: string) => string;
  readonly stillRunning: (runId: string, seconds: number) => string;
  readonly freshEnvironment: (name: string) => string;
  readonly exported: (file: string, rounds: number, archive: string | null, archived: number) => string;
  readonly imported: (name: string, rounds: number, lost: number) => string;
  readonly deleted: (name: string) => string;
  readonly pruned: (jobs: number, runs: number) => string;
  readonly created: (path: string) => string;
  readonly fixed: (count: number) => string;
  readonly suiteSummary: (passed: number, failed: number, notRun: number, tokens: number | null) => string;
  readonly init: {
    readonly intro: string;
    readonly askCommand: string;
    readonly askSentence: string;
    readonly askProject: string;
    /** `type` null: it would be asked about. */
    readonly routed: (type: string | null, confidence: number, threshold: number) => string;
    /** What to do next. `input`: the sentence that was run; null: it does not lead to the new package. */
    readonly next: (input: string | null, examples: string) => string;
  };
  readonly conversation: {
    readonly welcome: string;
    /** After a Ctrl-C that had nothing to drop. */
    readonly leaving: string;
    readonly bye: string;
    readonly prompt: string;
    readonly help: string;
    readonly unknown: (name: string, near: string | null) => string;
  };
  readonly column: {
    readonly environment: string;
    readonly rounds: string;
    readonly running: string;
    readonly updated: string;
    readonly run: string;
    readonly type: string;
    readonly state: string;
    readonly since: string;
    readonly progress: string;
    readonly score: string;
    readonly name: string;
    readonly kind: string;
    readonly source: string;
    readonly description: string;
    readonly examples: string;
    readonly launches: string;
    readonly stage: string;
    readonly accuracy: string;
    readonly bucket: string;
    readonly count: string;
  };
  readonly jobStatus: Readonly<Record<JobStatus, string>>;
  readonly verdict: Readonly<Record<Verdict, string>>;
  /** What a workflow counts; one it made up stays as it is. */
  readonly unit: (unit: string) => string;
  /** Where packages and policies come from, and what happens when a package is chosen. */
  readonly source: Readonly<Record<PackageSource | PolicySource, string>>;
  readonly runs: Readonly<Record<PackageRow['runs'], string>>;
  /** The supervisor is halted by a signal. */
  readonly halted: (pid: number, work: HaltedSupervisor['work']) => string;
  readonly alive: { readonly yes: string; readonly no: string; readonly elsewhere: string };
  readonly waitsForAnswer: string;
  readonly routeTaken: (type: string) => string;
  readonly routeAsked: string;
  readonly routeRefused: string;
  readonly routeObserves: (tool: string) => string;
  readonly confidence: (confidence: number, threshold: number) => string;
  /** What stands in brackets behind a decision. */
  readonly aside: (parts: readonly string[]) => string;
  readonly policyDecides: (id: string) => string;
  readonly trainingBegins: string;
  readonly trainingInterrupted: string;
  readonly policyKept: (id: string) => string;
  readonly evaluated: (count: number, target: string, exact: string, asked: number) => string;
  readonly equivalence: string;
  readonly differences: (fixed: number, regressed: number, count: number) => string;
  readonly speaksFor: (reasons: readonly string[]) => string;
  readonly speaksAgainst: (reasons: readonly string[]) => string;
}

export async function cliWords(language: Language): Promise<CliWords> {
  return language === 'zh' ? (await import('./zh.js')).ZH : (await import('./en.js')).EN;
}
