import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRoom } from '../jobs/room.js';
import { SkillScriptError, SkillUnknownError, SkillUntrustedError } from '../skills/errors.js';
import { resolveInside } from '../skills/inside.js';
import type { Catalog, Package } from '../skills/package.js';
import { hasScripts, trustOf } from '../skills/trust.js';
import { commandFor } from '../skills/workflow-kind.js';
import { LONGEST_MS, runBlocking } from './run-blocking.js';

/** What calling a script needs to know of where it is called. */
export interface ScriptBench {
  readonly jobs: Pick<JobRoom, 'hidden_env' | 'stop_grace_ms'>;
  /** What the user trusts. */
  readonly trust_file: string;
  /** Where its files go; made where it is missing. */
  readonly directory: string;
  /** Where the script runs. */
  readonly cwd: string;
}

const SCRIPT_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Calls a file of a skill's `scripts/` as a tool: `tool` is `<skill>/<script>`, `input` goes to its stdin as `{"input": …}`. Of a
 * skill that the user wrote or brought nothing is started before it is trusted. Throws SkillUnknownError, SkillScriptError,
 * SkillUntrustedError.
 */
export async function callScript(
  bench: ScriptBench,
  catalog: Catalog,
  { tool, input }: { tool: string; input: unknown },
  signal: AbortSignal,
): Promise<{ ok: boolean; output: string }> {
  const [name = '', ...rest] = tool.split('/');
  const skill = catalog.packages.find((pkg) => pkg.kind === 'executor' && pkg.name === name);
  if (skill === undefined)
    throw new SkillUnknownError(
      name,
      catalog.packages.filter(hasScripts).map((one) => one.name),
    );
  const argv = commandOf(skill, rest.join('/'));
  const trust = trustOf(bench.trust_file, skill);
  if (trust === 'changed' || trust === 'untrusted') throw new SkillUntrustedError(name, trust);
  const { task_status, result } = await runBlocking(
    bench.jobs,
    {
      argv,
      cwd: bench.cwd,
      package_dir: skill.dir,
      directory: bench.directory,
      limits: { wall_ms: LONGEST_MS, idle_ms: LONGEST_MS, output_bytes: SCRIPT_OUTPUT_BYTES },
      input: { input },
      query: typeof input === 'string' ? input : '',
    },
    signal,
  );
  return { ok: task_status === 'done', output: result };
}

function commandOf({ name, dir }: Package, script: string): string[] {
  const folder = join(dir, 'scripts');
  const there = existsSync(folder) ? readdirSync(folder).slice(0, 20) : [];
  const refuse = (what: string): never => {
    throw new SkillScriptError(
      `${what} Tools are called <skill>/<script>; scripts of ${name}: ${there.join(', ') || 'none'}.`,
    );
  };
  if (script === '') return refuse(`No script of the skill ${name} is named.`);
  const real = resolveInside(dir, folder);
  const file = real.ok ? resolveInside(real.path, join(folder, script)) : real;
  if (!file.ok || !file.stat.isFile()) return refuse(`The skill ${name} has no script ${script.slice(0, 80)}.`);
  return commandFor(file.path) ?? refuse(`${script} is of no kind that can be started.`);
}
