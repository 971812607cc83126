import { ShopError } from './shop-error.js';

const MAX_BYTES = 64 * 1024;

/** The JSON object of a request's body. */
export async function readJson(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ShopError(413, 'TOO_LARGE', `a body may have ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let value;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new ShopError(400, 'BAD_JSON', 'the body is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ShopError(400, 'BAD_JSON', 'the body must be a JSON object');
  }
  return value;
}
