import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseInvalidError, readCase, readSuite } from '../../src/cases/case-file.js';
import { workspace } from '../harness/workspace.js';

async function refusal(body: unknown): Promise<CaseInvalidError> {
  const file = join(await workspace(), 'one.json');
  await writeFile(file, JSON.stringify({ case_id: 'one', ...(body as object) }));
  const error = await readCase(file, 4).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof CaseInvalidError)) throw new Error(`it was accepted, or failed otherwise: ${error}`);
  expect(error.message).toContain(file);
  return error;
}

describe('a turn that no request can be is refused where the case is read', () => {
  it.each([
    [{ turns: ['lint the code', ''] }, 'turns.1 is empty', 'turns.1 是空的'],
    [{ turns: [' \n', 'lint the code'] }, 'turns.0 is empty', 'turns.0 是空的'],
    [
      { turns: ['a', 'b', 'x'.repeat(300_000)] },
      'turns.2 is 300000 bytes long; at most 262144 are taken',
      'turns.2 长 300000 字节，最多接受 262144 字节',
    ],
    [
      { user_input: 'how\0is it' },
      'user_input holds a NUL character at position 3',
      'user_input 在位置 3 处有一个 NUL 字符',
    ],
    [{ user_input: '' }, 'user_input is empty', 'user_input 是空的'],
  ])('%#', async (body, en, zh) => {
    const { said } = await refusal(body);
    expect(said.en).toContain(`: ${en}. A case is`);
    expect(said.zh).toContain(`：${zh}。用例形如`);
  });

  it('before anything of its suite is played', async () => {
    const folder = await workspace();
    await writeFile(join(folder, '1.json'), JSON.stringify({ case_id: 'one', user_input: 'lint the code' }));
    await writeFile(join(folder, '2.json'), JSON.stringify({ case_id: 'two', turns: ['lint the code', ''] }));
    await expect(readSuite(folder, 4)).rejects.toThrow(`${join(folder, '2.json')}: turns.1 is empty`);
  });
});

describe('an expectation that cannot be is told with its key, its value and what could stand there', () => {
  const statuses = 'running, done, failed, cancelled, needs_input';
  it.each([
    [
      { task_status: 'don' },
      `expect.task_status: expected one of ${statuses}, not "don"`,
      `expect.task_status：应为以下之一：${statuses}，而不是 "don"`,
    ],
    [
      { verdict: 'done' },
      'expect.verdict: expected one of passed, failed, error, not "done"',
      'expect.verdict：应为以下之一：passed, failed, error，而不是 "done"',
    ],
    ['done', 'expect: expected an object or a list, not "done"', 'expect：应为对象或列表，而不是 "done"'],
    [
      [{ reply_contains: 5 }],
      'expect.0.reply_contains: expected a text or a list, not 5',
      'expect.0.reply_contains：应为文本或列表，而不是 5',
    ],
    [
      [null, { reply_contains: ['a', 7] }],
      'expect.1.reply_contains.1: expected a text, not 7',
      'expect.1.reply_contains.1：应为文本，而不是 7',
    ],
    [{ verdit: 'passed' }, 'expect: unknown key verdit', 'expect：未知的键 verdit'],
  ])('%j', async (expected, en, zh) => {
    const { said } = await refusal({ turns: ['lint the code', 'how is it?'], expect: expected });
    expect(said.en).toContain(`: ${en}. A case is`);
    expect(said.zh).toContain(`：${zh}。用例形如`);
    for (const text of [said.en, said.zh]) expect(text).toContain('task_type, task_status, verdict, reply_contains');
  });

  it('quotes no more of a value than a line shows', async () => {
    const { said } = await refusal({ user_input: 'lint', expect: { task_status: 'x'.repeat(5000) } });
    expect(said.en.length).toBeLessThan(500);
  });
});
