import { join } from 'node:path';
import { describeBytes, readBoundedText } from '../config/bounded-file.js';
import type { Said } from '../errors/said.js';
import { PARAMS_SCHEMA_BYTES } from './check-params-schema.js';
import { EXAMPLES_BYTES, readExamples } from './examples.js';
import { resolveInside } from './inside.js';
import type { PackageExample } from './package.js';
import type { ParamsSchema } from './params-schema.js';
import type { PatternTime } from './pattern-time.js';
import { readParamsSchema } from './read-params-schema.js';
import { error, NOTHING, type Report } from './report.js';

export interface SideFiles {
  examples: PackageExample[];
  params_schema: ParamsSchema | null;
  /** False where the next reading may say something else of the same files. */
  settled: boolean;
}

/** examples.jsonl and params.schema.json beside SKILL.md; both may be absent. */
export async function readSideFiles(
  root: string,
  dir: string,
  reporter: (file: string) => Report,
  time: PatternTime,
): Promise<SideFiles> {
  const examplesFile = join(dir, 'examples.jsonl');
  const schemaFile = join(dir, 'params.schema.json');
  const examples = readText(root, examplesFile, EXAMPLES_BYTES, reporter(examplesFile));
  const schema = readText(root, schemaFile, PARAMS_SCHEMA_BYTES, reporter(schemaFile));
  const nothing = { schema: null, settled: true };
  const read = schema === null ? nothing : await readParamsSchema(schema, reporter(schemaFile), time);
  return {
    examples: examples === null ? [] : readExamples(examples, reporter(examplesFile)),
    params_schema: read.schema,
    settled: read.settled,
  };
}

function readText(root: string, path: string, limit: number, report: Report): string | null {
  const file = resolveInside(root, path);
  if (!file.ok) {
    if (file.reason !== 'missing') report(error(1, `link-${file.reason}`, LED_OUT));
    return null;
  }
  const read = readBoundedText(file.path, limit);
  if (read.ok) return read.text;
  const { reason, message, line } = read.refusal;
  const most = describeBytes(limit);
  const fix = reason === 'too-large' ? { en: `At most ${most}.`, zh: `最多 ${most}。` } : NOTHING;
  report(error(line ?? 1, reason, { en: `the file ${message.en}.`, zh: `文件${message.zh}。` }, fix));
  return null;
}

const LED_OUT: Said = {
  en: 'the file is a link out of the skills folder, or cannot be followed.',
  zh: '文件是指向技能目录之外的链接，或无法跟随。',
};
