import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedChannel } from '../../channel.js';

/** Where pi keeps its sessions for a channel. */
export function sessionRoot(channel: ResolvedChannel, env: NodeJS.ProcessEnv): string {
  if (channel.stateDir !== undefined) return join(channel.stateDir, 'sessions');
  const named = env.PI_CODING_AGENT_SESSION_DIR;
  if (named !== undefined && named !== '') return named;
  return join(env.PI_CODING_AGENT_DIR ?? join(env.HOME ?? '', '.pi', 'agent'), 'sessions');
}

/** Removes the files of a session; how many there were. */
export function removeSession(root: string, sessionId: string): number {
  const files = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(`_${sessionId}.jsonl`))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) rmSync(file);
  return files.length;
}
