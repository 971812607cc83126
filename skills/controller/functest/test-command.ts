import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_ENTRIES = 2_000;

/** The words to start, and those of the program npm's script starts, if it can be told. */
export interface TestCommand {
  argv: readonly string[];
  script: readonly string[] | null;
}

/** A configured command; for `npm test` and `npm run x` with what the script runs. */
export function configuredCommand(folder: string, argv: readonly string[]): TestCommand {
  const [program = '', first = '', second = ''] = argv;
  if (!/^(?:npm|pnpm|yarn)$/.test(program)) return { argv, script: null };
  const name = first === 'run' || first === 'run-script' ? second : first === 't' ? 'test' : first;
  return { argv, script: scriptWords(folder, name) };
}

/** What a project runs when nothing is configured; null when nothing is found. */
export function detectCommand(folder: string): TestCommand | null {
  const script = readScripts(folder).test;
  // What `npm init` writes is not a test.
  if (script !== undefined && script.trim() !== '' && !script.includes('no test specified')) {
    return { argv: ['npm', 'test'], script: scriptWords(folder, 'test') };
  }
  if (usesPytest(folder)) {
    const own = ['.venv', 'venv'].map((name) => join(folder, name, 'bin', 'python')).find((path) => existsSync(path));
    return { argv: [own ?? 'python3', '-m', 'pytest'], script: null };
  }
  const tests = [folder, join(folder, 'test'), join(folder, 'tests')];
  if (tests.some((path) => names(path).some((name) => /[.-]test\.[cm]?js$/.test(name)))) {
    return { argv: ['node', '--test'], script: null };
  }
  return null;
}

function usesPytest(folder: string): boolean {
  if (existsSync(join(folder, 'pytest.ini')) || existsSync(join(folder, 'conftest.py'))) return true;
  const sections: [string, RegExp][] = [
    ['pyproject.toml', /^\[tool\.pytest\b/m],
    ['setup.cfg', /^\[tool:pytest\]/m],
    ['tox.ini', /^\[pytest\]/m],
  ];
  if (sections.some(([name, section]) => section.test(readText(join(folder, name))))) return true;
  const places = [folder, join(folder, 'tests'), join(folder, 'test')];
  return places.some((path) => names(path).some((name) => /^(?:test_.*|.*_test)\.py$/.test(name)));
}

/** The words of a script that is one plain command; null where a shell would be needed to tell. */
function scriptWords(folder: string, name: string): readonly string[] | null {
  const script = readScripts(folder)[name];
  if (script === undefined || /["'`$&|;<>(){}\\]/.test(script)) return null;
  return script.trim().split(/\s+/);
}

function readScripts(folder: string): Record<string, string | undefined> {
  try {
    const value: unknown = JSON.parse(readText(join(folder, 'package.json')));
    const scripts = typeof value === 'object' && value !== null && 'scripts' in value ? value.scripts : null;
    if (typeof scripts !== 'object' || scripts === null) return {};
    return Object.fromEntries(Object.entries(scripts).filter(([, text]) => typeof text === 'string'));
  } catch {
    // A broken package.json is npm's to complain about, if its command is configured.
    return {};
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_ENTRIES);
  } catch {
    return [];
  }
}
