import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const SHOP = fileURLToPath(new URL('../../../examples/shop', import.meta.url));

/** Runs `work` with the example shop as its own process, on a free port. */
export async function withShop(work: (url: string, kill: () => Promise<void>) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['src/main.js', '0'], { cwd: SHOP, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  try {
    await work(await addressIn(child.stdout), kill);
  } finally {
    await kill();
  }
}

async function addressIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('the shop did not start');
}

export async function startHttp(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

export async function startHttps(
  { cert, key }: { cert: string; key: string },
  listener: RequestListener = (_request, response) => response.end('ok'),
): Promise<number> {
  return await listen(createTlsServer({ cert, key }, listener));
}

export async function startTcp(listener: (socket: Socket) => void): Promise<number> {
  return await listen(createTcpServer(listener));
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
