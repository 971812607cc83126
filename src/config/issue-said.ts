import type { core } from 'zod/mini';
import { type Said, verbatim } from '../errors/said.js';

/** What a schema found wrong in data that somebody wrote, and where; `whole` is what the path starts from. */
export function issueSaid(issue: core.$ZodIssue | undefined, whole: Said): Said {
  const path = issue?.path.map(String).join('.') ?? '';
  const problem = issue === undefined ? UNFIT : problemOf(issue);
  return { en: `${path || whole.en}: ${problem.en}`, zh: `${path || whole.zh}：${problem.zh}` };
}

const UNFIT: Said = { en: 'does not fit', zh: '不符合要求' };

const TYPES: Readonly<Record<string, Said>> = {
  string: { en: 'a text', zh: '文本' },
  number: { en: 'a number', zh: '数' },
  boolean: { en: 'true or false', zh: ' true 或 false' },
  array: { en: 'a list', zh: '列表' },
  object: { en: 'an object', zh: '对象' },
};

function problemOf(issue: core.$ZodIssue): Said {
  switch (issue.code) {
    case 'invalid_type': {
      const { en, zh } = TYPES[issue.expected] ?? verbatim(issue.expected);
      return { en: `expected ${en}`, zh: `应为${zh}` };
    }
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return { en: `expected one of ${values}`, zh: `应为以下之一：${values}` };
    }
    case 'unrecognized_keys': {
      const keys = issue.keys.join(', ');
      return { en: `unknown key ${keys}`, zh: `未知的键 ${keys}` };
    }
    case 'too_small':
      return { en: `expected a size of at least ${issue.minimum}`, zh: `长度至少为 ${issue.minimum}` };
    case 'too_big':
      return { en: `expected a size of at most ${issue.maximum}`, zh: `长度最多为 ${issue.maximum}` };
    default:
      return UNFIT;
  }
}
