import type { App } from '../../app-interface.js';
import { nearest } from '../../config/nearest.js';
import { cancel } from '../commands/cancel.js';
import { show } from '../commands/show.js';
import { standing } from '../commands/status.js';
import type { Face } from '../face.js';
import { ROUND, wholeNumber } from '../numbers.js';
import type { Following } from './following.js';
import type { OpenApprovals } from './open-approvals.js';

export const SLASH_COMMANDS = ['/status', '/cancel', '/show', '/why', '/approve', '/deny', '/help', '/quit'] as const;
export type SlashCommand = (typeof SLASH_COMMANDS)[number];

/** Carries out a line that starts with a slash, inside the conversation's Environment. `leave`: the user wants to go. */
export async function slashCommand(
  face: Face,
  app: App,
  line: string,
  { jobs, approvals }: { readonly jobs: Following; readonly approvals: OpenApprovals },
): Promise<'stay' | 'leave'> {
  const [name = '', argument] = line.trim().split(/\s+/);
  const command = SLASH_COMMANDS.find((known) => known === name);
  if (command === undefined) {
    face.hint(face.words.conversation.unknown(name, nearest(name, SLASH_COMMANDS)));
    return 'stay';
  }
  switch (command) {
    case '/status':
      await standing(face, argument ?? null);
      return 'stay';
    case '/cancel':
      await cancelOne(face, app, argument ?? null, jobs);
      return 'stay';
    case '/show':
      await show(face, argument === undefined ? {} : { round: wholeNumber(name, ROUND)(argument) });
      return 'stay';
    case '/why':
      await show(face, {
        round: argument === undefined ? await newestRound(face, app) : wholeNumber(name, ROUND)(argument),
        trace: true,
      });
      return 'stay';
    case '/approve':
      return await answerApproval(face, approvals, 'approved', argument ?? null);
    case '/deny':
      return await answerApproval(face, approvals, 'denied', argument ?? null);
    case '/help':
      face.print(face.words.conversation.help);
      return 'stay';
    case '/quit':
      return 'leave';
  }
}

/** Without an id the oldest request is meant, which is the one that was shown first. */
export async function answerApproval(
  face: Face,
  approvals: OpenApprovals,
  decision: 'approved' | 'denied',
  id: string | null,
): Promise<'stay'> {
  const row = await approvals.answer(decision, id);
  const { agents: words } = face.words;
  face.print(row === null ? words.none.approvals : words.answered(row.id, decision, row.by ?? ''));
  return 'stay';
}

/** Without a run id the only live job is meant; with several live ones they are listed. */
async function cancelOne(face: Face, app: App, runId: string | null, jobs: Following): Promise<void> {
  const live = (await app.status(face.environment ?? undefined)).flatMap((entry) =>
    entry.kind === 'job' ? [entry.run_id] : [],
  );
  const [only, ...others] = runId === null ? live : [runId];
  if (only === undefined) face.print(face.words.nothingUnderWay);
  else if (others.length > 0) await standing(face, null);
  else {
    // What became of it is the answer to this command.
    jobs.leave(only);
    await cancel(face, only);
  }
}

async function newestRound(face: Face, app: App): Promise<number> {
  return (await app.show(face.environment ?? '')).environment.cur_round;
}
