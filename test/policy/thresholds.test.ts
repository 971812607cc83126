import { expect, it } from 'vitest';
import { thresholdFor } from '../../src/policy/action-decide.js';
import type { ActionPolicy } from '../../src/policy/action-file.js';
import { textHash } from '../../src/policy/text-hash.js';

const policy = {
  calibration: { temperature: 1, threshold: 0.6, answer_threshold: 0.5, cancel_threshold: 0.98 },
  plain_cancels: [textHash('stop it'), textHash('停下来')],
} as unknown as ActionPolicy;
const task = (type: string, scored: 'status' | 'cancel' | 'executor' | 'type') =>
  ({ candidate: { kind: 'generate_task', type, scored, score: 0, lead: 0, relations: [] }, utility: 0 }) as const;

it.each([
  ['a workflow', task('perftest', 'type'), 'load test it', 0.6],
  ['an answer from the store', task('status', 'status'), 'how far', 0.5],
  ['a look', { candidate: { kind: 'observe', tool: 'beijing_time' }, utility: 0 } as const, 'what day is it', 0.5],
  ['cancelling', task('cancel', 'cancel'), 'please make an end of it', 0.98],
  ['cancelling in plain words', task('cancel', 'cancel'), 'stop it', 0.6],
  ['cancelling in plain words, however they are written', task('cancel', 'cancel'), ' Stop IT!! ', 0.6],
  ['cancelling in plain Chinese', task('cancel', 'cancel'), '停下来。', 0.6],
  ['plain words with others before them', task('cancel', 'cancel'), "don't stop it", 0.98],
  ['plain words in another order', task('cancel', 'cancel'), 'it stop', 0.98],
])('the confidence that %s needs', (_what, action, text, threshold) => {
  expect(thresholdFor(action, text, policy)).toBe(threshold);
});
