import { createSupervisor } from '../../../src/processes/supervised/supervisor.js';
import { childEnvironment } from '../../../src/runtimes/command-line/child-environment.js';
import type { Line, LineMapper } from '../../../src/runtimes/command-line/line-mapper.js';
import { commandLineRun } from '../../../src/runtimes/command-line/run.js';
import { textCodec } from '../../../src/runtimes/conversation.js';
import type { RuntimeDriver } from '../../../src/runtimes/driver.js';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';

/** A driver whose program is the prompt: a shell script that prints events as JSON lines. */
export function fakeExecutable(stop: { signal: NodeJS.Signals; graceMs: number }): RuntimeDriver {
  const supervisor = createSupervisor();
  const mapper: LineMapper = { line: eventOf, ended: () => [] };
  return {
    runtimeId: 'codex',
    surfaces: { task: { oneshot: ['fresh', 'resume-preferred', 'resume-required'] } },
    codec: textCodec('codex'),
    channelFields: [],
    createOneShot: (call) =>
      commandLineRun(call, {
        supervisor,
        argv: ['/bin/sh', '-s'],
        cwd: call.workDir,
        env: childEnvironment(call, 'codex'),
        stdin: call.prompt,
        stop,
        mapper,
      }),
    shutdown: () => supervisor.shutdown(),
  };
}

function eventOf(line: Line): RuntimeEvent[] {
  if ('text' in line) return [{ type: 'raw', source: 'stdout', text: line.text }];
  return [line.json as RuntimeEvent];
}
