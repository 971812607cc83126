import { expect } from 'vitest';
import { command, type Ended } from '../../harness/command-line.js';
import { project, type TestProject } from '../../harness/project.js';
import { type PlayerScript, player } from '../../runtimes/player/script.js';

/** A project with one channel whose back-end is a played one. */
export interface AgentProject extends TestProject {
  /** Names the played program, as a user would. */
  readonly env: Readonly<Record<string, string>>;
  readonly agent: string;
}

export async function codexProject(script: PlayerScript): Promise<AgentProject> {
  const here = await project();
  const program = await player(here.dir, { stdin: 'read', version: 'codex-cli 0.99.0', ...script });
  const env = { CODEX_PATH: program };
  const channel = { id: 'cx', runtimeId: 'codex', label: 'Codex', models: [{ id: 'default', label: 'Default' }] };
  await added({ ...here, env, agent: '' }, channel);
  return { ...here, env, agent: 'runtime-agent:cx' };
}

export async function added(here: AgentProject, channel: Readonly<Record<string, unknown>>): Promise<void> {
  const { code, stderr } = await run(here, ['channels', 'add', '-'], JSON.stringify(channel));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

export function run(here: AgentProject, args: readonly string[], stdin = ''): Promise<Ended> {
  return command(here, args, { env: here.env, stdin });
}

/** The one JSON value on stdout, with the exit code. */
export async function ran(
  here: AgentProject,
  args: readonly string[],
  stdin = '',
): Promise<{ code: number | null; out: unknown; err: unknown }> {
  const { code, stdout, stderr } = await run(here, [...args, '--json'], stdin);
  return { code, out: stdout === '' ? null : JSON.parse(stdout), err: lastJson(stderr) };
}

function lastJson(stderr: string): unknown {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
