const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/**
 * e^x by additions, multiplications and divisions alone. The language leaves `Math.exp` to the engine; a policy trained here must come out the
 * same, bit for bit, on every engine. Relative error below 1e-15; arguments are held to ±700.
 */
export function exponential(x: number): number {
  const held = Math.max(-700, Math.min(700, x));
  const halvings = Math.round(held / Math.LN2);
  const rest = held - halvings * LN2_HIGH - halvings * LN2_LOW;
  let sum = 1;
  for (let term = 16; term >= 1; term -= 1) sum = 1 + (rest / term) * sum;
  return sum * 2 ** halvings;
}
