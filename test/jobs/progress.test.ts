import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventsFile } from '../../src/jobs/events-file.js';
import { applyEventLine, emptyProgress } from '../../src/jobs/progress.js';
import { workspace } from '../harness/workspace.js';

const NOW = new Date('2027-01-01T12:00:00Z');
const read = (...lines: string[]) =>
  lines.reduce((progress, line) => applyEventLine(progress, line, NOW.toISOString()), emptyProgress(''));

describe('events of a workflow', () => {
  it('become one line for people', () => {
    expect(read('{"event":"step","name":"login","index":2,"total":5}').text).toBe('login (2/5)');
    expect(
      read(
        '{"event":"step","name":"login","index":2,"total":5}',
        '{"event":"progress","done":3,"total":10,"unit":"cases"}',
      ).text,
    ).toBe('3/10 cases · login (2/5)');
    expect(read('{"event":"progress","done":3}').text).toBe('3');
    expect(read('{"event":"step","name":"编译"}').text).toBe('编译');
  });

  it('name artifacts and usage', () => {
    const progress = read(
      '{"type":"artifact","path":"report.html"}',
      '{"event":"usage","input_tokens":5}',
      '{"event":"heartbeat"}',
    );
    expect(progress).toMatchObject({ artifacts: ['report.html'], usage: { input_tokens: 5 }, bad_lines: 0 });
  });

  it('that make no sense are counted and change nothing else', () => {
    const bad = ['nonsense', '[1]', 'null', '{"event":"dance"}', '{"event":"artifact"}', '{"half":'];
    expect(read('{"event":"progress","done":1}', ...bad)).toMatchObject({ done: 1, bad_lines: bad.length });
    expect(read('', '  ').bad_lines).toBe(0);
    const deep = `{"event":"usage","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    expect(read(deep)).toMatchObject({ usage: null, bad_lines: 1 });
    expect(read('{"event":"progress","done":"many","total":-1}')).toMatchObject({ done: null, total: null });
  });
});

describe('a growing events.jsonl', () => {
  it('is read in parts, wherever they are cut', async () => {
    const path = join(await workspace(), 'events.jsonl');
    const events = new EventsFile(path);
    expect(events.look(NOW, { final: false })).toBe(false);
    await writeFile(path, '{"event":"progress","done":1}\n{"event":"pro');
    expect(events.look(NOW, { final: false })).toBe(true);
    expect(events.progress?.done).toBe(1);
    expect(events.look(NOW, { final: false })).toBe(false);
    await appendFile(path, 'gress","done":2}\r\n{"event":"progress","done":3}');
    events.look(NOW, { final: false });
    expect(events.progress?.done).toBe(2);
    events.look(NOW, { final: true });
    expect(events.progress).toMatchObject({ done: 3, bad_lines: 0 });
  });

  it('may hold an endless line', async () => {
    const path = join(await workspace(), 'events.jsonl');
    await writeFile(path, `${'x'.repeat(3_000_000)}\n{"event":"progress","done":7}\n`);
    const events = new EventsFile(path);
    events.look(NOW, { final: true });
    expect(events.progress).toMatchObject({ done: 7, bad_lines: 1 });
  });

  it('may be something else altogether', async () => {
    const dir = await workspace();
    await mkdir(join(dir, 'folder'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    for (const name of ['folder', 'pipe']) {
      const events = new EventsFile(join(dir, name));
      expect(events.look(NOW, { final: true })).toBe(false);
    }
  });
});
