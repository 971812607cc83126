import { join } from 'node:path';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { isRunnable } from './is-runnable.js';
import type { Package, PackageDiagnostic } from './package.js';
import { type CatalogRoots, packageFolders } from './package-folders.js';
import { readCatalog } from './read-catalog.js';
import { error, type Finding, warning } from './report.js';
import { compileParamsSchema } from './validate-params.js';

export interface CheckReport {
  /** In the order of files and lines. */
  diagnostics: PackageDiagnostic[];
  /** SKILL.md files that were rewritten. */
  fixed: string[];
  packages: number;
}

export interface CheckOptions {
  /** True: keys that are not of the open Agent Skills layout move under `metadata`, in the user's packages. */
  fix: boolean;
  pyskill_timeout_sec?: number;
}

/** What `skills check` says: all that reading finds, and what matters to those who share or improve a package. */
export async function checkSkills(roots: CatalogRoots, options: CheckOptions): Promise<CheckReport> {
  const { fix, ...limits } = options;
  const { fixSkillFile } = await import('./fix-skill-file.js');
  const own = packageFolders(roots).folders.filter(({ source }) => source === 'user');
  const files = own.map(({ listed }) => join(listed, 'SKILL.md'));
  const fixed: string[] = [];
  if (fix) for (const file of files) if (await fixSkillFile(file)) fixed.push(file);
  const catalog = await readCatalog(roots, { strict: false, ...limits });
  const diagnostics = [...catalog.diagnostics];
  for (const { kind, listed } of own) {
    // What is shared between products are skills; a workflow is ours alone.
    if (kind !== 'executor') continue;
    const file = join(listed, 'SKILL.md');
    diagnostics.push(...(await layoutFindings(file)).map((finding) => ({ file, ...finding })));
  }
  for (const pkg of catalog.packages) diagnostics.push(...(await packageFindings(pkg)));
  return { diagnostics: diagnostics.sort(byPlace), fixed, packages: catalog.packages.length };
}

async function layoutFindings(file: string): Promise<Finding[]> {
  const { nonSpecKeys } = await import('./fix-skill-file.js');
  const keys = await nonSpecKeys(file);
  const [first] = keys;
  if (first === undefined) return [];
  const names = keys.map(({ key }) => key).join(', ');
  const message = {
    en: `not of the open Agent Skills layout: ${names}. They work here.`,
    zh: `不属于开放的 Agent Skills 格式：${names}。在这里可以使用。`,
  };
  const fix = {
    en: 'To share the package, `skills check --fix` moves them under metadata.',
    zh: '若要分享这个包，`skills check --fix` 会把它们移到 metadata 下。',
  };
  return [warning(first.line, 'non-spec-key', message, fix)];
}

async function packageFindings(pkg: Package): Promise<PackageDiagnostic[]> {
  const findings: PackageDiagnostic[] = [];
  if (pkg.params_schema !== null) {
    const file = join(pkg.dir, 'params.schema.json');
    await compileParamsSchema(pkg.params_schema).catch((cause: Error) => {
      findings.push({ file, ...error(1, 'params-schema', saidBy(cause)) });
    });
  }
  if (pkg.kind === 'controller' || isRunnable(pkg)) {
    const file = join(pkg.dir, 'examples.jsonl');
    findings.push(...exampleFindings(pkg).map((finding) => ({ file, ...finding })));
  }
  if (pkg.kind === 'executor' && pkg.skill_mode === 'sync' && pkg.limits.wall_sec > SYNC_WALL_SEC) {
    const { wall_sec } = pkg.limits;
    const message = {
      en: `limits.wall_sec is ${wall_sec}, but a round waits for a sync skill at most ${SYNC_WALL_SEC} s.`,
      zh: `limits.wall_sec 是 ${wall_sec}，但一轮最多等待 sync 技能 ${SYNC_WALL_SEC} 秒。`,
    };
    const fix = {
      en: 'Say skill-mode: pyskill for what takes longer.',
      zh: '需要更久的，请写 skill-mode: pyskill。',
    };
    findings.push({ file: join(pkg.dir, 'SKILL.md'), ...warning(1, 'limit-capped', message, fix) });
  }
  return findings;
}

const SYNC_WALL_SEC = 60;
const ENOUGH_EXAMPLES = 10;

function exampleFindings({ examples }: Package): Finding[] {
  if (examples.length < ENOUGH_EXAMPLES) {
    const message = {
      en: `${examples.length} examples: requests may not find this package.`,
      zh: `只有 ${examples.length} 个例句：请求可能找不到这个包。`,
    };
    return [warning(1, 'examples-few', message, WRITE_EXAMPLES)];
  }
  const chinese = examples.filter(({ text }) => /\p{Script=Han}/u.test(text)).length;
  if (chinese > 0 && chinese < examples.length) return [];
  const missing = chinese === 0 ? { en: 'Chinese', zh: '中文' } : { en: 'English', zh: '英文' };
  const message = {
    en: `no ${missing.en} example: requests in ${missing.en} may not find this package.`,
    zh: `没有${missing.zh}例句：${missing.zh}请求可能找不到这个包。`,
  };
  return [warning(1, 'examples-language', message, WRITE_EXAMPLES)];
}

const WRITE_EXAMPLES: Said = {
  en: 'Write what users would say, one {"text": "…", "lang": "zh"} a line; ten in each language route well.',
  zh: '请写出用户会说的话，每行一个 {"text": "…", "lang": "zh"}；每种语言十条就能选得准。',
};

function byPlace(a: PackageDiagnostic, b: PackageDiagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}
