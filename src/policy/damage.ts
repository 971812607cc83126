import type { Said } from '../errors/said.js';

/** What can be wrong with any file of weights. */
export const DAMAGE = {
  short: { en: 'it is too short', zh: '文件太短' },
  byteOrder: { en: 'it was written on a machine with another byte order', zh: '写它的机器字节序不同' },
  checksum: { en: 'its checksum is wrong', zh: '校验和不符' },
  meta: (what: string): Said => ({ en: `its description is malformed (${what})`, zh: `它的描述格式不对（${what}）` }),
  length: (is: number, due: number): Said => ({
    en: `it is ${is} bytes long, not ${due}`,
    zh: `长度是 ${is} 字节，应为 ${due}`,
  }),
} as const;
