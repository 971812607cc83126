import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { askerOf, findApproval, type StoredApproval } from '../../store/approvals.js';
import type { Store } from '../../store/open.js';
import type { ApprovalRules } from '../channel.js';
import type { ApprovalRequest } from '../driver.js';
import { byRule, type Ruling } from './by-rule.js';
import { digestOf } from './digest.js';
import { askOnRecord, endOnRecord } from './end-on-record.js';
import { leavesFolder } from './leaves-folder.js';

export type Answer = 'approved' | 'denied';

export interface ApproverOptions {
  readonly store: Store;
  /** The channel's; absent: everything is denied. */
  readonly rules: ApprovalRules | undefined;
  /** On record already. */
  readonly invocationId: string;
  /** Absolute. */
  readonly workDir: string;
  /** Takes secrets out of what is stored. */
  readonly redact: (text: string) => string;
  readonly now: () => Date;
  /** Aborted when the run is stopped: what still waits is denied. */
  readonly signal: AbortSignal;
  /** How often an answer is looked for, in ms. */
  readonly lookEveryMs?: number;
}

const EXPIRES_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Answers what a back-end asks: by the channel's rules, or by whoever answers the stored request, in this process or another, within five
 * minutes. A request is on record before it is answered, and what cannot be put there is denied. Never rejects.
 */
export function approver(options: ApproverOptions): (request: ApprovalRequest) => Promise<Answer> {
  return async (request) => {
    try {
      const ruling = byRule(options.rules, request, leavesFolder(request, options.workDir));
      const row = await options.store.write(async (tx) => {
        const run_id = (await askerOf(tx, options.invocationId))?.run_id ?? null;
        const asked = rowOf(options, request, run_id, ruling);
        await askOnRecord(tx, asked);
        return asked;
      });
      return ruling === 'ask' ? await awaitAnswer(options, row) : ruling;
    } catch {
      return 'denied';
    }
  };
}

function rowOf(
  { invocationId, workDir, redact, now }: ApproverOptions,
  request: ApprovalRequest,
  run_id: string | null,
  ruling: Ruling,
): StoredApproval {
  const at = now();
  const clean = (texts: readonly string[]): string => JSON.stringify(redactedWords(texts, redact));
  const { argv, writes } = request;
  return {
    id: `approval_${randomBytes(5).toString('hex')}`,
    invocation_id: invocationId,
    run_id,
    request_id: request.requestId,
    tool: request.tool,
    argv: argv === null ? null : typeof argv === 'string' ? JSON.stringify(redact(argv)) : clean(argv),
    cwd: request.cwd ?? workDir,
    writes: writes.length === 0 ? null : clean(writes),
    digest: digestOf(request, workDir),
    requested_at: at.toISOString(),
    expires_at: new Date(at.getTime() + EXPIRES_AFTER_MS).toISOString(),
    ...(ruling === 'ask'
      ? { decision: null, decided_at: null, by: null }
      : { decision: ruling, decided_at: at.toISOString(), by: 'rule' }),
  };
}

/** A secret may be the word after the option that names it. */
function redactedWords(words: readonly string[], redact: (text: string) => string): string[] {
  return words.map((word, at) => {
    const before = at === 0 ? '' : `${redact(words[at - 1] ?? '')} `;
    const pair = redact(before + word);
    return pair.startsWith(before) ? pair.slice(before.length) : redact(word);
  });
}

async function awaitAnswer(options: ApproverOptions, row: StoredApproval): Promise<Answer> {
  const { store, now, signal, lookEveryMs = LOOK_EVERY_MS } = options;
  for (;;) {
    // A store that is busy for a while is asked again: the time to answer runs on all the same.
    const seen = await store.read((tx) => findApproval(tx, row.id)).catch(() => row);
    if (seen === null) return 'denied';
    if (seen.decision !== null) return answerOf(seen, row);
    if (signal.aborted || now() >= new Date(row.expires_at)) return await giveUp(options, row);
    await delay(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}

/** Unless an answer has come meanwhile. */
async function giveUp({ store, now, signal }: ApproverOptions, row: StoredApproval): Promise<Answer> {
  const end = signal.aborted
    ? { decision: 'denied' as const, by: 'stop', at: now() }
    : { decision: 'expired' as const, by: 'clock', at: now() };
  const seen = await store.write(async (tx) => ((await endOnRecord(tx, row, end)) ? null : findApproval(tx, row.id)));
  return seen === null ? 'denied' : answerOf(seen, row);
}

/** Approved is only what was asked. */
function answerOf(seen: StoredApproval, asked: StoredApproval): Answer {
  return seen.decision === 'approved' && seen.digest === asked.digest ? 'approved' : 'denied';
}
