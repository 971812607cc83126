/**
 * sums[c] += Σ factors[i] × weights[rows[i] × stride + c], `stride` being the length of `sums`: the hot loop of scoring. Four rows a pass; the order of
 * additions is fixed. It is `addRows` over other numbers: a loop that sees both kinds is compiled for neither.
 */
export function addQuantized(rows: Int32Array, factors: Float64Array, weights: Int8Array, sums: Float64Array): void {
  const stride = sums.length;
  let at = 0;
  for (; at + 4 <= rows.length; at += 4) {
    const one = (rows[at] as number) * stride;
    const two = (rows[at + 1] as number) * stride;
    const three = (rows[at + 2] as number) * stride;
    const four = (rows[at + 3] as number) * stride;
    const byOne = factors[at] as number;
    const byTwo = factors[at + 1] as number;
    const byThree = factors[at + 2] as number;
    const byFour = factors[at + 3] as number;
    for (let own = 0; own < stride; own += 1) {
      sums[own] =
        (sums[own] as number) +
        byOne * (weights[one + own] as number) +
        byTwo * (weights[two + own] as number) +
        byThree * (weights[three + own] as number) +
        byFour * (weights[four + own] as number);
    }
  }
  for (; at < rows.length; at += 1) {
    const base = (rows[at] as number) * stride;
    const by = factors[at] as number;
    for (let own = 0; own < stride; own += 1) sums[own] = (sums[own] as number) + by * (weights[base + own] as number);
  }
}
