import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChildEnd, type Supervision, startSupervised } from '../../../src/processes/supervised/child.js';
import type { Line } from '../../../src/processes/supervised/line-reader.js';
import { createSupervisor } from '../../../src/processes/supervised/supervisor.js';
import { findByMark } from '../../../src/processes/tree.js';
import { until } from '../../harness/until.js';
import { workspace } from '../../harness/workspace.js';
import { observed } from '../../runtimes/player/observed.js';
import { type PlayerScript, player } from '../../runtimes/player/script.js';

let marks = 0;

async function started(script: PlayerScript, fields: Partial<Supervision> = {}) {
  marks += 1;
  const folder = await workspace();
  const record = join(folder, 'record');
  const mark = { name: 'SUPERVISED_TEST', value: `${process.pid}-${marks}` };
  const lines: Line[] = [];
  const program = await player(folder, { ...script, record });
  const command = { argv: [program], cwd: folder, env: { ...process.env, [mark.name]: mark.value } };
  const supervision: Supervision = {
    stdin: 'none',
    mark,
    foreignMark: 'SUPERVISED_FOREIGN',
    stop: { signal: 'SIGINT', grace_ms: 5_000 },
    drainMs: 300,
    keepStdout: 1_000,
    onLine: (line) => lines.push(line),
    ...fields,
  };
  const running = (): number => findByMark(mark.name, mark.value).length;
  return {
    command,
    supervision,
    lines,
    running,
    saw: () => observed(record),
    child: startSupervised(command, supervision),
  };
}

const clean: Partial<ChildEnd> = { code: 0, signal: null, error: null, ours: false, left: null };

describe('a supervised child', () => {
  it('gives its lines, its streams’ ends and its exit', async () => {
    const { child, lines } = await started({ steps: [{ out: '{"a":1}\nla' }, { err: 'a remark' }, { out: 'st' }] });
    expect(await child.ended).toMatchObject({ ...clean, stdoutTail: '{"a":1}\nlast', stderrTail: 'a remark' });
    expect(lines).toEqual([{ json: { a: 1 } }, { text: 'last' }]);
  });

  it('reads a character that comes in two pieces', async () => {
    const bytes = Buffer.from('你\n');
    const half = (from: number, to: number) => ({ bytes: bytes.subarray(from, to).toString('base64') });
    const { child, lines } = await started({ steps: [half(0, 2), { pause: 30 }, half(2, 4)] });
    await child.ended;
    expect(lines).toEqual([{ text: '你' }]);
  });

  it('gets the text on stdin, and its end', async () => {
    const text = '提示'.repeat(200_000);
    const { child, saw } = await started({ stdin: 'read' }, { stdin: { text } });
    expect(await child.ended).toMatchObject(clean);
    expect(saw()?.stdin).toBe(text);
  });

  it('may leave its stdin unread', async () => {
    const { child } = await started({}, { stdin: { text: 'x'.repeat(1_000_000) } });
    expect(await child.ended).toMatchObject(clean);
  });

  it('keeps the end of a long output only', async () => {
    const { child, lines } = await started({ steps: [{ out: `${'界'.repeat(2_000)}\n` }] });
    const { stdoutTail } = await child.ended;
    expect(Buffer.byteLength(stdoutTail)).toBeLessThanOrEqual(1_000);
    expect(stdoutTail).toMatch(/^界+\n$/);
    expect(lines).toHaveLength(1);
  });

  it('says why it could not be started', async () => {
    const { command, supervision } = await started({});
    const child = startSupervised({ ...command, argv: [join(command.cwd, 'nothing')] }, supervision);
    expect(child.id).toBeNull();
    expect(await child.ended).toMatchObject({ code: null, error: { code: 'ENOENT' } });
    expect(await child.stop()).toMatchObject({ confirmed: true, stopped: 0 });
  });

  it('is held back while nobody takes its lines', async () => {
    const line = `${'x'.repeat(1_000)}\n`;
    const { child, lines } = await started({ steps: Array.from({ length: 300 }, () => ({ out: line })) });
    child.pause();
    const before = lines.length;
    await until('the pipe is full', () => child.id !== null);
    child.resume();
    expect(await child.ended).toMatchObject(clean);
    expect(lines.length).toBe(300);
    expect(before).toBeLessThan(300);
  });

  it('what it left running is ended, although it holds the output open', async () => {
    const { child, running } = await started({ steps: [{ orphan: true }, { out: 'bye' }] });
    expect(await child.ended).toMatchObject({ code: 0, ours: false, left: { confirmed: true, stopped: 1 } });
    expect(running()).toBe(0);
  });

  it('what belongs to others is left alone', async () => {
    const { child, running } = await started({
      steps: [{ orphan: true, env: { SUPERVISED_FOREIGN: '1' } }, { out: 'bye' }],
    });
    expect(await child.ended).toMatchObject({ code: 0, left: null });
    expect(running()).toBe(1);
    const [pid = 0] = findByMark('SUPERVISED_FOREIGN', '1');
    process.kill(pid, 'SIGKILL');
  });
});

