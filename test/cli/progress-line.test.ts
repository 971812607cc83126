import { expect, it } from 'vitest';
import { following } from '../../src/cli/conversation/following.js';
import { lineCleared } from '../../src/cli/line-cleared.js';
import { caseLine, progressLine } from '../../src/cli/progress-line.js';
import { cells } from '../../src/cli/table.js';

const RUN = 'job_20261129_203801_bunym7';

it.each([
  [80, 'functest', '8/32 tests · run tests', 'functest 8/32 tests · run tests'],
  [24, 'functest', '8/32 tests · run tests', 'functest 8/32 tests · r…'],
  [24, RUN, '8/32 tests · run tests', 'job_20261129_20380… 8/32'],
  [23, RUN, '8/32 个测试 · run tests', 'job_20261129_2038… 8/32'],
  [10, 'functest', '8/32 tests', 'func… 8/32'],
  [7, 'functest', '8/32 tests', 'f… 8/32'],
  [6, 'functest', '8/32 tests', '8/32'],
  [16, 'functest', 'run tests', 'funct… run tests'],
  [12, 'functest', '', 'functest'],
  [6, 'functest', '', 'funct…'],
])('in %i cells %s, %j is %j', (width, name, text, shown) => {
  expect(progressLine(name, text, width)).toBe(shown);
  expect(cells(shown)).toBeLessThanOrEqual(width);
});

it.each([
  [60, '[██████████··········] 3/4 disk 8/32 tests'],
  [40, '3/4 disk 8/32 tests'],
  [16, '3/4 disk 8/32 t…'],
  [12, '3/4 di… 8/32'],
  [8, '3/4 8/32'],
])('a case of a suite in %i cells is %j', (width, shown) => {
  expect(caseLine('disk', '8/32 tests', 2, 4, width)).toBe(shown);
});

it('a terminal that calls itself dumb is sent no escape sequence', () => {
  expect(lineCleared('dumb', 5)).toBe('\r    \r');
  expect(lineCleared('xterm', 5)).toBe('\r\x1b[K');
});

it('nothing followed is nothing to say', () => {
  const hooks = { progressText: () => '', onProgress: () => {}, onEnd: () => {}, onError: () => {} };
  expect(following({} as never, 'default', hooks).progress(80)).toBe('');
});
