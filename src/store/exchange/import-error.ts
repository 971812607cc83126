import { ProductError } from '../../errors/product-error.js';
import type { Said } from '../../errors/said.js';

/** An imported file is not what it should be. Nothing was changed. */
export class ImportError extends ProductError {
  override readonly code = 'IMPORT_INVALID';
  override readonly exitCode = 2 as const;
  /** Where in the file: a JSON path such as `rounds[3].tasks[0].task.status`, or `line 7, column 12`. */
  readonly path: string;

  constructor(place: string | Said, problem: Said, options?: { cause?: unknown }) {
    const at = typeof place === 'string' ? { en: place, zh: ` ${place} ` } : place;
    super(
      {
        en: `The import was refused at ${at.en}: ${problem.en}. Nothing was changed.`,
        zh: `导入在${at.zh}处被拒绝：${problem.zh}。没有做任何改动。`,
      },
      options,
    );
    this.path = at.en;
  }
}

/** A place in a text. */
export function atLine(line: number, column?: number): Said {
  const [en, zh] = column === undefined ? ['', ''] : [`, column ${column}`, `第 ${column} 列`];
  return { en: `line ${line}${en}`, zh: `第 ${line} 行${zh}` };
}

export const MISSING: Said = { en: 'it is missing', zh: '缺少这一项' };
export const UNREADABLE: Said = { en: 'it cannot be read', zh: '无法读取' };

export function tooLarge(bytes: number): Said {
  const size = `${bytes / 1024 / 1024} MB`;
  return { en: `it is larger than ${size}`, zh: `超过 ${size}` };
}

export function tooLong(bytes: number, most: number): Said {
  return {
    en: `it is ${bytes} bytes long; at most ${most} are taken. Shorten it in the file (data belongs into files of its own) and import again`,
    zh: `长 ${bytes} 字节，最多接受 ${most} 字节。请在文件中缩短它（数据应放在单独的文件里）后重新导入`,
  };
}
