import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../../src/index.js';
import { workspace } from '../harness/workspace.js';

it('refuses to decide by a model that is not there, names the variable, and changes nothing', async () => {
  const dir = await workspace();
  await mkdir(join(dir, 'configs'));
  await writeFile(join(dir, 'configs', 'graph.yaml'), 'runtime:\n  policy: model\n');
  const app = await createApp({ cwd: dir, env: {} });
  const refusal = { exitCode: 2, message: expect.stringContaining('API_KEY_Qwen') };
  await expect(app.run({ input: 'run the tests' })).rejects.toMatchObject(refusal);
  await expect(app.route(['run the tests'])).rejects.toMatchObject(refusal);
  expect(await app.status()).toEqual([]);
  await app.close();
  expect(await readdir(dir)).toEqual(['configs']);
});
