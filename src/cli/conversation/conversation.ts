import { createInterface, type Interface, type ReadLineOptions } from 'node:readline';
import type { App } from '../../app-interface.js';
import { ProductError } from '../../errors/product-error.js';
import { saidBy } from '../../errors/said-by.js';
import { wordsOf } from '../../reply/words.js';
import type { ApprovalListing } from '../../runtimes/shown/approvals.js';
import { asked } from '../approvals/asked.js';
import { type Face, languageChosen } from '../face.js';
import { lineCleared } from '../line-cleared.js';
import { printable } from '../printable.js';
import { progressText } from '../progress-text.js';
import { ENOUGH_BYTES, tooLong } from '../read-input.js';
import { atWork } from './at-work.js';
import { boundedLines } from './bounded-lines.js';
import { decisionIn } from './decision-in.js';
import { type Following, following } from './following.js';
import { type OpenApprovals, openApprovals } from './open-approvals.js';
import { pastingInterface } from './pasting.js';
import { answerApproval, SLASH_COMMANDS, slashCommand } from './slash-commands.js';
import { rememberWhole, withBreaks } from './whole-inputs.js';

/**
 * A conversation on the terminal. Jobs it starts are followed in the background: their progress stands in the prompt, their end is told.
 * Ctrl-C stops a request that waits for this process, as a sync skill does, and keeps what was typed meanwhile; else it drops what is being
 * typed; where nothing is, it says how to leave, and leaves the second time. Ctrl-D leaves. Jobs go on either way.
 */
export async function converse(face: Face, app: App, environment: string): Promise<number> {
  const inside: Face = { ...face, environment, json: false };
  const { words } = face;
  face.hint(words.conversation.welcome);
  const endless = new AbortController();
  const terminal = lineEditor(() => endless.abort(), {
    prompt: words.conversation.prompt,
    completer: (line: string) => [SLASH_COMMANDS.filter((command) => line !== '' && command.startsWith(line)), line],
  });
  rememberWhole(terminal);
  const screen = promptOf(terminal, face);
  const jobs = following(app, environment, {
    progressText: (progress) => progressText(progress, words),
    onProgress: () => screen.refresh(jobs),
    onEnd: (completion, language) => screen.say(jobs, wordsOf(language).completed(completion)),
    onError: (error) => screen.say(jobs, saidBy(error)[face.language]),
  });
  const approvals = openApprovals(app, environment, {
    onAsked: (one) => screen.say(jobs, asked(words.agents, one).join('\n')),
    onGone: (one) => screen.say(jobs, answeredElsewhere(face, one)),
  });
  screen.asksWith(approvals);
  const close = (): void => terminal.close();
  face.signal.addEventListener('abort', close);

  const turn = atWork(face.signal);
  let held = '';
  let isLeaving = false;
  terminal.on('SIGINT', () => {
    if (turn.interrupt()) return;
    const isEmpty = terminal.line === '' && held === '';
    held = '';
    if (isEmpty && isLeaving) return terminal.close();
    isLeaving = isEmpty;
    screen.dropLine(jobs);
    if (isEmpty) screen.say(jobs, words.conversation.leaving);
  });
  screen.prompt(jobs);
  for await (const line of terminal) {
    isLeaving = false;
    // A line that ends in a backslash goes on in the next one.
    if (line.endsWith('\\')) {
      held += `${line.slice(0, -1)}\n`;
      // Counted in characters, since bytes would be counted anew with every line; of those there are at least as many.
      if (held.length <= ENOUGH_BYTES) continue;
      endless.abort();
      break;
    }
    const input = withBreaks(held + line).trim();
    held = '';
    const take = (signal: AbortSignal) =>
      takeTurn({ ...inside, signal }, app, environment, input, { jobs, approvals, screen });
    if (input !== '' && (await turn.during(take)) === 'leave') break;
    if (face.signal.aborted) break;
    screen.prompt(jobs);
  }
  terminal.close();
  face.signal.removeEventListener('abort', close);
  await Promise.all([jobs.stop(), approvals.stop()]);
  if (endless.signal.aborted) throw tooLong(ENOUGH_BYTES);
  face.hint(`\n${words.conversation.bye}`);
  return face.signal.aborted ? 130 : 0;
}

/** `onTooLong`: a line is longer than any that is taken; it ends there. */
function lineEditor(onTooLong: () => void, options: Omit<ReadLineOptions, 'input' | 'output'>): Interface {
  const { stdin, stderr: output } = process;
  if (stdin.isTTY && output.isTTY) return pastingInterface(stdin, output, options);
  const input = stdin.pipe(boundedLines(ENOUGH_BYTES, onTooLong));
  const terminal = createInterface({ ...options, input, output });
  terminal.on('close', () => stdin.unpipe(input).pause());
  return terminal;
}

async function takeTurn(
  face: Face,
  app: App,
  environment: string,
  input: string,
  { jobs, approvals, screen }: { jobs: Following; approvals: OpenApprovals; screen: Screen },
): Promise<'stay' | 'leave'> {
  try {
    const asking = screen.asking();
    const decision = asking === null ? null : decisionIn(input);
    if (decision !== null) return await answerApproval(face, approvals, decision, asking);
    if (input.startsWith('/') && !/^\/\S*\//.test(input))
      return await slashCommand(face, app, input, { jobs, approvals });
    const result = await app.run({ input, environment, ...languageChosen(face), signal: face.signal });
    face.print(result.reply);
    if (result.run_id !== null && result.task_status === 'running')
      jobs.add(result.run_id, result.task_type, result.language);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    face.hint(error.in(face.language));
  }
  return 'stay';
}

function answeredElsewhere({ words: { agents: words } }: Face, { id, state, by }: ApprovalListing): string {
  return `${id}: ${words.approvalState[state]}${by === null ? '' : ` (${by})`}`;
}

interface Screen {
  /** The request that the prompt asks about; null where it came up while something was being typed: that was no answer to it. */
  asking(): string | null;
  asksWith(approvals: OpenApprovals): void;
  prompt(jobs: Following): void;
  /** Shows new progress, unless something is being typed. */
  refresh(jobs: Following): void;
  /** Prints above the line that is being typed, and puts it back. */
  say(jobs: Following, text: string): void;
  dropLine(jobs: Following): void;
}

function promptOf(terminal: Interface, face: Face): Screen {
  const { words } = face;
  let open = true;
  let approvals: OpenApprovals | null = null;
  let asking: string | null = null;
  terminal.on('close', () => {
    open = false;
  });
  const prompt = (jobs: Following): void => {
    if (!open) return;
    const room = Math.max(10, (process.stderr.columns ?? 80) - 24);
    const running = face.live ? printable(jobs.progress(room)) : '';
    const current = approvals?.current()?.id ?? null;
    if (current !== asking) asking = terminal.line === '' ? current : null;
    const mark = asking !== null ? words.agents.answerPrompt : words.conversation.prompt;
    terminal.setPrompt(running === '' ? mark : `[${running}] ${mark}`);
    terminal.prompt(true);
  };
  return {
    asking: () => asking,
    asksWith: (some) => {
      approvals = some;
    },
    prompt,
    refresh: (jobs) => {
      if (face.live && terminal.line === '') prompt(jobs);
    },
    say: (jobs, text) => {
      if (face.live) process.stderr.write(lineCleared(process.env.TERM, process.stderr.columns ?? 80));
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
