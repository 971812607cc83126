import { createInterface, emitKeypressEvents, type Interface, type Key, type ReadLineOptions } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { onOneLine } from './whole-inputs.js';

const BRACKETED = { on: '\x1b[?2004h', off: '\x1b[?2004l' } as const;
/** They end a process at once: nothing of ours would run after them. */
const ENDING = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * A line editor on a terminal where a pasted text is put into the line that is being typed, line breaks and all, instead of being sent line by
 * line. A terminal that does not mark what is pasted gives it in one piece: several lines in one piece are taken for pasted.
 */
export function pastingInterface(
  stdin: ReadStream,
  output: NodeJS.WriteStream,
  options: Omit<ReadLineOptions, 'input' | 'output'>,
): Interface {
  // The editor gets its keys from here, and not from the terminal: what is pasted is held back.
  const keys = Object.assign(new PassThrough(), { setRawMode: rawMode(stdin, output) });
  const terminal = createInterface({ ...options, input: keys, output });
  let pasted: string | null = null;
  const begin = (): void => {
    pasted ??= '';
  };
  const end = (): void => {
    if (pasted) terminal.write(onOneLine(pasted));
    pasted = null;
  };
  const onKey = (text: string | undefined, key: Key): void => {
    if (key.name === 'paste-start') begin();
    else if (key.name === 'paste-end') end();
    else if (pasted === null) keys.emit('keypress', text, key);
    else if (text !== undefined && !UNPRINTED.test(text)) pasted += text;
  };
  let isPiece = false;
  const beforeKeys = (chunk: Buffer): void => {
    isPiece = pasted === null && isSeveralLines(chunk.toString());
    if (isPiece) begin();
  };
  const afterKeys = (): void => {
    if (isPiece) end();
  };
  stdin.on('data', beforeKeys);
  emitKeypressEvents(stdin, terminal);
  stdin.on('keypress', onKey).on('data', afterKeys);
  terminal.on('close', () => {
    stdin.off('data', beforeKeys).off('keypress', onKey).off('data', afterKeys).pause();
  });
  return terminal;
}

/** Of control characters, line breaks and tabs belong to a text. */
const UNPRINTED = /[^\P{Cc}\n\r\t]/u;

/** Text with a line break inside, and no other keys. */
function isSeveralLines(piece: string): boolean {
  return /[\r\n][^\r\n]/.test(piece) && !UNPRINTED.test(piece);
}

/** Keys one by one, and marks around what is pasted, for as long as it is set; however the process ends, neither stays. */
function rawMode(stdin: ReadStream, output: NodeJS.WriteStream): (raw: boolean) => void {
  const marks = process.env.TERM !== 'dumb';
  let isRaw = false;
  const set = (raw: boolean): void => {
    if (raw === isRaw) return;
    isRaw = raw;
    stdin.setRawMode(raw);
    if (marks) output.write(raw ? BRACKETED.on : BRACKETED.off);
  };
  process.once('exit', () => set(false));
  for (const ending of ENDING) {
    process.once(ending, () => {
      set(false);
      process.kill(process.pid, ending);
    });
  }
  // Of a terminal that goes away, its end may be seen before the signal is.
  const onGone = (): void => void process.kill(process.pid, 'SIGHUP');
  stdin.on('end', onGone).on('error', onGone);
  return set;
}
