import { MAX_INPUT_BYTES } from '../environment/field-limits.js';
import type { Said } from '../errors/said.js';
import { InputError } from './errors.js';

/** Why a text cannot be a request: `what` completes a sentence that begins with the request, `todo` is the one after it. */
interface InputFault {
  readonly what: Said;
  readonly todo: Said;
}

/** Null: it can be one. */
export function inputFault(input: string): InputFault | null {
  const bytes = Buffer.byteLength(input);
  if (bytes > MAX_INPUT_BYTES) {
    return {
      what: {
        en: `is ${bytes} bytes long; at most ${MAX_INPUT_BYTES} are taken`,
        zh: `长 ${bytes} 字节，最多接受 ${MAX_INPUT_BYTES} 字节`,
      },
      todo: {
        en: 'Put the data into a file and name the file in the request.',
        zh: '请把数据放进文件，在请求中写明文件名。',
      },
    };
  }
  const nul = input.indexOf('\0');
  if (nul >= 0) {
    return {
      what: { en: `holds a NUL character at position ${nul}`, zh: `在位置 ${nul} 处有一个 NUL 字符` },
      todo: { en: 'Remove it.', zh: '请去掉它。' },
    };
  }
  if (input.trim() !== '') return null;
  return {
    what: { en: 'is empty', zh: '是空的' },
    todo: {
      en: 'Say what shall be done, for example --input "run the functional tests".',
      zh: '请说明要做什么，例如 --input "跑一下功能测试"。',
    },
  };
}

/** The request as it is stored: trimmed, with what no text may hold refused. */
export function checkInput(input: string): string {
  const fault = inputFault(input);
  if (fault === null) return input.trim();
  const { what, todo } = fault;
  throw new InputError({ en: `The request ${what.en}. ${todo.en}`, zh: `请求${what.zh}。${todo.zh}` });
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
