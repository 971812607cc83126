import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fields, Frame, ServedFormat } from './format.js';
import type { Scenario } from './scenario.js';

const JSON_BODY = { 'content-type': 'application/json' };

/** An answer in one piece, with what the scenario does to it. */
export async function playWhole(
  played: Scenario,
  answer: unknown,
  response: ServerResponse,
  paceMs: number,
): Promise<void> {
  const body = JSON.stringify(answer);
  switch (played) {
    case 'hang':
      return;
    case 'html':
      signIn(response);
      return;
    case 'badjson':
      response.writeHead(200, JSON_BODY).end('{"id": ');
      return;
    case 'othershape':
      json(response, { answer: 'Hello' });
      return;
    case 'streamerror':
    case 'cut':
    case 'close':
    case 'hangstream':
      response.writeHead(200, { ...JSON_BODY, 'content-length': body.length }).write(body.slice(0, 20));
      if (played !== 'hangstream') cutSoon(response);
      return;
    case 'slow':
      await delay(paceMs);
  }
  response.writeHead(200, JSON_BODY).end(body);
}

/** An answer as server-sent events, with what the scenario does to it. */
export async function playStream(
  played: Scenario,
  { frames, format }: { frames: Frame[]; format: ServedFormat },
  response: ServerResponse,
  paceMs: number,
): Promise<void> {
  if (played === 'hang') return;
  if (played === 'html') {
    signIn(response);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (played === 'badjson' || played === 'othershape') {
    response.end(`data: ${played === 'badjson' ? '{"id": ' : '{"answer": "Hello"}'}\n\n`);
    return;
  }
  const broken = ['hangstream', 'cut', 'close', 'streamerror'].includes(played);
  for (const frame of broken ? frames.slice(0, Math.ceil(frames.length / 2)) : frames) {
    if (response.destroyed) return;
    write(response, frame);
    if (played === 'slow') await delay(paceMs);
  }
  if (played === 'hangstream') return;
  if (played === 'cut') {
    cutSoon(response);
    return;
  }
  if (played === 'streamerror') {
    write(response, format.broken({ status: 529, code: 'overloaded', message: 'Overloaded in the middle.' }));
  }
  response.end();
}

export function json(response: ServerResponse, body: unknown, status = 200, headers: Fields = {}): void {
  response.writeHead(status, { ...JSON_BODY, ...(headers as Record<string, string>) });
  response.end(JSON.stringify(body));
}

function signIn(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please sign in</body></html>');
}

function write(response: ServerResponse, { event, data }: Frame): void {
  const name = event === undefined ? '' : `event: ${event}\n`;
  response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
}

const ON_ITS_WAY_MS = 20;

/** What was written has to be on its way before the connection goes. */
function cutSoon(response: ServerResponse): void {
  setTimeout(() => response.destroy(), ON_ITS_WAY_MS);
}
