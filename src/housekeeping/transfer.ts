import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm } from 'node:fs/promises';
import { UsageError } from '../errors/product-error.js';
import { saidBy } from '../errors/said-by.js';
import { EnvironmentUnknownError } from '../rounds/show.js';
import { findEnvironment } from '../store/environments.js';
import { archiveLines, readArchive } from '../store/exchange/archive.js';
import { readEnvironmentFile } from '../store/exchange/environment-file.js';
import { exportEnvironment } from '../store/exchange/export.js';
import { type ImportReport, importEnvironment } from '../store/exchange/import.js';
import { ImportError } from '../store/exchange/import-error.js';
import type { Store } from '../store/open.js';

export interface ExportReport {
  environment: string;
  file: string;
  /** Null where no round was folded. */
  archive: string | null;
  rounds: number;
  archived: number;
}

export class ExportFailedError extends UsageError {
  override readonly code = 'EXPORT_FAILED';

  constructor(file: string, cause: unknown) {
    const what = saidBy(cause);
    super(
      {
        en: `Cannot write ${file}: ${what.en}. Name a file in a folder that can be written.`,
        zh: `无法写入 ${file}：${what.zh}。请指定可写目录中的文件。`,
      },
      { cause },
    );
  }
}

/** `environment.json` keeps its folded rounds in `environment_archive.jsonl`, whatever the first is called. */
export function archiveBeside(file: string): string {
  return `${file.replace(/\.json$/, '')}_archive.jsonl`;
}

/** Writes one Environment as a snapshot: both files or, on any failure, neither. An archive that an earlier export left there goes. */
export async function exportTo(store: Store, name: string, file: string): Promise<ExportReport> {
  const archive = archiveBeside(file);
  try {
    return await store.read(async (tx) => {
      const found = await findEnvironment(tx, name);
      if (found === null) throw new EnvironmentUnknownError(name);
      const exported = await exportEnvironment(tx, found.id);
      let archived = 0;
      const folded = await written(archive, async (handle) => {
        for await (const line of archiveLines(exported.archive)) {
          await handle.write(line);
          archived += 1;
        }
      });
      try {
        const whole = await written(file, async (handle) => {
          await handle.write(`${JSON.stringify(exported.environment, null, 2)}\n`);
        });
        await whole.keep();
      } catch (error) {
        await folded.drop();
        throw error;
      }
      if (archived > 0) await folded.keep();
      else await Promise.all([folded.drop(), rm(archive, { force: true })]);
      return {
        environment: name,
        file,
        archive: archived > 0 ? archive : null,
        rounds: exported.environment.rounds.length,
        archived,
      };
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined || error instanceof EnvironmentUnknownError) throw error;
    if (error instanceof Error && 'syscall' in error) throw new ExportFailedError(file, error);
    throw error;
  }
}

/** Written beside its place and moved there by `keep`, so that nobody ever reads half a file. */
async function written(file: string, fill: (handle: FileHandle) => Promise<void>) {
  const temporary = `${file}.${process.pid}.tmp`;
  const drop = (): Promise<void> => rm(temporary, { force: true });
  const handle = await open(temporary, 'wx');
  try {
    await fill(handle);
    await handle.sync();
  } catch (error) {
    await drop();
    throw error;
  } finally {
    await handle.close();
  }
  const keep = async (): Promise<void> => {
    try {
      await rename(temporary, file);
    } catch (error) {
      await drop();
      throw error;
    }
  };
  return { keep, drop };
}

/** Reads `file`, and the archive beside it if there is one, into a new Environment. On any fault nothing is changed. */
export async function importFrom(store: Store, name: string, file: string, now: Date): Promise<ImportReport> {
  const archive = archiveBeside(file);
  try {
    const environment = await readEnvironmentFile(file);
    return await store.write((tx) =>
      importEnvironment(tx, {
        name,
        environment,
        now,
        ...(existsSync(archive) ? { archive: named(archive, readArchive(archive)) } : {}),
      }),
    );
  } catch (error) {
    throw error instanceof ImportError ? new ImportRefusedError(file, error) : error;
  }
}

/** Lines of an archive, whose faults name the archive. */
async function* named(archive: string, lines: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* lines;
  } catch (error) {
    throw error instanceof ImportError ? new ImportRefusedError(archive, error) : error;
  }
}

export class ImportRefusedError extends UsageError {
  override readonly code = 'IMPORT_INVALID';

  constructor(file: string, cause: ImportError) {
    super({ en: `${file}: ${cause.said.en}`, zh: `${file}：${cause.said.zh}` }, { cause });
  }
}
