/**
 * Makes decisions in a process of its own, which has read its index as an installation does and trained nothing: what training leaves behind on the
 * heap would be measured with them. Posts what each took, in ms, from the first on.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { rankActions } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { sceneOf } from '../../src/policy/action-scene.js';
import { open, score } from '../../src/policy/route-index.js';

export interface ToDecide {
  /** The files of a policy and of a route index. */
  readonly policy: Uint8Array;
  readonly index: Uint8Array;
  readonly texts: readonly string[];
  /** ENVIRONMENT_JSON; every text is decided in each. */
  readonly states: readonly string[];
}

const { policy, index, texts, states } = workerData as ToDecide;
const [opened, read] = [openPolicy(policy), open(index)];
const times: number[] = [];
for (const state of states) {
  for (const text of texts) {
    const started = performance.now();
    rankActions(opened, actionInput(text, sceneOf(state), [], score(read, text)));
    times.push(performance.now() - started);
  }
}
parentPort?.postMessage(times);
