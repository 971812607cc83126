import { ShopError } from './shop-error.js';

const FREE_SHIPPING_FROM = 15_000;
const SHIPPING = 1_200;

/** Turns a cart into an order: stock is taken, the cart is emptied. The same `key` gives the same order again. */
export function createCheckout(catalogue, now) {
  const orders = new Map();
  const keys = new Map();

  return {
    place(cart, key) {
      const earlier = key === undefined ? undefined : keys.get(key);
      if (earlier) return earlier;
      const lines = cart.lines();
      if (lines.length === 0) throw new ShopError(400, 'EMPTY_CART', 'the cart is empty');
      const totals = cart.totals();
      const shipping = totals.total >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
      catalogue.take(lines);
      const order = {
        id: `O-${String(orders.size + 1).padStart(5, '0')}`,
        placed_at: now().toISOString(),
        lines,
        ...totals,
        shipping,
        due: totals.total + shipping,
      };
      orders.set(order.id, order);
      if (key !== undefined) keys.set(key, order);
      cart.clear();
      return order;
    },
    find(id) {
      const order = orders.get(id);
      if (!order) throw new ShopError(404, 'UNKNOWN_ORDER', `no order ${id}`);
      return order;
    },
  };
}
