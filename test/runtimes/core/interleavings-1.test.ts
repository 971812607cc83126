import { it } from 'vitest';
import { interleave } from './interleavings.js';

// Half of the thousand: the other half is a file of its own, so that both cores have some. Seconds each, minutes on a machine that is
// busy with other things.
it.each([1, 2, 3, 4])(
  'programs that are stopped, timed out, killed and unrecorded at random end once, exit once and leave nothing (%i)',
  interleave,
  300_000,
);
