import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_MODEL } from '../../src/config/defaults.js';
import { CATALOG, RUNTIME_IDS, type RuntimeId } from '../../src/runtimes/catalog.js';
import { executableMissing, findExecutable } from '../../src/runtimes/command-line/find-executable.js';
import type { RuntimeDriver } from '../../src/runtimes/driver.js';
import { builtIn, createRegistry } from '../../src/runtimes/registry.js';
import type { Store } from '../../src/store/open.js';
import { until } from '../harness/until.js';
import { KEY } from '../models/served.js';
import { AFTER_TOOL, ANSWER } from '../models/server/scenario.js';
import { FORGETFUL, isPointed, TOOL } from './pointed.js';
import { realRoom } from './real-room.js';
import { stateOfHome } from './state-of-home.js';

const before = stateOfHome();

// Only what they declare is asked here: nothing is stored.
const registry = createRegistry(builtIn({ model: DEFAULT_MODEL, store: {} as Store }));

interface BackEnd {
  readonly runtimeId: RuntimeId;
  readonly label: string;
  readonly driver: RuntimeDriver | null;
  /** Why it is not driven; null: it is. */
  readonly skipped: string | null;
}

const backEnds: BackEnd[] = await Promise.all(
  RUNTIME_IDS.filter((runtimeId) => CATALOG[runtimeId].executable !== null).map(async (runtimeId) => {
    const driver = await registry.driver(runtimeId);
    const { label } = CATALOG[runtimeId];
    return { runtimeId, label, driver, skipped: whySkipped(runtimeId, driver) };
  }),
);

function whySkipped(runtimeId: RuntimeId, driver: RuntimeDriver | null): string | null {
  const { label } = CATALOG[runtimeId];
  if (driver === null) return `${label}: no driver is registered`;
  if (findExecutable(runtimeId, process.env) === null) return executableMissing(runtimeId, process.env).message;
  return isPointed(runtimeId) ? null : `${label}: how it is pointed at another server is not known here`;
}

beforeAll(() => {
  const driven = backEnds.filter((one) => one.skipped === null).map((one) => one.label);
  console.log(`${driven.length} driven: ${driven.join(', ')}. ${backEnds.length - driven.length} skipped.`);
});

afterAll(() => {
  expect(stateOfHome(), 'state of the user’s own back-ends').toEqual(before);
});

for (const { skipped } of backEnds) if (skipped !== null) it.skip(skipped, () => {});

for (const back of backEnds) if (back.skipped === null) describe(`the real ${back.label}`, () => drive(back));

function drive({ runtimeId, driver }: BackEnd): void {
  const continues = driver?.surfaces.task?.oneshot?.includes('resume-required') === true;

  it('answers', () =>
    realRoom(runtimeId, 'answer', async ({ run, server }) => {
      const { status, error, content, session, events } = await run('Say hello.');
      expect({ status, error }).toEqual({ status: 'completed', error: null });
      expect(content).toContain(ANSWER);
      if (continues) expect(session).toMatchObject({ relation: 'created' });
      expect(server.seen.length).toBeGreaterThan(0);
      expect(JSON.stringify(events)).not.toContain(KEY);
    }));

  it('runs a tool in its work folder', () =>
    realRoom(runtimeId, 'tool', async ({ run, workDir }) => {
      const { status, error, content } = await run(`[[mock:tool:${TOOL.join(' ')}]] Make the file.`);
      expect({ status, error }).toEqual({ status: 'completed', error: null });
      expect(content).toContain(AFTER_TOOL);
      expect(existsSync(join(workDir, TOOL[1]))).toBe(true);
    }));

  it('says that its key is refused', () =>
    realRoom(runtimeId, 'answer', async ({ run }) => {
      const { status, error } = await run('[[mock:401]] Say hello.');
      expect({ status, code: error?.code, class: error?.class }).toEqual({
        status: 'failed',
        code: 'AUTH',
        class: 'back-end',
      });
    }));

  it.each(['hang', 'hangstream', 'slowtool'])('is stopped in scenario %s, and nothing of it is left', (scenario) =>
    realRoom(runtimeId, 'tool', async ({ start, server }) => {
      const invocation = await start(`[[mock:${scenario}]] Say hello.`);
      await until('the model is asked', () => server.seen.some((one) => one.scenario === scenario), 60_000);
      const report = await invocation.stop('cancelled');
      expect(report).toMatchObject({ confirmed: true, unconfirmed: [] });
      expect(await invocation.result).toMatchObject({ status: 'cancelled' });
      await invocation.gone;
    }),
  );

  it.skipIf(!continues)('continues its session in another process', () =>
    realRoom(runtimeId, 'answer', async ({ run }) => {
      const first = await run('Say hello.');
      expect(first.status).toBe('completed');
      const resume = first.session?.id ?? '';
      const second = await run('And again.', { resume, requireResume: true });
      if (FORGETFUL.has(runtimeId)) {
        // Said, and not passed off as a new session.
        expect(second).toMatchObject({ status: 'failed', error: { class: 'conversation' }, session: null });
        return;
      }
      expect({ status: second.status, error: second.error }).toEqual({ status: 'completed', error: null });
      expect(second.session).toEqual({ id: resume, relation: 'continued' });
    }),
  );
}
