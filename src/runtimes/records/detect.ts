import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Said } from '../../errors/said.js';
import { INVOCATION_MARK } from '../../processes/marks.js';
import { type Process, startProcess } from '../../processes/process.js';
import { stopTree } from '../../processes/stop.js';
import { CATALOG, RUNTIME_IDS, type RuntimeId } from '../catalog.js';
import { findExecutable } from '../command-line/find-executable.js';

/** Whether a back-end's program is there, and nothing more: it says nothing of keys, channels or whether a run would work. */
export interface Detected {
  readonly runtime_id: RuntimeId;
  readonly label: string;
  /** `none`: no program of its own is started for it. `broken`: it is there and did not tell its version. */
  readonly state: 'installed' | 'missing' | 'broken' | 'none';
  /** Absolute; null where there is none. */
  readonly executable: string | null;
  /** The variable that named it; null where it was found on PATH. */
  readonly override: string | null;
  /** The line of its output that tells it, at most 200 characters. */
  readonly version: string | null;
  readonly problem: Said | null;
}

/** How long `--version` may take. Some of them take seconds to load. */
const LIMIT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
/** For what is still in the pipe when the program has ended. */
const DRAIN_MS = 500;
const GRACE_MS = 200;

/** Every runtime of the catalog, asked at the same time. Never rejects for what a program does. */
export async function detectRuntimes(env: NodeJS.ProcessEnv): Promise<Detected[]> {
  return await Promise.all(RUNTIME_IDS.map((runtimeId) => detectRuntime(runtimeId, env)));
}

/** The program that its override variable names, else the one of PATH, asked for its version. `limit_ms`: how long it may take. */
export async function detectRuntime(
  runtimeId: RuntimeId,
  env: NodeJS.ProcessEnv,
  limit_ms = LIMIT_MS,
): Promise<Detected> {
  const { label, executable: name, override: variable } = CATALOG[runtimeId];
  const named = variable === null ? '' : (env[variable] ?? '');
  const override = named === '' ? null : variable;
  const about = { runtime_id: runtimeId, label, executable: null, override, version: null, problem: null };
  if (name === null && override === null) return { ...about, state: 'none' };
  const executable = findExecutable(runtimeId, env);
  if (executable === null) {
    return { ...about, state: 'missing', problem: override === null ? notOnPath(name) : notThere(override, named) };
  }
  const answer = await askVersion(executable, env, limit_ms);
  return { ...about, executable, ...answer, state: answer.problem === null ? 'installed' : 'broken' };
}

async function askVersion(
  executable: string,
  env: NodeJS.ProcessEnv,
  limit_ms: number,
): Promise<Pick<Detected, 'version' | 'problem'>> {
  const mark = { name: INVOCATION_MARK, value: `version-${randomUUID()}` };
  const child = startProcess(
    { argv: [executable, '--version'], cwd: tmpdir(), env: { ...withoutCredentials(env), [mark.name]: mark.value } },
    { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  );
  const output = listenTo(child);
  const limit = new AbortController();
  const overtime = delay(limit_ms, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const);
  const ended = await Promise.race([child.exit, output.tooMuch, overtime]);
  limit.abort();
  if (ended !== 'late' && ended !== 'much') await Promise.race([output.ended, delay(DRAIN_MS)]);
  const texts = output.texts();
  output.close();
  // Also what it left running: asking for a version starts nothing that may stay.
  if (child.id !== null) {
    await stopTree({ root: child.id, mark, directory: null, foreign_mark: null }, { grace_ms: GRACE_MS });
  }
  if (ended === 'late') return { version: null, problem: tookTooLong(limit_ms) };
  if (ended === 'much') return { version: null, problem: TOO_MUCH };
  if (ended.error !== null) return { version: null, problem: notStarted(ended.error) };
  if (ended.code !== 0) return { version: null, problem: failed(ended.code ?? ended.signal) };
  const version = texts.map(versionIn).find((found) => found !== null) ?? null;
  return { version, problem: version === null ? TOLD_NOTHING : null };
}

/** Keeps at most `MAX_BYTES` of each of its outputs. */
function listenTo(child: Process) {
  const streams = [child.stdout, child.stderr].filter((stream): stream is Readable => stream !== null);
  let overflow: () => void = () => {};
  const tooMuch = new Promise<'much'>((resolve) => {
    overflow = () => resolve('much');
  });
  const kept = streams.map((stream) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= MAX_BYTES) pieces.push(piece);
      else overflow();
    });
    stream.on('error', () => {});
    return pieces;
  });
  return {
    tooMuch,
    ended: Promise.all(streams.map((stream) => new Promise<void>((resolve) => stream.once('close', () => resolve())))),
    texts: () => kept.map((pieces) => Buffer.concat(pieces).toString('utf8')),
    close: () => {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** The first line with a number in it: some print a banner before. */
function versionIn(output: string): string | null {
  const lines = stripVTControlCharacters(output).split(/[\r\n]+/);
  const line = lines.find((each) => /\d/.test(each)) ?? '';
  return (
    line
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || null
  );
}

function withoutCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secret = new Set(Object.values(CATALOG).flatMap(({ credentials }) => credentials));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.has(name)));
}

const TOO_MUCH: Said = {
  en: '`--version` printed more than any version is',
  zh: '`--version` 的输出过多，不像是版本号',
};
const TOLD_NOTHING: Said = { en: '`--version` printed no version', zh: '`--version` 没有输出版本号' };

function notOnPath(name: string | null): Said {
  return { en: `there is no '${name}' on PATH`, zh: `PATH 中没有 '${name}'` };
}

function notThere(variable: string, named: string): Said {
  return { en: `${variable} names ${named}, which cannot be run`, zh: `${variable} 指向 ${named}，它无法运行` };
}

function tookTooLong(limit_ms: number): Said {
  return { en: `\`--version\` took more than ${limit_ms} ms`, zh: `\`--version\` 超过了 ${limit_ms} ms` };
}

function notStarted(error: Error): Said {
  const code = (error as NodeJS.ErrnoException).code ?? error.message;
  return { en: `it cannot be started (${code})`, zh: `它无法启动（${code}）` };
}

function failed(how: number | string | null): Said {
  return { en: `\`--version\` ended with ${how}`, zh: `\`--version\` 以 ${how} 结束` };
}
