import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readState, StateCorruptError, StateMissingError, writeState } from '../../src/store/states.js';
import { StoreIoError } from '../../src/store/store-errors.js';
import { workspace } from '../harness/workspace.js';

const STATE = { USER_INPUT: '跑一下测试', ENVIRONMENT_JSON: '{}', SKILLS_INDEX: 'functest: …' };

it('gives back what was written, under the hash of its bytes', async () => {
  const directory = join(await workspace(), 'states');
  const text = fc.string({ unit: 'binary' });
  const state = fc.record({ USER_INPUT: text, ENVIRONMENT_JSON: text, SKILLS_INDEX: text });
  await fc.assert(
    fc.asyncProperty(state, async (given) => {
      expect(await readState(directory, await writeState(directory, given))).toEqual({ ...given });
    }),
    { numRuns: 50 },
  );
});

it('keeps the same state once and leaves the file alone', async () => {
  const directory = await workspace();
  const hash = await writeState(directory, STATE);
  const [name = ''] = readdirSync(directory);
  expect(name).toBe(`${hash}.json`);
  const { ino } = statSync(join(directory, name));
  const { SKILLS_INDEX, USER_INPUT, ENVIRONMENT_JSON } = STATE;
  expect(await writeState(directory, { SKILLS_INDEX, USER_INPUT, ENVIRONMENT_JSON })).toBe(hash);
  expect(readdirSync(directory)).toEqual([name]);
  expect(statSync(join(directory, name)).ino).toBe(ino);
});

it('refuses a state that was changed, is gone, or whose name leads elsewhere', async () => {
  const directory = await workspace();
  const hash = await writeState(directory, STATE);
  const file = join(directory, `${hash}.json`);
  writeFileSync(file, readFileSync(file, 'utf8').replace('functest', 'FUNCTEST'));
  await expect(readState(directory, hash)).rejects.toThrow(StateCorruptError);
  await expect(readState(directory, 'f'.repeat(64))).rejects.toThrow(StateMissingError);
  await expect(readState(directory, '../../etc/passwd')).rejects.toThrow(StateMissingError);
});

it('says so when a state cannot be written, and leaves nothing half written', async () => {
  const directory = await workspace();
  writeFileSync(join(directory, 'file'), '');
  await expect(writeState(join(directory, 'file'), STATE)).rejects.toThrow(StoreIoError);
  expect(readdirSync(directory)).toEqual(['file']);
});
