import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openPolicy } from '../policy/action-file.js';
import { exportSamples } from './export-samples.js';
import { policyRecord } from './policy-record.js';
import { readProtocolData, SAMPLES_FILE } from './protocol-data.js';
import { trained } from './trained.js';

/**
 * Makes everything that is shipped from what the authors wrote: samples.jsonl, then the policy trained on it, with its record. `assets`: the
 * project's assets folder. Returns the record.
 */
export async function ship(assets: string) {
  const folder = join(assets, 'protocol');
  const samplesFile = join(folder, SAMPLES_FILE);
  await mkdir(dirname(samplesFile), { recursive: true });
  await writeFile(samplesFile, await exportSamples(folder));
  const data = await readProtocolData(folder);
  const { bytes, evaluated } = trained(data);
  const policy = openPolicy(bytes);
  const record = policyRecord(policy, evaluated);
  const target = join(assets, 'policy');
  await mkdir(target, { recursive: true });
  for (const old of await readdir(target)) await rm(join(target, old));
  await writeFile(join(target, `${record.id}.bin`), policy.bytes);
  await writeFile(join(target, `${record.id}.json`), `${JSON.stringify(record, null, 2)}\n`);
  return { record, evaluated };
}
