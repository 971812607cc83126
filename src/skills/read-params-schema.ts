import { dotted } from '../config/explain.js';
import type { YamlRead } from '../config/yaml-source.js';
import type { Said } from '../errors/said.js';
import { checkParamsSchema, type SchemaProblem } from './check-params-schema.js';
import type { ParamsSchema } from './params-schema.js';
import { type PatternTime, withShare } from './pattern-time.js';
import { error, type Report, warning } from './report.js';

export interface SchemaRead {
  /** Null after it was reported what is wrong. */
  schema: ParamsSchema | null;
  /** False where the machine was too busy to try every pattern: the next reading may say something else of the same text. */
  settled: boolean;
}

/** Reads the text of params.schema.json. */
export async function readParamsSchema(text: string, report: Report, time: PatternTime): Promise<SchemaRead> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    report(await notJson(text, cause instanceof Error ? cause.message : String(cause)));
    return NO_SCHEMA;
  }
  const checked = withShare(time, (share) => checkParamsSchema(value, share));
  if (checked.ok) {
    const { schema, untried, not_known } = checked;
    await tellUntried(untried, USED_UP, text, report);
    await tellUntried(not_known, BUSY, text, report);
    return { schema, settled: not_known.length === 0 };
  }
  const lineOf = await linesOf(text);
  for (const { path, message } of checked.problems.slice(0, 20)) {
    const place = dotted(path);
    const said = {
      en: `${place || 'the schema'}: ${message.en}.`,
      zh: `${place || '整个 schema'}：${message.zh}。`,
    };
    report(error(lineOf(path), 'params-schema', said));
  }
  return NO_SCHEMA;
}

const NO_SCHEMA: SchemaRead = { schema: null, settled: true };

/** The package loads all the same: a match that takes too long is stopped. */
async function tellUntried(
  untried: readonly SchemaProblem['path'][],
  why: Untried,
  text: string,
  report: Report,
): Promise<void> {
  if (untried.length === 0) return;
  const lineOf = await linesOf(text);
  const places = untried.map((path) => ({ path, line: lineOf(path) })).sort((a, b) => a.line - b.line);
  const [{ path: first, line } = { path: [], line: 1 }] = places;
  const count = untried.length;
  const message = {
    en: `${dotted(first)}: ${why.because.en} that ${count === 1 ? 'this one was' : `this one and ${count - 1} more of this file were`} not tried.`,
    zh: `${dotted(first)}：${why.because.zh}，这一个${count === 1 ? '' : `以及本文件另外 ${count - 1} 个`}没有试跑。`,
  };
  report(warning(line, 'pattern-untried', message, why.fix));
}

interface Untried {
  because: Said;
  fix: Said;
}

const USED_UP: Untried = {
  because: { en: 'trying the patterns of the packages took so long', zh: '试跑各个包的正则耗时过长' },
  fix: {
    en: 'Mend the patterns that are refused, and use fewer repetitions; a match that takes too long is stopped.',
    zh: '请修改被拒绝的正则，并减少重复；匹配耗时过长时会被中止。',
  },
};
const BUSY: Untried = {
  because: { en: 'this computer was so busy while patterns were tried', zh: '试跑正则时这台计算机太忙' },
  fix: {
    en: 'Nothing needs mending: the package works, and the next reading tries again.',
    zh: '不需要修改：这个包可以正常使用，下次读取时会再试。',
  },
};

const LIMITS = { nesting: 64, aliases: 0 };

async function parsed(text: string): Promise<YamlRead> {
  const { parseYaml } = await import('../config/yaml-source.js');
  return parseYaml(text, LIMITS);
}

/** JSON is YAML, and the YAML parser knows lines. */
async function linesOf(text: string): Promise<(path: SchemaProblem['path']) => number> {
  const yaml = await parsed(text);
  return yaml.ok ? yaml.source.lineOf : () => 1;
}

async function notJson(text: string, message: string) {
  const position = /at position (\d+)/.exec(message)?.[1];
  const yaml = position === undefined ? await parsed(text) : null;
  const line =
    position !== undefined
      ? text.slice(0, Number(position)).split('\n').length
      : yaml?.ok === false
        ? yaml.problem.line
        : 1;
  const shown = message.slice(0, 200);
  return error(line, 'params-schema-json', { en: `not JSON: ${shown}.`, zh: `不是 JSON：${shown}。` });
}
