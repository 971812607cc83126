import type { LogStream } from '../../jobs/logs.js';
import type { Face } from '../face.js';

export interface LogsOptions {
  stream: LogStream;
  range?: string;
  follow?: boolean;
}

/** Bytes as they are on disk, so that nothing a job wrote is altered; --json prints where they are. */
export async function logs(face: Face, runId: string, { stream, range, follow }: LogsOptions): Promise<number> {
  const app = await face.app();
  const options = { stream, range: range ?? null, follow: follow === true };
  for await (const bytes of app.logs(runId, options, face.signal)) await face.write(bytes);
  return face.signal.aborted ? 130 : 0;
}
