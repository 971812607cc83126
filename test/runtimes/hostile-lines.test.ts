import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { LineMapper } from '../../src/runtimes/command-line/line-mapper.js';
import { ClaudeRunMapper } from '../../src/runtimes/drivers/claude/run-mapper.js';
import { ExecMapper } from '../../src/runtimes/drivers/codex/exec-mapper.js';
import { NO_TOTAL } from '../../src/runtimes/drivers/codex/usage.js';
import { OpenclawMapper } from '../../src/runtimes/drivers/openclaw/events.js';
import { OpencodeMapper } from '../../src/runtimes/drivers/opencode/events.js';
import { PiMapper } from '../../src/runtimes/drivers/pi/events.js';
import type { RuntimeEvent } from '../../src/runtimes/events.js';

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url));
const FORGED: readonly unknown[] = [null, 0, -1.5, 'x', '', true, [], {}, [null], ['x'], { type: 1 }, undefined];

/** Every document of the recordings: a line each, or the whole file. */
function recorded(folder: string): unknown[] {
  const dir = join(FIXTURES, folder);
  return readdirSync(dir)
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .flatMap((text) => parsed(text) ?? text.split('\n').flatMap((line) => parsed(line) ?? []));
}

function parsed(text: string): unknown[] | null {
  try {
    return [JSON.parse(text)];
  } catch {
    return null;
  }
}

/** The value with one of its parts, however deep, forged. */
function* forgeries(value: unknown): Generator<unknown> {
  yield* FORGED;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const forged of forgeries(part)) {
      yield Array.isArray(value)
        ? value.map((one: unknown, at) => (String(at) === key ? forged : one))
        : { ...value, [key]: forged };
    }
  }
}

/** What is written and shown relies on these. */
function wellFormed(event: RuntimeEvent): boolean {
  const texts = Object.entries(event).filter(([name]) => ['text', 'sessionId', 'content', 'tool'].includes(name));
  const numbers = event.type === 'usage' ? Object.values(event.usage) : [];
  return (
    texts.every(([, text]) => typeof text === 'string') &&
    numbers.every((one) => typeof one !== 'number' || Number.isFinite(one)) &&
    (event.type !== 'failed' || typeof event.error.message === 'string')
  );
}

it.each<[string, () => LineMapper]>([
  ['codex', () => new ExecMapper(NO_TOTAL)],
  ['claude', () => new ClaudeRunMapper(null)],
  ['opencode', () => new OpencodeMapper()],
  ['openclaw', () => new OpenclawMapper(null)],
  ['pi', () => new PiMapper()],
])('whatever %s prints, its mapper throws nothing and reports what can be written', (folder, mapperOf) => {
  const bad: unknown[] = [];
  for (const message of recorded(folder)) {
    for (const forged of forgeries(message)) {
      if (forged === undefined) continue;
      const mapper = mapperOf();
      try {
        const events = [...mapper.line({ json: forged }), ...mapper.line({ json: message })];
        if (!events.every(wellFormed)) bad.push([forged, events]);
      } catch (error) {
        bad.push([forged, String(error)]);
      }
    }
  }
  expect(recorded(folder).length).toBeGreaterThan(5);
  expect(bad.slice(0, 5)).toEqual([]);
});
