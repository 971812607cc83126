import { createInterface, type Interface } from 'node:readline';
import type { App } from '../../app-interface.js';
import { languageOf } from '../../environment/language.js';
import { ProductError } from '../../errors/product-error.js';
import { saidBy } from '../../errors/said-by.js';
import { wordsOf } from '../../reply/words.js';
import type { Face } from '../face.js';
import { printable } from '../printable.js';
import { shorten } from '../table.js';
import { type Following, following } from './following.js';
import { SLASH_COMMANDS, slashCommand } from './slash-commands.js';
import { rememberWhole, withBreaks } from './whole-inputs.js';

/**
 * A conversation on the terminal. Jobs it starts are followed in the background: their progress stands in the prompt, their end is told.
 * Ctrl-C drops the line that is being typed, or leaves when there is none; Ctrl-D leaves. Jobs go on either way.
 */
export async function converse(face: Face, app: App, environment: string): Promise<number> {
  const inside: Face = { ...face, environment, json: false };
  const { words } = face;
  face.hint(words.conversation.welcome);
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
    prompt: words.conversation.prompt,
    completer: (line: string) => [SLASH_COMMANDS.filter((command) => line !== '' && command.startsWith(line)), line],
  });
  rememberWhole(terminal);
  const screen = promptOf(terminal, face);
  const jobs = following(app, environment, {
    onProgress: () => screen.refresh(jobs),
    onEnd: (completion, language) => screen.say(jobs, wordsOf(language).completed(completion)),
    onError: (error) => screen.say(jobs, saidBy(error)[face.language]),
  });
  terminal.on('SIGINT', () => (terminal.line === '' ? terminal.close() : screen.dropLine(jobs)));
  const close = (): void => terminal.close();
  face.signal.addEventListener('abort', close);

  let held = '';
  screen.prompt(jobs);
  for await (const line of terminal) {
    // A line that ends in a backslash goes on in the next one.
    if (line.endsWith('\\')) {
      held += `${line.slice(0, -1)}\n`;
      continue;
    }
    const input = withBreaks(held + line).trim();
    held = '';
    if (input !== '' && (await takeTurn(inside, app, environment, input, jobs)) === 'leave') break;
    screen.prompt(jobs);
  }
  terminal.close();
  face.signal.removeEventListener('abort', close);
  await jobs.stop();
  face.hint(`\n${words.conversation.bye}`);
  return face.signal.aborted ? 130 : 0;
}

async function takeTurn(
  face: Face,
  app: App,
  environment: string,
  input: string,
  jobs: Following,
): Promise<'stay' | 'leave'> {
  const language = face.chosen_language ?? languageOf(input, process.env.LANG);
  try {
    if (input.startsWith('/') && !/^\/\S*\//.test(input)) return await slashCommand(face, app, input, jobs);
    const result = await app.run({ input, environment, language });
    face.print(result.reply);
    if (result.run_id !== null && result.task_status === 'running') jobs.add(result.run_id, result.task_type, language);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    face.hint(error.in(face.language));
  }
  return 'stay';
}

interface Screen {
  prompt(jobs: Following): void;
  /** Shows new progress, unless something is being typed. */
  refresh(jobs: Following): void;
  /** Prints above the line that is being typed, and puts it back. */
  say(jobs: Following, text: string): void;
  dropLine(jobs: Following): void;
}

function promptOf(terminal: Interface, face: Face): Screen {
  const mark = face.words.conversation.prompt;
  let open = true;
  terminal.on('close', () => {
    open = false;
  });
  const prompt = (jobs: Following): void => {
    if (!open) return;
    const running = face.live ? jobs.progress().join(' · ') : '';
    const room = Math.max(10, (process.stderr.columns ?? 80) - 24);
    terminal.setPrompt(running === '' ? mark : `[${shorten(printable(running), room)}] ${mark}`);
    terminal.prompt(true);
  };
  return {
    prompt,
    refresh: (jobs) => {
      if (face.live && terminal.line === '') prompt(jobs);
    },
    say: (jobs, text) => {
      if (face.live) process.stderr.write('\r\x1b[K');
      face.print(text);
      prompt(jobs);
    },
    dropLine: (jobs) => {
      process.stderr.write('\n');
      terminal.write(null, { ctrl: true, name: 'u' });
      terminal.write(null, { ctrl: true, name: 'k' });
      prompt(jobs);
    },
  };
}
