import type { ChildEnd } from '../../../processes/supervised/child.js';
import { failed, type LineMapper } from '../../command-line/line-mapper.js';
import type { RuntimeEvent } from '../../events.js';
import type { FailureClass } from '../../failure.js';

/** Codes of ours for codes of dsh; the others are kept. */
const CODES: Readonly<Record<string, string>> = { TIMEOUT: 'PROVIDER_TIMEOUT' };
const CLASSES: Readonly<Record<string, FailureClass>> = { MISSING_CREDENTIAL: 'config', ABORTED: 'cancelled' };
const ERROR = /^dsh: ([A-Z][A-Z_]+): (.*)$/m;

/**
 * The output of `dsh --profile headless`: nothing but the last text of the model. It has succeeded with exit 0, a text, and no error; it
 * exits with 0 after a SIGTERM too, with whatever there was. `told`: whether the text was told while it was written.
 */
export class FinalTextMapper implements LineMapper {
  readonly #told: () => boolean;

  constructor(told: () => boolean) {
    this.#told = told;
  }

  /** All of it together is the answer. */
  line(): RuntimeEvent[] {
    return [];
  }

  ended(end: ChildEnd): RuntimeEvent[] {
    if (end.ours) return [];
    const error = ERROR.exec(end.stderrTail);
    if (error !== null) {
      const [, code = '', message = ''] = error;
      return [failed({ code: CODES[code] ?? code, class: CLASSES[code] ?? 'back-end', message })];
    }
    const content = end.stdoutTail.trim();
    if (end.code !== 0 || content === '') return [];
    const completed: RuntimeEvent = { type: 'completed', content };
    return this.#told() ? [completed] : [{ type: 'text', text: content }, completed];
  }
}
