import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config/config.js';
import { loadConfig } from './config/load-config.js';
import { stateFile } from './config/state-file.js';
import type { Controller } from './controller/assemble.js';
import type { Policy } from './controller/policy.js';
import { UsageError } from './errors/product-error.js';
import type { Said } from './errors/said.js';
import { furnish } from './furnish.js';
import { once } from './once.js';
import { packageRoot } from './package-root.js';
import type { House } from './rounds/house.js';
import type { Registry } from './runtimes/registry.js';
import type { RuntimesRoom } from './runtimes/room.js';
import type { Catalog } from './skills/package.js';
import type { CatalogMemory, CatalogRoots } from './skills/read-catalog.js';
import { openStore } from './store/open.js';
import type { ActivePolicy, PolicyFolders } from './training/registry.js';

export interface WiringOptions {
  readonly cwd: string;
  readonly config?: string;
  readonly state?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  /** Decides in place of the embedded one. */
  readonly policy?: Policy;
  readonly warn?: (said: Said) => void;
}

/** Configuration turned into rooms. The store is opened when it is first needed; what costs start-up time is loaded then, too. */
export interface Wiring {
  readonly config: Config;
  readonly state_file: string;
  readonly supervisor_entry: string;
  readonly roots: CatalogRoots;
  /** Creates the store where there is none. */
  house(): Promise<House>;
  /** Null where nothing was ever stored: looking creates nothing. */
  existingHouse(): Promise<House | null>;
  /** External agents, on the same store. */
  agents(): Promise<RuntimesRoom>;
  /** The back-ends there are. */
  registry(): Promise<Registry>;
  /** Where the embedded policy's weights are kept. */
  readonly policies: PolicyFolders;
  /** The data it is trained on. */
  readonly protocol_dir: string;
  /** The program of the thread that trains. */
  readonly train_worker: string;
  /** Which skills' scripts the user trusts. */
  readonly trust_file: string;
  catalog(): Promise<Catalog>;
  /** `named`: decided by this trained policy, in place of the one in use. Throws PolicyUnknownError, PolicyFormatError. */
  controller(named?: string): Promise<Controller>;
  /** Starts whole builds, in the background, of the indexes that decisions found stale. */
  rebuildIndexes(): Promise<void>;
  /** Throws where the configured policy cannot decide; nothing is changed before. */
  checkPolicy(): void;
  /** `ends`: this process ends right after, so that what was only read may be left to the system. */
  close(process?: 'goes-on' | 'ends'): Promise<void>;
}

