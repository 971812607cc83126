import { Transform } from 'node:stream';

const BREAKS = [0x0a, 0x0d];

/**
 * Passes lines through as they come, and ends at the first one of more than `most` bytes, so that an input without line breaks is never gathered
 * whole. `onTooLong` is told; what follows is not read.
 */
export function boundedLines(most: number, onTooLong: () => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        if (BREAKS.includes(chunk[at] as number)) {
          bytes = 0;
          start = at + 1;
        } else bytes += 1;
        if (bytes <= most) continue;
        this.push(chunk.subarray(0, start));
        this.push(null);
        onTooLong();
        // Not done with this piece, ever: nothing more is asked for.
        return;
      }
      done(null, chunk);
    },
  });
}
