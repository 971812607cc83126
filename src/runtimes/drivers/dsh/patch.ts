import { join } from 'node:path';
import type { DriverCall } from '../../driver.js';

/** Where dsh keeps what is the user's own. */
export function userHome(call: Pick<DriverCall, 'env'>): string {
  return call.env.DSH_HOME ?? join(call.env.HOME ?? '', '.dsh');
}

/**
 * What is different for one run, as the overlay that `--patch` reads (JSON is YAML): which stored credentials it may use, the model and
 * the reasoning effort. The user's own profile is not touched.
 */
export function patchFor(call: DriverCall): string {
  const { channel, model } = call;
  const effort = call.reasoningEffort ?? channel.modelReasoningEffort ?? null;
  const store = channel.dshUseStoredCredentials === true ? userHome(call) : join(call.scratchDir, 'no-credentials');
  const rows: { id: string; config: Readonly<Record<string, unknown>> }[] = [
    // A file that is not there is an empty store.
    { id: 'credentials', config: { path: join(store, '.credentials.yaml'), watch: false } },
  ];
  if (model !== null) rows.push({ id: 'agent-default-model', config: { provider: 'deepseek-official', model } });
  if (effort !== null) rows.push({ id: 'llm-deepseek', config: { reasoningEffort: effort } });
  return JSON.stringify(rows);
}
