import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import type { App } from '../app-interface.js';
import { type Language, languageOfLocale } from '../environment/language.js';
import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { packageRoot } from '../package-root.js';
import type { Face } from './face.js';
import { printable } from './printable.js';
import { buildProgram, type GlobalOptions } from './program.js';
import { defect } from './words/defect.js';
import { outputFailed } from './words/output-failed.js';
import { cliWords } from './words/words.js';

/** Runs one command line and returns the process's exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const language = languageFrom(argv);
  const interrupt = interruptible();
  const output = watchOutput(language, interrupt);
  let exitCode = 0;
  let json = argv.includes('--json');
  const words = await cliWords(language);
  const program = buildProgram(words, versionOfPackage(), async (globals, action) => {
    json = globals.json === true;
    // A program reads its answer on stdout; what is only worth knowing is for people, on stderr, either way.
    const warn = (said: Said): void => void process.stderr.write(`${printable(said[language])}\n`);
    const opened = lazily(async () => (await import('../app.js')).createApp({ ...appOptions(globals), warn }));
    try {
      exitCode = await action(faceFor(globals, { words, language }, interrupt, opened.get));
    } finally {
      await opened.close();
    }
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    await written(process.stdout);
    return output.failed ? 1 : exitCode;
  } catch (error) {
    return report(error, json ? 'json' : language);
  } finally {
    interrupt.stop();
  }
}

/** Who is told: a program, or a person who reads that language. */
type Reader = Language | 'json';

function report(error: unknown, reader: Reader): number {
  // Help and the version end a command line, too.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof ProductError) return complain(error.code, error.said, error.exitCode, reader);
  if ((error as NodeJS.ErrnoException | null)?.code === 'EPIPE') return 0;
  return complain('INTERNAL', defect(error), 1, reader);
}

function complain(code: string, said: Said, exitCode: number, reader: Reader): number {
  const text = reader === 'json' ? JSON.stringify({ error: { code, message: said.en } }) : printable(said[reader]);
  process.stderr.write(`${text}\n`);
  return exitCode;
}

function faceFor(
  globals: GlobalOptions,
  { words, language }: Pick<Face, 'words' | 'language'>,
  { signal, hold }: Interrupt,
  app: () => Promise<App>,
): Face {
  return {
    words,
    language,
    chosen_language: globals.lang ?? null,
    json: globals.json === true,
    environment: globals.environment ?? null,
    signal,
    holdInterrupts: hold,
    live: process.stderr.isTTY === true && globals.json !== true,
    print: (text) => process.stdout.write(`${printable(text)}\n`),
    printJson: (value) => process.stdout.write(`${JSON.stringify(value)}\n`),
    write: (bytes) =>
      new Promise((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))),
    hint: (text) => process.stderr.write(`${printable(text)}\n`),
    app,
  };
}

function appOptions({ config, state }: GlobalOptions) {
  return { ...(config === undefined ? {} : { config }), ...(state === undefined ? {} : { state }) };
}

function lazily(make: () => Promise<App>): { get: () => Promise<App>; close: () => Promise<void> } {
  let made: Promise<App> | null = null;
  return {
    get: () => {
      made ??= make();
      return made;
    },
    close: async () => {
      const app = await made?.catch(() => null);
      await app?.close('ends');
    },
  };
}

interface Interrupt {
  readonly signal: AbortSignal;
  readonly hold: Face['holdInterrupts'];
  /** Asks whoever holds it, as Ctrl-C does; false where nobody does. */
  askHolders(): boolean;
  stop(): void;
}

/** The first Ctrl-C asks, the second one ends, unless somebody holds it. */
function interruptible(): Interrupt {
  const controller = new AbortController();
  const holders = new Set<() => void>();
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      controller.abort();
      for (const onAsked of holders) onAsked();
    } else if (holders.size === 0) process.exit(130);
  };
  process.on('SIGINT', onSignal);
  const askHolders = (): boolean => {
    if (holders.size > 0) onSignal();
    return holders.size > 0;
  };
  return {
    askHolders,
    signal: controller.signal,
    hold: (onAsked) => {
      holders.add(onAsked);
      for (const signal of ENDING) process.on(signal, onSignal);
      return () => {
        holders.delete(onAsked);
        for (const signal of ENDING) process.off(signal, onSignal);
      };
    },
    stop: () => {
      process.off('SIGINT', onSignal);
    },
  };
}

const ENDING = ['SIGTERM', 'SIGHUP'] as const;

/**
 * A reader that has gone away wants no more: what must be stopped first is stopped. Any other trouble with stdout is said, since the result
 * is lost. The handler stays: trouble comes late. What cannot be said on stderr changes nothing.
 */
function watchOutput(language: Language, { askHolders }: Interrupt): { readonly failed: boolean } {
  const output = { failed: false };
  /** The reader; the command ends by itself. */
  let gone = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    gone ||= error.code === 'EPIPE' && askHolders();
    if (gone) return;
    if (error.code === 'EPIPE') process.exit(0);
    if (!output.failed) complain('OUTPUT_FAILED', outputFailed(error), 1, language);
    output.failed = true;
  });
  return output;
}

/** Resolves when what was written before has gone out, or failed to. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => setImmediate(resolve));
  });
}

/** `--lang` decides how help reads, too, so it is looked for before anything is parsed. */
function languageFrom(argv: readonly string[]): Language {
  const at = argv.findIndex((part) => part === '--lang' || part.startsWith('--lang='));
  const given = argv[at]?.startsWith('--lang=') ? argv[at]?.slice('--lang='.length) : argv[at + 1];
  if (at >= 0 && (given === 'zh' || given === 'en')) return given;
  return languageOfLocale(process.env.LC_ALL ?? process.env.LC_MESSAGES ?? process.env.LANG);
}

function versionOfPackage(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
