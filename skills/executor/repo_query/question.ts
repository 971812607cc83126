import { confidence, margin, SHIPPED_CALIBRATION, score, trainIndex } from '../../../src/policy/route-index.js';
import { BadInputError } from '../../kit/errors.js';
import { numberField, textField } from '../../kit/fields.js';
import { isRecord } from '../../kit/record.js';
import type { SkillInput } from '../../kit/skill-input.js';

export const ASPECTS = ['commits', 'file_history', 'search', 'size', 'contributors', 'branches'] as const;
export type Aspect = (typeof ASPECTS)[number];

export interface Question {
  /** Null: nothing stands out, so an overview is wanted. */
  readonly what: Aspect | null;
  readonly path: string | null;
  readonly text: string | null;
  readonly count: number | null;
}

interface Example {
  readonly text: string;
  readonly what: Aspect;
}

/** Below it an overview answers better than a guess. */
const SURE_ENOUGH = 0.25;

/** What is asked for: said outright in the parameters, else what the package's own examples of it are like. */
export function questionIn(
  { request, params }: Pick<SkillInput, 'request' | 'params'>,
  exampleLines: string,
): Question {
  const examples = readExamples(exampleLines);
  const said = textField(params, 'what');
  const what = said === null ? aspectOf(request, examples) : ASPECTS.find((aspect) => aspect === said);
  if (what === undefined)
    throw new BadInputError(`what 必须是 ${ASPECTS.join('、')} 之一`, `what must be one of ${ASPECTS.join(', ')}`);
  const path = textField(params, 'file');
  const text = textField(params, 'text') ?? codeIn(request);
  return {
    // Where no example is near, what is named says enough.
    what: what ?? (path !== null ? 'file_history' : text !== null ? 'search' : null),
    path,
    text: text ?? (what === 'search' ? newWordIn(request, examples) : null),
    count: numberField(params, 'count', { min: 1, max: 200 }),
  };
}

function readExamples(lines: string): Example[] {
  return lines.split('\n').flatMap((line) => {
    const value: unknown = line.trim() === '' ? null : JSON.parse(line);
    if (!isRecord(value) || typeof value.text !== 'string' || !isRecord(value.params)) return [];
    const { text, params } = value;
    const what = ASPECTS.find((aspect) => aspect === params.what);
    return what === undefined ? [] : [{ text, what }];
  });
}

function aspectOf(request: string, examples: readonly Example[]): Aspect | null {
  const scores = score(trainIndex(examples.map(({ text, what }) => ({ label: what, text }))), request);
  if (confidence(margin(scores, SHIPPED_CALIBRATION), SHIPPED_CALIBRATION) < SURE_ENOUGH) return null;
  return ASPECTS.find((aspect) => aspect === scores.routes[0]?.label) ?? null;
}

const WORD = /[A-Za-z_$][\w$.:-]*[\w$]/g;

/** A word that looks like a name in code: `parseOrder`, `TAX_RATE`, `shop.cart`. */
function codeIn(request: string): string | null {
  const words = request.match(WORD) ?? [];
  return words.find((word) => /[a-z][A-Z]|_|\w[.:]\w/.test(word) || /^[A-Z][A-Z0-9]{2,}$/.test(word)) ?? null;
}

/** The last word that no example of the package has. */
function newWordIn(request: string, examples: readonly Example[]): string | null {
  const known = new Set(examples.flatMap(({ text }) => text.toLowerCase().match(/[a-z]+/g) ?? []));
  return (request.match(WORD) ?? []).findLast((word) => !known.has(word.toLowerCase())) ?? null;
}
