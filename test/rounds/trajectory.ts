import type { App } from '../../src/index.js';

/** Every task of an Environment with its round, in order. */
export async function tasksOf(app: App, environment = 'default') {
  const { rounds } = (await app.show(environment)).environment;
  return rounds.flatMap(({ round_id, tasks }) => tasks.map(({ task, track }) => ({ round_id, ...task, track })));
}
