import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPolicy, packPolicy } from '../../src/policy/action-file.js';
import { policyRecord, shortId } from '../../src/training/policy-record.js';
import { addPolicy } from '../../src/training/registry.js';
import { json } from '../harness/command-line.js';
import { library } from '../harness/library.js';
import { project } from '../harness/project.js';
import { SHIPPED } from '../training/folders.js';

const [file = ''] = (await readdir(SHIPPED)).filter((name) => name.endsWith('.bin'));
const shipped = openPolicy(await readFile(join(SHIPPED, file)));
const other = packPolicy(shipped.weights, { ...shipped, utterances: shipped.utterances() }, shipped.calibration, {
  ...shipped.provenance,
  seed: 99,
});

it('decides an old round again with the policy that is named, without using it from then on', async () => {
  const here = await project();
  const app = await library(here);
  await app.run({ input: 'how is it going?' });
  const folders = { shipped: SHIPPED, own: join(here.dir, 'var', 'policies') };
  await addPolicy(folders, other, policyRecord(other, {}));

  const versions = new Set<string>();
  for (const policy of [shortId(shipped), shortId(other).slice(0, 8)]) {
    const [replayed] = await app.replay('default', 1, { policy });
    expect(replayed).toMatchObject({ step: 1, before: { policy: 'scripted' }, now: { policy: 'local' } });
    versions.add(replayed?.now.policy_version ?? '');
  }
  expect(versions.size).toBe(2);
  expect(await app.policy.info()).toMatchObject({ id: shortId(shipped) });
  await expect(app.replay('default', 1, { policy: 'none' })).rejects.toMatchObject({ code: 'POLICY_UNKNOWN' });

  const printed = await json<unknown[]>(here, ['replay', '1', '--policy', shortId(other)]);
  expect(printed).toMatchObject([{ now: { policy: 'local' } }]);
});
