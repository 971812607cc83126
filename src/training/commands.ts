import { join } from 'node:path';
import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { openPolicy } from '../policy/action-file.js';
import { type Evaluation, evaluatePolicy, type Routes } from './evaluate.js';
import { diffPolicies, type PolicyDiff, type PolicyWithRoutes } from './policy-diff.js';
import { checkWritable } from './policy-files.js';
import { type PolicyRecord, policyRecord, shortId } from './policy-record.js';
import { readProtocolData, SAMPLES_FILE } from './protocol-data.js';
import { readSamples } from './read-samples.js';
import {
  activePolicy,
  addPolicy,
  choosePolicy,
  findPolicy,
  listPolicies,
  type PolicyFolders,
  type PolicySource,
} from './registry.js';
import type { Sample } from './sample.js';
import { trainInWorker } from './train-in-worker.js';

export interface PolicyInfo {
  id: string;
  source: PolicySource;
  note: Said | null;
  /** Null where the record is missing or not of its form. */
  record: PolicyRecord | null;
  /** Why a record that is there is taken for none; null: it is not. */
  unread: Said | null;
}

export async function policyInfo(folders: PolicyFolders): Promise<PolicyInfo> {
  const { policy, source, note } = await activePolicy(folders);
  const id = shortId(policy);
  const { record, unread } = await findPolicy(folders, id);
  return { id, source, note, record, unread };
}

/** So much lower a share of right answers is no matter of chance. */
const FAR_BELOW = 0.05;

/** Lets a policy decide, whatever it is worth; `warn` is told where its own evaluation is far below the shipped one's. Returns its id. */
export async function usePolicy(folders: PolicyFolders, digits: string, warn: (said: Said) => void): Promise<string> {
  const id = await choosePolicy(folders, digits);
  const all = await listPolicies(folders);
  const right = rightOf(all.find((one) => one.id === id)?.record);
  const usual = rightOf(all.find(({ source }) => source === 'shipped')?.record);
  if (right !== undefined && usual !== undefined && usual - right >= FAR_BELOW) warn(farBelow(id, right, usual));
  return id;
}

function rightOf(record: PolicyRecord | null | undefined): number | undefined {
  return record?.metrics.holdout?.target_accuracy;
}

function farBelow(id: string, right: number, usual: number): Said {
  const [own, shipped] = [right, usual].map((share) => `${(share * 100).toFixed(1)} %`);
  return {
    en: `Policy ${id} was right on ${own} of its holdout, the shipped one on ${shipped}. It decides now all the same; \`environment-runtime policy rollback\` goes back.`,
    zh: `策略 ${id} 在留出集上的正确率是 ${own}，附带的策略是 ${shipped}。现在仍由它判断；\`environment-runtime policy rollback\` 可以退回。`,
  };
}

/**
 * Trains from nothing on the frozen base (or on a samples file of the same format) and keeps the result. `protocol`: assets/protocol. It decides
 * nothing until it is used. `worker`: where the built `worker.ts` lies. Rejects with the signal's reason; nothing is kept then.
 */
export async function trainAndKeep(
  folders: PolicyFolders,
  protocol: string,
  samples: string | null,
  { worker, signal }: { worker: string; signal: AbortSignal },
): Promise<PolicyRecord> {
  const data = await readProtocolData(protocol, samples);
  if (ofSplit(data.samples, 'sft_train').length === 0) {
    throw new UsageError({
      en: `${samples} holds nothing to train on: no sample has "split": "sft_train". Nothing was trained.`,
      zh: `${samples} 中没有可训练的样本：没有一条的 "split" 是 "sft_train"。没有进行训练。`,
    });
  }
  await checkWritable(folders.own);
  const { bytes, evaluated } = await trainInWorker(worker, data, signal);
  signal.throwIfAborted();
  const policy = openPolicy(bytes);
  const record = policyRecord(policy, evaluated);
  await addPolicy(folders, policy, record);
  return record;
}

/** `routes`: of the installed packages. Default samples: the frozen holdout. */
export async function evaluateActive(
  folders: PolicyFolders,
  protocol: string,
  routes: Routes,
  samples: string | null,
): Promise<Evaluation> {
  const { policy } = await activePolicy(folders);
  return evaluatePolicy(policy, routes, await samplesOf(protocol, samples));
}

/** `routesOf`: the installed packages as an installation with this policy scores them. */
export async function diff(
  folders: PolicyFolders,
  protocol: string,
  routesOf: (id: string) => Promise<Routes>,
  [before, after]: readonly [string, string],
): Promise<PolicyDiff> {
  const read = async (id: string): Promise<PolicyWithRoutes> => {
    const { policy } = await findPolicy(folders, id);
    return { policy, routes: await routesOf(id) };
  };
  return diffPolicies(await read(before), await read(after), await samplesOf(protocol, null));
}

async function samplesOf(protocol: string, file: string | null): Promise<readonly Sample[]> {
  if (file !== null) return await readSamples(file);
  return ofSplit(await readSamples(join(protocol, SAMPLES_FILE)), 'holdout');
}

function ofSplit(samples: readonly Sample[], split: Sample['split']): Sample[] {
  return samples.filter((sample) => sample.split === split);
}
