/** Whether something read from JSON is nested deeper than that. Walking or writing it without a bound would end in a stack overflow. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
