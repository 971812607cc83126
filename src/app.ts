import type { AgentFaces } from './app-agents-interface.js';
import { agentFacesLater } from './app-agents-later.js';
import type { App, AppOptions } from './app-interface.js';
import { workingDirectory } from './config/working-directory.js';
import { UsageError } from './errors/product-error.js';
import type { Preview } from './rounds/preview.js';
import { serially } from './serially.js';
import { wire } from './wiring.js';

const DEFAULT_ENVIRONMENT = 'default';

/** Reads the configuration; nothing else is opened, started or written until a method needs it. */
export async function createApp(options: AppOptions = {}): Promise<App> {
  const env = options.env ?? process.env;
  const now = options.now ?? (() => new Date());
  const cwd = options.cwd ?? workingDirectory();
  const wiring = await wire({
    cwd,
    env,
    now,
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.warn === undefined ? {} : { warn: options.warn }),
  });
  const inTurn = serially();
  const existing = async () => {
    const house = await wiring.existingHouse();
    if (house === null) throw new NothingStoredError(wiring.state_file);
    return house;
  };

  let faces: Promise<AgentFaces> | null = null;
  const agents = (): Promise<AgentFaces> => {
    faces ??= import('./app-agents.js').then(({ agentFaces }) => agentFaces(wiring, { cwd, env, now }));
    return faces;
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
    cancel: async (run_id, signal) => {
      const house = await existing();
      const [{ requestCancel }, { oneJob }] = await Promise.all([
        import('./jobs/cancel.js'),
        import('./rounds/overview.js'),
      ]);
      await oneJob(house.jobs, run_id);
      return await requestCancel(house.jobs, run_id, signal);
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
    show: async (environment, { round, decisions = false } = {}) => {
      const { show } = await import('./rounds/show.js');
      return await show((await existing()).store, environment, round ?? null, { decisions });
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
      train: async (samples, signal = NEVER) => {
        const { trainAndKeep } = await import('./training/commands.js');
        const { policies, protocol_dir, train_worker: worker } = wiring;
        return await trainAndKeep(policies, protocol_dir, samples ?? null, { worker, signal });
      },
      evaluate: async (samples) => {
        const [{ evaluateActive }, { actions }] = await Promise.all([
          import('./training/commands.js'),
          wiring.controller(),
        ]);
        return await evaluateActive(wiring.policies, wiring.protocol_dir, actions.routes.score, samples ?? null);
      },
      use: async (id) =>
        (await import('./training/commands.js')).usePolicy(wiring.policies, id, options.warn ?? (() => {})),
      rollback: async () => (await import('./training/registry.js')).rollBackPolicy(wiring.policies),
      diff: async (before, after) => {
        const { diff } = await import('./training/commands.js');
        const routesOf = async (id: string) => (await wiring.controller(id)).actions.routes.score;
        return await diff(wiring.policies, wiring.protocol_dir, routesOf, [before, after]);
      },
    },
    prune: async (olderThanMs) => {
      const { prune } = await import('./housekeeping/prune.js');
      const house = await wiring.existingHouse();
      if (house === null) return { jobs: [], runs: [] };
      return await prune(house.jobs, house.run_root, new Date(now().getTime() - olderThanMs));
    },
    doctor: async (language = 'en') => {
      const [{ doctor }, { firstChoices }, { readMounts }, { activePolicy }] = await Promise.all([
        import('./housekeeping/doctor.js'),
        import('./rounds/first-choices.js'),
        import('./store/location.js'),
        import('./training/registry.js'),
      ]);
      const examined = {
        ...wiring,
        policyNote: async () => (await activePolicy(wiring.policies)).note,
        mounts: readMounts,
        firstChoice: async (texts: readonly string[]) =>
          await firstChoices(await wiring.controller(), wiring.config.runtime, texts),
      };
      return await doctor(examined, env, language);
    },
    ...agentFacesLater(agents),
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
