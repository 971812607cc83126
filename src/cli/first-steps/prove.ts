import { createApp } from '../../app.js';
import type { App } from '../../app-interface.js';
import type { Language } from '../../environment/language.js';
import type { Initialised } from '../../housekeeping/init.js';
import { type RoundResult, withCompletion } from '../../rounds/result.js';
import { DEFAULT_ENVIRONMENT, type Face } from '../face.js';
import { follow } from '../follow.js';

/** What became of the first sentence. */
export interface Proof {
  readonly input: string;
  /** What it was routed to; null: it would be asked about. */
  readonly routed_to: string | null;
  readonly confidence: number;
  readonly threshold: number;
  /** Null: it leads somewhere else, so nothing was run. */
  readonly round: RoundResult | null;
}

/** Longer than that, and the person may as well look later. */
const PATIENCE_SEC = 120;

/** Routes the first sentence and, where it leads to the new package, runs it once, as any request would be. */
export async function prove(face: Face, { config, name, sentences }: Initialised): Promise<Proof> {
  const [input = ''] = sentences;
  const app = await createApp({ config });
  try {
    const [preview] = await app.route([input]);
    const { action = null, confidence = 0, threshold = 0 } = preview ?? {};
    const routed_to = action?.action_kind === 'generate_task' ? action.task_type : null;
    if (!face.json) face.print(`\n› ${input}\n${face.words.init.routed(routed_to, confidence, threshold)}`);
    const round = routed_to === name ? await runOnce(face, app, input, face.language) : null;
    return { input, routed_to, confidence, threshold, round };
  } finally {
    await app.close('ends');
  }
}

async function runOnce(face: Face, app: App, input: string, language: Language): Promise<RoundResult> {
  const result = await app.run({ input, language, signal: face.signal });
  if (!face.json) face.print(result.reply);
  if (result.run_id === null || result.task_status !== 'running') return result;
  const waited = await follow(face, app, DEFAULT_ENVIRONMENT, result.run_id, PATIENCE_SEC, language);
  return waited.end === 'ended' ? withCompletion(result, waited.completion, waited.collected) : result;
}
