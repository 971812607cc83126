import type { App } from '../../app-interface.js';
import { ProductError } from '../../errors/product-error.js';
import type { Said } from '../../errors/said.js';
import type { PolicyMetrics, PolicyRecord } from '../../training/policy-record.js';
import type { Face } from '../face.js';
import { table } from '../table.js';

export async function info(face: Face): Promise<number> {
  const found = await (await face.app()).policy.info();
  hintOf(face, [found.note, found.unread]);
  if (face.json) face.printJson({ ...found, note: found.note?.en ?? null, unread: found.unread?.en ?? null });
  else face.print([`${found.id}  ${face.words.source[found.source]}`, ...described(face, found.record)].join('\n'));
  return 0;
}

export async function train(face: Face, samples: string | undefined): Promise<number> {
  const { policy } = await face.app();
  if (!face.json) face.hint(face.words.trainingBegins);
  const record = await policy.train(samples, face.signal).catch((error: unknown) => {
    if (face.signal.aborted) return null;
    throw error;
  });
  if (record === null) {
    face.hint(face.words.trainingInterrupted);
    return 130;
  }
  if (face.json) face.printJson(record);
  else face.print([...described(face, record), face.words.policyKept(record.id)].join('\n'));
  return 0;
}

export async function evaluate(face: Face, samples: string | undefined): Promise<number> {
  const found = await (await face.app()).policy.evaluate(samples);
  if (face.json) {
    face.printJson(found);
    return 0;
  }
  const { words } = face;
  const wrong = found.rows
    .filter(({ ok }) => !ok)
    .map(
      ({ sample_id, expected, predicted, confidence }) =>
        `  ${sample_id}: ${expected} → ${predicted} (${confidence.toFixed(2)})`,
    );
  const times = `p50 ${found.p50_ms.toFixed(2)} ms, p99 ${found.p99_ms.toFixed(2)} ms`;
  face.print([measured(face, found), `${words.equivalence}\n${times}`, buckets(face, found), ...wrong].join('\n'));
  return 0;
}

export async function list(face: Face): Promise<number> {
  const { policy } = await face.app();
  const [found, note] = await Promise.all([policy.list(), noteOf(policy)]);
  hintOf(face, [note, ...found.map(({ unread }) => unread)]);
  if (face.json) {
    const said = found.map((one) => ({ ...one, problem: one.problem?.en ?? null, unread: one.unread?.en ?? null }));
    face.printJson(said);
  } else {
    const { column } = face.words;
    const rows = found.map(({ id, source, active, problem, record }) => [
      `${active ? '*' : problem === null ? ' ' : '!'} ${id}`,
      face.words.source[source],
      record?.stage ?? '',
      percent(record?.metrics.holdout?.target_accuracy),
    ]);
    face.print(table([column.name, column.source, column.stage, column.accuracy], rows));
  }
  return 0;
}

function hintOf(face: Face, notes: readonly (Said | null)[]): void {
  for (const note of notes) if (note !== null) face.hint(note[face.language]);
}

/** Why the chosen policy does not decide, or none can; null: it does. */
async function noteOf(policy: App['policy']): Promise<Said | null> {
  try {
    return (await policy.info()).note;
  } catch (error) {
    if (error instanceof ProductError) return error.said;
    throw error;
  }
}

export async function use(face: Face, id: string): Promise<number> {
  return say(face, await (await face.app()).policy.use(id));
}

export async function rollback(face: Face): Promise<number> {
  return say(face, await (await face.app()).policy.rollback());
}

export async function diff(face: Face, before: string, after: string): Promise<number> {
  const found = await (await face.app()).policy.diff(before, after);
  if (face.json) face.printJson(found);
  else {
    const rows = found.rows.map((row) => `  ${row.sample_id}: ${row.expected}: ${row.before} → ${row.after}`);
    face.print([face.words.differences(found.fixed, found.regressed, found.count), ...rows].join('\n'));
  }
  return 0;
}

function say(face: Face, id: string): number {
  if (face.json) face.printJson({ id });
  else face.print(face.words.policyDecides(id));
  return 0;
}

function described(face: Face, record: PolicyRecord | null): string[] {
  if (record === null) return [];
  const { stage, parent, seed, data, calibration, metrics } = record;
  return [
    `${stage}, seed ${seed}${parent === null ? '' : `, ${parent}`}`,
    ...Object.entries(data).map(([file, hash]) => `  ${hash.slice(0, 16)}  ${file}`),
    JSON.stringify(calibration),
    ...Object.entries(metrics).flatMap(([name, each]) => [`${name}: ${measured(face, each)}`, buckets(face, each)]),
  ];
}

function measured({ words }: Face, { count, target_accuracy, exact_accuracy, asked }: PolicyMetrics): string {
  return words.evaluated(count, percent(target_accuracy), percent(exact_accuracy), asked);
}

function buckets({ words: { column } }: Face, { per_bucket }: PolicyMetrics): string {
  const rows = Object.entries(per_bucket).map(([bucket, { count, target_accuracy }]) => [
    bucket,
    String(count),
    percent(target_accuracy),
  ]);
  return table([column.bucket, column.count, column.accuracy], rows);
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${(share * 100).toFixed(1)} %`;
}
