/**
 * sums[c] += Σ factors[i] × weights[rows[i] × classes + c]: the one hot loop of training and of scoring. Four rows a pass, so that the sums are
 * read and written a quarter as often; the order of additions is fixed.
 */
export function addRows(
  rows: Int32Array,
  factors: Float64Array,
  weights: Float32Array | Int8Array,
  sums: Float64Array,
): void {
  const classes = sums.length;
  let at = 0;
  for (; at + 4 <= rows.length; at += 4) {
    const one = (rows[at] as number) * classes;
    const two = (rows[at + 1] as number) * classes;
    const three = (rows[at + 2] as number) * classes;
    const four = (rows[at + 3] as number) * classes;
    const byOne = factors[at] as number;
    const byTwo = factors[at + 1] as number;
    const byThree = factors[at + 2] as number;
    const byFour = factors[at + 3] as number;
    for (let own = 0; own < classes; own += 1) {
      sums[own] =
        (sums[own] as number) +
        byOne * (weights[one + own] as number) +
        byTwo * (weights[two + own] as number) +
        byThree * (weights[three + own] as number) +
        byFour * (weights[four + own] as number);
    }
  }
  for (; at < rows.length; at += 1) {
    const base = (rows[at] as number) * classes;
    const by = factors[at] as number;
    for (let own = 0; own < classes; own += 1) sums[own] = (sums[own] as number) + by * (weights[base + own] as number);
  }
}
