import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logs } from '../../src/jobs/logs.js';
import { collect, dispatch, jobRoom, rowOf } from '../harness/job-room.js';
import { until } from '../harness/until.js';

const MIB = 1024 * 1024;

/** The most memory a process ever held, in bytes. */
function peak(pid: number): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}

function resident(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

describe.runIf(process.platform === 'linux')('200 MB of output', () => {
  it('costs supervisor, collector and reader less than 64 MB, and all of it is kept', async () => {
    const room = await jobRoom();
    const flood = `i=0; line=$(printf 'ok case passed in some ms %0970d' 0); while [ $i -lt 2000 ]; do i=$((i+1)); echo "$line$i"; done >block; i=0; while [ $i -lt 100 ]; do i=$((i+1)); cat block; done; echo 'FATAL: out of luck'; sleep 0.5; exit 1`;
    const run_id = await dispatch(room, ['/bin/sh', '-c', flood]);
    const row = await until('it runs', async () => {
      const now = await rowOf(room, run_id);
      return now.pid === null ? null : now;
    });
    const supervisor = row.supervisor_pid ?? 0;
    const before = resident(supervisor);
    let most = before;
    await until(
      'it has ended',
      async () => {
        try {
          most = Math.max(most, peak(supervisor));
        } catch {
          // Between the last look and its end.
        }
        return (await rowOf(room, run_id)).finished_at;
      },
      60_000,
    );
    expect(most - before).toBeLessThan(64 * MIB);

    const size = statSync(join(room.jobs_dir, run_id, 'stdout')).size;
    expect(size).toBeGreaterThan(200_000_000);
    const start = process.memoryUsage().rss;
    const [collected] = await collect(room);
    expect(collected?.result.length).toBeLessThan(8_000);
    expect(collected?.result).toContain('FATAL: out of luck');
    expect(collected?.result).toMatch(/\[\d+ of \d+ bytes left out; all of it: .*stdout\]/);
    let bytes = 0;
    for await (const chunk of logs(room, run_id, { stream: 'stdout', range: null, follow: false }))
      bytes += chunk.length;
    expect(bytes).toBe(size);
    expect(process.memoryUsage().rss - start).toBeLessThan(64 * MIB);
  });
});
