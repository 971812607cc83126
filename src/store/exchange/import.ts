import { ProductError } from '../../errors/product-error.js';
import { ensureEnvironment } from '../environments.js';
import { storedFields } from '../row-json.js';
import type { Tx } from '../tx.js';
import { ImportError } from './import-error.js';
import type { ImportedEnvironment, ImportedRound, ImportedSummary } from './imported.js';
import { insertInBatches } from './insert-in-batches.js';
import { readEnvironment, readRound } from './read-environment.js';

export class EnvironmentExistsError extends ProductError {
  override readonly code = 'ENVIRONMENT_EXISTS';
  override readonly exitCode = 2 as const;
  constructor(name: string) {
    super({
      en: `Environment "${name}" has rounds already. Import under another name with --environment, or delete it first.`,
      zh: `Environment "${name}" 中已有轮次。请用 --environment 换一个名字导入，或先删除它。`,
    });
  }
}

export interface ImportOrder {
  name: string;
  /** A parsed environment.json. */
  environment: unknown;
  /** The folded rounds: parsed lines of an environment_archive.jsonl. */
  archive?: Iterable<unknown> | AsyncIterable<unknown>;
  now: Date;
}

export interface ImportReport {
  environment_id: number;
  /** Rounds written, folded ones included. */
  rounds: number;
  /** Tasks that were running and have no job here. */
  lost: number;
}

/** How many archived rounds are held in memory at once. */
const ARCHIVE_BATCH = 100;

/** Makes an environment of what another store, or another implementation, has written. Throws before or within the transaction: nothing stays. */
export async function importEnvironment(tx: Tx, order: ImportOrder): Promise<ImportReport> {
  const { now } = order;
  const imported = readEnvironment(order.environment, now);
  const { id } = await ensureEnvironment(tx, order.name, now);
  const taken = await tx.selectFrom('rounds').select('round_id').where('environment_id', '=', id).limit(1).execute();
  if (taken.length > 0) throw new EnvironmentExistsError(order.name);
  await writeSummaries(tx, id, imported.summaries, imported.updated_at ?? now.toISOString());
  await writeRounds(tx, id, imported.rounds, () => null);
  const archived = await importArchive(tx, id, imported, order);
  await writeEnvironment(tx, id, imported, archived.last, now);
  return {
    environment_id: id,
    rounds: imported.rounds.length + archived.rounds,
    lost: countLost(imported.rounds) + archived.lost,
  };
}

async function importArchive(
  tx: Tx,
  environment_id: number,
  imported: ImportedEnvironment,
  order: ImportOrder,
): Promise<{ rounds: number; lost: number; last: number }> {
  const seen = new Set(imported.rounds.map(({ round_id }) => round_id));
  const found = { rounds: 0, lost: 0, last: 0 };
  let batch: ImportedRound[] = [];
  const write = async () => {
    await writeRounds(tx, environment_id, batch, (round_id) => holderOf(imported.summaries, round_id));
    found.lost += countLost(batch);
    batch = [];
  };
  for await (const value of order.archive ?? []) {
    const path = `archive[${found.rounds}]`;
    const round = readRound(value, path, order.now);
    if (seen.has(round.round_id)) {
      const used = { en: `${round.round_id} was used before`, zh: `${round.round_id} 已经用过` };
      throw new ImportError(`${path}.round_id`, used);
    }
    seen.add(round.round_id);
    found.rounds += 1;
    found.last = Math.max(found.last, round.round_id);
    batch.push(round);
    if (batch.length === ARCHIVE_BATCH) await write();
  }
  await write();
  return found;
}

/** The summary that speaks of a folded round; 0 where none does. */
function holderOf(summaries: readonly ImportedSummary[], round_id: number): number {
  const holder = summaries.find(({ round_start, round_end }) => round_start <= round_id && round_id <= round_end);
  return holder?.summary_id ?? 0;
}

async function writeEnvironment(
  tx: Tx,
  id: number,
  imported: ImportedEnvironment,
  lastArchived: number,
  now: Date,
): Promise<void> {
  const summarised = imported.summaries.map(({ round_end }) => round_end);
  await tx
    .updateTable('environments')
    .set({
      updated_at: imported.updated_at ?? now.toISOString(),
      history_meta_summary: imported.history_meta_summary,
      pending_question: imported.pending_question,
      round_base: Math.max(imported.cur_round, lastArchived, ...summarised),
      extra: storedFields(imported.extra),
    })
    .where('id', '=', id)
    .execute();
}

async function writeSummaries(
  tx: Tx,
  environment_id: number,
  summaries: readonly ImportedSummary[],
  fallbackTime: string,
): Promise<void> {
  const rows = summaries.map(({ extra, created_at, ...summary }) => ({
    ...summary,
    environment_id,
    created_at: created_at ?? fallbackTime,
    extra: storedFields(extra),
  }));
  await insertInBatches(tx, 'summaries', rows);
}

async function writeRounds(
  tx: Tx,
  environment_id: number,
  rounds: readonly ImportedRound[],
  foldedInto: (round_id: number) => number | null,
): Promise<void> {
  const roundRows = rounds.map(({ tasks: _, extra, ...round }) => ({
    ...round,
    environment_id,
    folded_into: foldedInto(round.round_id),
    extra: storedFields(extra),
  }));
  const tasks = rounds.flatMap(({ round_id, tasks }) => tasks.map((task) => ({ ...task, environment_id, round_id })));
  const taskRows = tasks.map(({ track: _track, lost: _lost, params, extra, ...task }) => ({
    ...task,
    run_id: null,
    params: params === null ? null : JSON.stringify(params),
    extra: storedFields(extra),
  }));
  const trackRows = tasks.flatMap(({ round_id, task_id, track }) =>
    track.map((event, index) => ({
      environment_id,
      round_id,
      task_id,
      seq: index + 1,
      body: JSON.stringify(event),
      at: event.at ?? '',
    })),
  );
  await insertInBatches(tx, 'rounds', roundRows);
  await insertInBatches(tx, 'tasks', taskRows);
  await insertInBatches(tx, 'track', trackRows);
}

function countLost(rounds: readonly ImportedRound[]): number {
  return rounds.flatMap(({ tasks }) => tasks).filter(({ lost }) => lost).length;
}