export async function wire({ cwd, config: file, state, env, now, policy, warn }: WiringOptions): Promise<Wiring> {
  const config = await loadConfig({ cwd, env, ...(file === undefined ? {} : { config: file }) });
  const state_file = state === undefined ? config.paths.state : stateFile(cwd, state);
  const root = packageRoot();
  const supervisor_entry = join(root, 'dist', 'supervisor.js');
  const bundled = join(root, 'skills');
  const roots = { bundled, user: config.paths.skills_root === bundled ? null : config.paths.skills_root };
  let opened: Promise<House> | null = null;
  let room: Promise<RuntimesRoom> | null = null;

  const memory: CatalogMemory = { folders: null };
  const catalog = async (): Promise<Catalog> => {
    const { readCatalog } = await import('./skills/read-catalog.js');
    return await readCatalog(roots, {
      strict: config.runtime.strict_skills,
      cache_file: join(config.paths.cache_dir, 'catalog.json'),
      memory,
      pyskill_timeout_sec: config.runtime.pyskill_timeout_sec,
    });
  };

  const trust_file = join(dirname(config.paths.states_dir), 'trusted-skills.json');
  const policies = {
    shipped: join(root, 'assets', 'policy'),
    own: join(dirname(config.paths.states_dir), 'policies'),
  };
  const [tellPolicy, tellLeftOut] = [once(warn), once(warn)];
  const stale = new Map<string, () => boolean>();
  let assembled: { controller: Controller; active: ActivePolicy } | null = null;
  const controller = async (named?: string): Promise<Controller> => {
    const [{ assembleController }, { activePolicy, findPolicy }, { leftOutSaid }, now] = await Promise.all([
      import('./controller/assemble.js'),
      import('./training/registry.js'),
      import('./skills/left-out-said.js'),
      catalog(),
    ]);
    const options = {
      cache_dir: config.paths.cache_dir,
      base_index: join(root, 'dist', 'route-index'),
      threshold: config.runtime.policy_threshold,
      rebuild: (indexFile: string, order: () => boolean) => stale.set(indexFile, order),
    };
    if (named !== undefined) {
      const { policy: model } = await findPolicy(policies, named);
      return await assembleController(now, { ...options, model });
    }
    const active = await activePolicy(policies, assembled?.active ?? null);
    tellPolicy(active.note);
    tellLeftOut(leftOutSaid(now.diagnostics, cwd));
    if (assembled !== null && assembled.active === active) {
      const { controller } = assembled;
      if (controller.catalog.version === now.version && !controller.improved()) return controller;
    }
    const embedded = await assembleController(now, { ...options, model: active.policy });
    const controller = policy === undefined ? embedded : { ...embedded, policy };
    assembled = { controller, active };
    return controller;
  };

  const house = (): Promise<House> => {
    opened ??= openStore(state_file).then(
      (store) =>
        furnish(store, {
          config,
          state_file,
          supervisor_entry,
          roots: [roots.bundled, config.paths.skills_root],
          trust_file,
          env,
          now,
          controller,
        }),
      (error: unknown) => {
        // What could not be opened is opened anew by whoever asks next, and is nothing to close.
        opened = null;
        throw error;
      },
    );
    return opened;
  };

  return {
    config,
    state_file,
    supervisor_entry,
    roots,
    house,
    agents: async () => {
      room ??= import('./wiring-agents.js').then(async ({ openAgents }) =>
        openAgents((await house()).store, config, now),
      );
      return await room.catch((error: unknown) => {
        // As with the store itself: whoever asks next tries anew.
        room = null;
        throw error;
      });
    },
    registry: async () => {
      if (room !== null) return (await room).runtimes.registry;
      const { registryWithoutStore } = await import('./wiring-agents.js');
      return registryWithoutStore(config, state_file, async () => (await house()).store);
    },
    existingHouse: async () => (opened === null && !existsSync(state_file) ? null : await house()),
    policies,
    protocol_dir: join(root, 'assets', 'protocol'),
    train_worker: join(root, 'dist', 'train.js'),
    trust_file,
    catalog,
    controller,
    rebuildIndexes: async () => {
      if (stale.size === 0) return;
      const { reindexInBackground } = await import('./controller/reindex/start.js');
      const rebuild = reindexInBackground(join(root, 'dist', 'reindex.js'), env);
      for (const [indexFile, order] of stale) rebuild(indexFile, order);
      stale.clear();
    },
    checkPolicy: () => {
      if (config.runtime.policy === 'model' && policy === undefined) throw new UsageError(modelMissing(config, env));
    },
    close: async (process = 'goes-on') => {
      const [open, agents] = [opened, room];
      [opened, room] = [null, null];
      if (open === null) return;
      await (await agents?.catch(() => null))?.runtimes.shutdown();
      const { store } = await open;
      // Closing merges the log into the database file, and costs a collection of garbage.
      if (process === 'goes-on' || store.commits > 0) await store.close();
    },
  };
}

function modelMissing({ model: { provider, providers } }: Config, env: NodeJS.ProcessEnv): Said {
  const variable = providers[provider]?.api_key_env ?? null;
  const unset = variable !== null && (env[variable] ?? '') === '';
  const why = unset
    ? { en: `${variable} is not set`, zh: `${variable} 未设置` }
    : { en: 'this version does not call models to route', zh: '当前版本不调用模型做路由' };
  return {
    en: `runtime.policy is model, but ${why.en} (provider ${provider}). Set runtime.policy to local or cascade: they decide without a model.`,
    zh: `runtime.policy 是 model，但${why.zh}（提供方 ${provider}）。请把 runtime.policy 设为 local 或 cascade：它们不需要模型。`,
  };
}
