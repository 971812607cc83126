import { decodeText } from '../../kit/decode-text.js';
import { BadInputError } from '../../kit/errors.js';
import type { Git } from '../../kit/git.js';

const LF = 0x0a;
/** Of longer lines the beginning is kept. */
const MAX_LINE = 16 * 1024;

/**
 * Lines of git's output as they come, with fields between NULs; `take` gives false when it has enough. Throws BadInputError where
 * git fails with another code than those that are answers.
 */
export async function readLines(
  git: Git,
  args: readonly string[],
  take: (fields: string[]) => boolean,
  answers: readonly number[] = [0],
): Promise<void> {
  let held = Buffer.alloc(0);
  const line = (bytes: Buffer): boolean => take(decodeText(bytes).split('\0'));
  const { code, message, stopped } = await git.stream(args, (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
      const whole = Buffer.concat([held, chunk.subarray(from, at)]).subarray(0, MAX_LINE);
      held = Buffer.alloc(0);
      from = at + 1;
      if (!line(whole)) return false;
    }
    if (held.length < MAX_LINE) held = Buffer.concat([held, chunk.subarray(from, from + MAX_LINE)]);
    return true;
  });
  if (stopped) return;
  if (code === null || !answers.includes(code)) throw new BadInputError(message, message);
  if (held.length > 0) line(held.subarray(0, MAX_LINE));
}
