import { createServer } from 'node:http';
import { createCart } from './cart.js';
import { createCheckout } from './checkout.js';
import { readJson } from './read-json.js';
import { ShopError } from './shop-error.js';

/** The HTTP face: every answer is JSON, every refusal `{error: {code, message}}`. */
export function createShop({ catalogue, now }) {
  const started = now();
  const carts = new Map();
  const checkout = createCheckout(catalogue, now);

  function cartOf(id) {
    let cart = carts.get(id);
    if (!cart) {
      cart = createCart(catalogue);
      carts.set(id, cart);
    }
    return cart;
  }

  const view = (cart) => ({ lines: cart.lines(), ...cart.totals() });

  const routes = [
    ['GET', /^\/health$/, () => ({ status: 'ok', uptime_ms: now() - started })],
    [
      'GET',
      /^\/products$/,
      ({ query }) =>
        catalogue.list({ category: query.get('category') ?? undefined, text: query.get('text') ?? undefined }),
    ],
    ['GET', /^\/products\/([^/]+)$/, ({ match }) => catalogue.find(match[1])],
    ['GET', /^\/carts\/([^/]+)$/, ({ match }) => view(cartOf(match[1]))],
    [
      'POST',
      /^\/carts\/([^/]+)\/items$/,
      async ({ match, request }) => {
        const { sku, quantity } = await readJson(request);
        const cart = cartOf(match[1]);
        cart.add(sku, quantity);
        return view(cart);
      },
    ],
    [
      'DELETE',
      /^\/carts\/([^/]+)\/items\/([^/]+)$/,
      ({ match }) => {
        const cart = cartOf(match[1]);
        cart.remove(match[2]);
        return view(cart);
      },
    ],
    [
      'POST',
      /^\/carts\/([^/]+)\/checkout$/,
      ({ match, request }) => checkout.place(cartOf(match[1]), request.headers['idempotency-key']),
    ],
    ['GET', /^\/orders\/([^/]+)$/, ({ match }) => checkout.find(match[1])],
  ];

  async function answer(request) {
    const { pathname, searchParams: query } = new URL(request.url, 'http://shop');
    for (const [method, pattern, handle] of routes) {
      const match = pattern.exec(pathname);
      if (match && method === request.method) return handle({ match, query, request });
    }
    throw new ShopError(404, 'NO_ROUTE', `${request.method} ${pathname}`);
  }

  return createServer(async (request, response) => {
    let status = 200;
    let body;
    try {
      body = await answer(request);
    } catch (error) {
      const known = error instanceof ShopError;
      status = known ? error.status : 500;
      body = { error: { code: known ? error.code : 'INTERNAL', message: known ? error.message : 'internal error' } };
    }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  });
}
