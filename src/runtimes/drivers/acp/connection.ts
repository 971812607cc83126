import type { Line } from '../../command-line/line-mapper.js';
import { at, numberAt, textAt } from '../json-fields.js';

/** What a request was answered with. `closed`: the other side is gone and will not answer. */
export type Answer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'closed' };

export interface Handlers {
  notification(method: string, params: unknown): void;
  /** Null: a method that is not served, which the other side is told. Must not reject. */
  request(id: string, method: string, params: unknown): Promise<unknown> | null;
  /** A line that is no message. */
  other(line: Line): void;
}

const METHOD_NOT_FOUND = -32601;

/** JSON-RPC 2.0, one message a line, in both directions. */
export class Connection {
  readonly #write: (text: string) => void;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #closed = false;

  constructor(write: (text: string) => void, handlers: Handlers) {
    this.#write = write;
    this.#handlers = handlers;
  }

  /** Resolves once, never rejects. */
  call(method: string, params: unknown): Promise<Answer> {
    if (this.#closed) return Promise.resolve({ kind: 'closed' });
    this.#lastId += 1;
    const id = this.#lastId;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  /** The next line of the other side. */
  receive(line: Line): void {
    const message = 'json' in line ? line.json : null;
    const method = textAt(message, 'method');
    const id = at(message, 'id');
    if (method !== null && id !== undefined) void this.#serve(id, method, at(message, 'params'));
    else if (method !== null) this.#handlers.notification(method, at(message, 'params'));
    else if (id !== undefined && (at(message, 'result') !== undefined || at(message, 'error') !== undefined)) {
      this.#answered(message);
    } else this.#handlers.other(line);
  }

  /** Nothing more comes: whoever waits is told. */
  close(): void {
    this.#closed = true;
    for (const resolve of this.#waiting.values()) resolve({ kind: 'closed' });
    this.#waiting.clear();
  }

  #answered(message: unknown): void {
    const id = numberAt(message, 'id');
    const resolve = id === null ? undefined : this.#waiting.get(id);
    if (id === null || resolve === undefined) return;
    this.#waiting.delete(id);
    const error = at(message, 'error');
    resolve(error === undefined ? { kind: 'result', result: at(message, 'result') } : { kind: 'error', error });
  }

  async #serve(id: unknown, method: string, params: unknown): Promise<void> {
    const answer = this.#handlers.request(String(id), method, params);
    if (answer === null) {
      this.#send({ id, error: { code: METHOD_NOT_FOUND, message: `not supported by this client: ${method}` } });
      return;
    }
    this.#send({ id, result: await answer });
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    if (!this.#closed) this.#write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
