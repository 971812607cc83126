import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { DriverCall, SessionTarget } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';

type Place = Pick<DriverCall | SessionTarget, 'channel' | 'env'>;

/** Where Claude keeps a session: its file, and the folder of what belongs to it; empty where there is none. */
export function sessionFiles(place: Place, sessionId: string): string[] {
  // An id that is no file name is of no file of Claude's.
  if (!/^[\w-]+$/.test(sessionId)) return [];
  const projects = join(configFolder(place), 'projects');
  if (!existsSync(projects)) return [];
  return readdirSync(projects)
    .flatMap((project) => [join(projects, project, `${sessionId}.jsonl`), join(projects, project, sessionId)])
    .filter((path) => existsSync(path));
}

/** Claude has no command for it. */
export async function deleteSessionFiles(target: SessionTarget): Promise<RuntimeFailure | null> {
  const { sessionId } = target.conversation;
  const files = sessionFiles(target, sessionId);
  if (files.length === 0) {
    const message = `the session was not deleted: ${configFolder(target)} holds no session ${sessionId}`;
    return { code: 'SESSION_NOT_DELETED', class: 'cleanup', message };
  }
  try {
    for (const file of files) await rm(file, { recursive: true });
    return null;
  } catch (error) {
    const message = `the session was not deleted: ${error instanceof Error ? error.message : String(error)}`;
    return { code: 'SESSION_NOT_DELETED', class: 'cleanup', message };
  }
}

function configFolder({ channel, env }: Place): string {
  const named = channel.stateDir ?? channel.environment?.CLAUDE_CONFIG_DIR ?? env.CLAUDE_CONFIG_DIR;
  return named ?? join(env.HOME ?? homedir(), '.claude');
}
