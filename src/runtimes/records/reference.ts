import { isAbsolute } from 'node:path';

/** Where a value is to be had: `env:NAME` or `file:PATH`. */
export type Reference =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

/** What stands in a row, and in what is shown, for a value that lies in the channel's file. Given back in an edit it means: as it is. */
export const KEPT = 'secret:kept';

/** The reference that a text is; null for a value of its own, and for a text that only begins like one. */
export function referenceOf(text: string): Reference | null {
  if (text.startsWith('env:')) {
    const name = text.slice('env:'.length);
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? { kind: 'env', name } : null;
  }
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length);
    return isAbsolute(path) && !/[\0\r\n]/.test(path) ? { kind: 'file', path } : null;
  }
  return null;
}

/** Begins like a reference and is none: to keep it as a value would hide a slip of the pen. */
export function isReferenceProblem(text: string): boolean {
  return /^(?:env|file):/.test(text) && referenceOf(text) === null;
}
