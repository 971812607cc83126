import type { App, Task, TrackEvent } from '../../src/index.js';

/** Every task of an Environment with its round, in order. */
export async function tasksOf(
  app: App,
  environment = 'default',
): Promise<(Task & { round_id: number; track: TrackEvent[] })[]> {
  const { rounds } = (await app.show(environment)).environment;
  return rounds.flatMap(({ round_id, tasks }) => tasks.map(({ task, track }) => ({ ...task, round_id, track })));
}
