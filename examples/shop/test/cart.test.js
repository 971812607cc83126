import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCart } from '../src/cart.js';
import { openCatalogue } from '../src/catalogue.js';

const newCart = () => createCart(openCatalogue());

describe('cart', () => {
  it('同一商品再次加入时数量累加', () => {
    const cart = newCart();
    cart.add('TEA-001');
    cart.add('TEA-001', 2);
    assert.deepEqual(
      cart.lines().map(({ sku, quantity, amount }) => ({ sku, quantity, amount })),
      [{ sku: 'TEA-001', quantity: 3, amount: 26_400 }],
    );
  });

  it('refuses quantities that are not whole numbers from 1', () => {
    for (const quantity of [0, -1, 1.5, Number.NaN, '2']) {
      assert.throws(() => newCart().add('TEA-001', quantity), { code: 'BAD_QUANTITY' });
    }
  });

  it('库存不足时拒绝加入', () => {
    assert.throws(() => newCart().add('CUP-002', 4), { code: 'OUT_OF_STOCK', status: 409 });
  });

  it('gives no discount below 200.00', () => {
    const cart = newCart();
    cart.add('CUP-001');
    assert.deepEqual(cart.totals(), { subtotal: 12_900, discount: 0, total: 12_900 });
  });

  it('满 200 元打九五折', () => {
    const cart = newCart();
    cart.add('CUP-001');
    cart.add('TEA-001');
    assert.deepEqual(cart.totals(), { subtotal: 21_700, discount: 1_085, total: 20_615 });
  });

  it('takes only the best volume discount', () => {
    const cart = newCart();
    cart.add('POT-001');
    cart.add('TEA-001');
    assert.deepEqual(cart.totals(), { subtotal: 53_800, discount: 5_380, total: 48_420 });
  });

  it('removing what is not there is refused', () => {
    assert.throws(() => newCart().remove('TEA-001'), { code: 'NOT_IN_CART' });
  });
});
