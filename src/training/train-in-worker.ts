import { Worker } from 'node:worker_threads';
import type { ProtocolData } from './protocol-data.js';
import type { Trained } from './trained.js';

/** Trains on a thread of its own, so that this one stays free to hear `signal`, which ends it at once. `entry`: the built `worker.ts`. */
export async function trainInWorker(entry: string, data: ProtocolData, signal: AbortSignal): Promise<Trained> {
  signal.throwIfAborted();
  const worker = new Worker(entry, { workerData: data });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    return await new Promise<Trained>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(signal.reason ?? new Error(`the training ended with code ${code}`)));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
