import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attempt } from '../../src/skills/attempt.js';
import type { Catalog, PackageDiagnostic } from '../../src/skills/package.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { workspace } from '../harness/workspace.js';

/** Contents by path under a skills root, such as `controller/lint/SKILL.md`. */
export type Files = Readonly<Record<string, string | Buffer>>;

export interface Roots {
  bundled: string;
  user: string;
}

export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, contents] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), contents);
  }
}

export async function roots(bundled: Files, user: Files): Promise<Roots> {
  const root = await workspace();
  const made = { bundled: join(root, 'bundled'), user: join(root, 'user') };
  await mkdir(made.bundled);
  await mkdir(made.user);
  await writeFiles(made.bundled, bundled);
  await writeFiles(made.user, user);
  return made;
}

export function skill(fields: Readonly<Record<string, unknown>>, body = ''): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${body}`;
}

/** What a working user package says at least. */
export const LINT = {
  'controller/lint/SKILL.md': skill({ name: 'lint', description: 'Lints.', workflow: 'run.sh' }),
  'controller/lint/run.sh': 'echo ok\n',
};

export const BUNDLED = {
  'controller/functest/SKILL.md': skill({
    name: 'functest',
    description: 'Runs tests.',
    when_to_use: 'Tests are wanted.',
    workflow: 'workflow.mjs',
  }),
  'controller/functest/workflow.mjs': '',
  'controller/functest/examples.jsonl': '{"text": "run the tests"}\n',
  'controller/status/SKILL.md': skill({ name: 'status', description: 'Says how things stand.' }),
};

export async function readUser(user: Files, bundled: Files = BUNDLED, attempt?: Attempt): Promise<Catalog> {
  return readCatalog(await roots(bundled, user), { strict: false, ...(attempt && { attempt }) });
}

/** `file:line code` of each diagnostic, the file as seen from its skills root. */
export function places(diagnostics: readonly PackageDiagnostic[]): string[] {
  return diagnostics.map(({ file, line, code }) => `${file.split(/\/(?:bundled|user)\//)[1] ?? file}:${line} ${code}`);
}
