import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory_gb: number;
  readonly system: string;
  readonly node: string;
  /** One-minute load when the run began: what else was going on. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    cpu: cpuName(),
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release().split(/[-+]/)[0]}`,
    node: process.version,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

export function inWords({ cpu, cores, memory_gb, system, node, load }: Machine): string {
  return `${cores} × ${cpu}, ${memory_gb} GB, ${system}, Node ${node}, load ${load}`;
}

/** Some systems give no model name. */
function cpuName(): string {
  const model = cpus()[0]?.model.trim() ?? '';
  if (model !== '' && model !== 'unknown') return model;
  try {
    return /^model name\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? process.arch;
  } catch {
    return process.arch;
  }
}
