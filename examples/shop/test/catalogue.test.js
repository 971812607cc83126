import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCatalogue } from '../src/catalogue.js';

describe('catalogue', () => {
  it('lists every product', () => {
    assert.equal(openCatalogue().list().length, 5);
  });

  it('按分类筛选商品', () => {
    const skus = openCatalogue()
      .list({ category: 'cup' })
      .map((product) => product.sku);
    assert.deepEqual(skus, ['CUP-001', 'CUP-002']);
  });

  it('searches names without regard to case', () => {
    assert.deepEqual(
      openCatalogue()
        .list({ text: 'EARL' })
        .map((product) => product.name),
      ['Earl Grey'],
    );
  });

  it('未知商品编号报 UNKNOWN_SKU', () => {
    assert.throws(() => openCatalogue().find('NOPE'), { code: 'UNKNOWN_SKU', status: 404 });
  });

  it('takes all lines from stock or none of them', () => {
    const catalogue = openCatalogue();
    const lines = [
      { sku: 'TEA-001', quantity: 2 },
      { sku: 'POT-001', quantity: 2 },
    ];
    assert.throws(() => catalogue.take(lines), { code: 'OUT_OF_STOCK' });
    assert.equal(catalogue.find('TEA-001').stock, 40);
  });
});
