import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { workspace } from '../harness/workspace.js';
import { BUNDLED, LINT, roots, writeFiles } from './folders.js';

const ENTRY = `
import { loadConfig } from './src/config/load-config.ts';
import { readCatalog } from './src/skills/read-catalog.ts';
import { validateParams } from './src/skills/validate-params.ts';
const [, , bundled, user] = process.argv;
const config = await loadConfig({ cwd: user, env: {} });
const { packages, diagnostics } = await readCatalog({ bundled, user }, { strict: false });
const { checkSkills } = await import('./src/skills/check.ts');
const { fixed } = await checkSkills({ bundled, user }, { fix: true });
const problems = await validateParams({ type: 'object', properties: {}, required: ['a'] }, {});
console.log(JSON.stringify({ rounds: config.runtime.max_rounds, names: packages.map((p) => p.name), diagnostics, fixed: fixed.length, problems: problems.length }));
`;

describe('configuration and packages in a minified bundle', () => {
  it('work as they do in source: what is loaded late is there', async () => {
    const out = await workspace();
    await build({
      stdin: { contents: ENTRY, resolveDir: fileURLToPath(new URL('../../', import.meta.url)), loader: 'ts' },
      bundle: true,
      minify: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outdir: out,
      outExtension: { '.js': '.mjs' },
      banner: { js: "import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);" },
      logLevel: 'silent',
    });
    await stop();
    const made = await roots(BUNDLED, LINT);
    await writeFiles(made.user, { 'configs/graph.yaml': 'runtime: {max_rounds: 7}\n' });
    const printed = execFileSync(process.execPath, [join(out, 'stdin.mjs'), made.bundled, made.user], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual({
      rounds: 7,
      names: ['functest', 'lint', 'status'],
      diagnostics: [],
      fixed: 1,
      problems: 1,
    });
  });
});
