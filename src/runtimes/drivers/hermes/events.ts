import type { ChildEnd } from '../../../processes/supervised/child.js';
import { backEndFailure, statusIn } from '../../command-line/back-end-failure.js';
import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import { failed, type LineMapper } from '../../command-line/line-mapper.js';
import type { RuntimeEvent, Usage } from '../../events.js';
import { at, numberAt, textAt } from '../json-fields.js';

/**
 * `hermes -z`: stdout is the last text and nothing else; how it ended, its session and its usage are in the usage file, on failure too.
 * `readReport`: that file, parsed; null where it is not there.
 */
export class HermesMapper implements LineMapper {
  readonly #readReport: () => unknown;

  constructor(readReport: () => unknown) {
    this.#readReport = readReport;
  }

  /** All of it together is the answer. */
  line(): RuntimeEvent[] {
    return [];
  }

  ended(end: ChildEnd): RuntimeEvent[] {
    const report = this.#readReport();
    const text = end.stdoutTail.trim();
    return [
      ...sessionOf(report),
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...usageOf(report),
      ...verdict(end, report, text),
    ];
  }
}

/** Nothing where the report says nothing: the exit decides. */
function verdict(end: ChildEnd, report: unknown, text: string): RuntimeEvent[] {
  if (end.ours) return [];
  const said = end.stderrTail.trim();
  if (/session not found/i.test(said)) {
    return [failed({ code: SESSION_NOT_FOUND, class: 'conversation', message: said })];
  }
  if (end.code === 130 || at(report, 'interrupted') === true) {
    return [failed({ code: 'CANCELLED', class: 'cancelled', message: 'hermes reports the run as interrupted' })];
  }
  if (at(report, 'partial') === true && at(report, 'failed') !== true) {
    const why = textAt(report, 'turn_exit_reason') ?? 'it stopped partway';
    return [failed({ code: 'PARTIAL', class: 'back-end', message: why, outcome: 'unknown' })];
  }
  if (end.code !== 0 || at(report, 'failed') === true) {
    const why = textAt(report, 'failure') ?? (said.replace(/^hermes -z: (agent failed: )?/, '') || text);
    return why === '' ? [] : [failed(backEndFailure(why, statusIn(why)))];
  }
  if (at(report, 'completed') !== true) return [];
  return [{ type: 'completed', content: text }];
}

function sessionOf(report: unknown): RuntimeEvent[] {
  const sessionId = textAt(report, 'session_id');
  return sessionId === null || sessionId === '' ? [] : [{ type: 'session', sessionId }];
}

function usageOf(report: unknown): RuntimeEvent[] {
  const usage: Usage = {
    input_tokens: numberAt(report, 'input_tokens'),
    output_tokens: numberAt(report, 'output_tokens'),
    cached_tokens: numberAt(report, 'cache_read_tokens'),
  };
  return Object.values(usage).every((value) => value === null) ? [] : [{ type: 'usage', usage }];
}
