import { readFileSync } from 'node:fs';
import type { PlayerScript, Step } from './script.js';

/** A line of a recorded conversation: `->` from us, `<-` from the back-end. */
interface Exchange {
  readonly dir: '->' | '<-';
  readonly t: number;
  readonly msg: Record<string, unknown>;
}

/** Kinds of messages that a driver may send instead of the recorded one. */
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  'thread/start': ['thread/start', 'thread/resume'],
  'session/new': ['session/new', 'session/load'],
};

/** Settings that a driver may leave as they are. */
const OPTIONAL = ['session/set_mode', 'session/set_model', 'session/set_config_option', 'authenticate'];

/** What a driver may ask for although nobody did then. */
const ACCEPTED = Object.fromEntries([...OPTIONAL, 'control_request/initialize'].map((kind) => [kind, {}]));

/** The conversation of a recorded file, as the back-end's side of it: plays on when it hears what it heard then. */
export function conversationScript(file: string): PlayerScript {
  const steps = exchanges(file).map(({ dir, msg }): Step => {
    if (dir === '<-') return { send: msg };
    const key = keyOf(msg);
    const id = recordedId(msg);
    const optional = OPTIONAL.includes(key);
    return { expect: ALTERNATIVES[key] ?? key, ...(id === undefined ? {} : { id }), ...(optional ? { optional } : {}) };
  });
  return { stdin: 'talk', answers: ACCEPTED, steps, end: { atEof: 0 } };
}

/** Empty where the file is the output of a run, not a conversation. */
export function exchanges(file: string): Exchange[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"dir":'))
    .map((line) => JSON.parse(line) as Exchange);
}

export function keyOf(message: Record<string, unknown>): string {
  if (typeof message.method === 'string') return message.method;
  const { request } = message;
  if (typeof request === 'object' && request !== null && 'subtype' in request) {
    return `${String(message.type)}/${String(request.subtype)}`;
  }
  return typeof message.type === 'string' ? message.type : 'response';
}

function recordedId(message: Record<string, unknown>): string | number | undefined {
  const id = message.request_id ?? (message.method === undefined ? undefined : message.id);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
