import { UsageError } from '../errors/product-error.js';

/** The request of a command that takes it as it stands or with --input; undefined where neither is given. */
export function givenText(text: string | undefined, input: string | undefined): string | undefined {
  if (text === undefined || input === undefined) return text ?? input;
  throw new UsageError({
    en: 'The request is given twice: as it stands and with --input. Give it once.',
    zh: '请求给出了两次：直接写出，又用了 --input。请只给一次。',
  });
}
