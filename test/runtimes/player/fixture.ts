import { fileURLToPath } from 'node:url';

/** The path of a recorded shape: `codex/text.jsonl`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}
