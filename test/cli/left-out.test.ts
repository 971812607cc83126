import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { drop, dropProbe, project } from '../harness/project.js';

const WORDS = {
  en: {
    one: (file: string) =>
      `A package is left out, because ${file} cannot be used. \`environment-runtime skills check\` says what to mend.\n`,
    two: (file: string) =>
      `A package is left out, because ${file} cannot be used; 1 more file likewise. \`environment-runtime skills check\` says what to mend.\n`,
  },
  zh: {
    one: (file: string) => `有任务包没有采用：${file} 不可用。用 \`environment-runtime skills check\` 查看要改什么。\n`,
    two: (file: string) =>
      `有任务包没有采用：${file} 不可用，另有 1 个文件也是如此。用 \`environment-runtime skills check\` 查看要改什么。\n`,
  },
} as const;

const REFUSED = {
  'SKILL.md': ['description: Bad.\ncommand: 7', {}],
  'params.schema.json': [
    'description: Bad.\ncommand: [true]',
    { 'params.schema.json': '{"type":"object","properties":7}' },
  ],
} as const;

it.each(
  (['en', 'zh'] as const).flatMap((language) =>
    (['SKILL.md', 'params.schema.json'] as const).map((file) => [file, language] as const),
  ),
)('says once, on stderr, that a package was refused for its %s, in %s', async (file, language) => {
  const here = await project();
  await dropProbe(here);
  const [frontMatter, files] = REFUSED[file];
  await drop(here, 'bad', frontMatter, files);
  const told = WORDS[language].one(join('skills', 'controller', 'bad', file));
  for (const args of [
    ['route', '--input', 'how is it going?'],
    ['run', '--input', 'how is it going?'],
  ]) {
    const { stdout, stderr } = await command(here, [...args, '--lang', language]);
    expect(stderr).toBe(told);
    expect(stdout).not.toContain('SKILL');
    const json = await command(here, [...args, '--json', '--lang', language]);
    expect(json.stderr).toBe(told);
    expect(() => JSON.parse(json.stdout)).not.toThrow();
  }
  const stdin = 'how is it going?\n现在怎么样了\n';
  const { stderr } = await command(here, ['run', '--interactive', '--lang', language], { stdin });
  expect(stderr.split(told)).toHaveLength(2);
});

it.each(['en', 'zh'] as const)('counts the others, and says nothing where none is refused, in %s', async (language) => {
  const here = await project();
  await dropProbe(here);
  const bad = await drop(here, 'bad', 'description: Bad.\ncommand: 7');
  const worse = await drop(here, 'worse', 'description: Worse.\ncommand: 7');
  const args = ['route', '--input', 'how is it going?', '--lang', language];
  expect((await command(here, args)).stderr).toBe(WORDS[language].two(join('skills', 'controller', 'bad', 'SKILL.md')));
  for (const folder of [bad, worse]) await rm(folder, { recursive: true });
  // What is only worth mending is no refusal.
  expect((await command(here, args)).stderr).toBe('');
});
