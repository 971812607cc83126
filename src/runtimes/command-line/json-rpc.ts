/** An answer of the other side that says no. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

export const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

export interface RpcHandlers {
  /** A request of the other side: the answer, or an `RpcError` thrown. What is not known is refused with METHOD_NOT_FOUND, never answered. */
  request(method: string, params: unknown): Promise<unknown>;
  notification(method: string, params: unknown): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** JSON-RPC 2.0, one message a line, over pipes that belong to someone else. */
export class JsonRpcLines {
  readonly #write: (line: string) => void;
  readonly #handlers: RpcHandlers;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #closed: Error | null = null;

  constructor(write: (line: string) => void, handlers: RpcHandlers) {
    this.#write = write;
    this.#handlers = handlers;
  }

  /**
   * Resolves with the result; rejects with the other side's `RpcError`, or with what `close` was given. `taken` gets the result before
   * the next line is read, where a promise would come after it.
   */
  call(method: string, params: unknown, taken?: (result: unknown) => void): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(this.#closed);
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<unknown>((resolve, reject) => {
      const take = (result: unknown): void => {
        taken?.(result);
        resolve(result);
      };
      this.#waiting.set(id, { resolve: take, reject });
    });
    this.#send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  notify(method: string, params?: unknown): void {
    this.#send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  }

  /** A parsed line; false where it is no message of the protocol. */
  receive(message: unknown): boolean {
    if (typeof message !== 'object' || message === null) return false;
    const { id, method, params, result, error } = message as Record<string, unknown>;
    if (typeof method === 'string') {
      if (id === undefined || id === null) this.#handlers.notification(method, params);
      else void this.#answer(id, method, params);
      return true;
    }
    if (result === undefined && error === undefined) return false;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    // An answer nobody waits for is old news.
    if (waiting === undefined) return true;
    this.#waiting.delete(id as number);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(rpcError(error));
    return true;
  }

  /** The other side is gone: all that wait are told so. */
  close(because: Error): void {
    this.#closed ??= because;
    for (const one of this.#waiting.values()) one.reject(because);
    this.#waiting.clear();
  }

  async #answer(id: unknown, method: string, params: unknown): Promise<void> {
    try {
      const result = await this.#handlers.request(method, params);
      this.#send({ jsonrpc: '2.0', id, result });
    } catch (thrown) {
      const code = thrown instanceof RpcError ? thrown.code : INTERNAL_ERROR;
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      this.#send({ jsonrpc: '2.0', id, error: { code, message } });
    }
  }

  #send(message: unknown): void {
    if (this.#closed === null) this.#write(`${JSON.stringify(message)}\n`);
  }
}

function rpcError(error: unknown): RpcError {
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return new RpcError(
    typeof code === 'number' ? code : INTERNAL_ERROR,
    typeof message === 'string' ? message : JSON.stringify(error),
    data,
  );
}
