import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Small modules that most commands need and that load nothing large. Left to itself the bundler gives each its own file, since each is
 * shared by another set of lazily loaded parts, and opening a file costs more than parsing it.
 */
const HOT = [
  'cli/local-time.ts',
  'cli/printable.ts',
  'cli/table.ts',
  'config/bounded-file.ts',
  'config/defaults.ts',
  'config/hint.ts',
  'config/nearest.ts',
  'environment/language.ts',
  'errors/product-error.ts',
  'errors/said-by.ts',
  'errors/said.ts',
  'jobs/files.ts',
  'jobs/progress.ts',
  'package-root.ts',
  'processes/identity.ts',
  'processes/table.ts',
  'protocol/json-flaw.ts',
  'reply/in-language.ts',
  'runtimes/catalog.ts',
  'skills/scaffold-kinds.ts',
  'store/location.ts',
  'store/mounts.ts',
  'store/store-errors.ts',
];

/** An esbuild plugin: every entry and every lazily loaded part begins with the hot modules, so that they share one file. */
export function hotChunk(source, entries) {
  const begin = new Set([...entries, ...lazilyLoaded(source)]);
  return {
    name: 'hot-chunk',
    setup(build) {
      build.onResolve({ filter: /^hot:modules$/ }, () => ({ path: 'modules', namespace: 'hot', sideEffects: true }));
      build.onLoad({ filter: /.*/, namespace: 'hot' }, () => ({
        contents: HOT.map((file) => `import ${JSON.stringify(join(source, file))};`).join('\n'),
        resolveDir: source,
        loader: 'js',
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!begin.has(path)) return undefined;
        return { contents: `import 'hot:modules';\n${readFileSync(path, 'utf8')}`, loader: 'ts' };
      });
    },
  };
}

function lazilyLoaded(source) {
  return readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = join(source, name);
      const imports = readFileSync(file, 'utf8').matchAll(/\bimport\(\s*'(\.[^']+)\.js'\s*\)/g);
      return [...imports].map(([, path]) => `${resolve(dirname(file), path)}.ts`);
    });
}
