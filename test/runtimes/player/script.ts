import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a player does, one after the other. Text is written as it is: a newline that is not there is not written. */
export type Step =
  | { readonly out: string }
  /** Base64: where a character is to be cut in two. */
  | { readonly bytes: string }
  | { readonly err: string }
  /** The contents of a recorded file. */
  | { readonly file: string }
  | { readonly errFile: string }
  /** Milliseconds. */
  | { readonly pause: number }
  /** A tool in a session of its own that holds stdout open and outlives the player. */
  | { readonly orphan: true; readonly env?: Readonly<Record<string, string>> }
  /** Waits for a message of one of these kinds on stdin. `id`: the recorded id, replaced in what answers it. `refuse`: answers with an error. */
  | {
      readonly expect: string | readonly string[];
      readonly id?: string | number;
      readonly then?: 'refuse';
      /** Passed over, with what answers it, where the next one that is not optional comes instead. */
      readonly optional?: boolean;
    }
  | { readonly send: Readonly<Record<string, unknown>> };

export interface PlayerScript {
  readonly version?: string;
  /** `read`: takes all of it first. `talk`: messages, a line each; what the script does not expect is refused. Default: not looked at. */
  readonly stdin?: 'read' | 'talk';
  /** Answers to kinds of requests that the steps do not expect. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly steps?: readonly Step[];
  /** Default: exits with 0. */
  readonly end?: 'hang' | { readonly code: number } | { readonly signal: NodeJS.Signals } | { readonly atEof: number };
  /** What is not named here has the system's own effect. */
  readonly signals?: Partial<Record<'SIGINT' | 'SIGTERM', 'ignore' | { readonly out?: string; readonly code: number }>>;
  /** A file that gets a JSON line for everything it saw: argv, cwd, env and pid; stdin; messages; what it waits for; signals; the end of its script. */
  readonly record?: string;
}

const PROGRAM = fileURLToPath(new URL('program.cjs', import.meta.url));
let made = 0;

/** Writes the program that plays the script into the folder; answers with its path, for the runtime's override variable. */
export async function player(folder: string, script: PlayerScript): Promise<string> {
  made += 1;
  const path = join(folder, `player-${made}`);
  const text = `#!${process.execPath}\nrequire(${JSON.stringify(PROGRAM)}).play(${JSON.stringify(script)});\n`;
  await writeFile(path, text);
  await chmod(path, 0o700);
  return path;
}
