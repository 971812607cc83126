import { dotted } from '../config/explain.js';
import type { YamlRead } from '../config/yaml-source.js';
import { checkParamsSchema, type SchemaProblem } from './check-params-schema.js';
import type { ParamsSchema } from './params-schema.js';
import { error, type Report } from './report.js';

/** Reads the text of params.schema.json; null after it reported what is wrong. */
export async function readParamsSchema(text: string, report: Report): Promise<ParamsSchema | null> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    report(await notJson(text, cause instanceof Error ? cause.message : String(cause)));
    return null;
  }
  const checked = checkParamsSchema(value);
  if (checked.ok) return checked.schema;
  const lineOf = await linesOf(text);
  for (const { path, message } of checked.problems.slice(0, 20)) {
    const place = dotted(path);
    const said = {
      en: `${place || 'the schema'}: ${message.en}.`,
      zh: `${place || '整个 schema'}：${message.zh}。`,
    };
    report(error(lineOf(path), 'params-schema', said));
  }
  return null;
}

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
