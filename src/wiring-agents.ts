import { dirname } from 'node:path';
import type { Config } from './config/config.js';
import { builtIn, createRegistry, type Registry } from './runtimes/registry.js';
import { openRuntimes, type RuntimesRoom } from './runtimes/room.js';
import type { Store } from './store/open.js';

/** Channels, agents and what runs them, beside the database. Nothing is read or started. */
export function openAgents(store: Store, { model }: Config, now: () => Date): RuntimesRoom {
  return openRuntimes({ store, state_dir: dirname(store.file), model, now });
}

/** The back-ends, for who only looks: a store is opened, and made, by a back-end that really writes to it. */
export function registryWithoutStore({ model }: Config, file: string, open: () => Promise<Store>): Registry {
  const store: Store = {
    file,
    commits: 0,
    read: async (work) => await (await open()).read(work),
    write: async (work) => await (await open()).write(work),
    close: async () => {},
  };
  return createRegistry(builtIn({ model, store }));
}
