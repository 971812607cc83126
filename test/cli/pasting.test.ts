import { expect, it } from 'vitest';
import { library } from '../harness/library.js';
import { onTerminal } from '../harness/on-terminal.js';
import { project } from '../harness/project.js';

const [MARKS_ON, MARKS_OFF] = ['\x1b[?2004h', '\x1b[?2004l'];
const pasted = (text: string): string => `\x1b[200~${text}\x1b[201~`;

const TWO = 'how is it going?\rand what came of it?';

it.each([
  { what: 'marked by the terminal', keys: pasted(TWO) },
  { what: 'marked, with the line breaks of a file', keys: pasted(`${TWO.replace('\r', '\r\n')}\n`) },
  { what: 'marked, with a line that goes on in the next one', keys: pasted(TWO.replace('\r', '\\\r')) },
  { what: 'marked, with a key among it', keys: pasted(TWO.replace('\r', '\r\x03')) },
  { what: 'in one piece, not marked', keys: TWO },
  { what: 'in one piece, not marked, that ends its last line', keys: `${TWO}\r` },
])('several lines $what are one input, sent with Enter', async ({ keys }) => {
  const here = await project();
  const { type, sees, code } = onTerminal(here);
  await sees('› ');
  type(keys);
  await sees(TWO.replace('\r', ' ⏎ '));
  type('\r');
  type('\x04');
  expect(await code).toBe(0);
  const { environment } = await (await library(here)).show('default');
  expect(environment.rounds.map(({ user_input }) => user_input)).toEqual([TWO.replace('\r', '\n')]);
});

it('one pasted line waits for Enter too, and what is typed around it stays', async () => {
  const here = await project();
  const { type, sees, code } = onTerminal(here);
  await sees('› ');
  type('how is ');
  type(pasted('it going\r'));
  type('?');
  await sees('how is it going?');
  type('\r');
  await sees('Nothing is running.');
  type('\x04');
  expect(await code).toBe(0);
});

it.each([
  { how: 'Ctrl-D', keys: '\x04', code: 0 },
  { how: '/quit', keys: '/quit\r', code: 0 },
  { how: 'SIGINT', signal: 'SIGINT', code: 130 },
  { how: 'SIGTERM', signal: 'SIGTERM', code: 143 },
  { how: 'SIGHUP', signal: 'SIGHUP', code: 129 },
] as const)('the terminal marks nothing any more after $how', async (leaving) => {
  const { type, sees, kill, screen, code } = onTerminal(await project());
  await sees('› ');
  if ('keys' in leaving) type(leaving.keys);
  else await kill(leaving.signal);
  expect(await code).toBe(leaving.code);
  expect(screen().split(MARKS_ON)).toHaveLength(2);
  expect(screen().split(MARKS_OFF)).toHaveLength(2);
});

it('asks no terminal for marks that knows none', async () => {
  const { type, sees, screen, code } = onTerminal(await project(), [], { TERM: 'dumb' });
  await sees('› ');
  type('\x04');
  expect(await code).toBe(0);
  expect(screen()).not.toContain('2004');
});
