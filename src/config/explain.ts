import type { core } from 'zod/mini';
import { type Said, verbatim } from '../errors/said.js';
import type { ConfigProblem } from './errors.js';
import { expectationOf } from './expectation.js';
import { didYouMean } from './hint.js';
import { nearest } from './nearest.js';
import type { YamlPath, YamlSource } from './yaml-source.js';

/** Nobody reads more at once. */
const MAX_PROBLEMS = 20;

/** What the schema says about a file, in words that name the line, the key, what was expected and what was found. */
export function explain(issues: readonly core.$ZodIssue[], source: YamlSource, schema: core.$ZodType): ConfigProblem[] {
  return issues
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue) => problemsOf(issue, source, schema))
    .sort((a, b) => a.line - b.line);
}

function problemsOf(issue: core.$ZodIssue, source: YamlSource, schema: core.$ZodType): ConfigProblem[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({
      line: source.lineOf([...path, key]),
      path: dotted([...path, key]),
      message: unknownKey(suggestion(key, path, schema)),
    }));
  }
  const expected = expectationOf(issue.message);
  const found = describeValue(valueAt(source.value, path), path);
  const message = {
    en: `expected ${expected.en}, found ${found.en}`,
    zh: `应为${expected.zh}，实际是：${found.zh}`,
  };
  return [{ line: source.lineOf(path), path: dotted(path) || '(file)', message }];
}

function unknownKey(hint: Said): Said {
  return { en: `unknown key. ${hint.en}`, zh: `未知的键。${hint.zh}` };
}

function suggestion(key: string, path: YamlPath, schema: core.$ZodType): Said {
  const siblings = keysAt(schema, path);
  const near = nearest(key, siblings);
  if (near !== null) return didYouMean(near);
  const elsewhere = allPaths(schema, []).find((known) => known.at(-1) === key);
  if (elsewhere !== undefined) {
    const above = elsewhere.slice(0, -1).join('.');
    return {
      en: `It belongs under ${above || 'the top level'}.`,
      zh: `它应放在${above ? ` ${above} 下` : '最外层'}。`,
    };
  }
  const known = siblings.join(', ');
  return { en: `Known here: ${known}.`, zh: `这里可用的键：${known}。` };
}

/** What lies inside optional, nullable and piped schemas. */
function bare(schema: core.$ZodType): core.$ZodTypes {
  const def = (schema as core.$ZodTypes)._zod.def;
  if (def.type === 'optional' || def.type === 'nullable') return bare(def.innerType);
  return schema as core.$ZodTypes;
}

function keysAt(schema: core.$ZodType, path: YamlPath): string[] {
  const { def } = bare(schema)._zod;
  if (def.type === 'object') {
    const [step, ...rest] = path;
    if (step === undefined) return Object.keys(def.shape);
    const inner = def.shape[String(step)];
    return inner === undefined ? [] : keysAt(inner, rest);
  }
  return def.type === 'record' ? keysAt(def.valueType, path.slice(1)) : [];
}

function allPaths(schema: core.$ZodType, above: string[]): string[][] {
  const { def } = bare(schema)._zod;
  if (def.type === 'record') return allPaths(def.valueType, [...above, '<name>']);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([key, inner]) => [[...above, key], ...allPaths(inner, [...above, key])]);
}

function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[step] : undefined,
    value,
  );
}

export function dotted(path: YamlPath): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

/** Short, and never the text of a value that might be a key pasted in the wrong place. */
function describeValue(value: unknown, path: YamlPath): Said {
  if (value === undefined || value === null) return { en: 'nothing', zh: '空' };
  if (Array.isArray(value)) {
    return value.length === 0 ? { en: 'an empty list', zh: '空列表' } : { en: 'a list', zh: '列表' };
  }
  if (typeof value === 'object') return { en: 'a mapping', zh: '键值映射' };
  if (typeof value !== 'string') return verbatim(String(value));
  if (/(_env|key|token|secret|password)$/i.test(String(path.at(-1)))) {
    return { en: `a text of ${value.length} characters`, zh: `${value.length} 个字符的文本` };
  }
  return verbatim(JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value));
}
