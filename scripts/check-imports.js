// Data flows one way: a room imports only rooms below it. Lists every import that runs back up and exits 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');

/** Highest first. Files directly in src/ (`app.ts`, `index.ts`) stand between the faces and the rounds. */
const order = [
  ['cli', 'server', 'mcp'],
  ['.'],
  ['cases'],
  ['housekeeping'],
  ['rounds'],
  ['training'],
  ['reply'],
  ['controller'],
  ['executor'],
  ['jobs'],
  ['runtimes'],
  ['processes'],
  ['skills'],
  ['models'],
  ['config'],
  ['store'],
  ['policy'],
  ['environment'],
  ['protocol'],
  ['errors', 'faults'],
];
const rank = new Map(order.flatMap((rooms, index) => rooms.map((room) => [room, index])));

const roomOf = (file) => {
  const path = relative(source, file).split(sep);
  return path.length === 1 ? '.' : path[0];
};

const wrong = [];
for (const name of readdirSync(source, { recursive: true })) {
  if (!name.endsWith('.ts')) continue;
  const file = join(source, name);
  const room = roomOf(file);
  if (!rank.has(room)) wrong.push(`src/${name}: the room '${room}' is not in the list of scripts/check-imports.js`);
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const target = resolve(dirname(file), specifier);
    if (!target.startsWith(source + sep)) {
      wrong.push(`src/${name}: '${specifier}' leaves src/`);
      continue;
    }
    const to = roomOf(target);
    if (to !== room && (rank.get(to) ?? -1) <= (rank.get(room) ?? 0)) {
      wrong.push(`src/${name}: '${specifier}' runs back up, from ${room} to ${to}`);
    }
    const driver = relative(source, target).split(sep);
    if (driver[0] === 'runtimes' && driver[1] === 'drivers' && !/^runtimes\/(registry\.ts|drivers\/)/.test(name)) {
      wrong.push(`src/${name}: only runtimes/registry imports drivers`);
    }
  }
}
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
