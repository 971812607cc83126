import { resolve } from 'node:path';
import { UsageError } from '../../errors/product-error.js';
import { checkEnvironmentName } from '../../rounds/request.js';
import { DEFAULT_ENVIRONMENT, type Face } from '../face.js';
import { table } from '../table.js';

export async function list(face: Face): Promise<number> {
  const { column, noEnvironments } = face.words;
  const all = await (await face.app()).environments.list();
  if (face.json) face.printJson(all);
  else if (all.length === 0) face.print(noEnvironments);
  else {
    const rows = all.map(({ name, rounds, running, updated_at }) => [
      name,
      String(rounds),
      String(running),
      updated_at,
    ]);
    face.print(table([column.environment, column.rounds, column.running, column.updated], rows));
  }
  return 0;
}

export async function exportFile(face: Face, file: string): Promise<number> {
  const report = await (await face.app()).environments.export(face.environment ?? DEFAULT_ENVIRONMENT, resolve(file));
  if (face.json) face.printJson(report);
  else face.print(face.words.exported(report.file, report.rounds, report.archive, report.archived));
  return 0;
}

export async function importFile(face: Face, file: string): Promise<number> {
  const name = checkEnvironmentName(face.environment ?? DEFAULT_ENVIRONMENT);
  const report = await (await face.app()).environments.import(name, resolve(file));
  if (face.json) face.printJson({ environment: name, ...report });
  else face.print(face.words.imported(name, report.rounds, report.lost));
  return 0;
}

export async function remove(face: Face): Promise<number> {
  if (face.environment === null) {
    throw new UsageError({
      en: 'Say which Environment to delete: environment-runtime environments delete --environment NAME',
      zh: '请指明要删除哪个 Environment：environment-runtime environments delete --environment NAME',
    });
  }
  await (await face.app()).environments.delete(face.environment);
  if (face.json) face.printJson({ environment: face.environment, deleted: true });
  else face.print(face.words.deleted(face.environment));
  return 0;
}
