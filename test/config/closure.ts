import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

/** Names of the packages that importing a source file loads at once, what it imports later left aside. */
export async function packagesLoadedBy(source: string): Promise<string[]> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    outdir: 'unused',
    external: ['libsql'],
    logLevel: 'silent',
  });
  await stop();
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) visit(path);
    }
  };
  visit(source);
  const names = [...reached].flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}
