import { existsSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface FakeProgram {
  readonly path: string;
  /** What it was started with, each time. */
  calls(): readonly { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> }[];
}

let made = 0;

/** A program for back-ends that speak by files too, which no script of a player can: the body runs as CommonJS, with `fs` and `path`. */
export async function fakeProgram(folder: string, body: string): Promise<FakeProgram> {
  made += 1;
  const path = join(folder, `program-${made}`);
  const record = join(folder, `program-${made}.calls`);
  const note = `fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify({ argv: process.argv.slice(2), env: process.env }) + '\\n');`;
  const head = `#!${process.execPath}\nconst fs = require('node:fs');\nconst path = require('node:path');\n`;
  await writeFile(path, `${head}${note}\n${body}\n`);
  await chmod(path, 0o700);
  return {
    path,
    calls: () =>
      existsSync(record)
        ? readFileSync(record, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
  };
}
