import { dotted } from '../config/explain.js';
import { parseYaml } from '../config/yaml-source.js';
import { checkParamsSchema, type SchemaProblem } from './check-params-schema.js';
import type { ParamsSchema } from './params-schema.js';
import { error, type Report } from './report.js';

/** Reads the text of params.schema.json; null after it reported what is wrong. */
export function readParamsSchema(text: string, report: Report): ParamsSchema | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    report(notJson(text, cause instanceof Error ? cause.message : String(cause)));
    return null;
  }
  const checked = checkParamsSchema(value);
  if (checked.ok) return checked.schema;
  const lineOf = linesOf(text);
  for (const { path, message } of checked.problems.slice(0, 20)) {
    report(error(lineOf(path), 'params-schema', `${dotted(path) || 'the schema'}: ${message}.`));
  }
  return null;
}

const LIMITS = { nesting: 64, aliases: 0 };

/** JSON is YAML, and the YAML parser knows lines. */
function linesOf(text: string): (path: SchemaProblem['path']) => number {
  const yaml = parseYaml(text, LIMITS);
  return yaml.ok ? yaml.source.lineOf : () => 1;
}

function notJson(text: string, message: string) {
  const position = /at position (\d+)/.exec(message)?.[1];
  const yaml = position === undefined ? parseYaml(text, LIMITS) : null;
  const line =
    position !== undefined
      ? text.slice(0, Number(position)).split('\n').length
      : yaml?.ok === false
        ? yaml.problem.line
        : 1;
  return error(line, 'params-schema-json', `not JSON: ${message.slice(0, 200)}.`);
}
