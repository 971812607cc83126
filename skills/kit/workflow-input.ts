import { BadInputError } from './errors.js';
import type { Language } from './language.js';
import { isRecord } from './record.js';

const MAX_BYTES = 16 * 1024 * 1024;

/** What the product hands to a workflow on stdin. Single values are read with `fields.ts`, which checks them. */
export interface WorkflowInput {
  readonly run_id: string | null;
  readonly params: Record<string, unknown>;
  /** The project of the configuration, as it is written there; empty where none is meant. */
  readonly project: Record<string, unknown>;
  readonly language: Language;
}

/** Reads stdin to its end. Throws BadInputError where it is no JSON object or longer than 16 MB. */
export async function readInput(): Promise<WorkflowInput> {
  return parseInput(await readStdin());
}

/** Throws BadInputError where it is longer than 16 MB. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new BadInputError(`标准输入超过 ${MAX_BYTES} 字节`, `stdin is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseInput(text: string): WorkflowInput {
  const value = parseObject(text);
  return {
    run_id: typeof value.run_id === 'string' ? value.run_id : null,
    params: isRecord(value.params) ? value.params : {},
    project: isRecord(value.project) ? value.project : {},
    language: value.language === 'zh' ? 'zh' : 'en',
  };
}

export function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadInputError('标准输入不是 JSON', 'stdin is not JSON');
  }
  if (!isRecord(value)) throw new BadInputError('标准输入不是 JSON 对象', 'stdin is not a JSON object');
  return value;
}
