/**
 * Applies coupons to an amount in cents, in the order given.
 * A coupon is `{code, kind: 'percent', value}` (percent off) or `{code, kind: 'fixed', value, from?}` (cents off, from an amount on).
 */
export function applyCoupons(cents, coupons) {
  const used = new Set();
  let due = cents;
  for (const coupon of coupons) {
    if (used.has(coupon.code)) throw new Error(`coupon ${coupon.code} is used twice`);
    used.add(coupon.code);
    due = applyOne(due, coupon);
  }
  return { due, saved: cents - due };
}

function applyOne(cents, { kind, value, from = 0 }) {
  switch (kind) {
    case 'percent':
      return Math.round(cents * (1 - value / 100));
    case 'fixed':
      return cents >= from ? Math.max(0, cents - value) : cents;
    default:
      throw new Error(`unknown kind of coupon: ${kind}`);
  }
}
