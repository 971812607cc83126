import type { RuntimeConfig } from '../config/config.js';
import type { Controller } from '../controller/assemble.js';
import { preview, snapshot } from './preview.js';

/** What each text would be routed to first in an Environment without history, confidently or not; null: to nothing with a name. */
export async function firstChoices(
  controller: Controller,
  settings: RuntimeConfig,
  texts: readonly string[],
): Promise<(string | null)[]> {
  const seen = await snapshot(null, '', settings);
  const how = { explain: 'nothing', signal: new AbortController().signal } as const;
  const chosen: (string | null)[] = [];
  for (const text of texts) {
    const { candidates } = await preview(controller, seen, settings, text, how);
    chosen.push(candidates[0]?.task_type ?? candidates[0]?.tool ?? null);
  }
  return chosen;
}
