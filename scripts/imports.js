import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** The files of a source folder that others load while they run, by `import('…')`. */
export function lazilyLoaded(source) {
  return readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = join(source, name);
      const imports = readFileSync(file, 'utf8').matchAll(/\bimport\(\s*'(\.[^']+)\.js'\s*\)/g);
      return [...imports].map(([, path]) => `${resolve(dirname(file), path)}.ts`);
    });
}

/** Tells which of our files are loaded with a file: itself and what it imports, lazily loaded parts left out. */
export async function staticImports(source, files) {
  const { metafile } = await build({
    absWorkingDir: source,
    entryPoints: files,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outdir: 'unused',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return (file) => {
    const found = new Set();
    const follow = (name) => {
      const path = resolve(source, name);
      if (found.has(path)) return;
      found.add(path);
      for (const { kind, path: next, external } of metafile.inputs[name]?.imports ?? []) {
        if (kind === 'import-statement' && external !== true) follow(next);
      }
    };
    follow(relative(source, file));
    return found;
  };
}
