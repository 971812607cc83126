import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../src/runtimes/command-line/child-environment.js';
import { executableMissing, findExecutable } from '../../../src/runtimes/command-line/find-executable.js';
import { unwrapShell } from '../../../src/runtimes/command-line/shell-command.js';
import { workspace } from '../../harness/workspace.js';
import { channelOf } from '../player/call.js';

const env = {
  PATH: '/bin',
  OPENAI_API_KEY: 'o',
  ANTHROPIC_API_KEY: 'a',
  GEMINI_API_KEY: 'g',
  ER_SUPERVISOR: 's',
  ER_RUN_ID: 'r',
};

describe('the environment of a back-end', () => {
  it('holds no credentials of other runtimes, and the mark of the invocation', () => {
    const call = { invocationId: 'inv', channel: channelOf('claude'), env };
    expect(childEnvironment(call, 'claude')).toEqual({
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'a',
      ER_RUN_ID: 'r',
      ER_INVOCATION_ID: 'inv',
    });
  });

  it('holds no variable in which another runtime’s channel has its secret', () => {
    const channel = channelOf('pi', { foreignVariables: ['GATEWAY_KEY'] });
    const given = childEnvironment({ invocationId: 'inv', channel, env: { ...env, GATEWAY_KEY: 'theirs' } }, 'pi');
    expect(given).not.toHaveProperty('GATEWAY_KEY');
  });

  it('of a channel with a key of its own inherits none', () => {
    const channel = channelOf('codex', { apiKey: 'k', environment: { CODEX_API_KEY: 'k' } });
    const given = childEnvironment({ invocationId: 'inv', channel, env }, 'codex', { EXTRA: '1', PATH: null });
    expect(given).toEqual({ CODEX_API_KEY: 'k', EXTRA: '1', ER_RUN_ID: 'r', ER_INVOCATION_ID: 'inv' });
  });

  it('a channel may hand over what would not be inherited', () => {
    const channel = channelOf('pi', { environment: { GEMINI_API_KEY: 'mine' } });
    expect(childEnvironment({ invocationId: 'inv', channel, env }, 'pi')).toMatchObject({ GEMINI_API_KEY: 'mine' });
  });
});

describe('finding a program', () => {
  const made = async (name: string, mode = 0o755): Promise<string> => {
    const path = join(await workspace(), name);
    await writeFile(path, '#!/bin/sh\n');
    await chmod(path, mode);
    return path;
  };

  it('takes what the override variable names, else the first of PATH', async () => {
    const [one, other] = [await made('codex'), await made('my-codex')];
    const PATH = `/nowhere:${join(one, '..')}`;
    expect(findExecutable('codex', { PATH })).toBe(one);
    expect(findExecutable('codex', { PATH, CODEX_PATH: other })).toBe(other);
    expect(findExecutable('codex', { PATH, CODEX_PATH: '' })).toBe(one);
  });

  it.each(['/no/such/program', '/tmp', 'no-such-program'])(
    'an override that is none is not replaced: %s',
    async (named) => {
      const PATH = join(await made('codex'), '..');
      expect(findExecutable('codex', { PATH, CODEX_PATH: named })).toBeNull();
      expect(executableMissing('codex', { PATH, CODEX_PATH: named }).message).toContain(named);
    },
  );

  it('takes no file that cannot be executed, and nothing from a relative folder', async () => {
    const path = await made('codex', 0o644);
    expect(findExecutable('codex', { PATH: `.:relative:${join(path, '..')}` })).toBeNull();
    expect(executableMissing('codex', {}).message).toContain('CODEX_PATH');
  });
});

describe('the command inside of a shell', () => {
  it.each([
    ["/bin/bash -lc 'ls -l'", 'ls -l'],
    ["bash -c 'echo hi > out.txt'", 'echo hi > out.txt'],
    ['/bin/zsh -lc pwd', 'pwd'],
    ['ls -l', 'ls -l'],
    ["/bin/bash -lc 'ls' && rm -rf /", "/bin/bash -lc 'ls' && rm -rf /"],
    ["/bin/bash -lc 'it'\\''s'", "/bin/bash -lc 'it'\\''s'"],
    ["/bin/bash -lc ls 'rm'", "/bin/bash -lc ls 'rm'"],
    ['/bin/bash -lc "ls $(rm x)"', '/bin/bash -lc "ls $(rm x)"'],
    ["X=1 /bin/bash -lc 'ls'", "X=1 /bin/bash -lc 'ls'"],
  ])('%s', (command, inner) => {
    expect(unwrapShell(command)).toBe(inner);
  });
});
