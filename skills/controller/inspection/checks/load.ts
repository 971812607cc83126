import { availableParallelism, loadavg } from 'node:os';
import { type Finding, unable } from '../finding.js';

/** Value: the load average of the last five minutes for each core. */
export function checkLoad(): Finding {
  // There it is always 0.
  if (process.platform === 'win32') return unable({ code: 'not_here', what: 'load average' });
  const averages = loadavg();
  const cores = availableParallelism();
  return {
    value: Math.round(((averages[1] ?? 0) / cores) * 100) / 100,
    seen: [{ code: 'load', averages, cores }],
    problems: [],
  };
}
