import { readFileSync } from 'node:fs';

/**
 * Processor time in ms that this thread has had. A pause of the machine and whatever else runs on it add nothing to it. Where only the time
 * of the whole process is told (Node before 24, elsewhere than on Linux), that of its other threads is in it.
 */
export function threadCpuMs(): number {
  const { user, system } = ownUsage?.() ?? { user: scheduledUs(), system: 0 };
  return (user + system) / 1000;
}

const ownUsage = (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.bind(process);

function scheduledUs(): number {
  // Read anew each time: what the kernel tells is of the thread that opens the file. 0: it keeps no account.
  const told = process.platform === 'linux' ? scheduledNs() : 0;
  if (told > 0) return told / 1000;
  const { user, system } = process.cpuUsage();
  return user + system;
}

function scheduledNs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) || 0;
  } catch {
    return 0;
  }
}
