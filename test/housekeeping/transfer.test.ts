import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ExportFailedError, exportTo } from '../../src/housekeeping/transfer.js';
import { jobRoom } from '../harness/job-room.js';

it('an export that cannot be put in place leaves nothing behind', async () => {
  const { dir, store } = await jobRoom();
  const out = join(dir, 'out');
  await mkdir(join(out, 'taken.json'), { recursive: true });
  await expect(exportTo(store, 'default', join(out, 'taken.json'))).rejects.toBeInstanceOf(ExportFailedError);
  expect(readdirSync(out)).toEqual(['taken.json']);
});

it('an export replaces the archive of an earlier one, too: an import would take it for its own', async () => {
  const { dir, store } = await jobRoom();
  const out = join(dir, 'out');
  await mkdir(out);
  await writeFile(join(out, 'kept_archive.jsonl'), '{"round_id":1,"user_input":"of another"}\n');
  expect(await exportTo(store, 'default', join(out, 'kept.json'))).toMatchObject({ archive: null, rounds: 1 });
  expect(readdirSync(out)).toEqual(['kept.json']);
});
