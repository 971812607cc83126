import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a project of this kind is usually tested with, as far as its files tell; null: they do not. */
export async function testCommandOf(root: string): Promise<string[] | null> {
  if (await hasTestScript(root)) return ['npm', 'test'];
  if (PYTHON_FILES.some((name) => existsSync(join(root, name))) || (await hasPythonTests(root))) {
    return ['python3', '-m', 'pytest'];
  }
  if (existsSync(join(root, 'go.mod'))) return ['go', 'test', './...'];
  if (existsSync(join(root, 'Cargo.toml'))) return ['cargo', 'test'];
  if (/^test\s*:(?!=)/m.test(await textOf(join(root, 'Makefile')))) return ['make', 'test'];
  return null;
}

const PYTHON_FILES = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini'];

/** npm's own placeholder, which only fails, is none. */
async function hasTestScript(root: string): Promise<boolean> {
  try {
    const { scripts } = JSON.parse(await textOf(join(root, 'package.json'))) as { scripts?: { test?: unknown } };
    return typeof scripts?.test === 'string' && !scripts.test.includes('no test specified');
  } catch {
    // No package.json, or one that npm could not read either.
    return false;
  }
}

async function hasPythonTests(root: string): Promise<boolean> {
  for (const folder of ['.', 'tests', 'test']) {
    const names = await readdir(join(root, folder)).catch(() => []);
    if (names.some((name) => /^test_\w+\.py$|^\w+_test\.py$/.test(name))) return true;
  }
  return false;
}

async function textOf(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}
