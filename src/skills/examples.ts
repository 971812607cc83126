import type { Said } from '../errors/said.js';
import { describe, misfit, sentence } from './describe.js';
import { misfitOf } from './field-words.js';
import type { PackageExample } from './package.js';
import { error, type Report } from './report.js';

export const EXAMPLES_BYTES = 1024 * 1024;
const MAX_EXAMPLES = 5000;
const MAX_TEXT = 2000;
const MAX_FINDINGS = 10;

/** One JSON object a line: `{text, lang?, params?}`. Blank lines are allowed. */
export function readExamples(text: string, report: Report): PackageExample[] {
  const examples: PackageExample[] = [];
  let findings = 0;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const example = readExample(line);
    if (example.ok) examples.push(example.example);
    else {
      report(error(i + 1, 'example', example.problem, SHAPE));
      findings += 1;
    }
    if (findings === MAX_FINDINGS) break;
    if (examples.length > MAX_EXAMPLES) {
      const message = { en: `more than ${MAX_EXAMPLES} examples.`, zh: `例句超过 ${MAX_EXAMPLES} 个。` };
      report(error(i + 1, 'examples-many', message));
      break;
    }
  }
  return examples;
}

const SHAPE: Said = {
  en: 'A line is {"text": "…", "lang": "en", "params": {…}}; lang and params may be left out.',
  zh: '每行形如 {"text": "…", "lang": "zh", "params": {…}}，lang 和 params 可以省略。',
};

type ExampleRead = { ok: true; example: PackageExample } | { ok: false; problem: Said };

function readExample(line: string): ExampleRead {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    const shown = describe(line.trim());
    return refused({ en: `not a JSON object: ${shown.en}.`, zh: `不是 JSON 对象：${shown.zh}。` });
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return refused(sentence(misfit({ en: 'a JSON object', zh: ' JSON 对象' }, row)));
  const { text, lang = null, params = null } = row as Record<string, unknown>;
  if (typeof text !== 'string' || text.trim() === '')
    return refused(misfitOf('text', { en: 'what a user would say', zh: '用户会说的话' }, text));
  if (text.length > MAX_TEXT)
    return refused({ en: `text: longer than ${MAX_TEXT} characters.`, zh: `text：超过 ${MAX_TEXT} 个字符。` });
  if (lang !== null && (typeof lang !== 'string' || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(lang))) {
    return refused(misfitOf('lang', { en: 'a language such as zh or en', zh: '语言，例如 zh 或 en' }, lang));
  }
  if (typeof params !== 'object' || Array.isArray(params))
    return refused(misfitOf('params', { en: 'an object', zh: '对象' }, params));
  return { ok: true, example: { text: text.trim(), lang, params: params as Record<string, unknown> | null } };
}

function refused(problem: Said): ExampleRead {
  return { ok: false, problem };
}
