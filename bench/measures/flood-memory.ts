import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMMAND, runNode } from '../command.js';
import type { Measure, Measurement } from '../measurement.js';
import { drop, inProject, put } from '../project.js';

const MB = 1024 * 1024;
const FLOOD_BYTES = 200 * MB;

/** Loaded into each of our processes: at its end it writes down the most memory it ever held. */
const WATCH_PEAK = `import { appendFileSync, readFileSync } from 'node:fs';
process.on('exit', () => {
  let kb;
  // What a process held before it became this one counts in maxRSS, but not in VmHWM.
  try { kb = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); }
  catch { kb = process.resourceUsage().maxRSS; }
  const role = process.argv[1].endsWith('supervisor.js') ? 'supervisor' : process.env.ER_BENCH_ROLE;
  appendFileSync(process.env.ER_BENCH_PEAKS, JSON.stringify({ role, kb }) + '\\n');
});
`;

/** A line of 100 bytes, a block of a megabyte, and so many blocks; one line in the middle stands out. */
const FLOOD = `#!/bin/sh
blocks=$1
i=0; line=$(printf '%099d' 0)
while [ $i -lt 10486 ]; do i=$((i+1)); echo "$line"; done > "$ER_JOB_DIR/block"
i=0; while [ $i -lt $blocks ]; do i=$((i+1)); cat "$ER_JOB_DIR/block"; done
echo 'FATAL: out of luck'
exit 1
`;

const ROLES = {
  dispatcher: 'The process that dispatched it and waits',
  supervisor: 'Its supervisor',
  collector: '`collect`',
  reply: 'The round that reports it',
  logs: '`logs --range` over all of it',
} as const;
type Role = keyof typeof ROLES;

/** How much more memory each process needs for a job of 200 MB of output than for one of next to none. */
export const floodMemory: Measure = { name: 'memory', run: () => inProject(measure) };

async function measure(dir: string): Promise<Measurement[]> {
  for (const [name, subject, blocks] of [
    ['trickle', 'brook', 0],
    ['flood', 'river', FLOOD_BYTES / MB],
  ] as const) {
    await drop(dir, {
      name,
      description: `Lets the ${subject} run.`,
      when_to_use: `Somebody wants to see the ${subject} run.`,
      command: ['./flood.sh', String(blocks)],
      examples: [`let the ${subject} run`, `open the ${subject} now`],
      files: { 'flood.sh': FLOOD },
    });
  }
  await put(dir, { 'watch-peak.mjs': WATCH_PEAK });
  // Whoever comes first builds the caches.
  await runNode([COMMAND, 'route', '--input', 'let the brook run'], { cwd: dir });
  const trickle = await peaks(dir, 'brook');
  const flood = await peaks(dir, 'river');
  return (Object.keys(ROLES) as Role[]).map((role) => ({
    name: `memory-${role}`,
    what: `200 MB of output through a job. ${ROLES[role]}: growth`,
    value: (flood[role] - trickle[role]) / 1024,
    unit: 'MB',
    target: 64,
    detail: `peak ${Math.round(flood[role] / 1024)} MB, with a job of no output ${Math.round(trickle[role] / 1024)} MB`,
  }));
}

/** Peak memory by role, in KB, over three jobs: one that is waited for, one for `collect`, one for the round that reports it. */
async function peaks(dir: string, subject: string): Promise<Record<Role, number>> {
  const file = join(dir, `peaks-${subject}.jsonl`);
  const command = async (role: Role, args: readonly string[]): Promise<string> => {
    const env = {
      NODE_OPTIONS: `--import=${pathToFileURL(join(dir, 'watch-peak.mjs'))}`,
      ER_BENCH_PEAKS: file,
      ER_BENCH_ROLE: role,
    };
    return (await runNode([COMMAND, ...args], { cwd: dir, env, keep: role === 'logs' ? 'nothing' : 'all' })).stdout;
  };
  const dispatched = async (...options: string[]): Promise<string> => {
    const said = await command('dispatcher', ['run', '--input', `let the ${subject} run`, '--json', ...options]);
    return (JSON.parse(said) as { run_id: string }).run_id;
  };
  const waited = await dispatched('--wait', '60');
  await command('logs', ['logs', waited, '--range', `0:${FLOOD_BYTES}`]);
  await forget(dir, waited);
  for (const [role, args] of [
    ['collector', ['collect']],
    ['reply', ['run', '--input', 'how did it go?']],
  ] as const) {
    const run_id = await dispatched();
    await ended(dir, run_id);
    await command(role, args);
    await forget(dir, run_id);
  }
  return byRole(readFileSync(file, 'utf8'));
}

async function ended(dir: string, run_id: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const { stdout } = await runNode([COMMAND, 'status', run_id, '--json'], { cwd: dir });
    const { status } = JSON.parse(stdout) as { status: string };
    if (status !== 'queued' && status !== 'running') return;
  }
  throw new Error(`${run_id} did not end in a minute`);
}

/** Gives the disk back. */
async function forget(dir: string, run_id: string): Promise<void> {
  for (const name of ['stdout', 'block']) await rm(join(dir, 'var', 'jobs', run_id, name), { force: true });
}

function byRole(lines: string): Record<Role, number> {
  const most = { dispatcher: 0, supervisor: 0, collector: 0, reply: 0, logs: 0 };
  for (const text of lines.trim().split('\n')) {
    const { role, kb } = JSON.parse(text) as { role: Role; kb: number };
    most[role] = Math.max(most[role], kb);
  }
  return most;
}
