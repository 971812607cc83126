import { expect, it } from 'vitest';
import { printable } from '../../src/cli/printable.js';

it('a terminal obeys nothing of what a workflow or a package wrote', () => {
  expect(printable('a\tb\r\nc\u001b[2J\u0007\u009b')).toBe('a\tb\nc␛[2J␇\ufffd');
  expect(printable('report\u202egpj.exe\u2066')).toBe('report\ufffdgpj.exe\ufffd');
  expect(printable('成功 ✓ émoji 👩‍👩‍👧')).toBe('成功 ✓ émoji 👩‍👩‍👧');
});
