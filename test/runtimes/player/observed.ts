import { existsSync, readFileSync } from 'node:fs';

/** What a player with `record` saw. */
export interface Observed {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly stdin: string | null;
  readonly received: readonly Readonly<Record<string, unknown>>[];
  readonly signals: readonly string[];
  /** The kinds of messages it waited for, in order. */
  readonly waits: readonly (readonly string[])[];
  /** It came to the end of its script. */
  readonly played: boolean;
}

/** Of the last start; null before the first. */
export function observed(record: string): Observed | null {
  if (!existsSync(record)) return null;
  const lines = readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const start = lines.findLastIndex((line) => 'argv' in line);
  const [first, ...rest] = lines.slice(start);
  if (first === undefined || start === -1) return null;
  const of = (name: string): unknown[] => rest.filter((line) => name in line).map((line) => line[name]);
  return {
    argv: first.argv as string[],
    cwd: first.cwd as string,
    env: first.env as Record<string, string>,
    pid: first.pid as number,
    stdin: (of('stdin')[0] as string | undefined) ?? null,
    received: of('received') as Record<string, unknown>[],
    signals: of('signal') as string[],
    waits: of('waits') as string[][],
    played: of('played').length > 0,
  };
}
