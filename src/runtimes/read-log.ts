import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LoggedEvent } from './log-line.js';

/** What is recorded of an invocation's events, in order; nothing where the file is gone. A line that is still being written is left out. */
export async function* readLog(eventsPath: string): AsyncGenerator<LoggedEvent> {
  const file = createReadStream(eventsPath);
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
      const entry = parsed(line);
      if (entry !== null) yield entry;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    file.destroy();
  }
}

function parsed(line: string): LoggedEvent | null {
  try {
    return JSON.parse(line) as LoggedEvent;
  } catch {
    return null;
  }
}
