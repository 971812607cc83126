import { percentOf } from './money.js';
import { ShopError } from './shop-error.js';

const MAX_QUANTITY = 99;

/** From `from` cents on, `percent` off. The best one that applies is taken, never two. */
const VOLUME_DISCOUNTS = [
  { from: 20_000, percent: 5 },
  { from: 50_000, percent: 10 },
];

/** A cart over a catalogue; it holds quantities and reads prices when asked. */
export function createCart(catalogue) {
  const quantities = new Map();

  return {
    add(sku, quantity = 1) {
      if (!Number.isInteger(quantity) || quantity < 1) {
        throw new ShopError(400, 'BAD_QUANTITY', `quantity must be a whole number from 1, not ${quantity}`);
      }
      const { stock } = catalogue.find(sku);
      const wanted = (quantities.get(sku) ?? 0) + quantity;
      if (wanted > MAX_QUANTITY) throw new ShopError(400, 'BAD_QUANTITY', `at most ${MAX_QUANTITY} of one product`);
      if (wanted > stock) throw new ShopError(409, 'OUT_OF_STOCK', `${sku}: ${stock} left, ${wanted} wanted`);
      quantities.set(sku, wanted);
    },
    remove(sku) {
      if (!quantities.delete(sku)) throw new ShopError(404, 'NOT_IN_CART', `${sku} is not in the cart`);
    },
    clear() {
      quantities.clear();
    },
    lines() {
      return [...quantities].map(([sku, quantity]) => {
        const { name, price } = catalogue.find(sku);
        return { sku, name, quantity, price, amount: price * quantity };
      });
    },
    totals() {
      const subtotal = this.lines().reduce((sum, line) => sum + line.amount, 0);
      const percent = VOLUME_DISCOUNTS.findLast((step) => subtotal >= step.from)?.percent ?? 0;
      const discount = percentOf(subtotal, percent);
      return { subtotal, discount, total: subtotal - discount };
    },
  };
}
