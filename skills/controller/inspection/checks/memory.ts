import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { promisify } from 'node:util';
import type { Finding } from '../finding.js';
import { saySize } from '../size.js';
import { percent } from './disk.js';

/** Value: percent of the memory that programs cannot have. What only caches files counts as available. */
export async function checkMemory(): Promise<Finding> {
  const total = totalmem();
  const available = Math.min(total, (await availableNow()) ?? freemem());
  return {
    value: percent(total - available, total),
    seen: [{ code: 'memory', available: saySize(available), total: saySize(total) }],
    problems: [],
  };
}

async function availableNow(): Promise<number | null> {
  try {
    if (process.platform === 'linux') return availableInMeminfo(await readFile('/proc/meminfo', 'utf8'));
    if (process.platform === 'darwin') return availableInVmStat((await promisify(execFile)('/usr/bin/vm_stat')).stdout);
  } catch {
    // Then what the system calls free has to do.
  }
  return null;
}

export function availableInMeminfo(text: string): number | null {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
}

/** macOS: free, inactive, speculative and purgeable pages can be had. */
export function availableInVmStat(text: string): number | null {
  const page = /page size of (\d+) bytes/.exec(text)?.[1];
  const pages = [...text.matchAll(/^Pages (free|inactive|speculative|purgeable):\s+(\d+)\.?$/gm)];
  if (page === undefined || pages.length === 0) return null;
  return pages.reduce((sum, [, , count]) => sum + Number(count), 0) * Number(page);
}
