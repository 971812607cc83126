import { join } from 'node:path';
import { oneLine } from '../../../kit/bounded-text.js';
import { isRecord } from '../../../kit/record.js';
import { type Check, failed, passed, skipped } from '../check.js';
import { type Manifest, parseObject } from '../manifest.js';
import { readSmallFile } from '../read-small-file.js';

const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** The lock file was made from the manifest as it is: npm's is compared whole, the entries of yarn's and pnpm's are looked for. */
export function checkLockFile(folder: string, manifest: Manifest | null): Check {
  const json = manifest?.json ?? null;
  if (json === null) {
    return skipped('lock_file', [
      '没有可以对照锁文件的 package.json',
      'there is no package.json to compare a lock file with',
    ]);
  }
  for (const { file, differences, update } of KINDS) {
    const text = readSmallFile(join(folder, file));
    if (text === null) continue;
    const found = differences(json, text);
    if (found.length === 0)
      return passed('lock_file', [`${file} 与 package.json 一致`, `${file} agrees with package.json`]);
    return failed(
      'lock_file',
      [
        `${file} 与 package.json 有 ${found.length} 处不一致`,
        `${file} disagrees with package.json in ${found.length} places`,
      ],
      [`运行 ${update} 并提交`, `run ${update} and commit it`],
      found.map((difference) => oneLine(difference, 200)),
    );
  }
  return skipped('lock_file', ['没有锁文件', 'there is no lock file']);
}

const KINDS: readonly {
  file: string;
  update: string;
  differences(json: Record<string, unknown>, text: string): string[];
}[] = [
  { file: 'npm-shrinkwrap.json', update: 'npm install', differences: npmDifferences },
  { file: 'package-lock.json', update: 'npm install', differences: npmDifferences },
  { file: 'yarn.lock', update: 'yarn install', differences: yarnDifferences },
  { file: 'pnpm-lock.yaml', update: 'pnpm install', differences: pnpmDifferences },
];

export function npmDifferences(json: Record<string, unknown>, text: string): string[] {
  const lock = parseObject(text);
  if (lock === null) return ['not JSON'];
  const packages = isRecord(lock.packages) ? lock.packages : null;
  const root = packages?.[''];
  if (!isRecord(root)) return ['no entry of the project itself (lockfileVersion 2 or 3 has one)'];
  const found = (['name', 'version'] as const)
    .filter((key) => typeof json[key] === 'string' && root[key] !== undefined && root[key] !== json[key])
    .map((key) => `${key}: ${String(root[key])}, not ${String(json[key])}`);
  for (const group of GROUPS) {
    const [wanted, locked] = [entries(json[group]), entries(root[group])];
    for (const [name, range] of wanted) {
      if (locked.get(name) !== range) found.push(`${group}.${name}: ${locked.get(name) ?? 'missing'}, not ${range}`);
      else if (
        group !== 'peerDependencies' &&
        group !== 'optionalDependencies' &&
        packages?.[`node_modules/${name}`] === undefined
      ) {
        found.push(`${group}.${name}: no version is locked`);
      }
    }
    for (const name of locked.keys()) if (!wanted.has(name)) found.push(`${group}.${name}: not wanted any more`);
  }
  return found;
}

function yarnDifferences(json: Record<string, unknown>, text: string): string[] {
  // Version 1 writes `name@range`, later ones `name@npm:range`.
  return declared(json)
    .filter(([name, range]) => !text.includes(`${name}@${range}`) && !text.includes(`${name}@npm:${range}`))
    .map(([name, range]) => `${name}@${range}: missing`);
}

function pnpmDifferences(json: Record<string, unknown>, text: string): string[] {
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim().replaceAll(/['"]/g, '')));
  return declared(json)
    .filter(([name, range]) => !lines.has(`${name}:`) || !lines.has(`specifier: ${range}`))
    .map(([name, range]) => `${name}@${range}: missing`);
}

function declared(json: Record<string, unknown>): [name: string, range: string][] {
  return GROUPS.filter((group) => group !== 'peerDependencies').flatMap((group) => [...entries(json[group])]);
}

function entries(value: unknown): Map<string, string> {
  if (!isRecord(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, range]) => (typeof range === 'string' ? [[name, range] as const] : [])),
  );
}
