import type { Asked, Fault, Fields, Piece, Reply } from './format.js';
import { shellCall } from './shell-tool.js';

/** What the server plays. */
export const SCENARIOS = [
  'text',
  'tool',
  'slowtool',
  'reason',
  'empty',
  'nousage',
  '400',
  '401',
  '403',
  '404',
  '429',
  '429once',
  'quota',
  'context',
  '500',
  '500once',
  '529',
  'redirect',
  'hang',
  'hangstream',
  'slow',
  'cut',
  'close',
  'badjson',
  'html',
  'othershape',
  'streamerror',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

export interface Chosen {
  readonly scenario: Scenario;
  /** What a tool call runs, where the marker names it. */
  readonly command: string | null;
}

/** The first that matches: a marker in what the user said last, the path's prefix, the model's name, what the server was set to. */
export function choose(asked: Asked, path: string, fallback: Scenario): Chosen {
  const marker = [...asked.newest.matchAll(/\[\[mock:([a-z0-9]+)(?::([^\]]*))?\]\]/g)].at(-1);
  const named = [marker?.[1], /^\/s\/([a-z0-9]+)\//.exec(path)?.[1], /^mock-([a-z0-9]+)$/.exec(asked.model)?.[1]];
  const scenario = named.find((name): name is Scenario => SCENARIOS.some((one) => one === name)) ?? fallback;
  return { scenario, command: marker?.[2] ?? null };
}

export const ANSWER = 'Hello from the scripted model.';
export const AFTER_TOOL = 'The command has run.';
export const THOUGHT = 'Thinking about it.';

const USAGE = { input: 120, output: 8, cached: 20 };

/** What a scenario that answers says. */
export function replyOf({ scenario, command }: Chosen, asked: Asked): Reply {
  if (asked.hasToolResult) return { pieces: [said(AFTER_TOOL)], usage: USAGE };
  switch (scenario) {
    case 'tool':
      return { pieces: [called(asked, command ?? 'echo scripted')], usage: USAGE };
    case 'slowtool':
      return { pieces: [called(asked, command ?? 'sleep 60')], usage: USAGE };
    case 'reason':
      return { pieces: [{ kind: 'thinking', deltas: words(THOUGHT) }, said(ANSWER)], usage: USAGE };
    case 'empty':
      return { pieces: [], usage: USAGE };
    case 'nousage':
      return { pieces: [said(ANSWER)], usage: null };
    default:
      return { pieces: [said(ANSWER)], usage: USAGE };
  }
}

function said(what: string): Piece {
  return { kind: 'text', deltas: words(what) };
}

function called(asked: Asked, command: string): Piece {
  const call = shellCall(asked.tools, command);
  return call === null ? said(ANSWER) : { kind: 'tool', callId: 'call_1', ...call };
}

function words(what: string): string[] {
  return what.match(/\S+\s*/g) ?? [];
}

/** What a scenario that refuses refuses with. */
export const FAULTS: Readonly<Partial<Record<Scenario, Fault & { readonly headers?: Fields }>>> = {
  '400': { status: 400, code: 'invalid_request_error', message: 'The request is not valid.' },
  '401': { status: 401, code: 'invalid_api_key', message: 'The key is not valid.' },
  '403': { status: 403, code: 'permission_denied', message: 'Not for this key.' },
  '404': { status: 404, code: 'model_not_found', message: 'There is no such model.' },
  '429': { status: 429, code: 'rate_limit_exceeded', message: 'Too many requests.', headers: { 'retry-after': '1' } },
  '429once': {
    status: 429,
    code: 'rate_limit_exceeded',
    message: 'Too many requests.',
    headers: { 'retry-after': '1' },
  },
  quota: { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota, check your billing.' },
  context: { status: 400, code: 'context_length_exceeded', message: 'The prompt is too long for the context window.' },
  '500': { status: 500, code: 'server_error', message: 'Something broke.' },
  '500once': { status: 500, code: 'server_error', message: 'Something broke.' },
  '529': { status: 529, code: 'overloaded', message: 'Overloaded.' },
  redirect: { status: 307, code: 'moved', message: 'Moved.', headers: { location: 'http://elsewhere.invalid/v1' } },
};
