import { existsSync, realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/config.js';
import type { Language } from '../environment/language.js';
import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { PolicyFormatError } from '../policy/action-file.js';
import type { House } from '../rounds/house.js';
import { overview } from '../rounds/overview.js';
import type { RuntimesRoom } from '../runtimes/room.js';
import { StrictSkillsError } from '../skills/errors.js';
import type { Catalog } from '../skills/package.js';
import { networkMount } from '../store/mounts.js';
import { type DoctorWords, doctorWords } from './doctor-words.js';
import { examineAgents } from './examine-agents.js';
import { examineFolders, nearestExisting, whatBars } from './examine-folders.js';
import { examinePrograms } from './examine-programs.js';
import { examineProjects } from './examine-projects.js';
import { examineRouting, type FirstChoice } from './examine-routing.js';
import { examineTargets } from './examine-targets.js';
import { type Finding, note, ok, problem } from './finding.js';

export type { Finding } from './finding.js';

export interface Examined {
  readonly config: Config;
  readonly state_file: string;
  readonly supervisor_entry: string;
  catalog(): Promise<Catalog>;
  existingHouse(): Promise<House | null>;
  /** Called where something is stored. */
  agents(): Promise<RuntimesRoom>;
  firstChoice: FirstChoice;
  /** Why the policy that was chosen does not decide; null where it does. */
  policyNote(): Promise<Said | null>;
  /** The text of /proc/mounts; empty where there is none. */
  mounts(): string;
}

/** Looks at everything a request needs; changes nothing. */
export async function doctor(examined: Examined, env: NodeJS.ProcessEnv, language: Language): Promise<Finding[]> {
  const words = doctorWords(language);
  const { config, state_file, supervisor_entry } = examined;
  const checks: readonly (readonly [string, () => Finding[] | Promise<Finding[]>])[] = [
    ['node', () => [node(process.versions.node, words)]],
    ['config', () => [configuration(config, words)]],
    ['state', () => store(examined, words, language)],
    ['folders', () => examineFolders(config, state_file, words)],
    ['disk', () => disk(state_file, words)],
    ['supervisor', () => [supervisor(supervisor_entry, words)]],
    ['packages', () => packages(examined, env, words, language)],
    ['routing', () => routing(examined, words)],
    ['projects', () => projects(config, env, words)],
    ['target', () => examineTargets(config, words)],
    ['policy', () => policy(examined, words, language)],
    ['model', () => [model(config, env, words)]],
    ['agents', () => agents(examined, env, language)],
  ];
  const findings: Finding[] = [];
  for (const [check, examine] of checks) {
    // A check that cannot be made is a finding, and never hides the others.
    try {
      findings.push(...(await examine()));
    } catch (error) {
      findings.push(problem(check, words.unexamined(check, saidBy(error)[language]), words.unexaminedFix));
    }
  }
  return findings;
}

export function node(version: string, words: DoctorWords): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const old = major < 20 || (major === 20 && minor < 19);
  return old ? problem('node', words.nodeOld(version), words.nodeFix) : ok('node', words.node(version));
}

function configuration({ file }: Config, words: DoctorWords): Finding {
  return file === null ? note('config', words.noConfig, words.noConfigFix) : ok('config', words.config(file));
}

async function store(examined: Examined, words: DoctorWords, language: Language): Promise<Finding[]> {
  try {
    const house = await examined.existingHouse();
    if (house === null) return [newStore(examined.state_file, examined.mounts(), words)];
    const entries = await overview(house.jobs, null);
    const unowned = entries.filter((entry) => entry.kind === 'job' && entry.alive === false).length;
    const halted = entries.flatMap((entry) => (entry.kind === 'job' && entry.halted !== null ? [entry] : []));
    return [
      ok('state', words.state(examined.state_file)),
      ...(unowned === 0 ? [] : [note('jobs', words.unowned(unowned), words.unownedFix)]),
      ...halted.map(({ run_id, halted: by }) =>
        problem('jobs', words.halted(run_id, by?.pid ?? 0), words.haltedFix(by?.pid ?? 0)),
      ),
    ];
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return [problem('state', error.in(language), words.stateFixes[error.code] ?? words.stateFix)];
  }
}

