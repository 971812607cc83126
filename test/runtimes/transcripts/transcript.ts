import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuntimeId } from '../../../src/runtimes/catalog.js';
import { exchanges, keyOf } from '../player/recording.js';

export type Status = 'completed' | 'failed' | 'cancelled' | 'timed_out';

/** A recorded run, and what its notes say became of it. */
export interface Transcript {
  readonly name: string;
  readonly file: string;
  readonly stderr: string | null;
  readonly runtimeId: RuntimeId;
  readonly form: 'oneshot' | 'conversation';
  /** How the recorded process ended. */
  readonly exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null };
  /** It was ended from outside: it would have gone on. */
  readonly ended: 'by a signal' | 'by a limit' | null;
  /** What a turn, or the one run, may have become. */
  readonly expected: readonly (readonly Status[])[];
}

export interface Skipped {
  readonly name: string;
  readonly why: string;
}

interface Meta {
  readonly scenario?: string;
  readonly exitCode?: number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly timedOut?: boolean;
  readonly signalsSent?: readonly { readonly sig: NodeJS.Signals }[];
  readonly exit?: { readonly code: number | null; readonly signal: NodeJS.Signals | null };
  readonly stopBy?: string;
}

/** Folders by the runtime that drives what is in them; `null`: only what is a conversation. */
const FOLDERS: Readonly<Record<string, RuntimeId>> = {
  codex: 'codex',
  claude: 'claude',
  opencode: 'opencode',
  openclaw: 'openclaw',
  hermes: 'hermes',
  dsh: 'dsh',
  pi: 'pi',
  gemini: 'gemini',
  qwen: 'qwen',
  'acp-claude-agent-acp': 'acp',
  'acp-codex-acp': 'acp',
  'acp-zed-codex-acp': 'acp',
};

/** Forms that no driver uses, and recordings that are of no run. */
const UNUSED: readonly (readonly [RegExp, string])[] = [
  [/^acpx\//, 'a client of the protocol, not a back-end'],
  [/^(gemini|qwen)\/(?!acp-)/, 'driven by ACP, not by its own event stream'],
  [/^pi\/rpc-mode$/, 'driven by its JSON events, not by its RPC'],
  [/^opencode\/serve$/, 'driven by run and acp, not by its server'],
  [/\/acp-probe$/, 'no prompt was sent'],
  [/^claude\/json$/, 'driven by stream-json, not by json'],
  [/^dsh\/session-log/, 'a file of the back-end, not its output'],
];

/** Recordings whose exit code does not tell. */
const KNOWN: Readonly<Record<string, readonly Status[]>> = {
  // An approval nobody could give is refused without a final text.
  'opencode/tool-ask': ['failed'],
};

export function readTranscripts(folder: string): { transcripts: Transcript[]; skipped: Skipped[] } {
  const transcripts: Transcript[] = [];
  const skipped: Skipped[] = [];
  for (const backEnd of folders(folder)) {
    for (const file of readdirSync(join(folder, backEnd)).sort()) {
      if (!file.endsWith('.jsonl')) continue;
      const name = `${backEnd}/${file.slice(0, -'.jsonl'.length)}`;
      const why = UNUSED.find(([pattern]) => pattern.test(name))?.[1];
      const metaFile = join(folder, `${name}.meta.json`);
      const runtimeId = FOLDERS[backEnd];
      if (why !== undefined) skipped.push({ name, why });
      else if (!existsSync(metaFile)) skipped.push({ name, why: 'no notes beside it' });
      else if (runtimeId === undefined) skipped.push({ name, why: `no driver for ${backEnd}` });
      else transcripts.push(transcript(folder, name, runtimeId, JSON.parse(readFileSync(metaFile, 'utf8')) as Meta));
    }
  }
  return { transcripts, skipped };
}

function folders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function transcript(folder: string, name: string, runtimeId: RuntimeId, meta: Meta): Transcript {
  const file = join(folder, `${name}.jsonl`);
  const stderr = join(folder, `${name}.stderr.txt`);
  const form = exchanges(file).length > 0 ? 'conversation' : 'oneshot';
  const signalled = (meta.signalsSent ?? []).some((one) => one.sig !== 'SIGKILL') || meta.stopBy === 'SIGTERM';
  const exit = meta.exit ?? { code: meta.exitCode ?? null, signal: meta.signal ?? null };
  return {
    name,
    file,
    stderr: existsSync(stderr) ? stderr : null,
    runtimeId,
    form,
    exit: { code: exit.code, signal: exit.signal },
    ended: signalled ? 'by a signal' : meta.timedOut === true ? 'by a limit' : null,
    expected: form === 'oneshot' ? [KNOWN[name] ?? expectedRun(name, meta, signalled)] : expectedTurns(name, file),
  };
}

const FAILING =
  /\/(?:acp-|stdin-|app-server-|exec-|local-)?(?:err-)?(?:4\d\d|5\d\d|quota|context|cut|empty)(?!once)\b|no-key/;

function expectedRun(name: string, meta: Meta, signalled: boolean): readonly Status[] {
  if (signalled) return ['cancelled'];
  if (meta.timedOut === true) return ['timed_out'];
  if (meta.exitCode !== 0 || FAILING.test(name)) return ['failed'];
  return ['completed'];
}

const PROMPTS = ['turn/start', 'user', 'session/prompt'];
export const INTERRUPTS = ['turn/interrupt', 'control_request/interrupt', 'session/cancel'];

function expectedTurns(name: string, file: string): Status[][] {
  const turns: Status[][] = [];
  for (const { dir, msg } of exchanges(file)) {
    if (dir !== '->') continue;
    if (PROMPTS.includes(keyOf(msg))) turns.push(FAILING.test(name) ? ['failed'] : ['completed']);
    if (INTERRUPTS.includes(keyOf(msg))) turns[turns.length - 1] = ['cancelled'];
  }
  // A refusal may be taken well or badly by the agent.
  if (/deny/.test(name)) return turns.map(() => ['completed', 'failed']);
  if (/sigterm/.test(name)) turns[turns.length - 1] = ['cancelled'];
  return turns;
}
