import { ProductError, UsageError } from '../errors/product-error.js';
import { saidBy } from '../errors/said-by.js';
import { ENDED_AT_ONCE } from './supervisor/find-program.js';

export class JobUnknownError extends UsageError {
  override readonly code = 'JOB_UNKNOWN';
  constructor(run_id: string) {
    super({
      en: `There is no job '${run_id.slice(0, 80)}'. \`environment-runtime status\` shows those that run.`,
      zh: `没有任务 '${run_id.slice(0, 80)}'。用 \`environment-runtime status\` 查看正在运行的任务。`,
    });
  }
}

export class JobFilesGoneError extends ProductError {
  override readonly code = 'JOB_FILES_GONE';
  constructor(run_id: string, directory: string) {
    super({
      en: `The files of ${run_id} are no longer there (${directory}): prune or somebody removed them. What the job reported is kept; \`environment-runtime show --trace\` has it.`,
      zh: `${run_id} 的文件已不在（${directory}）：被 prune 或其他人删除。任务报告的结果仍然保留，可用 \`environment-runtime show --trace\` 查看。`,
    });
  }
}

export class LaunchFailedError extends ProductError {
  override readonly code = 'LAUNCH_FAILED';
  /** `cause` null: it ended at once, without an error. */
  constructor(run_id: string, cause: unknown) {
    const what = cause === null ? ENDED_AT_ONCE : saidBy(cause);
    super(
      {
        en: `The supervisor of ${run_id} could not be started: ${what.en}. The request is kept; 'environment-runtime status' tries again.`,
        zh: `无法启动 ${run_id} 的监督进程：${what.zh}。请求已保留，'environment-runtime status' 会再次尝试。`,
      },
      { cause },
    );
  }
}

export class JobFolderError extends ProductError {
  override readonly code = 'JOB_FOLDER';
  constructor(directory: string, cause: unknown) {
    const what = saidBy(cause);
    super(
      {
        en: `The folder of a new job cannot be made at ${directory}: ${what.en}. Nothing was started; check paths.run_root and the disk.`,
        zh: `无法在 ${directory} 创建新任务的目录：${what.zh}。没有启动任何东西；请检查 paths.run_root 和磁盘。`,
      },
      { cause },
    );
  }
}
