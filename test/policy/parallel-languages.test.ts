import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rankActions, thresholdFor } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { targetName } from '../../src/training/cases.js';
import { catalogOf } from '../../src/training/catalogs.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { emptyScene } from './scenes.js';

const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));
const LANGUAGES = ['zh', 'en', 'mixed'] as const;

interface Line extends Record<(typeof LANGUAGES)[number], string> {
  readonly behaviour: keyof typeof SCENES;
}

const running = { rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } } as const;
const failed = {
  rounds: 1,
  last: { type: 'functest', status: 'failed' },
  failed: { type: 'functest', newest: true },
} as const;
/** Where each behaviour is asked for. */
const SCENES = {
  status: emptyScene(running),
  cancel: emptyScene(running),
  retry: emptyScene(failed),
  new: emptyScene({}),
  clarify: emptyScene({}),
};

const [file = ''] = readdirSync(join(ASSETS, 'policy')).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(join(ASSETS, 'policy', file)));
const { routes } = catalogOf((await readProtocolData(join(ASSETS, 'protocol'))).types, policy.utterances());
const lines = readFileSync(new URL('parallel.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

/** The action, or that it would be asked about. Both ways of telling how things stand count as one. */
function decided({ behaviour }: Line, text: string): { action: string; asked: boolean } {
  const [best] = rankActions(policy, actionInput(text, SCENES[behaviour], [], routes(text)));
  if (best === undefined) return { action: '', asked: true };
  const name = targetName(best.candidate);
  return {
    action: name === 'observe:build_context_view' ? 'status' : name,
    asked: best.probability < thresholdFor(best, text, policy),
  };
}

/** Lines of 40 whose three texts lead to the same: what was measured when the policy was trained, less two. */
const AT_LEAST = { status: 37, cancel: 38, retry: 38, new: 37, clarify: 38 };

describe('the same said in Chinese, English and both', () => {
  it.each(Object.entries(AT_LEAST))('leads to the same action: %s, %i of 40', (behaviour, least) => {
    const own = lines.filter((line) => line.behaviour === behaviour);
    expect(own).toHaveLength(40);
    const same = own.filter((line) => {
      const made = LANGUAGES.map((language) => decided(line, line[language]));
      const outcomes = made.map(({ action, asked }) => (behaviour === 'clarify' ? String(asked) : action));
      return new Set(outcomes).size === 1;
    });
    expect(same.length).toBeGreaterThanOrEqual(least);
  });

  it('never takes one for a wish to cancel', () => {
    for (const line of lines.filter(({ behaviour }) => behaviour !== 'cancel')) {
      for (const language of LANGUAGES) {
        const { action, asked } = decided(line, line[language]);
        expect(action === 'cancel' && !asked, line[language]).toBe(false);
      }
    }
  });
});
