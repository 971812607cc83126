import { ProductError, UsageError } from '../errors/product-error.js';
import { saidBy } from '../errors/said-by.js';
import type { RoundResult } from './result.js';

/** Somebody else works in the Environment and did not finish within the time we wait. Nothing was changed. */
export class EnvironmentBusyError extends ProductError {
  override readonly code = 'ENVIRONMENT_BUSY';
  override readonly exitCode = 3 as const;

  constructor(name: string, owner: string, until: string, waitedMs: number) {
    const [host, pid] = owner.split(':');
    const waited = Math.round(waitedMs / 1000);
    super({
      en: `Environment '${name}' is busy: process ${pid} on ${host} holds it (its lease lapses at ${until} unless renewed). Waited ${waited} s. Try again, or use another --environment.`,
      zh: `Environment '${name}' 正忙：由 ${host} 上的进程 ${pid} 占用（租约若不续期，将于 ${until} 到期）。已等待 ${waited} 秒。请重试，或换一个 --environment。`,
    });
  }
}

export class InputError extends UsageError {
  override readonly code = 'INPUT_INVALID';
}

/** Nothing was stored or started. */
export class RunDirectoryError extends UsageError {
  override readonly code = 'RUN_DIRECTORY';

  constructor(runRoot: string, cause: unknown) {
    const what = saidBy(cause);
    super(
      {
        en: `No run directory can be made under ${runRoot}: ${what.en}. Nothing was started; set paths.run_root to a folder that can be written.`,
        zh: `无法在 ${runRoot} 下创建运行目录：${what.zh}。没有启动任何东西；请把 paths.run_root 设为可写的目录。`,
      },
      { cause },
    );
  }
}

/** The round is done and stored; only its files for people and scripts are missing. */
export class RecordFailedError extends ProductError {
  override readonly code = 'RECORD_FAILED';

  constructor({ environment, round_id, run_dir, reply }: RoundResult, cause: unknown) {
    const what = saidBy(cause);
    super(
      {
        en: `Round ${round_id} of Environment '${environment}' is done and stored, so do not repeat it, but its files could not be written to ${run_dir}: ${what.en}. Its reply was:\n${reply}`,
        zh: `Environment '${environment}' 的第 ${round_id} 轮已完成并存储，请勿重复；但它的文件无法写入 ${run_dir}：${what.zh}。回复原文：\n${reply}`,
      },
      { cause },
    );
  }
}

/** A tool that was called ended with a failure; what it said is the message. */
export class ToolFailedError extends ProductError {
  override readonly code = 'TOOL_FAILED';

  constructor(output: string) {
    super({ en: output, zh: `工具运行失败：${output}` });
  }
}
