import type { Config } from './config/config.js';
import { workingDirectory } from './config/working-directory.js';
import type { Policy } from './controller/policy.js';
import type { Language } from './environment/language.js';
import { UsageError } from './errors/product-error.js';
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
import { serially } from './serially.js';
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
import { wire } from './wiring.js';

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
  /** Decides in place of the embedded policy. Its outcomes come from `gateAction`; its decisions are stored like any other. */
  readonly policy?: Policy;
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
export interface App {
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
  /** Stops a job and waits until it is gone. */
  cancel(run_id: string): Promise<CancelReport>;
  /** Decides only: nothing is stored or started. */
  route(inputs: readonly string[], options?: RouteOptions): Promise<Preview[]>;
  /** The trajectory, or one round of it (folded ones too), with the decisions behind it. */
  show(environment: string, options?: { round?: number }): Promise<Shown>;
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
    /** Trains on the project's own data, or on a samples file of the same format. The result is kept; it decides once it is used. */
    train(samples?: string): Promise<PolicyRecord>;
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

const DEFAULT_ENVIRONMENT = 'default';

/** Reads the configuration; nothing else is opened, started or written until a method needs it. */
export async function createApp(options: AppOptions = {}): Promise<App> {
  const env = options.env ?? process.env;
  const now = options.now ?? (() => new Date());
  const wiring = await wire({
    cwd: options.cwd ?? workingDirectory(),
    env,
    now,
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.policy === undefined ? {} : { policy: options.policy }),
  });
  const inTurn = serially();
  const existing = async () => {
    const house = await wiring.existingHouse();
    if (house === null) throw new NothingStoredError(wiring.state_file);
    return house;
  };