describe('stopping a supervised child', () => {
  const hanging: PlayerScript = { steps: [{ out: 'begun\n' }], end: 'hang' };

  it('sends its signal, shares one result, and reads what is said meanwhile', async () => {
    const { child, lines, saw } = await started({ ...hanging, signals: { SIGINT: { out: 'bye\n', code: 0 } } });
    await until('it has begun', () => lines.length === 1);
    const all = await Promise.all([child.stop(), child.stop(), child.stop()]);
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toMatchObject({ confirmed: true, forced: false, stopped: 1 });
    expect(await child.ended).toMatchObject({ code: 0, ours: true, left: null });
    expect(lines).toEqual([{ text: 'begun' }, { text: 'bye' }]);
    expect(saw()?.signals).toEqual(['SIGINT']);
  });

  it('kills what does not listen after the grace time', async () => {
    const deaf: PlayerScript = { ...hanging, signals: { SIGINT: 'ignore', SIGTERM: 'ignore' } };
    const { child, lines } = await started(deaf, { stop: { signal: 'SIGINT', grace_ms: 200 } });
    await until('it has begun', () => lines.length === 1);
    expect(await child.stop()).toMatchObject({ confirmed: true, forced: true });
    expect(await child.ended).toMatchObject({ code: null, signal: 'SIGKILL', ours: true });
  });

  it('ends tools in sessions of their own with it', async () => {
    const { child, running } = await started({ ...hanging, steps: [{ orphan: true }, { orphan: true }] });
    await until('all run', () => running() === 3);
    expect(await child.stop()).toMatchObject({ confirmed: true, stopped: 3 });
    await child.ended;
    expect(running()).toBe(0);
  });

  it('asks first where there is a way to', async () => {
    const { child, lines, saw } = await started(
      { stdin: 'talk', steps: [{ out: 'begun\n' }], end: { atEof: 0 } },
      { stdin: 'open' },
    );
    await until('it has begun', () => lines.length === 1);
    expect(await child.stop({ ask: () => child.closeStdin(), askMs: 10_000 })).toMatchObject({ stopped: 0 });
    expect(await child.ended).toMatchObject({ code: 0, ours: true });
    expect(saw()?.signals).toEqual([]);
  });

  it('after the exit is what was left then', async () => {
    const { child } = await started({ steps: [{ out: 'bye' }] });
    await child.ended;
    expect(await child.stop()).toMatchObject({ confirmed: true, stopped: 0 });
  });
});

describe('a supervisor', () => {
  it('ends everything at its shutdown, and starts nothing after it', async () => {
    const supervisor = createSupervisor();
    const { command, supervision, child } = await started({});
    await child.ended;
    const folder = await workspace();
    const program = await player(folder, { end: 'hang' });
    const hanging = { ...command, argv: [program] };
    const children = [supervisor.start(hanging, supervision), supervisor.start(hanging, supervision)];
    await Promise.all([supervisor.shutdown(), supervisor.shutdown()]);
    for (const one of children) expect(await one?.ended).toMatchObject({ ours: true });
    expect(supervisor.start(hanging, supervision)).toBeNull();
  });
});
