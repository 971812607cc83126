import { LineReader } from '../../src/processes/supervised/line-reader.js';
import { interleaved, timed } from '../interleaved.js';
import type { Measure, Measurement } from '../measurement.js';
import { median } from '../statistics.js';

const MB = 1024 * 1024;
const TURNS = 15;
/** As much as a pipe gives at once. */
const CHUNK_BYTES = 64 * 1024;

/** Reading a back-end's bytes as they come, against joining all of them, decoding once, and `JSON.parse` of each line. */
export const lineReading: Measure = {
  name: 'line-reading',
  run: async () => [await measure('short', 400, 20_000), await measure('5mb', 5 * MB, 4)],
};

async function measure(name: 'short' | '5mb', bytes: number, count: number): Promise<Measurement> {
  const line = JSON.stringify({ type: 'item.completed', item: { id: 'item_0', text: 'x'.repeat(bytes - 60) } });
  const chunks = inChunks(Buffer.from(`${line}\n`.repeat(count)));
  let seen = 0;
  const samples = await interleaved(
    {
      parsed: () =>
        timed(() => {
          const text = Buffer.concat(chunks).toString('utf8');
          for (const one of text.split('\n')) if (one !== '') seen += JSON.parse(one) === null ? 0 : 1;
        }),
      read: () =>
        timed(() => {
          const reader = new LineReader((one) => {
            seen += 'json' in one ? 1 : 0;
          });
          for (const chunk of chunks) reader.push(chunk);
          reader.end();
        }),
    },
    TURNS,
  );
  if (seen !== 2 * count * (TURNS + 1)) throw new Error(`${seen} lines were seen`);
  const [parsed, read] = [median(samples.parsed), median(samples.read)];
  return {
    name: `line-reading-${name}`,
    what: `Reading lines of ${name === 'short' ? '400 bytes' : '5 MB'} of a back-end, in multiples of \`JSON.parse\` per line`,
    value: read / parsed,
    unit: 'x',
    target: 1.5,
    detail: `${read.toFixed(1)} ms against ${parsed.toFixed(1)} ms for ${count} lines, medians of ${TURNS}`,
  };
}

function inChunks(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) chunks.push(bytes.subarray(at, at + CHUNK_BYTES));
  return chunks;
}
