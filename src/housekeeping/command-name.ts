import { parse } from 'node:path';

/** Programs that run another: what they run gives the name. */
const RUNNERS =
  /^(?:npm|npx|pnpm|yarn|bun|node|deno|python\d?(?:\.\d+)?|uv|poetry|sh|bash|zsh|env|make|just|go|cargo|mvn|gradle|ruby|perl|sudo)$/;

/** Words between a runner and what it runs. */
const BETWEEN = /^(?:run|run-script|exec|x)$|^-|^[A-Za-z_]\w*=/;

/** Words that say nothing of which checks they are. */
const ANY_TEST = /^(?:tests?|pytest|check|verify|vitest|jest|mocha|ava|t|\.{1,3})$/;

/** A word for what a command does, as a package could be called; null where it only says "test". */
export function nameOfCommand(argv: readonly string[]): string | null {
  const [program = '', ...rest] = argv;
  const runs = RUNNERS.test(parse(program).base) ? rest.find((word) => !BETWEEN.test(word)) : program;
  const name = asPackageName(parse(runs ?? '').name);
  return name === null || ANY_TEST.test(name) ? null : name;
}

/** The letters and digits of a text, as a package's name; null where there are none. */
export function asPackageName(text: string): string | null {
  const name = text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 48);
  return name === '' ? null : name;
}
