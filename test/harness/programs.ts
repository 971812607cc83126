import { fileURLToPath } from 'node:url';

/** The path of one of the tiny programs in test/fixtures/programs. */
export function program(name: string): string {
  return fileURLToPath(new URL(`../fixtures/programs/${name}`, import.meta.url));
}
