import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazilyLoaded, staticImports } from './imports.js';

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
  'environment/in-language.ts',
  'runtimes/catalog.ts',
  'skills/scaffold-kinds.ts',
  'store/location.ts',
  'store/mounts.ts',
  'store/store-errors.ts',
];

/** Where a decision is made. What it takes and a command that decides nothing does not (the parts that begin with neither) shares a second file. */
const DECIDING = [
  'cli/commands/route.ts',
  'controller/assemble.ts',
  'rounds/preview.ts',
  'skills/read-catalog.ts',
  'training/registry.ts',
];
const NOT_DECIDING = ['cli/commands/status.ts', 'cli/main.ts'];

/** An esbuild plugin: entries and lazily loaded parts begin with the modules they would load anyway, so that these share a file. */
export async function hotChunk(source, entries) {
  const begin = new Set([...entries, ...lazilyLoaded(source)]);
  const reached = await staticImports(source, [...begin]);
  const within = (files) => new Set(files.flatMap((file) => [...reached(join(source, file))]));
  const others = within(NOT_DECIDING);
  const deciding = [...within(DECIDING)].filter((file) => file.startsWith(source) && !others.has(file));
  const groups = { modules: HOT.map((file) => join(source, file)), deciding };
  const decides = new Set([...begin].filter((file) => deciding.some((module) => reached(file).has(module))));
  return {
    name: 'hot-chunk',
    setup(build) {
      build.onResolve({ filter: /^hot:/ }, ({ path }) => ({
        path: path.slice(4),
        namespace: 'hot',
        sideEffects: true,
      }));
      build.onLoad({ filter: /.*/, namespace: 'hot' }, ({ path }) => ({
        contents: groups[path].map((file) => `import ${JSON.stringify(file)};`).join('\n'),
        resolveDir: source,
        loader: 'js',
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!begin.has(path)) return undefined;
        const first = decides.has(path) ? "import 'hot:modules';\nimport 'hot:deciding';" : "import 'hot:modules';";
        return { contents: `${first}\n${readFileSync(path, 'utf8')}`, loader: 'ts' };
      });
    },
  };
}
