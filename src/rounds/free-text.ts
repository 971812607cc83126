import type { ParamSchema } from '../skills/params-schema.js';

/** In words: what is longer says more than a wish or a question how things are. */
const SHORT = 4;
/** In Chinese characters. */
const WORD = 1.5;

/** Whether any text may be the value. */
export function isFreeText({ type = 'string', enum: values, 'x-extract': rule }: ParamSchema): boolean {
  return values === undefined && rule === undefined && type === 'string';
}

/** “call it off”, 「把它停掉吧」: a text that is not likely to say two things. */
export function isShort(text: string): boolean {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}'’_-]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word)).length ?? 0;
  return characters / WORD + words <= SHORT;
}
