import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { builtIn, createRegistry, type DriverMaterial } from '../../../src/runtimes/registry.js';
import { workspace } from '../../harness/workspace.js';
import { type Became, replay } from './replay.js';
import { readTranscripts, type Transcript } from './transcript.js';

const AT_ONCE = 4;

interface Row {
  readonly transcript: Transcript;
  readonly became: readonly Became[];
  readonly problem: string | null;
}

test('every transcript of the folder becomes what its notes say', async () => {
  const { transcripts, skipped } = readTranscripts(resolve(process.env.ER_TRANSCRIPTS ?? expect.fail('no folder')));
  // Only the driver of language models is made of something, and none of these is its.
  const registry = createRegistry(builtIn({} as DriverMaterial));
  const rows: Row[] = [];
  const waiting = [...transcripts];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const driver = await registry.driver(next.runtimeId);
      if (driver === null) skipped.push({ name: next.name, why: `no driver for ${next.runtimeId}` });
      else rows.push(await rowOf(next, () => workspace().then((folder) => replay(next as Transcript, driver, folder))));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const driver of registry.loaded()) await driver.shutdown();
  rows.sort((one, other) => one.transcript.name.localeCompare(other.transcript.name));
  process.stdout.write(`\n${rows.flatMap(lines).join('\n')}\n\nskipped:\n`);
  for (const { name, why } of skipped) process.stdout.write(`  ${name}: ${why}\n`);
  const wrong = rows.filter((row) => row.problem !== null);
  process.stdout.write(`\n${rows.length} replayed, ${wrong.length} wrong, ${skipped.length} skipped\n`);
  expect(wrong.map((row) => `${row.transcript.name}: ${row.problem}`)).toEqual([]);
});

async function rowOf(transcript: Transcript, run: () => Promise<Became[]>): Promise<Row> {
  try {
    const became = await run();
    const right = transcript.expected.every((some, turn) => some.includes(became[turn]?.status ?? 'failed'));
    const expected = transcript.expected.map((some) => some.join('|')).join(', ');
    return { transcript, became, problem: right ? null : `expected ${expected}` };
  } catch (error) {
    return { transcript, became: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

function lines({ transcript, became, problem }: Row): string[] {
  const turns = became.length === 0 ? [null] : became;
  return turns.map((turn, index) => {
    const name = index === 0 ? transcript.name : '';
    const columns = [
      name.padEnd(44),
      (turn?.status ?? '-').padEnd(10),
      (turn?.sessionId ?? '-').slice(0, 36).padEnd(36),
      String(turn?.contentLength ?? '-').padStart(6),
      (turn?.error ?? '').padEnd(20),
      index === 0 && problem !== null ? `WRONG: ${problem}` : '',
    ];
    return columns.join('  ').trimEnd();
  });
}
