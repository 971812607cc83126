import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../src/package-root.js';

/** The example service, on a free port of this machine. */
export interface ShopServer {
  /** Without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startShop(): Promise<ShopServer> {
  const main = join(packageRoot(), 'examples', 'shop', 'src', 'main.js');
  const child = spawn(process.execPath, [main, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await addressOf(child);
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the shop was started without a pipe');
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the example service ended before it listened');
}
