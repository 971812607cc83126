import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';

export class StoreMissingError extends ProductError {
  override readonly code = 'STORE_MISSING';
  override readonly exitCode = 2 as const;
  constructor(file: string) {
    super({
      en: `There is no store at ${file}. Run a request first, or name another file with --state.`,
      zh: `${file} 处没有数据库。请先执行一个请求，或用 --state 指定别的文件。`,
    });
  }
}

export class StorePathError extends ProductError {
  override readonly code = 'STORE_PATH';
  override readonly exitCode = 2 as const;
  constructor(file: string, what: Said, options?: { cause?: unknown }) {
    super(
      {
        en: `${file} cannot hold the store: ${what.en}. Name a file with --state or paths.state.`,
        zh: `${file} 不能用作数据库：${what.zh}。请用 --state 或 paths.state 指定一个文件。`,
      },
      options,
    );
  }
}

export class StoreNewerError extends ProductError {
  override readonly code = 'STORE_NEWER';
  override readonly exitCode = 2 as const;
  constructor(file: string, found: number, known: number) {
    super({
      en: `${file} was written by a newer version (schema ${found}, this one knows ${known}). Upgrade environment-runtime, or use another file.`,
      zh: `${file} 由更新的版本写成（schema ${found}，当前版本只认识 ${known}）。请升级 environment-runtime，或换一个文件。`,
    });
  }
}

/** Damaged, cut off, or no database at all. Nothing was changed. */
export class StoreCorruptError extends ProductError {
  override readonly code = 'STORE_CORRUPT';
  constructor(file: string, what: Said, options?: { cause?: unknown }) {
    super(
      {
        en: `${file} cannot be read as a store: ${what.en}. Put a backup in its place together with its -wal file, or move it away to start afresh.`,
        zh: `${file} 无法作为数据库读取：${what.zh}。请用备份连同它的 -wal 文件替换，或把它移走重新开始。`,
      },
      options,
    );
  }
}

/** A sound SQLite database that belongs to another program. Nothing was changed. */
export class StoreForeignError extends ProductError {
  override readonly code = 'STORE_FOREIGN';
  override readonly exitCode = 2 as const;
  constructor(file: string) {
    super({
      en: `${file} is a database of another program. Name another file with --state or paths.state.`,
      zh: `${file} 是别的程序的数据库。请用 --state 或 paths.state 指定别的文件。`,
    });
  }
}

export class StoreReadOnlyError extends ProductError {
  override readonly code = 'STORE_READ_ONLY';
  override readonly exitCode = 2 as const;
  constructor(path: string, options?: { cause?: unknown }) {
    super(
      {
        en: `${path} cannot be written. The store needs its file and its folder writable; change the permissions or paths.state.`,
        zh: `${path} 不可写。数据库要求文件及其所在目录都可写；请修改权限，或修改 paths.state。`,
      },
      options,
    );
  }
}

export class StoreFullError extends ProductError {
  override readonly code = 'STORE_FULL';
  constructor(file: string, options?: { cause?: unknown }) {
    super(
      {
        en: `No space is left for ${file}; the change was undone. Free some space and repeat.`,
        zh: `${file} 所在磁盘已没有空间，这次改动已撤销。请腾出空间后重试。`,
      },
      options,
    );
  }
}

export class StoreBusyError extends ProductError {
  override readonly code = 'STORE_BUSY';
  override readonly exitCode = 3 as const;
  constructor(file: string, waited_ms: number, options?: { cause?: unknown }) {
    super(
      {
        en: `Another process has been writing ${file} for more than ${waited_ms} ms; nothing was changed. Repeat.`,
        zh: `另一个进程写 ${file} 已超过 ${waited_ms} ms，没有做任何改动。请重试。`,
      },
      options,
    );
  }
}

export class StoreOnNetworkError extends ProductError {
  override readonly code = 'STORE_ON_NETWORK';
  override readonly exitCode = 2 as const;
  constructor(file: string, mount: { point: string; type: string }) {
    super({
      en: `${file} lies on a network file system (${mount.type} at ${mount.point}), where locks cannot be relied on. Set paths.state to a local file.`,
      zh: `${file} 位于网络文件系统上（${mount.type}，挂载点 ${mount.point}），那里的文件锁不可靠。请把 paths.state 设为本地文件。`,
    });
  }
}

export class StoreIoError extends ProductError {
  override readonly code = 'STORE_IO';
  constructor(file: string, what: Said, options?: { cause?: unknown }) {
    super(
      {
        en: `Reading or writing ${file} failed: ${what.en}. Check the disk and repeat.`,
        zh: `读写 ${file} 失败：${what.zh}。请检查磁盘后重试。`,
      },
      options,
    );
  }
}
