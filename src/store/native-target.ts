import { existsSync } from 'node:fs';

/**
 * Which of libsql's prebuilt libraries fits this machine. Stands in for the detection libsql ships with when it is bundled: that one has
 * Node write a whole diagnostic report, a tenth of a cold start. Exports carry the names libsql imports.
 */
export const GLIBC = 'glibc';
export const MUSL = 'musl';

const LOADERS: Readonly<Record<string, { glibc: readonly string[]; musl: string }>> = {
  x64: {
    glibc: ['/lib64/ld-linux-x86-64.so.2', '/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2'],
    musl: '/lib/ld-musl-x86_64.so.1',
  },
  arm64: {
    glibc: ['/lib/ld-linux-aarch64.so.1', '/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1'],
    musl: '/lib/ld-musl-aarch64.so.1',
  },
  arm: { glibc: ['/lib/ld-linux-armhf.so.3'], musl: '/lib/ld-musl-armhf.so.1' },
};

/** Null elsewhere than on Linux. */
export function familySync(): string | null {
  if (process.platform !== 'linux') return null;
  const loaders = LOADERS[process.arch];
  if (loaders === undefined) return GLIBC;
  const musl = existsSync(loaders.musl);
  if (!musl) return GLIBC;
  // Both may be installed: only then the report, which knows what this very process runs on, is worth its time.
  return loaders.glibc.some((path) => existsSync(path)) && builtForGlibc() ? GLIBC : MUSL;
}

function builtForGlibc(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime !== undefined;
}

export function currentTarget(): string {
  const { platform, arch } = process;
  if (platform === 'darwin') return `darwin-${arch}`;
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (arch === 'arm') return 'linux-arm-gnueabihf';
  return `linux-${arch}-${familySync() === MUSL ? 'musl' : 'gnu'}`;
}

/** Only libsql's own developers load from a folder. */
export function load(folder: string): never {
  throw new Error(`loading libsql from ${folder} is not supported`);
}
