import { dirname, join } from 'node:path';
import type { Config } from './config/config.js';
import type { Controller } from './controller/assemble.js';
import { ownerName } from './processes/identity.js';
import type { House } from './rounds/house.js';
import type { Store } from './store/open.js';

const LEASE_TTL_MS = 30_000;
const LEASE_WAIT_MS = 10_000;

export interface Furnishing {
  readonly config: Config;
  readonly state_file: string;
  readonly supervisor_entry: string;
  readonly roots: readonly string[];
  readonly trust_file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly controller: () => Promise<Controller>;
}

/** What rounds are wired with, on an open store. */
export function furnish(
  store: Store,
  { config, state_file, supervisor_entry, roots, trust_file, env, now, controller }: Furnishing,
): House {
  const { paths, runtime } = config;
  return {
    store,
    jobs: {
      store,
      state_file,
      jobs_dir: paths.jobs_dir,
      max_jobs: runtime.max_jobs,
      supervisor_entry,
      hidden_env: config.key_env,
      now,
    },
    settings: runtime,
    projects: config.projects,
    default_project: config.default_project,
    root: config.root,
    observe_roots: [config.root, ...roots],
    trust_file,
    states_dir: paths.states_dir,
    run_root: paths.run_root,
    log_file: runtime.save_logs ? join(paths.logs_dir, 'rounds.jsonl') : null,
    lease: { owner: ownerName(), ttl_ms: LEASE_TTL_MS, wait_ms: LEASE_WAIT_MS },
    parent_run_id: env.ER_RUN_ID ?? null,
    locale: env.LC_ALL ?? env.LC_MESSAGES ?? env.LANG,
    controller,
    agent_program: [process.execPath, join(dirname(supervisor_entry), 'agent.js'), state_file, config.file ?? '-'],
    agent: async (id) => {
      const { showAgent } = await import('./runtimes/records/agents.js');
      const { agent, revision } = await showAgent({ store }, id);
      return { id: agent.id, revision };
    },
    now,
  };
}
