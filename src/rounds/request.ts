import { InputError } from './errors.js';

/** Bytes of UTF-8. A request is a sentence or a page; data belongs into a file that the request names. */
const MAX_INPUT_BYTES = 256 * 1024;

/** The request as it is stored: trimmed, with what no text may hold refused. */
export function checkInput(input: string): string {
  const bytes = Buffer.byteLength(input);
  if (bytes > MAX_INPUT_BYTES) {
    throw new InputError({
      en: `The request is ${bytes} bytes long; at most ${MAX_INPUT_BYTES} are taken. Put the data into a file and name the file in the request.`,
      zh: `请求长 ${bytes} 字节，最多接受 ${MAX_INPUT_BYTES} 字节。请把数据放进文件，在请求中写明文件名。`,
    });
  }
  const nul = input.indexOf('\0');
  if (nul >= 0) {
    throw new InputError({
      en: `The request holds a NUL character at position ${nul}. Remove it.`,
      zh: `请求在位置 ${nul} 处有一个 NUL 字符。请去掉它。`,
    });
  }
  const text = input.trim();
  if (text === '')
    throw new InputError({
      en: 'The request is empty. Say what shall be done, for example --input "run the functional tests".',
      zh: '请求是空的。请说明要做什么，例如 --input "跑一下功能测试"。',
    });
  return text;
}

const NAME = /^[\p{Letter}\p{Number}_.-]{1,80}$/u;

export function checkEnvironmentName(name: string): string {
  if (!NAME.test(name)) {
    throw new InputError({
      en: `'${name.slice(0, 80)}' cannot name an Environment: use 1 to 80 letters, digits, '_', '.' or '-'.`,
      zh: `'${name.slice(0, 80)}' 不能用作 Environment 的名字：请用 1 到 80 个字母、数字、'_'、'.' 或 '-'。`,
    });
  }
  return name;
}
