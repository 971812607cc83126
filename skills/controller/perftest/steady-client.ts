import type { TLSSocket } from 'node:tls';
import type { Client } from 'autocannon';
import type { Recorder } from './recorder.js';

const RECONNECT_AFTER_MS = 20;
const RECONNECT_AT_MOST_MS = 200;

export interface Steadiness {
  recorder: Recorder;
  /** Certificates are checked unless it is true. */
  insecure: boolean;
  /** At the end of the run: requests older than this that have no answer count as failed. */
  patience_ms: number;
  timeout_ms: number;
}

/**
 * What a connection of autocannon does not do by itself: it keeps no bodies (one that never ends would fill the memory), checks
 * certificates, counts a connection closed before its answer as a failure instead of crediting the next answer with the older
 * request's start, heeds `Connection: close`, and waits a little before it knocks again at a closed door.
 */
export function steady(client: Client, { recorder, insecure, patience_ms, timeout_ms }: Steadiness): void {
  const connect = client._connect.bind(client);
  const request = client._doRequest.bind(client);
  const drop = client._destroyConnection.bind(client);
  const destroy = client.destroy.bind(client);
  let timer: NodeJS.Timeout | null = null;
  let failedInRow = 0;
  let reported = false;
  let mayAsk = true;
  let closes = false;
  let dropped = false;

  client.pipelinedRequests.addBody = () => {};
  client.on('headers', (head: { shouldKeepAlive?: boolean }) => {
    closes = head.shouldKeepAlive === false;
  });
  client.on('response', () => {
    failedInRow = 0;
  });
  client.on('connError', (error: NodeJS.ErrnoException) => {
    reported = true;
    failedInRow += 1;
    recorder.fail('connection', error.code ?? error.message, null);
  });
  client.on('timeout', () => {
    // An idle connection of a limited rate runs out of time too, without a request that waits.
    if (dropped) recorder.fail('timeout', 'timed out', timeout_ms);
  });

  client._destroyConnection = () => {
    dropped = client.pipelinedRequests.size() > 0;
    drop();
  };

  client._connect = () => {
    if (client.conn !== undefined) leaveOldConnection();
    client.pipelinedRequests.clear();
    client.parser.reinitialize('RESPONSE');
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (failedInRow === 0) return open();
    mayAsk = false;
    timer = setTimeout(open, Math.min(RECONNECT_AT_MOST_MS, RECONNECT_AFTER_MS * failedInRow));
  };

  /** The end of a connection is the end of an answer without a length, or else the loss of one. */
  function leaveOldConnection(): void {
    mayAsk = false;
    const before = client.pipelinedRequests.size();
    if (before > 0 && !reported) client.parser.finish();
    if (client.pipelinedRequests.size() > 0 && !reported) {
      failedInRow += 1;
      recorder.fail('closed', 'closed before the answer was complete', null);
    }
    reported = false;
    client.conn?.destroy();
  }

  function open(): void {
    timer = null;
    if (client.destroyed) return;
    mayAsk = true;
    closes = false;
    connect();
    if (!client.secure || insecure) return;
    const socket = client.conn as TLSSocket;
    socket.once('secureConnect', () => {
      if (!socket.authorized) socket.destroy(new Error(String(socket.authorizationError)));
    });
  }

  client._doRequest = () => {
    if (!mayAsk) {
      client.paused = true;
      return;
    }
    if (!closes) return request();
    closes = false;
    client._resetConnection();
  };

  client.destroy = () => {
    if (client.destroyed) return;
    if (timer !== null) clearTimeout(timer);
    const age = oldestAge(client);
    if (age !== null && age >= patience_ms) recorder.fail('unanswered', 'no answer by the end of the run', age);
    destroy();
  };
}

/** Milliseconds that the oldest open request has waited; null where none is open. */
function oldestAge(client: Client): number | null {
  const [oldest] = client.pipelinedRequests.toArray();
  if (oldest === undefined) return null;
  const [seconds, nanos] = process.hrtime(oldest.startTime);
  return seconds * 1_000 + nanos / 1_000_000;
}
