import { afterEach } from 'vitest';
import type { House, RoundRequest } from '../../src/rounds/house.js';
import { performRound } from '../../src/rounds/perform.js';
import type { RoundResult } from '../../src/rounds/result.js';
import { type Wiring, wire } from '../../src/wiring.js';
import { userEnv } from './command-line.js';
import type { TestProject } from './project.js';
import { scriptedPolicy } from './scripted-policy.js';

const open: Wiring[] = [];

afterEach(async () => {
  for (const wiring of open.splice(0)) await wiring.close();
});

/** The rooms of a project, wired as the app wires them. The packages are read once. */
export async function house(project: TestProject): Promise<House> {
  const wiring = await wire({
    cwd: project.dir,
    env: userEnv(project),
    now: () => new Date(),
    policy: scriptedPolicy,
  });
  open.push(wiring);
  const controller = wiring.controller();
  return { ...(await wiring.house()), controller: () => controller };
}

/** One round in it, as the app performs one. */
export async function round(rooms: House, input: string, changes: Partial<RoundRequest> = {}): Promise<RoundResult> {
  return await performRound(rooms, {
    environment: 'default',
    input,
    identical: 'join',
    case_id: null,
    language: null,
    signal: new AbortController().signal,
    ...changes,
  });
}
