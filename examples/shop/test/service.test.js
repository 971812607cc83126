import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openCatalogue } from '../src/catalogue.js';
import { createShop } from '../src/service.js';

describe('service', () => {
  const server = createShop({ catalogue: openCatalogue(), now: () => new Date() });
  let base;

  before(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  const post = (path, body) => fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(body) });

  it('answers a health check', async () => {
    const response = await fetch(`${base}/health`);
    assert.equal(response.status, 200);
    assert.equal((await response.json()).status, 'ok');
  });

  it('从浏览到下单走通全流程', async () => {
    const products = await (await fetch(`${base}/products?category=pot`)).json();
    const cart = await (await post('/carts/wang/items', { sku: products[0].sku, quantity: 1 })).json();
    assert.equal(cart.total, 42_750);
    const order = await (await post('/carts/wang/checkout')).json();
    assert.equal(order.due, 42_750);
    assert.deepEqual(await (await fetch(`${base}/orders/${order.id}`)).json(), order);
  });

  it('refuses a body that is not JSON', async () => {
    const response = await fetch(`${base}/carts/li/items`, { method: 'POST', body: '{sku' });
    assert.equal(response.status, 400);
    assert.equal((await response.json()).error.code, 'BAD_JSON');
  });

  it('未知路径返回 404', async () => {
    const response = await fetch(`${base}/nowhere`);
    assert.equal(response.status, 404);
    assert.equal((await response.json()).error.code, 'NO_ROUTE');
  });
});
