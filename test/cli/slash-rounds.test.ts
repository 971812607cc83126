import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { project } from '../harness/project.js';

it.each(['/show abc', '/show -1', '/show 0', '/why 1.5', '/why x'])(
  'refuses %s as the command line does',
  async (line) => {
    const stdin = `how is it going?\n${line}\n`;
    const { code, stdout, stderr } = await command(await project(), ['run', '--interactive'], { stdin });
    expect(code).toBe(0);
    const [name, argument] = line.split(' ');
    expect(stderr).toContain(`${name} takes a round number from 1, not '${argument}'.`);
    expect(stdout).not.toContain('Round');
  },
);
