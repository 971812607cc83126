import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Said } from '../errors/said.js';
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
      // What a tool answers is for the controller.
      language: 'en',
    },
    signal,
  );
  return { ok: task_status === 'done', output: result };
}

function commandOf({ name, dir }: Package, script: string): string[] {
  const folder = join(dir, 'scripts');
  const there = existsSync(folder) ? readdirSync(folder).slice(0, 20) : [];
  const refuse = (what: Said): never => {
    const names = there.join(', ');
    throw new SkillScriptError({
      en: `${what.en} Tools are called <skill>/<script>; scripts of ${name}: ${names || 'none'}.`,
      zh: `${what.zh}工具的写法是 <技能>/<脚本>；${name} 的脚本：${names || '无'}。`,
    });
  };
  if (script === '')
    return refuse({ en: `No script of the skill ${name} is named.`, zh: `没有指明技能 ${name} 的哪个脚本。` });
  const real = resolveInside(dir, folder);
  const file = real.ok ? resolveInside(real.path, join(folder, script)) : real;
  const shown = script.slice(0, 80);
  if (!file.ok || !file.stat.isFile())
    return refuse({ en: `The skill ${name} has no script ${shown}.`, zh: `技能 ${name} 没有脚本 ${shown}。` });
  const argv = commandFor(file.path);
  return argv ?? refuse({ en: `${shown} is of no kind that can be started.`, zh: `${shown} 不是能够启动的类型。` });
}
