import type { RuntimeId } from '../../../src/runtimes/catalog.js';
import { baseUrl, KEY, served } from '../../models/served.js';
import type { Scenario } from '../../models/server/scenario.js';
import type { Step } from '../player/script.js';
import { agent, forgetful, lines, playing, running, SAYS_DONE, SAYS_NO } from './fakes.js';
import type { Backend, DriverRow } from './row.js';

/** Every runtime of the catalog, with fakes of its back-end: as short as they can be, of the shapes it really has. */
export const ROWS: readonly DriverRow[] = [
  cli('codex', {
    session: 't-1',
    state: { threadTotal: '0,0,0' },
    begun: [lines({ type: 'thread.started', thread_id: 't-1' }, { type: 'turn.started' })],
    done: [
      lines(
        { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 'done' } },
        { type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
      ),
    ],
    broken: [lines({ type: 'turn.failed', error: { message: 'unexpected status 500: broken' } })],
    unknown: 'Error: no rollout found for thread id t-1',
  }),
  cli('claude', {
    session: 'c-1',
    begun: [lines({ type: 'system', subtype: 'init', session_id: 'c-1', model: 'm', tools: [] })],
    done: [lines({ type: 'result', subtype: 'success', is_error: false, result: 'done', session_id: 'c-1' })],
    broken: [
      lines({
        ...{ type: 'result', subtype: 'success', is_error: true, session_id: 'c-1' },
        ...{ result: 'API Error: 500 broken', api_error_status: 500 },
      }),
    ],
    unknown: 'No conversation found with session ID: c-1',
  }),
  cli('opencode', {
    session: 'ses_1',
    begun: [lines({ type: 'step_start', sessionID: 'ses_1', part: {} })],
    done: [
      lines(
        { type: 'text', sessionID: 'ses_1', part: { text: 'done' } },
        { type: 'step_finish', sessionID: 'ses_1', part: { reason: 'stop', tokens: { input: 1, output: 1 } } },
      ),
    ],
    broken: [lines({ type: 'error', sessionID: 'ses_1', error: { name: 'APIError', data: { message: 'broken' } } })],
    unknown: 'Error: Session not found',
  }),
  {
    ...cli('pi', {
      session: 'p-1',
      begun: [lines({ type: 'session', id: 'p-1' })],
      done: [lines(...piMessage('stop', { content: [{ type: 'text', text: 'done' }] }))],
      broken: [lines(...piMessage('error', { content: [], errorMessage: '500: broken' }))],
      unknown: "No session found matching 'p-1'",
    }),
    channel: { permissions: 'full' },
  },
  openclaw(),
  hermes(),
  dsh(),
  protocol('acp'),
  { ...protocol('gemini'), stale: null },
  protocol('qwen'),
  api(),
];

interface Said {
  readonly session: string;
  readonly state?: Readonly<Record<string, string>>;
  readonly begun: readonly Step[];
  readonly done: readonly Step[];
  readonly broken: readonly Step[];
  /** What it says of a session that is not there. */
  readonly unknown: string;
}

/** A command that prints a line for everything it does. */
function cli(runtimeId: RuntimeId, said: Said): DriverRow {
  const { session, state, begun } = said;
  const play = (steps: readonly Step[], code = 0) => playing(runtimeId, { stdin: 'read', steps, end: { code } });
  return {
    ...{ runtimeId, session, reportsWhileWorking: true },
    ...(state === undefined ? {} : { state }),
    well: play([...begun, ...said.done]),
    failing: play([...begun, ...said.broken], 1),
    stale: play([{ err: `${said.unknown}\n` }], 1),
    hanging: playing(runtimeId, { stdin: 'read', steps: begun, end: 'hang' }),
  };
}

function piMessage(stopReason: string, message: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    { type: 'message_end', message: { role: 'assistant', stopReason, ...message } },
    { type: 'agent_settled', aborted: false },
  ];
}

/** An agent of the protocol, whose one-shot is one turn. */
function protocol(runtimeId: RuntimeId): DriverRow {
  return {
    ...{ runtimeId, session: 's-1', reportsWhileWorking: true },
    well: playing(runtimeId, agent(SAYS_DONE)),
    failing: playing(runtimeId, agent(SAYS_NO)),
    stale: playing(runtimeId, forgetful()),
    hanging: playing(runtimeId, agent([], 'hang')),
  };
}

/** One document, when it is done. */
function openclaw(): DriverRow {
  const document = (fields: Readonly<Record<string, unknown>>): Step => ({
    out: `${JSON.stringify({ payloads: [], sessionId: 'o-1', ...fields }, null, 2)}\n`,
  });
  const error = { message: 'HTTP 500 broken', kind: 'exception' };
  return {
    ...{ runtimeId: 'openclaw', session: 'o-1', state: { sessionKey: 'agent:main:k' }, reportsWhileWorking: false },
    channel: { permissions: 'full' },
    well: playing('openclaw', { stdin: 'read', steps: [document({ ok: true, status: 'ok', final: 'done' })] }),
    failing: playing('openclaw', { steps: [document({ ok: false, status: 'error', error })], end: { code: 1 } }),
    stale: playing('openclaw', { steps: [{ err: 'state directory is locked\n' }], end: { code: 1 } }),
    hanging: playing('openclaw', { steps: [], end: 'hang' }),
  };
}

/** The last text on stdout, the rest in a report. */
function hermes(): DriverRow {
  const reporting = (report: Readonly<Record<string, unknown>>, out: string, code: number): Backend =>
    running(
      'hermes',
      `
      const file = process.argv[process.argv.indexOf('--usage-file') + 1];
      fs.writeFileSync(file, ${JSON.stringify(JSON.stringify({ session_id: 'h-1', ...report }))});
      process.stdout.write(${JSON.stringify(out)}, () => process.exit(${code}));
      `,
    );
  return {
    ...{ runtimeId: 'hermes', session: 'h-1', reportsWhileWorking: false },
    channel: { permissions: 'full' },
    well: reporting({ completed: true }, 'done\n', 0),
    failing: reporting({ completed: false, failed: true, failure: '500 broken' }, '', 2),
    stale: playing('hermes', { steps: [{ err: 'session not found: h-1\n' }], end: { code: 1 } }),
    hanging: playing('hermes', { steps: [], end: 'hang' }),
  };
}

/** Its fakes keep no session log: it reports no session then. */
function dsh(): DriverRow {
  return {
    ...{ runtimeId: 'dsh', session: null, reportsWhileWorking: false, stale: null },
    well: playing('dsh', { steps: [{ out: 'done\n' }] }),
    failing: playing('dsh', { steps: [{ err: 'dsh: SERVER: broken\n' }], end: { code: 1 } }),
    hanging: playing('dsh', { steps: [], end: 'hang' }),
  };
}

/** No process, and no session: a model server in its place. */
function api(): DriverRow {
  const serving =
    (scenario: Scenario, reply?: string): Backend =>
    async () => {
      const server = await served({ scenario, ...(reply === undefined ? {} : { reply }) });
      return { channel: { baseUrl: baseUrl(server, 'openai_chat') } };
    };
  return {
    ...{ runtimeId: 'api', session: null, reportsWhileWorking: false, stale: null, model: 'mock-model' },
    channel: {
      models: [{ id: 'mock-model', label: 'Scripted' }],
      apiFormat: 'openai_chat',
      environment: { API_KEY: KEY },
      apiKey: KEY,
    },
    well: serving('text'),
    failing: serving('401'),
    hanging: serving('hang'),
  };
}
