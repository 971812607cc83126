import { secretsFiles } from '../../store/channels.js';
import type { Tx } from '../../store/tx.js';
import type { Records } from './records.js';
import { ownerless, removeSecrets } from './secrets-file.js';

/**
 * Removes files that no channel owns: what a process that ended between the file and the row left behind. Returns how many.
 * Files are written inside of the transaction that stores their row, so that a writer sees no file whose row is still to come.
 */
export async function sweepSecrets(records: Pick<Records, 'store' | 'secrets_dir'>): Promise<number> {
  const { store, secrets_dir } = records;
  const suspects = ownerless(secrets_dir, new Set());
  if (suspects.length === 0) return 0;
  const owned = await store.read(secretsFiles);
  if (suspects.every((name) => owned.has(name))) return 0;
  return await store.write((tx) => sweepWithin(tx, secrets_dir));
}

/** The same, inside of a transaction that writes. */
export async function sweepWithin(tx: Tx, secrets_dir: string): Promise<number> {
  const orphans = ownerless(secrets_dir, await secretsFiles(tx));
  for (const name of orphans) removeSecrets(secrets_dir, name);
  return orphans.length;
}
