import { ProductError } from '../errors/product-error.js';
import { EnvironmentMissingError } from './environments.js';
import type { Tx } from './tx.js';

/** The right to write one Environment. The epoch tells two holders apart even when they are the same process. */
export interface Lease {
  environment_id: number;
  /** `host:pid:startedAt`. */
  owner: string;
  epoch: number;
}

export type Acquired = { held: true; lease: Lease } | { held: false; owner: string; until: string };

export interface LeaseRequest {
  environment_id: number;
  owner: string;
  now: Date;
  ttl_ms: number;
  /** Whether the process behind an owner lives; null: cannot be told from here. */
  isAlive: (owner: string) => boolean | null;
}

export class LeaseLostError extends ProductError {
  override readonly code = 'LEASE_LOST';
  override readonly exitCode = 3 as const;
  constructor(lease: Lease) {
    super({
      en: `Another process has taken over the Environment from ${lease.owner} (epoch ${lease.epoch}) meanwhile; nothing was written. Repeat the request.`,
      zh: `另一个进程此间已从 ${lease.owner}（epoch ${lease.epoch}）接管了这个 Environment，没有写入任何内容。请重新提出请求。`,
    });
  }
}

/**
 * Takes the lease when it is free, lapsed, the owner's own, or its owner's process is proven dead; the epoch grows each time, so that
 * whoever held it before can write no more.
 */
export async function acquireLease(tx: Tx, request: LeaseRequest): Promise<Acquired> {
  const { environment_id, owner, now } = request;
  const taken = await take(tx, request, 'if-open');
  if (taken !== null) return taken;
  const holder = await tx
    .selectFrom('environments')
    .select(['lease_owner', 'lease_until'])
    .where('id', '=', environment_id)
    .executeTakeFirst();
  if (holder === undefined) throw new EnvironmentMissingError(environment_id);
  const held_by = holder.lease_owner ?? owner;
  if (request.isAlive(held_by) !== false) {
    return { held: false, owner: held_by, until: holder.lease_until ?? now.toISOString() };
  }
  return (await take(tx, request, 'dead-owner')) ?? { held: false, owner: held_by, until: now.toISOString() };
}

async function take(tx: Tx, request: LeaseRequest, which: 'if-open' | 'dead-owner'): Promise<Acquired | null> {
  const { environment_id, owner, now, ttl_ms } = request;
  const update = tx
    .updateTable('environments')
    .set((eb) => ({
      lease_owner: owner,
      lease_until: after(now, ttl_ms),
      lease_epoch: eb('lease_epoch', '+', 1),
      updated_at: now.toISOString(),
    }))
    .where('id', '=', environment_id)
    .returning('lease_epoch');
  const open = update.where((eb) =>
    eb.or([eb('lease_owner', 'is', null), eb('lease_until', '<=', now.toISOString()), eb('lease_owner', '=', owner)]),
  );
  const row = await (which === 'if-open' ? open : update).executeTakeFirst();
  return row === undefined ? null : { held: true, lease: { environment_id, owner, epoch: row.lease_epoch } };
}

/** Every write of a round calls this first, in the same transaction. Extends the lease when `ttl_ms` is given. */
export async function checkLease(tx: Tx, lease: Lease, now: Date, ttl_ms?: number): Promise<void> {
  const held = ttl_ms === undefined ? await stillHeld(tx, lease) : await extended(tx, lease, now, ttl_ms);
  if (!held) throw new LeaseLostError(lease);
}

async function stillHeld(tx: Tx, lease: Lease): Promise<boolean> {
  const row = await tx
    .selectFrom('environments')
    .select('lease_epoch')
    .where('id', '=', lease.environment_id)
    .where('lease_owner', '=', lease.owner)
    .where('lease_epoch', '=', lease.epoch)
    .executeTakeFirst();
  return row !== undefined;
}

async function extended(tx: Tx, lease: Lease, now: Date, ttl_ms: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('environments')
    .set({ lease_until: after(now, ttl_ms), updated_at: now.toISOString() })
    .where('id', '=', lease.environment_id)
    .where('lease_owner', '=', lease.owner)
    .where('lease_epoch', '=', lease.epoch)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Frees the Environment at once. Nothing happens when the lease was lost. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  await tx
    .updateTable('environments')
    .set({ lease_owner: null, lease_until: null })
    .where('id', '=', lease.environment_id)
    .where('lease_owner', '=', lease.owner)
    .where('lease_epoch', '=', lease.epoch)
    .execute();
}

function after(now: Date, ttl_ms: number): string {
  return new Date(now.getTime() + ttl_ms).toISOString();
}
