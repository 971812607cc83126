import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCart } from '../src/cart.js';
import { openCatalogue } from '../src/catalogue.js';
import { createCheckout } from '../src/checkout.js';
import { format } from '../src/money.js';

function open() {
  const catalogue = openCatalogue();
  const now = () => new Date('2025-01-02T03:04:05Z');
  return { catalogue, cart: createCart(catalogue), checkout: createCheckout(catalogue, now) };
}

describe('checkout', () => {
  it('下单后扣减库存并清空购物车', () => {
    const { catalogue, cart, checkout } = open();
    cart.add('CUP-002', 2);
    const order = checkout.place(cart);
    assert.equal(order.id, 'O-00001');
    assert.equal(catalogue.find('CUP-002').stock, 1);
    assert.deepEqual(cart.lines(), []);
  });

  it('adds shipping below 150.00 and none from there on', () => {
    const { cart, checkout } = open();
    cart.add('TEA-002');
    assert.equal(checkout.place(cart).due, 5_250 + 1_200);
    cart.add('CUP-002', 2);
    assert.equal(checkout.place(cart).shipping, 0);
  });

  it('空购物车不能下单', () => {
    const { cart, checkout } = open();
    assert.throws(() => checkout.place(cart), { code: 'EMPTY_CART' });
  });

  it('gives the same order for the same idempotency key', () => {
    const { catalogue, cart, checkout } = open();
    cart.add('TEA-001');
    const first = checkout.place(cart, 'k-1');
    cart.add('TEA-001');
    assert.equal(checkout.place(cart, 'k-1'), first);
    assert.equal(catalogue.find('TEA-001').stock, 39);
  });

  it('formats cents', () => {
    assert.deepEqual([0, 5, 1_200, 123_456].map(format), ['0.00', '0.05', '12.00', '1234.56']);
  });
});
