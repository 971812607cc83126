import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { library } from '../harness/library.js';
import { onTerminal } from '../harness/on-terminal.js';
import { project } from '../harness/project.js';

const SAYS_HOW = 'Ctrl-C once more leaves';

it('says at a Ctrl-C with nothing typed how to leave, and leaves at the second one', async () => {
  const { type, sees, code } = onTerminal(await project());
  await sees('› ');
  type('\x03');
  await sees(SAYS_HOW);
  type('\x03');
  await sees('Bye. What runs goes on.');
  expect(await code).toBe(0);
});

it.each([
  { what: 'a line', keys: ['sort out'], seen: 'sort out' },
  { what: 'a line that goes on', keys: ['sort out\\\r'], seen: 'sort out\\' },
])('drops $what at a Ctrl-C, and does not count it', async ({ keys, seen }) => {
  const here = await project();
  const { type, sees, screen, code } = onTerminal(here);
  await sees('› ');
  for (const each of keys) type(each);
  await sees(seen);
  type('\x03');
  type('\x03');
  await sees(SAYS_HOW);
  type('how is it going?\r');
  await sees('Nothing is running.');
  type('\x03');
  await sees(/Nothing is running\..*Ctrl-C once more leaves/s);
  type('\x04');
  expect(await code).toBe(0);
  expect(screen().split(SAYS_HOW)).toHaveLength(3);
  const { environment } = await (await library(here)).show('default');
  expect(environment.rounds.map(({ user_input }) => user_input)).toEqual(['how is it going?']);
});

it.each(['en', 'zh'] as const)('/help says in %s what Ctrl-C does', async (lang) => {
  const { stdout } = await command(await project(), ['run', '--interactive', '--lang', lang], { stdin: '/help\n' });
  expect(stdout).toMatch({ en: /a second Ctrl-C leaves/, zh: /再按一次 Ctrl-C 离开/ }[lang]);
});
