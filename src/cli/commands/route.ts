import { readBoundedText } from '../../config/bounded-file.js';
import { UsageError } from '../../errors/product-error.js';
import type { Preview } from '../../rounds/preview.js';
import { decided } from '../decided.js';
import { DEFAULT_ENVIRONMENT, type Face } from '../face.js';
import { reasonLines } from '../reasons.js';

export interface RouteOptions {
  input?: string;
  batch?: string;
  explain?: boolean;
}

export async function route(face: Face, { input, batch, explain }: RouteOptions): Promise<number> {
  if ((input === undefined) === (batch === undefined)) {
    throw new UsageError({
      en: 'Give either the request (route "…") or --batch FILE (JSONL of {id?, text}).',
      zh: '请给出请求（route "…"）或 --batch FILE（每行一个 {id?, text} 的 JSONL）之一。',
    });
  }
  const options = {
    environment: face.environment ?? DEFAULT_ENVIRONMENT,
    explain: explain === true ? ('words' as const) : ('nothing' as const),
    signal: face.signal,
  };
  if (batch !== undefined) return await routeBatch(face, batch, options);
  const [preview] = await (await face.app()).route([await given(input)], options);
  if (preview === undefined) throw new TypeError('one input gives one decision');
  if (face.json) face.printJson(wire(preview));
  else face.print(described(face, preview));
  return 0;
}

async function given(input: string | undefined): Promise<string> {
  // Only then is there anything of rounds to load.
  return input === '-' ? await (await import('../read-input.js')).readRequest(process.stdin) : (input ?? '');
}

type Options = { environment: string; explain: 'words' | 'nothing'; signal: AbortSignal };

async function routeBatch(face: Face, file: string, options: Options): Promise<number> {
  const { inputFault } = await import('../../rounds/request.js');
  const rows = readBatch(file, inputFault);
  const previews = await (await face.app()).route(
    rows.map(({ text }) => text),
    options,
  );
  for (const [at, preview] of previews.entries()) face.printJson({ id: rows[at]?.id ?? at + 1, ...wire(preview) });
  return 0;
}

/** `{id, action, confidence, threshold, candidates, policy, ms}`; `outcome` says why an action is null. */
function wire({ action, outcome, confidence, threshold, candidates, policy, policy_version, ms, evidence }: Preview) {
  const shown = { action, outcome, confidence, threshold, candidates, policy, policy_version, ms };
  return evidence === null ? shown : { ...shown, evidence };
}

type FaultOf = typeof import('../../rounds/request.js').inputFault;

const MOST_BYTES = 512 * 1024 * 1024;

function readBatch(file: string, faultOf: FaultOf): { id: string | number | null; text: string }[] {
  const read = readBoundedText(file, MOST_BYTES);
  if (!read.ok) {
    const { en, zh } = read.refusal.message;
    throw new UsageError({
      en: `${file} ${en}. Name a file with one object such as {"id": 1, "text": "run the tests"} a line.`,
      zh: `${file} ${zh}。请给出一个文件，每行一个对象，例如 {"id": 1, "text": "跑一下测试"}。`,
    });
  }
  return read.text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [readRow(line, `${file}:${at + 1}`, faultOf)]));
}

function readRow(line: string, where: string, faultOf: FaultOf): { id: string | number | null; text: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UsageError({
      en: `${where}: this line is not JSON. Each line is an object such as {"id": 1, "text": "run the tests"}.`,
      zh: `${where}：这一行不是 JSON。每行是一个对象，例如 {"id": 1, "text": "跑一下测试"}。`,
    });
  }
  const { id = null, text } = (value ?? {}) as { id?: unknown; text?: unknown };
  if (typeof text !== 'string')
    throw new UsageError({ en: `${where}: "text" must be a string.`, zh: `${where}："text" 必须是文本。` });
  const fault = faultOf(text);
  if (fault !== null) {
    const { what, todo } = fault;
    throw new UsageError({
      en: `${where}: "text" ${what.en}. ${todo.en}`,
      zh: `${where}："text" ${what.zh}。${todo.zh}`,
    });
  }
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    throw new UsageError({ en: `${where}: "id" must be a string or a number.`, zh: `${where}："id" 必须是文本或数。` });
  return { id, text };
}

function described(face: Face, preview: Preview): string {
  const { words } = face;
  const heading = preview.outcome === 'refused' ? words.routeRefused : decided(words, preview);
  const confidence = words.confidence(preview.confidence, preview.threshold);
  const candidates = preview.candidates.map(
    ({ score, task_type, tool }) => `  ${score.toFixed(3).padStart(7)}  ${task_type ?? tool ?? ''}`,
  );
  const evidence = (preview.evidence ?? []).flatMap(({ candidate, evidence: found }) => [
    candidate,
    ...reasonLines(face, found).map((line) => `  ${line}`),
  ]);
  return [`${heading}${words.aside([confidence, `${preview.ms.toFixed(2)} ms`])}`, ...candidates, ...evidence].join(
    '\n',
  );
}
