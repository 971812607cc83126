import { oneLine } from '../../../kit/bounded-text.js';
import { isRecord } from '../../../kit/record.js';
import { cleanLabel } from '../dataset/read-rows.js';
import type { Prediction } from './predictor.js';

const LABEL_KEYS = ['label', 'prediction', 'predicted', 'class', 'category', 'intent', 'output'];
const SCORE_KEYS = ['score', 'confidence', 'probability'];
const MAX_LABEL = 1_000;
const MAX_DETAIL = 120;

/** An answer and, where it says so, which row it is about. */
export interface Answer {
  id: number | null;
  prediction: Prediction;
}

/**
 * Reads what a predictor says of a row: a JSON object with the label under `label` (or `prediction`, `class`, …) and perhaps `score` and
 * `id`; a JSON string, number or truth value; or else the plain text itself, which is the label.
 */
export function readAnswer(text: string): Answer {
  const trimmed = text.trim();
  const value = parse(trimmed);
  if (value === undefined) {
    // What starts as JSON and is none was cut or broken; it is no label.
    return /^[{["]/.test(trimmed) ? none(trimmed) : { id: null, prediction: labelled(trimmed, null, trimmed) };
  }
  if (!isRecord(value)) return { id: null, prediction: labelled(value, null, trimmed) };
  const id = typeof value.id === 'number' ? value.id : null;
  const label = LABEL_KEYS.map((key) => value[key]).find((one) => one !== undefined);
  const score = SCORE_KEYS.map((key) => value[key]).find((one) => typeof one === 'number' && Number.isFinite(one));
  return { id, prediction: labelled(label, typeof score === 'number' ? score : null, trimmed) };
}

function labelled(value: unknown, score: number | null, said: string): Prediction {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const label = isScalar ? cleanLabel(String(value)) : '';
  return label === '' || label.length > MAX_LABEL ? none(said).prediction : { label, score };
}

function none(said: string): Answer {
  return { id: null, prediction: { unanswered: 'no_label', detail: oneLine(said, MAX_DETAIL) } };
}

function parse(text: string): unknown {
  if (!/^(?:[{["\d-]|true$|false$|null$)/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
