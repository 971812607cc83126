import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the back-ends keep what is theirs, in the home of whoever runs the tests. */
const IN_HOME = [
  '.codex',
  '.claude',
  '.claude.json',
  '.config/opencode',
  '.local/share/opencode',
  '.local/state/opencode',
  '.openclaw',
  '.hermes',
  '.dsh',
  '.gemini',
  '.qwen',
  '.pi',
];

const NAMED_BY = ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'HERMES_HOME', 'DSH_HOME', 'PI_CODING_AGENT_DIR'];

/** Each file with its size and time of change: equal before and after, or something was touched that is not a test's. */
export function stateOfHome(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const places = [
    ...IN_HOME.map((name) => join(homedir(), name)),
    ...NAMED_BY.map((name) => env[name]).filter((path) => path !== undefined && path !== ''),
  ];
  return Object.fromEntries(places.flatMap((path) => [...filesUnder(path as string)]));
}

function* filesUnder(path: string): Generator<[string, string]> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    yield [path, `${stat.size} ${stat.mtimeMs}`];
    return;
  }
  let entries: Dirent[] = [];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    // What cannot be read cannot be looked into.
  }
  for (const entry of entries) yield* filesUnder(join(path, entry.name));
}
