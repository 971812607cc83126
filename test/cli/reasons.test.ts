import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { project } from '../harness/project.js';

const HAN = /\p{Script=Han}/u;

it.each([
  { input: 'how is it going?', lang: 'zh' },
  { input: '现在怎么样了', lang: 'en' },
  { input: 'how is it going?', lang: 'en' },
  { input: '现在怎么样了', lang: 'zh' },
] as const)('explains $input in $lang where that is asked for, also later', async ({ input, lang }) => {
  const here = await project();
  const inLanguage = (...args: string[]) => command(here, [...args, '--lang', lang]);
  const routed = await inLanguage('route', '--explain', '--input', input);
  await command(here, ['--input', input]);
  const shown = await inLanguage('show', '--round', '1');
  if (lang === 'zh') expect(routed.stdout).toMatch(/^→ \S+（置信度 [\d.]+，阈值 [\d.]+，[\d.]+ ms）$/m);
  else expect(routed.stdout).toMatch(/^→ \S+ {2}\(confidence [\d.]+, threshold [\d.]+, [\d.]+ ms\)$/m);
  for (const { stdout } of [routed, shown]) {
    const reasons = [...stdout.matchAll(/^ +(?:for: |against: |支持：|反对：)(.+)$/gm)].flatMap(([, all = '']) =>
      all.split(lang === 'zh' ? '；' : '; '),
    );
    expect(reasons.length).toBeGreaterThan(0);
    // Words of the request are quoted as they are.
    for (const reason of reasons) expect(HAN.test(reason.replace(/[（(].*$/u, ''))).toBe(lang === 'zh');
  }
});
