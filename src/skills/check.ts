import { join } from 'node:path';
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
  for (const file of files) diagnostics.push(...(await layoutFindings(file)).map((finding) => ({ file, ...finding })));
  for (const pkg of catalog.packages) diagnostics.push(...(await packageFindings(pkg)));
  return { diagnostics: diagnostics.sort(byPlace), fixed, packages: catalog.packages.length };
}

async function layoutFindings(file: string): Promise<Finding[]> {
  const { nonSpecKeys } = await import('./fix-skill-file.js');
  const keys = await nonSpecKeys(file);
  const [first] = keys;
  if (first === undefined) return [];
  const message = `not of the open Agent Skills layout: ${keys.map(({ key }) => key).join(', ')}. They work here.`;
  return [
    warning(
      first.line,
      'non-spec-key',
      message,
      'To share the package, `skills check --fix` moves them under metadata.',
    ),
  ];
}

async function packageFindings(pkg: Package): Promise<PackageDiagnostic[]> {
  const findings: PackageDiagnostic[] = [];
  if (pkg.params_schema !== null) {
    const file = join(pkg.dir, 'params.schema.json');
    await compileParamsSchema(pkg.params_schema).catch((cause: Error) => {
      findings.push({ file, ...error(1, 'params-schema', cause.message) });
    });
  }
  if (pkg.kind === 'controller' || pkg.launch !== null) {
    const file = join(pkg.dir, 'examples.jsonl');
    findings.push(...exampleFindings(pkg).map((finding) => ({ file, ...finding })));
  }
  if (pkg.kind === 'executor' && pkg.skill_mode === 'sync' && pkg.limits.wall_sec > SYNC_WALL_SEC) {
    const message = `limits.wall_sec is ${pkg.limits.wall_sec}, but a round waits for a sync skill at most ${SYNC_WALL_SEC} s.`;
    findings.push({
      file: join(pkg.dir, 'SKILL.md'),
      ...warning(1, 'limit-capped', message, 'Say skill-mode: pyskill for what takes longer.'),
    });
  }
  return findings;
}

const SYNC_WALL_SEC = 60;
const ENOUGH_EXAMPLES = 10;

function exampleFindings({ examples }: Package): Finding[] {
  const fix = 'Write what users would say, one {"text": "…", "lang": "zh"} a line; ten in each language route well.';
  if (examples.length < ENOUGH_EXAMPLES) {
    return [warning(1, 'examples-few', `${examples.length} examples: requests may not find this package.`, fix)];
  }
  const chinese = examples.filter(({ text }) => /\p{Script=Han}/u.test(text)).length;
  if (chinese > 0 && chinese < examples.length) return [];
  const missing = chinese === 0 ? 'Chinese' : 'English';
  return [
    warning(1, 'examples-language', `no ${missing} example: requests in ${missing} may not find this package.`, fix),
  ];
}

function byPlace(a: PackageDiagnostic, b: PackageDiagnostic): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}
