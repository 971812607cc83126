import { UsageError } from '../errors/product-error.js';
import { type Said, verbatim } from '../errors/said.js';

/** A command line that only a shell could carry out, or that is not finished. */
export class CommandTextError extends UsageError {
  override readonly code = 'COMMAND_TEXT';
}

/** Unquoted, each of these means something to a shell. */
const SHELL_MARKS = /[|&;<>$`*?[\](){}#~!\n]/;

/** One piece of a word: in single quotes, in double quotes, after a backslash, or a plain run of characters. */
const PIECE = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/sy;

/**
 * A command line as a list of words, with the quotes and backslashes of a shell and nothing else of it: what would need one
 * (pipes, redirections, variables, patterns) is refused, never passed on as if it were a word. Throws CommandTextError.
 */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  let at = 0;
  let open = false;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      if (text.charAt(at) === '\n' && text.slice(at).trim() !== '' && words.length > 0)
        throw shellNeeded({ en: 'a new line', zh: '换行' }, text);
      open = false;
      at += 1;
      continue;
    }
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    if (found === null) {
      const mark = text.charAt(at);
      throw new CommandTextError({ en: `${text}: ${mark} is not closed.`, zh: `${text}：${mark} 没有闭合。` });
    }
    const value = pieceOf(found, text);
    if (open) words.push((words.pop() ?? '') + value);
    else words.push(value);
    open = true;
    at = PIECE.lastIndex;
  }
  const [first = ''] = words;
  if (first === '') {
    throw new CommandTextError({
      en: 'There is no command: give a program and its arguments.',
      zh: '没有命令：请给出程序及其参数。',
    });
  }
  if (/^[A-Za-z_]\w*=/.test(first)) {
    throw new CommandTextError({
      en: `${text}: a variable before the program is the shell's. Write: env ${text.trim()}`,
      zh: `${text}：程序前的变量赋值是 shell 的写法。请写成：env ${text.trim()}`,
    });
  }
  return words;
}

function pieceOf([, single, double, escaped, plain = '']: RegExpExecArray, text: string): string {
  if (single !== undefined) return single;
  if (escaped !== undefined) return escaped;
  const [mark] = (double === undefined ? SHELL_MARKS : /(?<!\\)[$`]/).exec(double ?? plain) ?? [];
  if (mark !== undefined) throw shellNeeded(verbatim(mark), text);
  return double === undefined ? plain : double.replaceAll(/\\(["\\$`])/g, '$1');
}

function shellNeeded(mark: Said, text: string): CommandTextError {
  return new CommandTextError({
    en: `${text}: ${mark.en} needs a shell, and commands are started without one. Quote it if it is meant as it stands, or put the line into a script and give that: ./check.sh`,
    zh: `${text}：${mark.zh} 需要 shell，而命令不经过 shell 启动。若就是字面意思请加引号，否则请把这一行写进脚本再给出脚本：./check.sh`,
  });
}
