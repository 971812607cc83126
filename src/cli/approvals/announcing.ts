import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app-interface.js';
import type { Face } from '../face.js';
import { asked } from './asked.js';

export interface Announcing {
  /** The invocation whose requests are told. */
  of(invocationId: string): void;
  /** The back-end has asked: tells of it, and how it is answered, as soon as the request is on record. */
  asked(requestId: string): void;
  end(): Promise<void>;
}

const LOOK_EVERY_MS = 50;
const LOOKS = 200;

/** Tells a person on stderr what a running agent waits for. What a rule has answered is not told. */
export function announcing(face: Face, app: App, say: (text: string) => void): Announcing {
  const { agents: words } = face.words;
  const leaving = new AbortController();
  const pending: Promise<void>[] = [];
  let invocation: string | null = null;

  const tell = async (requestId: string): Promise<void> => {
    for (let look = 0; look < LOOKS && !leaving.signal.aborted; look += 1) {
      const all = await app.approvals.list('all');
      const one = all.find((each) => each.invocation_id === invocation && each.request_id === requestId);
      if (one?.state === 'waiting') say([...asked(words, one), words.answerWith(one.id)].join('\n'));
      if (one !== undefined) return;
      await delay(LOOK_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
  };
  return {
    of: (id) => {
      invocation = id;
    },
    // Not to be told of a request is no reason to end the run.
    asked: (requestId) => void pending.push(tell(requestId).catch(() => {})),
    end: async () => {
      leaving.abort();
      await Promise.all(pending);
    },
  };
}
