import { ShopError } from './shop-error.js';

const PRODUCTS = [
  { sku: 'TEA-001', name: '龙井茶', category: 'tea', price: 8_800, stock: 40 },
  { sku: 'TEA-002', name: 'Earl Grey', category: 'tea', price: 5_250, stock: 25 },
  { sku: 'CUP-001', name: '青瓷杯', category: 'cup', price: 12_900, stock: 12 },
  { sku: 'CUP-002', name: 'Travel mug', category: 'cup', price: 9_999, stock: 3 },
  { sku: 'POT-001', name: '紫砂壶', category: 'pot', price: 45_000, stock: 1 },
];

/** Products with their stock, in memory. Prices are cents. */
export function openCatalogue(products = PRODUCTS) {
  const bySku = new Map(products.map((product) => [product.sku, { ...product }]));

  function find(sku) {
    const product = bySku.get(sku);
    if (!product) throw new ShopError(404, 'UNKNOWN_SKU', `no product ${sku}`);
    return product;
  }

  return {
    find,
    list({ category, text } = {}) {
      const wanted = text?.toLowerCase();
      return [...bySku.values()].filter(
        (product) =>
          (category === undefined || product.category === category) &&
          (wanted === undefined || product.name.toLowerCase().includes(wanted)),
      );
    },
    /** Takes all lines from stock, or none of them. */
    take(lines) {
      for (const { sku, quantity } of lines) {
        const { stock } = find(sku);
        if (stock < quantity) throw new ShopError(409, 'OUT_OF_STOCK', `${sku}: ${stock} left, ${quantity} wanted`);
      }
      for (const { sku, quantity } of lines) find(sku).stock -= quantity;
    },
  };
}
