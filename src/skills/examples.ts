import { describe } from './fields.js';
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
    if (typeof example !== 'string') examples.push(example);
    else {
      report(
        error(
          i + 1,
          'example',
          example,
          'A line is {"text": "…", "lang": "en", "params": {…}}; lang and params may be left out.',
        ),
      );
      findings += 1;
    }
    if (findings === MAX_FINDINGS) break;
    if (examples.length > MAX_EXAMPLES) {
      report(error(i + 1, 'examples-many', `more than ${MAX_EXAMPLES} examples.`));
      break;
    }
  }
  return examples;
}

function readExample(line: string): PackageExample | string {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return `not a JSON object: ${describe(line.trim())}.`;
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return `expected a JSON object, found ${describe(row)}.`;
  const { text, lang = null, params = null } = row as Record<string, unknown>;
  if (typeof text !== 'string' || text.trim() === '')
    return `text: expected what a user would say, found ${describe(text)}.`;
  if (text.length > MAX_TEXT) return `text: longer than ${MAX_TEXT} characters.`;
  if (lang !== null && (typeof lang !== 'string' || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(lang))) {
    return `lang: expected a language such as zh or en, found ${describe(lang)}.`;
  }
  if (typeof params !== 'object' || Array.isArray(params))
    return `params: expected an object, found ${describe(params)}.`;
  return { text: text.trim(), lang, params: params as Record<string, unknown> | null };
}
