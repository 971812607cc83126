import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyCoupons } from '../src/coupons.js';

const NEW15 = { code: 'NEW15', kind: 'percent', value: 15 };
const VIP10 = { code: 'VIP10', kind: 'percent', value: 10 };
const MINUS20 = { code: 'MINUS20', kind: 'fixed', value: 2_000, from: 10_000 };

describe('coupons', () => {
  it('takes a percentage off', () => {
    assert.deepEqual(applyCoupons(20_000, [NEW15]), { due: 17_000, saved: 3_000 });
  });

  it('满 100 元减 20 元', () => {
    assert.equal(applyCoupons(10_000, [MINUS20]).due, 8_000);
    assert.equal(applyCoupons(9_999, [MINUS20]).due, 9_999);
  });

  it('应付金额不会小于零', () => {
    const gift = { code: 'GIFT50', kind: 'fixed', value: 5_000 };
    assert.equal(applyCoupons(3_000, [gift]).due, 0);
  });

  it('refuses the same coupon twice', () => {
    assert.throws(() => applyCoupons(5_000, [VIP10, VIP10]), /VIP10 is used twice/);
  });

  it('rounds stacked percentages once, at the end', () => {
    // 10.49 × 0.85 × 0.90 = 8.02485
    assert.equal(applyCoupons(1_049, [NEW15, VIP10]).due, 802);
  });

  it('百分比券的叠加顺序不影响应付金额', () => {
    assert.equal(applyCoupons(1_049, [NEW15, VIP10]).due, applyCoupons(1_049, [VIP10, NEW15]).due);
  });

  it('refuses an unknown kind of coupon', () => {
    assert.throws(() => applyCoupons(5_000, [{ code: 'X', kind: 'bogus', value: 1 }]), /unknown kind/);
  });
});
