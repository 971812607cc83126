import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { onOneLine, rememberWhole, withBreaks } from '../../src/cli/conversation/whole-inputs.js';

const UP = '\x1b[A';

/** The lines a terminal gives for these keys. */
async function typed(...keys: string[]): Promise<string[]> {
  const input = new PassThrough();
  const terminal = createInterface({ input, output: new PassThrough(), terminal: true });
  rememberWhole(terminal);
  const lines: string[] = [];
  terminal.on('line', (line) => lines.push(line));
  const closed = once(terminal, 'close');
  input.end(keys.join(''));
  await closed;
  return lines;
}

it('recalls an input of several lines whole, with its line breaks', async () => {
  const lines = await typed('load http://localhost\\\n', 'with 50 users\n', `${UP}\n`);
  expect(withBreaks(lines.at(-1) ?? '')).toBe('load http://localhost\nwith 50 users');
});

it('recalls the inputs around one of several lines', async () => {
  expect((await typed('first\n', 'a\\\n', 'b\\\n', 'c\n', `${UP}${UP}\n`)).at(-1)).toBe('first');
});

it('keeps one whose last line is empty', async () => {
  expect(withBreaks((await typed('a\\\n', '\n', `${UP}\n`)).at(-1) ?? '')).toBe('a\n');
});

it('leaves inputs of one line as they are', async () => {
  expect(await typed('one\n', 'two\n', `${UP}${UP}\n`)).toEqual(['one', 'two', 'one']);
});

it.each([
  ['a\rb', 'a\nb'],
  ['a\r\nb\n', 'a\nb'],
  ['a\n\nb', 'a\n\nb'],
  ['load http://localhost\\\rwith 50 users', 'load http://localhost\nwith 50 users'],
  ['one line\r', 'one line'],
])('edits a pasted %j as one line, and sends it as %j', (pasted, sent) => {
  expect(onOneLine(pasted)).not.toMatch(/[\r\n]/);
  expect(withBreaks(onOneLine(pasted))).toBe(sent);
});
