import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropic } from './anthropic.js';
import { chat } from './chat.js';
import { type Asked, type Fields, fields, type ServedFormat } from './format.js';
import { gemini } from './gemini.js';
import { json, playStream, playWhole } from './play.js';
import { responses } from './responses.js';
import { type Chosen, choose, FAULTS, replyOf, type Scenario } from './scenario.js';

/** One request as it came. */
export interface Seen {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Fields;
  readonly scenario: Scenario | null;
  /** Resolves when the connection of it is done, however that came. */
  readonly closed: Promise<void>;
}

export interface ModelServer {
  /** Without a path: `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly seen: readonly Seen[];
  /** Played where neither text, path nor model names one. */
  play(scenario: Scenario): void;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly scenario?: Scenario;
  /** Between two pieces of `slow`. Default 1 s. */
  readonly paceMs?: number;
}

/**
 * A model server on the loopback that plays a scenario in whichever API it is asked: chat completions, Responses, Messages and
 * generateContent, streamed or whole. Its base addresses end in `/v1`, or `/v1beta` for Gemini; `/s/<scenario>` may stand before them.
 */
export async function modelServer({ scenario = 'text', paceMs = 1_000 }: ServerOptions = {}): Promise<ModelServer> {
  let fallback = scenario;
  const seen: Seen[] = [];
  const refusedOnce = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 426 Upgrade Required\r\n\r\n'));
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    seen,
    play: (next) => {
      fallback = next;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await bodyOf(request);
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const record = (played: Scenario | null) =>
      seen.push({ method: request.method ?? '', path, headers: request.headers, body, scenario: played, closed });
    const format = formatOf(path);
    if (format === null) {
      record(null);
      aside(path, response);
      return;
    }
    const asked = format.asked(body, path);
    const chosen = choose(asked, path, fallback);
    record(chosen.scenario);
    if (refuses(chosen, asked)) {
      const { headers, ...fault } = FAULTS[chosen.scenario] ?? { status: 500, code: '', message: '' };
      json(response, format.error(fault), fault.status, headers);
      return;
    }
    const reply = replyOf(chosen, asked);
    if (asked.stream)
      await playStream(chosen.scenario, { frames: format.frames(reply, asked), format }, response, paceMs);
    else await playWhole(chosen.scenario, format.whole(reply, asked), response, paceMs);
  }

  function refuses({ scenario: played }: Chosen, asked: Asked): boolean {
    if (!played.endsWith('once')) return FAULTS[played] !== undefined;
    const key = `${played} ${asked.newest}`;
    if (refusedOnce.has(key)) return false;
    refusedOnce.add(key);
    return true;
  }
}

function formatOf(path: string): ServedFormat | null {
  const [plain = ''] = path.split('?');
  if (plain.endsWith('/responses')) return responses;
  if (plain.endsWith('/chat/completions')) return chat;
  if (plain.endsWith('/messages')) return anthropic;
  return /:(streamG|g)enerateContent$/.test(plain) ? gemini : null;
}

/** What agents ask beside the work. */
function aside(path: string, response: ServerResponse): void {
  if (path.includes('/count_tokens')) json(response, { input_tokens: 120 });
  else if (path.includes(':countTokens')) json(response, { totalTokens: 120 });
  else if (/\/models(\?|$)/.test(path)) json(response, MODELS);
  else json(response, { error: { message: 'Not found.' } }, 404);
}

const MODELS = { object: 'list', data: [{ id: 'mock-model', object: 'model' }] };

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return fields(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return {};
  }
}
