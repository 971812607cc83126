/** Area under the ROC curve: how often a value of `higher` exceeds one of `lower`, ties counting half. NaN if either is empty. */
export function areaUnderCurve(higher: readonly number[], lower: readonly number[]): number {
  const all = [...higher.map((value) => ({ value, high: 1 })), ...lower.map((value) => ({ value, high: 0 }))].sort(
    (one, other) => one.value - other.value,
  );
  let won = 0;
  let below = 0;
  for (let at = 0; at < all.length; ) {
    let [high, low, end] = [0, 0, at];
    for (; end < all.length && all[end]?.value === all[at]?.value; end += 1) {
      if (all[end]?.high === 1) high += 1;
      else low += 1;
    }
    won += high * (below + low / 2);
    below += low;
    at = end;
  }
  return won / (higher.length * lower.length);
}