/** The first request makes it, and its folders. */
function newStore(stateFile: string, mounts: string, words: DoctorWords): Finding {
  const bar = whatBars(dirname(stateFile));
  if (bar !== null) return problem('state', words.stateNowhere(stateFile, bar), words.stateFix);
  const mount = networkMount(realpathSync(nearestExisting(dirname(stateFile))), mounts);
  return mount === null
    ? ok('state', words.stateNew(stateFile))
    : problem('state', words.stateOnNetwork(stateFile, mount.type), words.stateFix);
}

const LITTLE_SPACE = 512 * 1024 * 1024;

async function disk(stateFile: string, words: DoctorWords): Promise<Finding[]> {
  const folder = nearestExisting(dirname(stateFile));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = words.space(`${(free / 1024 ** 3).toFixed(1)} GiB`, folder);
  return [free < LITTLE_SPACE ? problem('disk', detail, words.spaceFix) : ok('disk', detail)];
}

function supervisor(entry: string, words: DoctorWords): Finding {
  return existsSync(entry)
    ? ok('supervisor', words.supervisor)
    : problem('supervisor', words.supervisorMissing(entry), words.supervisorFix);
}

async function packages(
  examined: Examined,
  env: NodeJS.ProcessEnv,
  words: DoctorWords,
  language: Language,
): Promise<Finding[]> {
  const read = await examined.catalog().catch((error: unknown) => {
    if (error instanceof ProductError) return error;
    throw error;
  });
  if (read instanceof ProductError) return [problem('packages', read.in(language), words.packageFix)];
  const { packages: all, diagnostics } = read;
  const types = all.filter(({ kind }) => kind === 'controller').length;
  const broken = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, message }) =>
      problem('packages', words.package(`${file}:${line}`, message[language]), words.packageFix),
    );
  const places = { env, project: defaultProjectFolder(examined.config) };
  return [ok('packages', words.packages(types, all.length - types)), ...broken, ...examinePrograms(all, places, words)];
}

/** What keeps the packages or the policy from being read is told already. */
async function routing(examined: Examined, words: DoctorWords): Promise<Finding[]> {
  try {
    return await examineRouting(await examined.catalog(), examined.firstChoice, words);
  } catch (error) {
    if (error instanceof StrictSkillsError || error instanceof PolicyFormatError) return [];
    throw error;
  }
}

function defaultProjectFolder({ projects: all, default_project, root }: Config): string {
  return (default_project === null ? null : all[default_project]?.path) ?? root;
}

function projects(config: Config, env: NodeJS.ProcessEnv, words: DoctorWords): Finding[] {
  const count = Object.keys(config.projects).length;
  if (count === 0) return [note('projects', words.noProjects, words.noProjectsFix)];
  const said = words.projects(count, config.default_project ?? '–');
  return [ok('projects', said), ...examineProjects(config, env, words)];
}

/** What keeps the store or the packages from being read is told already. */
async function agents(examined: Examined, env: NodeJS.ProcessEnv, language: Language): Promise<Finding[]> {
  try {
    const room = (await examined.existingHouse()) === null ? null : await examined.agents();
    const { packages } = await examined.catalog();
    return await examineAgents({ room, config: examined.config, packages, env }, language);
  } catch (error) {
    if (error instanceof ProductError) return [];
    throw error;
  }
}

/** Nothing is said of a policy that decides as it was chosen to. */
async function policy({ policyNote }: Examined, words: DoctorWords, language: Language): Promise<Finding[]> {
  try {
    const why = await policyNote();
    return why === null ? [] : [note('policy', why[language], words.policyFix)];
  } catch (error) {
    if (!(error instanceof PolicyFormatError)) throw error;
    return [problem('policy', error.in(language), words.shippedPolicyFix)];
  }
}

function model({ model: { provider, providers } }: Config, env: NodeJS.ProcessEnv, words: DoctorWords): Finding {
  const variable = providers[provider]?.api_key_env ?? null;
  if (variable === null) return ok('model', words.model(provider, '–'));
  const set = (env[variable] ?? '') !== '';
  return set
    ? ok('model', words.model(provider, variable))
    : note('model', words.noKey(provider, variable), words.noKeyFix(variable));
}