  return {
    config: wiring.config,
    run: async ({ input, environment = DEFAULT_ENVIRONMENT, identical = 'join', case_id, language, signal }) => {
      const { checkEnvironmentName, checkInput } = await import('./rounds/request.js');
      checkInput(input);
      checkEnvironmentName(environment);
      wiring.checkPolicy();
      const { performRound } = await import('./rounds/perform.js');
      const house = await wiring.house();
      const request = {
        environment,
        input,
        identical,
        case_id: case_id ?? null,
        language: language ?? null,
        signal: signal ?? NEVER,
      };
      // What only looks, such as `route`, starts nothing.
      return await inTurn(environment, () => performRound(house, request)).finally(() => wiring.rebuildIndexes());
    },
    watch: async (run_id, { environment = DEFAULT_ENVIRONMENT, onEvent = () => {}, signal = NEVER } = {}) => {
      const { watch } = await import('./rounds/watch.js');
      return await watch(await existing(), environment, run_id, onEvent, signal);
    },
    collect: async (environment) => {
      const house = await wiring.existingHouse();
      if (house === null) return [];
      const { collectEverywhere, collectNow } = await import('./rounds/collect-now.js');
      return environment === undefined ? await collectEverywhere(house) : await collectNow(house, environment);
    },
    status: async (environment) => {
      const house = await wiring.existingHouse();
      if (house === null) return [];
      const { lookAfter } = await import('./rounds/overview.js');
      return await lookAfter(house.jobs, environment ?? null);
    },
    job: async (run_id) => {
      const { lookAfterOne } = await import('./rounds/overview.js');
      return await lookAfterOne((await existing()).jobs, run_id);
    },
    async *logs(run_id, options = {}, signal = NEVER) {
      const house = await existing();
      const [{ logs }, { oneJob }] = await Promise.all([import('./jobs/logs.js'), import('./rounds/overview.js')]);
      await oneJob(house.jobs, run_id);
      yield* logs(house.jobs, run_id, { stream: 'stdout', range: null, follow: false, ...options }, signal);
    },
    cancel: async (run_id) => {
      const house = await existing();
      const [{ requestCancel }, { oneJob }] = await Promise.all([
        import('./jobs/cancel.js'),
        import('./rounds/overview.js'),
      ]);
      await oneJob(house.jobs, run_id);
      return await requestCancel(house.jobs, run_id);
    },
    route: async (inputs, { environment = DEFAULT_ENVIRONMENT, explain = 'nothing', signal = NEVER } = {}) => {
      wiring.checkPolicy();
      const { preview, snapshot } = await import('./rounds/preview.js');
      const [house, controller] = await Promise.all([wiring.existingHouse(), wiring.controller()]);
      const seen = await snapshot(house?.store ?? null, environment, wiring.config.runtime);
      const previews: Preview[] = [];
      for (const input of inputs) {
        previews.push(await preview(controller, seen, wiring.config.runtime, input, { explain, signal }));
      }
      return previews;
    },
    show: async (environment, { round } = {}) => {
      const { show } = await import('./rounds/show.js');
      return await show((await existing()).store, environment, round ?? null);
    },
    replay: async (environment, round_id, { policy, signal = NEVER } = {}) => {
      const { replay } = await import('./rounds/replay.js');
      const [house, controller] = await Promise.all([existing(), wiring.controller(policy)]);
      return await replay(house.store, house.states_dir, controller, { environment, round_id, signal });
    },
    environments: {
      list: async () => {
        const { listEnvironments } = await import('./store/environments.js');
        const house = await wiring.existingHouse();
        return house === null ? [] : await house.store.read((tx) => listEnvironments(tx));
      },
      export: async (name, file) => {
        const { exportTo } = await import('./housekeeping/transfer.js');
        return await exportTo((await existing()).store, name, file);
      },
      import: async (name, file) => {
        const { importFrom } = await import('./housekeeping/transfer.js');
        return await importFrom((await wiring.house()).store, name, file, now());
      },
      delete: async (name) => {
        const { removeEnvironment } = await import('./housekeeping/remove-environment.js');
        await removeEnvironment((await existing()).jobs, name);
      },
    },
    skills: {
      catalog: wiring.catalog,
      list: async () => {
        const { listPackages } = await import('./skills/list.js');
        return listPackages(await wiring.catalog(), wiring.trust_file);
      },
      trust: async (name) => {
        const { trustSkill } = await import('./skills/trust.js');
        return trustSkill(wiring.trust_file, await wiring.catalog(), name, now());
      },
      check: async (how) => {
        const { checkSkills } = await import('./skills/check.js');
        const { pyskill_timeout_sec } = wiring.config.runtime;
        return await checkSkills(wiring.roots, { fix: how === 'fix', pyskill_timeout_sec });
      },
      create: async (name, kind) => {
        const { scaffoldKind, scaffoldPackage } = await import('./skills/scaffold.js');
        return scaffoldPackage({ root: wiring.config.paths.skills_root, name, kind: scaffoldKind(kind) });
      },
    },
    policy: {
      info: async () => (await import('./training/commands.js')).policyInfo(wiring.policies),
      list: async () => (await import('./training/registry.js')).listPolicies(wiring.policies),
      train: async (samples) => {
        const { trainAndKeep } = await import('./training/commands.js');
        return await trainAndKeep(wiring.policies, wiring.protocol_dir, samples ?? null);
      },
      evaluate: async (samples) => {
        const [{ evaluateActive }, { actions }] = await Promise.all([
          import('./training/commands.js'),
          wiring.controller(),
        ]);
        return await evaluateActive(wiring.policies, wiring.protocol_dir, actions.routes.score, samples ?? null);
      },
      use: async (id) => (await import('./training/registry.js')).choosePolicy(wiring.policies, id),
      rollback: async () => (await import('./training/registry.js')).rollBackPolicy(wiring.policies),
      diff: async (before, after) => {
        const [{ diff }, { actions }] = await Promise.all([import('./training/commands.js'), wiring.controller()]);
        return await diff(wiring.policies, wiring.protocol_dir, actions.routes.score, [before, after]);
      },
    },
    prune: async (olderThanMs) => {
      const { prune } = await import('./housekeeping/prune.js');
      const house = await wiring.existingHouse();
      if (house === null) return { jobs: [], runs: [] };
      return await prune(house.jobs, house.run_root, new Date(now().getTime() - olderThanMs));
    },
    doctor: async (language = 'en') => {
      const [{ doctor }, { firstChoices }, { readMounts }] = await Promise.all([
        import('./housekeeping/doctor.js'),
        import('./rounds/first-choices.js'),
        import('./store/location.js'),
      ]);
      const examined = {
        ...wiring,
        mounts: readMounts,
        firstChoice: async (texts: readonly string[]) =>
          await firstChoices(await wiring.controller(), wiring.config.runtime, texts),
      };
      return await doctor(examined, env, language);
    },
    close: wiring.close,
  };
}

/** Never aborted. */
const NEVER = new AbortController().signal;

/** Nothing was ever run with this configuration, so there is nothing to look at. */
export class NothingStoredError extends UsageError {
  override readonly code = 'NOTHING_STORED';

  constructor(file: string) {
    super({
      en: `Nothing has been stored yet: there is no ${file}. Run something first: environment-runtime run --input "…"`,
      zh: `还没有存储任何内容：${file} 不存在。请先运行一个请求：environment-runtime run --input "…"`,
    });
  }
}
