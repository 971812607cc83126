import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { endAttempt } from '../../src/jobs/end-attempt.js';
import { writeWhole } from '../../src/jobs/files.js';
import { readOutcome } from '../../src/jobs/outcome.js';
import { self } from '../../src/processes/identity.js';
import { claimSupervisor, updateJob } from '../../src/store/jobs.js';
import { intend, jobRoom, order, rowOf } from '../harness/job-room.js';
import { workspace } from '../harness/workspace.js';

const disk = vi.hoisted(() => ({ fullFor: 0 }));

vi.mock('../../src/jobs/files.js', async (original) => {
  const files = await original<typeof import('../../src/jobs/files.js')>();
  return {
    ...files,
    writeWhole: (path: string, content: string) => {
      disk.fullFor -= 1;
      if (disk.fullFor >= 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      files.writeWhole(path, content);
    },
  };
});

describe('the file that says how an attempt ended', () => {
  it('is written before the job ends, however long the disk is full', async () => {
    const room = await jobRoom();
    const run_id = await intend(room, order(room, ['true']));
    await room.store.write((tx) => claimSupervisor(tx, run_id, null, self()));
    await room.store.write((tx) => updateJob(tx, run_id, { status: 'running' }));
    writeWhole(join(room.jobs_dir, run_id, 'result.json'), '{"task_status":"done","task_result":"12 files"}');
    disk.fullFor = 2;
    const fate = { kind: 'exited', code: 0, signal: null } as const;
    expect(await endAttempt(room, await rowOf(room, run_id), null, fate, self(), {}, false)).toBe('ended');
    expect(await readOutcome(room, await rowOf(room, run_id))).toMatchObject({ result: '12 files' });
  });

  it('leaves nothing behind where it cannot be put in place', async () => {
    const folder = await workspace();
    await mkdir(join(folder, 'outcome.json'));
    expect(() => writeWhole(join(folder, 'outcome.json'), '{}')).toThrow();
    expect(readdirSync(folder)).toEqual(['outcome.json']);
  });
});
