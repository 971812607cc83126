import type { ChildEnd } from '../../../processes/supervised/child.js';
import { failed, howItEnded, type Line, type LineMapper } from '../../command-line/line-mapper.js';
import type { RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import { stderrFailure } from './failure.js';
import { ClaudeTurnMapper } from './turn-mapper.js';

/** Lines of one `claude -p`. */
export class ClaudeRunMapper implements LineMapper {
  readonly #turn: ClaudeTurnMapper;
  /** A failure that came before the model was asked: stderr, which comes apart, may say more. */
  #early: RuntimeFailure | null = null;

  constructor(resumed: string | null) {
    this.#turn = new ClaudeTurnMapper(resumed);
  }

  line(line: Line): readonly RuntimeEvent[] {
    const events = this.#turn.line(line);
    const last = events.at(-1);
    if (last?.type !== 'failed' || this.#turn.began || last.error.class === 'conversation') return events;
    this.#early = last.error;
    // A session that cannot be found is named all the same, and must not be bound.
    return events.slice(0, -1).filter((event) => event.type !== 'session');
  }

  ended(end: ChildEnd): readonly RuntimeEvent[] {
    if (howItEnded(end) === null) return [];
    const failure = stderrFailure(end.stderrTail) ?? this.#early;
    return failure === null ? [] : [failed(failure)];
  }
}
