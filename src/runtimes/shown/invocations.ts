import { createReadStream, existsSync } from 'node:fs';
import { ProductError } from '../../errors/product-error.js';
import { findInvocation, newestInvocations, type StoredInvocation } from '../../store/invocations.js';
import type { Store } from '../../store/open.js';
import { bindingsOf } from '../../store/sessions.js';
import type { Tx } from '../../store/tx.js';
import type { Usage } from '../events.js';
import type { RuntimeFailure } from '../failure.js';
import { invocationPaths, readAnswer } from '../invocation-files.js';
import type { OwnerReference } from '../request.js';
import { type ApprovalListing, approvalsShownOf } from './approvals.js';

/** An invocation as lists and `--json` print it. */
export interface InvocationListing {
  readonly id: string;
  readonly surface: string;
  readonly agent_id: string;
  readonly channel_id: string;
  readonly runtime_id: string;
  readonly status: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly run_id: string | null;
  readonly work_dir: string;
  readonly session_id: string | null;
  readonly error: RuntimeFailure | null;
}

export interface InvocationShown extends InvocationListing {
  readonly role: string | null;
  readonly owner: OwnerReference | null;
  readonly agent_revision: number | null;
  readonly mode: string;
  readonly policy: string;
  readonly launched_at: string | null;
  readonly pid: number | null;
  readonly outcome: string | null;
  readonly usage: Usage | null;
  /** Null where it did not complete, or its files are gone. */
  readonly content: string | null;
  readonly events_path: string;
  readonly sessions: readonly {
    readonly session_id: string;
    readonly turn_id: string | null;
    readonly relation: string;
    readonly bound_at: string;
  }[];
  readonly approvals: readonly ApprovalListing[];
}

export class InvocationUnknownError extends ProductError {
  override readonly code = 'INVOCATION_UNKNOWN';
  override readonly exitCode = 2 as const;
  constructor(id: string) {
    const shown = id.slice(0, 80);
    super({
      en: `There is no invocation '${shown}'. \`environment-runtime invocations list\` shows those there are.`,
      zh: `没有调用 '${shown}'。\`environment-runtime invocations list\` 会列出现有的调用。`,
    });
  }
}

/** The newest, newest first. */
export async function listInvocations(store: Store, limit: number): Promise<InvocationListing[]> {
  return await store.read(async (tx) => {
    const all: InvocationListing[] = [];
    for (const row of await newestInvocations(tx, { limit })) all.push(await listingOf(tx, row));
    return all;
  });
}

/** Throws InvocationUnknownError. */
export async function showInvocation(store: Store, state_dir: string, id: string, now: Date): Promise<InvocationShown> {
  const shown = await store.read(async (tx) => {
    const row = await findInvocation(tx, id);
    if (row === null) throw new InvocationUnknownError(id);
    const sessions = await bindingsOf(tx, id);
    return {
      ...(await listingOf(tx, row)),
      role: row.role,
      owner: parsed<OwnerReference>(row.owner),
      agent_revision: row.agent_revision,
      mode: row.mode,
      policy: row.policy,
      launched_at: row.launched_at,
      pid: row.pid,
      outcome: row.outcome,
      usage: parsed<Usage>(row.usage),
      events_path: row.events_path,
      sessions: sessions.map(({ invocation_id: _, ...binding }) => binding),
      approvals: await approvalsShownOf(tx, id, now),
    };
  });
  const content = shown.status === 'completed' ? await readAnswer(invocationPaths(state_dir, id)) : null;
  return { ...shown, content };
}

/** What it reported so far, as it is stored: JSON lines. A line that is still being written is left out. Throws InvocationUnknownError. */
export async function* eventLines(store: Store, id: string): AsyncGenerator<string> {
  const row = await store.read((tx) => findInvocation(tx, id));
  if (row === null) throw new InvocationUnknownError(id);
  if (!existsSync(row.events_path)) return;
  let rest = '';
  for await (const piece of createReadStream(row.events_path, { encoding: 'utf8' })) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function listingOf(tx: Tx, row: StoredInvocation): Promise<InvocationListing> {
  const last = (await bindingsOf(tx, row.id)).at(-1);
  return {
    id: row.id,
    surface: row.surface,
    agent_id: row.agent_id,
    channel_id: row.channel_id,
    runtime_id: row.runtime_id,
    status: row.status,
    started_at: row.started_at,
    finished_at: row.finished_at,
    run_id: row.run_id,
    work_dir: row.work_dir,
    session_id: last?.session_id ?? null,
    error: parsed<RuntimeFailure>(row.error),
  };
}

function parsed<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T);
}
