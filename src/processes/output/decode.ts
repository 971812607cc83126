import { StringDecoder } from 'node:string_decoder';

/** A line is decided on as a whole; a longer one is decided on by its first so many bytes. */
const DECIDE_BY_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;

/**
 * Text of unknown encoding: UTF-8 where it is valid, else GB18030, else UTF-8 with replacement characters.
 * Short GBK texts are told apart by validity alone: statistical guessers take them for Shift_JIS.
 */
export function decodeText(bytes: Uint8Array): string {
  return tryDecode('utf-8', bytes) ?? tryDecode('gb18030', bytes) ?? new TextDecoder('utf-8').decode(bytes);
}

export interface OutputDecoder {
  /** Text that is certain so far; bytes of an unfinished line or character are kept. */
  write(chunk: Uint8Array): string;
  /** What was kept. */
  end(): string;
}

/**
 * Decodes output that comes in chunks cut anywhere. Programs mix encodings by the line, so each line is decided on its own;
 * a line feed is never a part of a longer character in either encoding. Memory is bounded by one decision.
 */
export function createOutputDecoder(): OutputDecoder {
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let long: StreamingText | null = null;

  const flush = (): string => {
    const text = decodeText(kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept));
    kept = [];
    keptBytes = 0;
    return text;
  };

  return {
    write(chunk) {
      let text = '';
      let rest = chunk;
      const lastFeed = rest.lastIndexOf(LINE_FEED);
      if (lastFeed !== -1) {
        let lines = rest.subarray(0, lastFeed + 1);
        rest = rest.subarray(lastFeed + 1);
        if (long !== null) {
          const feed = lines.indexOf(LINE_FEED);
          text += long.write(lines.subarray(0, feed)) + long.end();
          long = null;
          lines = lines.subarray(feed);
        }
        text += decodeLines(Buffer.concat([...kept, lines]));
        kept = [];
        keptBytes = 0;
      }
      if (rest.length === 0) return text;
      if (long !== null) return text + long.write(rest);
      // A copy: the caller may reuse its buffer.
      kept.push(new Uint8Array(rest));
      keptBytes += rest.length;
      if (keptBytes > DECIDE_BY_BYTES) {
        const start = Buffer.concat(kept);
        kept = [];
        keptBytes = 0;
        long = streamingText(start);
        text += long.write(start);
      }
      return text;
    },
    end() {
      if (long === null) return keptBytes === 0 ? '' : flush();
      const text = long.end();
      long = null;
      return text;
    },
  };
}

/** Whole lines, each by its own encoding; the usual case, all of them UTF-8, is one call. */
export function decodeLines(lines: Uint8Array): string {
  const all = tryDecode('utf-8', lines);
  if (all !== null) return all;
  let text = '';
  for (let at = 0; at < lines.length; ) {
    const feed = lines.indexOf(LINE_FEED, at);
    const end = feed === -1 ? lines.length : feed + 1;
    text += decodeText(lines.subarray(at, end));
    at = end;
  }
  return text;
}

function tryDecode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not in this encoding, or a Node.js built without it.
    return null;
  }
}

interface StreamingText {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** The rest of a line too long to wait for, in the encoding that its start is valid in. */
function streamingText(start: Uint8Array): StreamingText {
  if (!startsValid('utf-8', start) && startsValid('gb18030', start)) {
    const decoder = new TextDecoder('gb18030');
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  const decoder = new StringDecoder('utf8');
  return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() };
}

function startsValid(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
