import { readFileSync } from 'node:fs';
import { type Recognised, Recognition } from '../../skills/controller/functest/recognition.js';

/** A recorded output of a real runner (test/workflows/fixtures/README.md says which are written by hand). */
export function recorded(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/outputs/${name}.txt`, import.meta.url));
}

/** What the parsers make of an output, fed in chunks of `size` bytes. */
export function readOutput(output: { stdout?: Buffer | string; stderr?: Buffer | string }, size = 1_000): Recognised {
  const recognition = new Recognition(() => undefined);
  for (const stream of ['stdout', 'stderr'] as const) {
    const bytes = Buffer.from(output[stream] ?? '');
    for (let at = 0; at < bytes.length; at += size) recognition.feed(stream, bytes.subarray(at, at + size));
  }
  return recognition.finish();
}
