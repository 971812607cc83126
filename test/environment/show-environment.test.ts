import { describe, expect, it } from 'vitest';
import { showEnvironment } from '../../src/environment/show-environment.js';
import type { Environment } from '../../src/environment/types.js';
import { conversation, environment, round, task } from './environments.js';

describe('the trajectory for people', () => {
  it.each([
    ['zh', false],
    ['zh', true],
    ['en', true],
  ] as const)('in %s, with trace: %s', async (language, show_trace) => {
    const shown = showEnvironment(conversation(), { language, show_trace });
    await expect(`${shown}\n`).toMatchFileSnapshot(`golden/show-${language}${show_trace ? '-trace' : ''}.txt`);
  });

  it('says that there is nothing yet', () => {
    expect(showEnvironment(environment([]), { language: 'zh', show_trace: false })).toBe('还没有任何对话。');
    expect(showEnvironment(environment([]), { language: 'en', show_trace: false })).toBe('Nothing has been asked yet.');
  });

  it('shows the range another writer of the format gave a summary', () => {
    const read: Environment = JSON.parse(
      JSON.stringify({
        ...environment([]),
        history_summaries: [{ summary_id: 1, summary: 'earlier work', round_range: '1-4' }],
      }),
    );
    expect(showEnvironment(read, { language: 'en', show_trace: false })).toBe('Rounds 1-4, folded\n  earlier work');
  });

  it("does not let a job's output steer the terminal", () => {
    const red = task(1, 'functest', 'failed', '\u001b[2Jred\r\n\u202egnp.exe\u0007');
    const shown = showEnvironment(environment([round(1, 'x', [red])]), { language: 'en', show_trace: false });
    expect(shown).toContain('Result: ␛[2Jred\n      �gnp.exe␇');
  });
});
