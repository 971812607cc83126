import { existsSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Language } from '../environment/language.js';
import { UsageError } from '../errors/product-error.js';
import { saidBy } from '../errors/said-by.js';
import { commandPackageFiles } from '../skills/command-package.js';
import { ScaffoldRefusedError } from '../skills/errors.js';
import { checkPackageName, scaffoldPackage, writePackage } from '../skills/scaffold.js';
import { asPackageName, nameOfCommand } from './command-name.js';
import { testCommandOf } from './test-command.js';

/** What of it was said; the rest is found out. */
export interface InitAnswers {
  /** Where the work is done, seen from the folder that is initialised. Default: that folder. */
  readonly project?: string;
  /** Program and arguments of what checks the work. */
  readonly command?: readonly string[];
  readonly name?: string;
  /** What people say when they want it run. */
  readonly sentences?: readonly string[];
}

export interface InitSettings {
  readonly language: Language;
  /** The bundled packages, whose names are taken. */
  readonly bundled: string;
}

/** What is written: everything is known, and nothing has been touched. */
export interface InitPlan {
  readonly root: string;
  readonly config: string;
  readonly project: { readonly key: string; readonly path: string; readonly test_command: readonly string[] };
  /** Null: nothing was found to put words before, so an example is written. */
  readonly command: readonly string[] | null;
  readonly name: string;
  readonly sentences: readonly string[];
}

export interface Initialised extends InitPlan {
  /** Absolute paths: the configuration, then the package. */
  readonly files: string[];
}

export class AlreadyInitialisedError extends UsageError {
  override readonly code = 'ALREADY_INITIALISED';

  constructor(file: string) {
    super({
      en: `${file} exists already; nothing was changed. Edit it, or choose another folder: environment-runtime init DIR`,
      zh: `${file} 已存在，没有做任何改动。请直接编辑它，或换一个目录：environment-runtime init DIR`,
    });
  }
}

const EXAMPLE = 'hello_check';

/** Looks at the folder and settles what is written there. Throws where it cannot be, before anything is. */
export async function planInit(
  folder: string,
  answers: InitAnswers,
  { language, bundled }: InitSettings,
): Promise<InitPlan> {
  const taken = (name: string): boolean => existsSync(join(bundled, 'controller', name));
  const root = resolve(folder);
  const config = join(root, 'configs', 'graph.yaml');
  if (existsSync(config)) throw new AlreadyInitialisedError(config);
  const place = resolve(root, answers.project ?? '.');
  if (place !== root && !(existsSync(place) && statSync(place).isDirectory())) {
    throw new UsageError({
      en: `${place} is no folder. Name the one the work is done in, seen from ${root}.`,
      zh: `${place} 不是目录。请给出工作所在的目录，相对于 ${root}。`,
    });
  }
  const found = await testCommandOf(place);
  const command = answers.command ?? found;
  const called = basename(place);
  const name = answers.name ?? (command === null ? EXAMPLE : freeName(nameOfCommand(command), called, taken));
  checkPackageName(name);
  if (taken(name)) {
    throw new ScaffoldRefusedError({
      en: `${name} is a bundled task type, and a package of that name would replace it. Choose another name.`,
      zh: `${name} 是内置的任务类型，同名的包会取代它。请换一个名字。`,
    });
  }
  const dir = join(root, 'skills', 'controller', name);
  if (existsSync(dir) && name !== EXAMPLE) {
    throw new ScaffoldRefusedError({
      en: `${dir} already exists; nothing was written. Choose another name: --name NAME`,
      zh: `${dir} 已存在，没有写入任何内容。请换一个名字：--name NAME`,
    });
  }
  const inside = relative(root, place);
  return {
    root,
    config,
    project: {
      key: /^[A-Za-z_][\w-]*$/.test(called) ? called : 'main',
      path: inside === '' ? '.' : inside.startsWith('..') || isAbsolute(inside) ? place : inside,
      test_command: found ?? ['node', '--test'],
    },
    command,
    name,
    sentences: answers.sentences?.map(oneSentence) ?? [defaultSentence(name, command, called, language)],
  };
}

/** Writes a configuration and one package. Never overwrites; what cannot be finished leaves nothing behind. */
export async function init(plan: InitPlan): Promise<Initialised> {
  const { root, config, command, name, sentences } = plan;
  const skills = join(root, 'skills');
  await mkdir(root, { recursive: true });
  const made =
    command !== null
      ? writePackage(skills, 'controller', name, commandPackageFiles({ name, argv: command, sentences }))
      : existsSync(join(skills, 'controller', name))
        ? null
        : scaffoldPackage({ root: skills, name, kind: 'command' });
  try {
    await mkdir(dirname(config), { recursive: true });
    await writeFile(config, starter(plan), { flag: 'wx' });
  } catch (cause) {
    if (made !== null) await rm(made.dir, { recursive: true, force: true });
    if (existsSync(config)) throw new AlreadyInitialisedError(config);
    const why = saidBy(cause);
    throw new UsageError(
      {
        en: `${config} cannot be written, so nothing was: ${why.en}`,
        zh: `${config} 无法写入，因此没有写入任何内容：${why.zh}`,
      },
      { cause },
    );
  }
  await keepOutOfGit(join(root, 'var'));
  return { ...plan, files: [config, ...(made?.files ?? [])] };
}

/** Output of jobs and the store are no part of a project's history. A folder that is there already is the user's own. */
async function keepOutOfGit(folder: string): Promise<void> {
  try {
    await mkdir(folder);
    await writeFile(
      join(folder, '.gitignore'),
      '# What environment-runtime keeps: its store, and the output of jobs.\n*\n',
    );
  } catch {
    // What was asked for is done.
  }
}

function freeName(name: string | null, called: string, taken: (name: string) => boolean): string {
  if (name !== null && !taken(name)) return name;
  return `${asPackageName(called) ?? 'my'}_${name ?? 'check'}`;
}

function oneSentence(text: string): string {
  const sentence = text.replaceAll(/\s+/g, ' ').trim();
  if (sentence === '' || sentence.length > 500) {
    throw new UsageError({
      en: 'What people say is a sentence of 1 to 500 characters, such as "check the backup".',
      zh: '大家会说的话应是 1 到 500 个字符的一句，例如“检查一下备份”。',
    });
  }
  return sentence;
}

function defaultSentence(name: string, command: readonly string[] | null, called: string, language: Language): string {
  const words = name.replaceAll(/[._-]+/g, ' ');
  if (command !== null && nameOfCommand(command) === null) {
    return language === 'zh' ? `跑一下 ${called} 的检查` : `run the ${called} checks`;
  }
  return language === 'zh' ? `跑一下 ${words}` : `run ${words}`;
}

function starter({ project: { key, path, test_command } }: InitPlan): string {
  // Quoted: a folder may be called `true`.
  const name = JSON.stringify(key);
  return `# Everything that is not here keeps its default. 没有写出的键都取默认值。
paths:
  skills_root: skills      # your packages: skills/controller/<name>/SKILL.md  你的任务包
  run_root: var/runs       # one folder per round 每轮一个目录

projects:
  ${name}:
    path: ${path === '.' ? path : JSON.stringify(path)}                # relative to the folder above configs/  相对于 configs/ 的上级目录
    test_command: [${test_command.map((part) => JSON.stringify(part)).join(', ')}]

default_project: ${name}

runtime:
  policy: cascade          # local above its confidence, else ask: no model is called  本地有把握就决定，否则询问；不调用模型
`;
}
