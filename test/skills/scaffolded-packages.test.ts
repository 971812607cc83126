import { describe, expect, it } from 'vitest';
import { SCAFFOLD_KINDS } from '../../src/skills/scaffold-kinds.js';
import { command, json } from '../harness/command-line.js';
import { project } from '../harness/project.js';

interface Ran {
  readonly task_type: string;
  readonly task_status: string;
  readonly task_result: string;
  readonly verdict: string | null;
}

describe('a package of skills new', () => {
  it.each(SCAFFOLD_KINDS)('of kind %s is found by what people say, in both languages, and runs', async (kind) => {
    // As it is shipped: nothing is done that the policy is not sure of.
    const here = await project({ runtime: { policy_threshold: null } });
    expect((await command(here, ['skills', 'new', 'reactor_audit', '--kind', kind])).code).toBe(0);
    const skill = kind === 'pyskill' || kind === 'sync';
    const english = skill ? 'run reactor audit target=core' : 'please run the reactor audit for target=core';
    for (const input of [english, '帮我跑一下 reactor audit，目标 core']) {
      const ran = await json<Ran>(here, ['run', '--new', '--wait', '--input', input]);
      expect(ran).toMatchObject({ task_status: 'done' });
      if (kind === 'command') expect(ran.task_result).toContain('checked core');
      if (kind.startsWith('workflow')) expect(ran.verdict).toBe('passed');
      if (kind === 'pyskill') expect(ran.task_result).toContain('checked core');
      if (kind === 'sync') expect(ran.task_result).toContain('got a request of');
      expect(ran.task_type).toBe('reactor_audit');
    }
  });
});
