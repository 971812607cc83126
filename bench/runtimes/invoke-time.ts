import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interleaved, timed } from '../interleaved.js';
import type { Measure, Measurement } from '../measurement.js';
import { inProject } from '../project.js';
import { median } from '../statistics.js';
import { paperRoom } from './paper-agent.js';

const TURNS = 9;
const SECONDS = 1;

/** What a recorded call of an agent adds to running its program bare, both from the same process, until nothing of it is left. */
export const invokeTime: Measure = { name: 'invoke-time', run: () => inProject(measure) };

async function measure(dir: string): Promise<Measurement[]> {
  const room = await paperRoom(dir);
  try {
    const samples = await interleaved(
      {
        bare: () => timed(() => bare(room.program)),
        invoked: () =>
          timed(async () => {
            const invocation = await room.invoke(SECONDS);
            const { status } = await invocation.result;
            if (status !== 'completed') throw new Error(`the call ended as ${status}`);
            await invocation.gone;
          }),
      },
      TURNS,
    );
    const [plain, invoked] = [median(samples.bare), median(samples.invoked)];
    return [
      {
        name: 'invoke-time',
        what: 'A call of an agent that works for a second, in multiples of running its program bare',
        value: invoked / plain,
        unit: 'x',
        target: 1.05,
        detail: `${invoked.toFixed(0)} ms against ${plain.toFixed(0)} ms, medians of ${TURNS}`,
      },
    ];
  } finally {
    await room.close();
  }
}

async function bare(program: string): Promise<void> {
  const child = spawn(program, ['exec', '--json', '-'], {
    detached: true,
    env: { PATH: process.env.PATH, PAPER_SECONDS: String(SECONDS) },
  });
  child.stdout.resume();
  child.stderr.resume();
  child.stdin.end('Do it.');
  await once(child, 'exit');
}
