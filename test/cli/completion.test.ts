import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.js';
import { SHELLS, type Shell } from '../../src/cli/shells.js';
import { SHORT_COMMANDS } from '../../src/cli/short-commands.js';
import { cliWords } from '../../src/cli/words/words.js';
import { command } from '../harness/command-line.js';
import { project, type TestProject } from '../harness/project.js';

const NAME = 'environment-runtime';

/** What a shell offers for the last word; the words before it are complete. */
type Ask = (words: readonly string[], called?: string) => string[];

/** zsh completes on a terminal only, so what it would be told is printed instead. */
const ZSH_STAND_INS = `
compdef() { : }
compadd() { shift; print -rl -- "$@" }
compset() { : }
_files() { print -r -- "files \${1:-}" }
_describe() { [[ $1 == -o ]] && shift; local -a list=("\${(@P)2}"); print -rl -- "\${list[@]%%:*}" }
`;

function asking(shell: Shell, script: string, { dir, home }: TestProject): Ask {
  const run = (program: string): string[] => {
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
    const flags = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
    const stdout = execFileSync(shell, [...flags, '-c', program], { cwd: dir, env, encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line !== '');
  };
  return (words, called = NAME) => {
    const typed = words.at(-1) ?? '';
    const beginning = (offered: readonly string[]): string[] => offered.filter((word) => word.startsWith(typed));
    switch (shell) {
      case 'bash': {
        const line = [called, ...words].flatMap((word) => word.split(/(=)/)).map(quoted);
        const at = `COMP_WORDS=(${line.join(' ')}); COMP_CWORD=${line.length - 1}`;
        return run(`${script}\n${at}; _environment_runtime '${called}'; printf '%s\\n' "\${COMPREPLY[@]}"`);
      }
      case 'zsh': {
        const at = `words=(${[called, ...words].map(quoted).join(' ')}); CURRENT=${words.length + 1}`;
        const offered = run(`${ZSH_STAND_INS}${script}\n${at}; _environment_runtime || true`);
        return typed.includes('=') || offered[0]?.startsWith('files') === true ? offered : beginning(offered);
      }
      case 'fish': {
        const line = [called, ...words].join(' ').replaceAll("'", "\\'");
        return run(`${script}\ncomplete -C '${line}'`).map((offered) => offered.split('\t')[0] ?? '');
      }
    }
  };
}

function quoted(text: string): string {
  return `'${text}'`;
}

const installed = SHELLS.filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

async function taught(shell: Shell): Promise<{ here: TestProject; ask: Ask }> {
  const here = await project();
  const { stdout, code } = await command(here, ['completion', shell]);
  expect(code).toBe(0);
  return { here, ask: asking(shell, stdout, here) };
}

const program = buildProgram(await cliWords('en'), '0.0.0', async () => {});
const named = (path: readonly string[]) =>
  path.reduce((found, word) => found.commands.find((one) => one.name() === word) ?? found, program);

it('can be tested with at least one shell', () => {
  expect(installed).toContain('bash');
});

describe.each(installed)('the script for %s', (shell) => {
  it('offers every command, and every command below it', async () => {
    const { ask } = await taught(shell);
    const names = program.commands.map((one) => one.name());
    expect(ask(['']).sort()).toEqual(names.sort());
    for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
      expect(ask([group.name(), '']).sort()).toEqual(group.commands.map((one) => one.name()).sort());
    }
  });

  it.each([['run'], ['skills', 'new'], ['environments', 'export'], ['prune']].map((path) => [path]))(
    'offers every option of %j and no other',
    async (path) => {
      const { ask } = await taught(shell);
      const long = named(path).options.flatMap(({ long: flag }) => flag ?? []);
      expect(ask([...path, '--']).sort()).toEqual([...long, '--help'].sort());
    },
  );

  it('offers the choices an option has', async () => {
    const { ask } = await taught(shell);
    expect(ask(['logs', 'job_1', '--stream', '']).sort()).toEqual(['events', 'stderr', 'stdout']);
    expect(ask(['--lang', 'z'])).toEqual(['zh']);
    expect(ask(['skills', 'new', 'x', '--kind', 'workflow']).sort()).toEqual(['workflow-python', 'workflow-sh']);
    expect(ask(['completion', '']).sort()).toEqual(['bash', 'fish', 'zsh']);
    expect(ask(['help', 'pol'])).toEqual(['policy']);
  });

  it.each(SHORT_COMMANDS)('knows the short command for %s', async (short) => {
    const { ask } = await taught(shell);
    const long = named([short])
      .options.filter(({ hidden }) => !hidden)
      .flatMap(({ long: flag }) => flag ?? []);
    expect(ask(['--'], `${NAME}-${short}`).sort()).toEqual([...long, '--help'].sort());
    expect(ask(['--lang', 'z'], `${NAME}-${short}`)).toEqual(['zh']);
  });

  it('offers one word that was begun', async () => {
    const { ask } = await taught(shell);
    expect(ask(['stat'])).toEqual(['status']);
    expect(ask(['environments', 'ex'])).toEqual(['export']);
    expect(ask(['run', '--inter'])).toEqual(['--interactive']);
  });

  it('takes the value of an option for no command', async () => {
    const { ask } = await taught(shell);
    expect(ask(['--environment', 'skills', 'stat'])).toEqual(['status']);
    expect(ask(['--input', ''])).toEqual([]);
  });

  it('knows the options of the command that is meant when none is named', async () => {
    const { ask } = await taught(shell);
    expect(ask(['--inp'])).toEqual(['--input']);
  });

  it('offers files where a file is meant, and only folders where a folder is', async () => {
    const { here, ask } = await taught(shell);
    await writeFile(join(here.dir, 'night cases.json'), '{}');
    await mkdir(join(here.dir, 'night'));
    const files = ask(['case', '--case', 'nig']);
    const folders = ask(['cases', '--cases-dir', 'nig']);
    const told = {
      bash: [['night', 'night cases.json'], ['night']],
      zsh: [['files '], ['files -/']],
      fish: [['night cases.json', 'night/'], ['night/']],
    }[shell];
    expect([files.sort(), folders]).toEqual(told);
  });

  it('reads for people in Chinese with --lang zh', async () => {
    const here = await project();
    const { stdout } = await command(here, ['completion', shell, '--lang', 'zh']);
    expect(asking(shell, stdout, here)(['stat'])).toEqual(['status']);
    expect(stdout.includes('执行一轮')).toBe(shell !== 'bash');
  });
});

it('short commands are those that are installed', async () => {
  const { bin } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(bin).sort()).toEqual([NAME, ...SHORT_COMMANDS.map((short) => `${NAME}-${short}`)].sort());
});

it('completes --lang=zh, which bash takes apart', async () => {
  const { ask } = await taught('bash');
  expect(ask(['run', '--lang='])).toEqual(['zh', 'en']);
  expect(ask(['run', '--lang=e'])).toEqual(['en']);
});

it('names the shells there are', async () => {
  const { code, stderr } = await command(await project(), ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});
