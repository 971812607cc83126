import type { core } from 'zod/mini';
import { type Said, verbatim } from '../errors/said.js';

/**
 * What a schema found wrong in data that somebody wrote, and where; `whole` is what the path starts from. Data that is parsed with
 * `reportInput` is quoted; leave that out where it may be secret.
 */
export function issueSaid(issue: core.$ZodIssue | undefined, whole: Said): Said {
  if (issue === undefined) return { en: `${whole.en}: ${UNFIT.en}`, zh: `${whole.zh}：${UNFIT.zh}` };
  const { path, problem } = placed(issue);
  return { en: `${path.join('.') || whole.en}: ${problem.en}`, zh: `${path.join('.') || whole.zh}：${problem.zh}` };
}

interface Placed {
  readonly path: readonly string[];
  readonly problem: Said;
}

/** Of a choice between shapes, the one that was meant says what is wrong: that whose own type is right. */
function placed(issue: core.$ZodIssue): Placed {
  const path = issue.path.map(String);
  if (issue.code !== 'invalid_union') return { path, problem: problemOf(issue) };
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]));
  const types = firsts.flatMap((one) => (one.code === 'invalid_type' && one.path.length === 0 ? [one.expected] : []));
  const meant = firsts.find((one) => one.code !== 'invalid_type' || one.path.length > 0);
  if (meant === undefined) return { path, problem: expected(types, issue) };
  const inside = placed(meant);
  return { path: [...path, ...inside.path], problem: inside.problem };
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
    case 'invalid_type':
      return expected([issue.expected], issue);
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return instead(issue, { en: `expected one of ${values}`, zh: `应为以下之一：${values}` });
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

function expected(types: readonly string[], issue: core.$ZodIssue): Said {
  const names = types.map((type) => TYPES[type] ?? verbatim(type));
  const [en, zh] = [names.map((name) => name.en).join(' or '), names.map((name) => name.zh).join('或')];
  return instead(issue, { en: `expected ${en}`, zh: `应为${zh}` });
}

/** Characters of a wrong value that are quoted. */
const QUOTED = 60;

function instead({ input }: core.$ZodIssue, { en, zh }: Said): Said {
  if (input === undefined) return { en, zh };
  const text = JSON.stringify(input);
  const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
  return { en: `${en}, not ${quoted}`, zh: `${zh}，而不是 ${quoted}` };
}
