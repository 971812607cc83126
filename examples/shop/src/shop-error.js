/** A request the shop refuses; `status` is the HTTP status, `code` is stable. */
export class ShopError extends Error {
  constructor(status, code, message) {
    super(message);
    this.name = 'ShopError';
    this.status = status;
    this.code = code;
  }
}
