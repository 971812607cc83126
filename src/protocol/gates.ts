import type { ActionRules, Gated, GateFailure } from './action.js';
import { checkProtocol } from './protocol-gate.js';
import { quote } from './quote.js';
import { repair } from './repair.js';
import { checkSchema } from './schema-gate.js';

/** Longer answers are not read: no action needs as much. */
const LONGEST_ANSWER = 50_000;

/**
 * A model's answer through the three gates: parse, schema, protocol. Repair is tried only where strict parsing failed, and what it
 * gives is gated again. Never throws: what is wrong comes back as a failure that names its layer.
 */
export function gateText(text: string, rules: ActionRules): Gated {
  if (text.length > LONGEST_ANSWER) {
    return refuse(`the answer has ${text.length} characters; one JSON object of at most ${LONGEST_ANSWER} is expected`);
  }
  const strict = parseObject(text);
  if (strict !== undefined) return gateAction(strict, rules);
  const repaired = repair(text);
  if (!repaired.ok) return refuse(`${repaired.problem}; exactly one JSON object is expected, got ${quote(text)}`);
  const gated = gateAction(repaired.value, rules);
  return gated.ok ? { ...gated, repaired: true } : gated;
}

/** An action that is already a value, through the schema and protocol gates. */
export function gateAction(value: unknown, rules: ActionRules): Gated {
  const checked = checkSchema(value);
  if ('ok' in checked) return checked;
  return checkProtocol(checked, rules) ?? { ok: true, action: checked, repaired: false };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuse(message: string): GateFailure {
  return { ok: false, layer: 'parse', message };
}
