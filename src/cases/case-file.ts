import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readBoundedText } from '../config/bounded-file.js';
import { issueSaid } from '../config/issue-said.js';
import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { inputFault } from '../rounds/request.js';

const Expectation = z.strictObject({
  task_type: z.optional(z.string()),
  task_status: z.optional(z.enum(['running', 'done', 'failed', 'cancelled', 'needs_input'])),
  verdict: z.optional(z.enum(['passed', 'failed', 'error'])),
  /** Each must occur in the reply, or in what the job it started reported. */
  reply_contains: z.optional(z.union([z.string(), z.array(z.string())])),
});
export type Expectation = z.infer<typeof Expectation>;

const EXPECTED = Object.keys(Expectation.shape).join(', ');

const CaseFile = z.strictObject({
  case_id: z.string().check(z.minLength(1), z.maxLength(200)),
  user_input: z.optional(z.string()),
  turns: z.optional(z.array(z.string()).check(z.minLength(1))),
  expect: z.optional(z.union([Expectation, z.array(z.nullable(Expectation))])),
});

/** One conversation with what is expected of it. */
export interface Case {
  readonly case_id: string;
  readonly file: string;
  readonly turns: readonly { readonly user_input: string; readonly expect: Expectation | null }[];
}

export class CaseInvalidError extends UsageError {
  override readonly code = 'CASE_INVALID';

  constructor(file: string, problem: Said) {
    super({
      en: `${file}: ${problem.en}. A case is {"case_id": "…", "user_input": "…"} or {"case_id": "…", "turns": ["…"]}, with "expect" for the last turn, or a list of one for each; it holds any of ${EXPECTED}.`,
      zh: `${file}：${problem.zh}。用例形如 {"case_id": "…", "user_input": "…"} 或 {"case_id": "…", "turns": ["…"]}，"expect" 针对最后一轮，或用列表逐轮给出；其中可有 ${EXPECTED}。`,
    });
  }
}

/** Nothing is wrong in it, but there are more turns than the configuration allows. */
export class CaseTooLongError extends CaseInvalidError {
  readonly case_id: string;
  readonly file: string;

  constructor({ case_id, file }: Pick<Case, 'case_id' | 'file'>, turns: number, most: number) {
    super(file, {
      en: `it has ${turns} turns; runtime.max_rounds allows ${most}: split it, or raise that`,
      zh: `有 ${turns} 轮，而 runtime.max_rounds 只允许 ${most} 轮：请拆分用例，或调高该值`,
    });
    this.case_id = case_id;
    this.file = file;
  }
}

/** Bytes. A case is a conversation, not data. */
const MAX_BYTES = 1024 * 1024;

/** Throws CaseTooLongError, and CaseInvalidError naming the file and what is wrong in it. */
export async function readCase(file: string, maxTurns: number): Promise<Case> {
  const parsed = CaseFile.safeParse(readJson(file), { reportInput: true });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CaseInvalidError(file, issueSaid(issue, { en: 'the file', zh: '整个文件' }));
  }
  const { case_id, user_input, turns, expect } = parsed.data;
  if ((user_input === undefined) === (turns === undefined)) {
    throw new CaseInvalidError(file, {
      en: 'it must have either "user_input" or "turns"',
      zh: '"user_input" 与 "turns" 必须有且只有一个',
    });
  }
  const inputs = turns ?? [user_input ?? ''];
  if (inputs.length > maxTurns) {
    throw new CaseTooLongError({ case_id, file }, inputs.length, maxTurns);
  }
  for (const [at, input] of inputs.entries()) {
    const fault = inputFault(input);
    if (fault === null) continue;
    const where = turns === undefined ? 'user_input' : `turns.${at}`;
    throw new CaseInvalidError(file, { en: `${where} ${fault.what.en}`, zh: `${where} ${fault.what.zh}` });
  }
  if (Array.isArray(expect) && expect.length > inputs.length) {
    throw new CaseInvalidError(file, {
      en: `it expects something of ${expect.length} turns but has ${inputs.length}`,
      zh: `对 ${expect.length} 轮有期望，但只有 ${inputs.length} 轮`,
    });
  }
  return {
    case_id,
    file,
    turns: inputs.map((input, at) => ({ user_input: input, expect: expectationOf(expect, at, inputs.length) })),
  };
}

function expectationOf(
  expect: Expectation | (Expectation | null)[] | undefined,
  turn: number,
  turns: number,
): Expectation | null {
  if (expect === undefined) return null;
  if (Array.isArray(expect)) return expect[turn] ?? null;
  return turn === turns - 1 ? expect : null;
}

function readJson(file: string): unknown {
  const read = readBoundedText(file, MAX_BYTES);
  if (!read.ok) {
    const { en, zh } = read.refusal.message;
    throw new CaseInvalidError(file, { en: `it ${en}`, zh: `它${zh}` });
  }
  try {
    return JSON.parse(read.text);
  } catch (error) {
    const why = saidBy(error);
    throw new CaseInvalidError(file, { en: `it is not JSON (${why.en})`, zh: `它不是 JSON（${why.zh}）` });
  }
}

/**
 * The `*.json` files of a folder, in the order of names; folders below it are not entered. One that is too long stands in its place, and
 * keeps no other from being played.
 */
export async function readSuite(folder: string, maxTurns: number): Promise<(Case | CaseTooLongError)[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError({
      en: `Cannot read the cases folder ${folder}: ${error.code}. Give one with --cases-dir DIR.`,
      zh: `无法读取用例目录 ${folder}：${error.code}。请用 --cases-dir DIR 指定一个。`,
    });
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0)
    throw new UsageError({ en: `${folder} holds no *.json case files.`, zh: `${folder} 中没有 *.json 用例文件。` });
  const cases = await Promise.all(
    files.map((name) =>
      readCase(join(folder, name), maxTurns).catch((error: unknown) => {
        if (error instanceof CaseTooLongError) return error;
        throw error;
      }),
    ),
  );
  const seen = new Map<string, string>();
  for (const { case_id, file } of cases) {
    const before = seen.get(case_id);
    if (before !== undefined) {
      throw new CaseInvalidError(file, {
        en: `its case_id "${case_id}" is that of ${before} too`,
        zh: `它的 case_id "${case_id}" 与 ${before} 相同`,
      });
    }
    seen.set(case_id, file);
  }
  return cases;
}
