/** Milliseconds of one run, by the runner's own clock. */
export type Timed = () => Promise<number>;

/**
 * Runs every contender once per turn, so that whatever else the machine does meets all of them alike. The first turn warms up and does
 * not count.
 */
export async function interleaved<Name extends string>(
  contenders: Readonly<Record<Name, Timed>>,
  turns: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of names) {
      const ms = await contenders[name]();
      if (turn > 0) samples[name].push(ms);
    }
  }
  return samples;
}

export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
