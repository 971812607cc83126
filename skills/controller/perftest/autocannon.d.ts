/** The part of autocannon that is used: it brings no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  import type { TLSSocket } from 'node:tls';

  interface PendingRequest {
    /** `process.hrtime()` of when it was sent. */
    startTime: [number, number];
  }

  /** One connection. What starts with `_` is its inside, and changes with its version: it is pinned. */
  interface Client extends EventEmitter {
    conn: Socket | TLSSocket | undefined;
    destroyed: boolean;
    paused: boolean;
    reqsMade: number;
    secure: boolean;
    parser: { reinitialize(type: string): void; finish(): void };
    pipelinedRequests: { clear(): void; size(): number; toArray(): PendingRequest[]; addBody(data: Buffer): void };
    destroy(): void;
    _connect(): void;
    _doRequest(): void;
    _resetConnection(): void;
    _destroyConnection(): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Seconds. */
    timeout: number;
    method: string;
    headers: Record<string, string>;
    body?: string;
    overallRate?: number;
    servername?: string;
    sampleInt: number;
    setupClient(client: Client): void;
  }

  interface Tracker extends EventEmitter {
    stop(): void;
    on(event: 'response', listener: (client: Client, status: number, bytes: number, ms: number) => void): this;
    on(event: 'reqError', listener: (error: NodeJS.ErrnoException) => void): this;
  }

  function autocannon(options: Options, done: (error: Error | null) => void): Tracker;

  export type { Client, Options, Tracker };
  export default autocannon;
}
