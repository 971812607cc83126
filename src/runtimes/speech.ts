import { readerFlow, recordFlow, type TextFlow } from './redact/flow.js';
import type { Redactor } from './redact/redact.js';

type Kind = 'text' | 'thinking';

export interface Spoken {
  readonly type: Kind;
  readonly forRecord: string;
  readonly forReader: string;
}

/** What a back-end says, cleaned across the pieces it comes in. Text and thinking keep their order: one ends where the other begins. */
export class Speech {
  readonly #flows: Readonly<Record<Kind, { readonly record: TextFlow; readonly reader: TextFlow }>>;
  #speaking: Kind = 'text';

  constructor(redactor: Redactor) {
    const flows = () => ({ record: recordFlow(redactor), reader: readerFlow(redactor) });
    this.#flows = { text: flows(), thinking: flows() };
  }

  push({ type, text }: { readonly type: Kind; readonly text: string }): Spoken[] {
    const before = type === this.#speaking ? [] : this.flush();
    this.#speaking = type;
    const { record, reader } = this.#flows[type];
    return [...before, { type, forRecord: record.push(text), forReader: reader.push(text) }];
  }

  /** The rest of what was said last. */
  flush(): Spoken[] {
    const type = this.#speaking;
    const { record, reader } = this.#flows[type];
    return [{ type, forRecord: record.flush(), forReader: reader.flush() }];
  }
}
