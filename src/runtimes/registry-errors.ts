import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';

/** What a driver declares and what it offers do not fit. A defect of that driver. */
export class DriverRefusedError extends ProductError {
  override readonly code = 'DRIVER_REFUSED';
  constructor(runtimeId: string, what: Said) {
    super({
      en: `The driver of ${runtimeId} cannot be registered: ${what.en}. Correct its declaration.`,
      zh: `${runtimeId} 的驱动无法注册：${what.zh}。请改正它的声明。`,
    });
  }
}
