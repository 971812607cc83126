import * as z from 'zod/mini';
import { readBoundedText } from '../config/bounded-file.js';
import { issueSaid } from '../config/issue-said.js';
import type { Environment } from '../environment/types.js';
import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import type { ControllerAction } from '../protocol/action.js';
import { type Sample, SPLITS } from './sample.js';

export class SampleInvalidError extends UsageError {
  override readonly code = 'SAMPLE_INVALID';

  constructor(file: string, line: number, { en, zh }: Said) {
    super({
      en: `${file}:${line}: ${en}. Nothing was read; mend the line, or leave it out.`,
      zh: `${file}:${line}：${zh}。没有读入任何内容；请改正这一行，或去掉它。`,
    });
  }
}

const Task = z.looseObject({
  task_id: z.number(),
  type: z.string(),
  content: z.string(),
  status: z.enum(['running', 'done', 'failed', 'cancelled', 'needs_input']),
  result: z._default(z.string(), ''),
});
const Round = z.looseObject({
  round_id: z.number(),
  user_input: z.string(),
  reply: z._default(z.string(), ''),
  tasks: z._default(
    z.array(
      z.looseObject({
        task_id: z.number(),
        task: Task,
        track: z._default(z.array(z.looseObject({ agent: z.string() })), []),
      }),
    ),
    [],
  ),
});
/** A summary may say `round_range: "1-4"` instead of its start and end. */
const Summary = z.looseObject({ summary_id: z.number(), summary: z.string(), round_range: z.optional(z.string()) });
/** What a row counts in training: more than 0, at most 1. */
export const Share = z.number().check(z.gt(0), z.lte(1));

const Row = z.looseObject({
  sample_id: z.string(),
  bucket_key: z.string(),
  split: z.enum(SPLITS),
  user_input: z.string(),
  environment: z.looseObject({
    cur_round: z.number(),
    rounds: z.array(Round),
    history_summaries: z._default(z.array(Summary), []),
    history_meta_summary: z._default(z.string(), ''),
  }),
  observations: z.optional(
    z.array(
      z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()), ok: z.boolean(), result: z.string() }),
    ),
  ),
  weight: z.optional(Share),
  target_action: z.looseObject({ action_kind: z.enum(['observe', 'generate_task']) }),
});

const MOST_BYTES = 512 * 1024 * 1024;

/** The samples of a `manual_protocol_v1` file. Throws SampleInvalidError naming line and field; nothing of a faulty file is used. */
export async function readSamples(file: string): Promise<Sample[]> {
  const read = readBoundedText(file, MOST_BYTES);
  if (!read.ok) {
    const { en, zh } = read.refusal.message;
    throw new UsageError({
      en: `${file} ${en}. Name a file of samples, one JSON object a line.`,
      zh: `${file} ${zh}。请给出样本文件，每行一个 JSON 对象。`,
    });
  }
  const samples = read.text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [readSample(line, file, at + 1)]));
  if (samples.length === 0) {
    throw new UsageError({
      en: `${file} holds no sample. Each line of it has to be one, as JSON.`,
      zh: `${file} 中没有样本。每行应是一个 JSON 样本。`,
    });
  }
  const seen = new Set<string>();
  for (const [at, { sample_id }] of samples.entries()) {
    if (seen.has(sample_id)) {
      const twice = { en: `sample_id ${sample_id} occurs twice`, zh: `sample_id ${sample_id} 出现了两次` };
      throw new SampleInvalidError(file, at + 1, twice);
    }
    seen.add(sample_id);
  }
  return samples;
}

function readSample(line: string, file: string, at: number): Sample {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const why = saidBy(error);
    throw new SampleInvalidError(file, at, { en: `it is not JSON (${why.en})`, zh: `它不是 JSON（${why.zh}）` });
  }
  const parsed = Row.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SampleInvalidError(file, at, issueSaid(issue, { en: 'the line', zh: '整行' }));
  }
  const { environment, target_action, observations, weight, ...row } = parsed.data;
  return {
    ...row,
    environment: snapshotOf(environment),
    target_action: target_action as unknown as ControllerAction,
    ...(observations === undefined ? {} : { observations }),
    ...(weight === undefined ? {} : { weight }),
  };
}

function snapshotOf(environment: z.infer<typeof Row>['environment']): Environment {
  const summaries = environment.history_summaries.map(({ round_range, ...summary }) => {
    const [start = 0, end = start] = (round_range ?? '').split('-').map(Number);
    return { round_start: start, round_end: end, round_count: end - start + 1, created_at: '', ...summary };
  });
  return { updated_at: '', ...environment, history_summaries: summaries } as Environment;
}
