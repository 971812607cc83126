import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Catalog, Package, PackageDiagnostic } from './package.js';
import type { FolderRead } from './read-folder.js';
import { ADD_LAUNCH, error, type Finding, warning } from './report.js';
import { reservedNameOf, reservedSaid } from './reserved-names.js';

/** From what each folder says to what the product knows: the user's wins by name, a folder of texts overlays, collisions are reported. */
export function assemble(folders: readonly FolderRead[]): Catalog {
  const diagnostics = folders.flatMap((folder) => folder.diagnostics);
  const tell = (folder: FolderRead, finding: Finding): void => {
    diagnostics.push({ file: join(folder.listed, 'SKILL.md'), ...finding });
  };
  const bundled = folders.flatMap((folder) => (folder.source === 'bundled' && folder.package ? [folder.package] : []));
  const own = unique(
    folders.filter((folder) => folder.source === 'user'),
    tell,
  );
  const overlays = own.filter((folder) => isOverlay(folder));
  const accepted = own.filter((folder) => !isOverlay(folder) && !isReserved(folder, tell));
  const replacing = accepted.flatMap((folder) => folder.package ?? []);
  const kept = bundled.filter((pkg) => !replacing.some((other) => replaces(other, pkg)));
  const packages = [...overlaid(kept, overlays, tell), ...replacing].sort(inOrder);
  return {
    packages,
    types: new Map(packages.flatMap((pkg) => (pkg.task_type === null ? [] : [[pkg.task_type, pkg] as const]))),
    diagnostics: diagnostics.sort(byPlace),
    manifest: folders.flatMap((folder) => folder.manifest),
    version: hashOf(packages.map(({ kind, name, version }) => `${kind} ${name} ${version}`)),
  };
}

type Tell = (folder: FolderRead, finding: Finding) => void;

/** The first folder of a name, and of a task type, counts; the others are reported and left out. */
function unique(folders: readonly FolderRead[], tell: Tell): FolderRead[] {
  const names = new Map<string, FolderRead>();
  const types = new Map<string, FolderRead>();
  return folders.filter((folder) => {
    const pkg = folder.package;
    if (pkg === null) return false;
    const name = `${pkg.kind} ${pkg.name}`;
    const first = names.get(name);
    if (first !== undefined) {
      const where = basename(first.listed);
      const message = {
        en: `there is already a package called ${pkg.name}, in ${where}; this one is left out.`,
        zh: `${where} 中已有名为 ${pkg.name} 的包，因此不采用这一个。`,
      };
      tell(folder, error(folder.line, 'name-taken', message, { en: 'Give it another name.', zh: '请换一个名字。' }));
      return false;
    }
    names.set(name, folder);
    if (pkg.task_type === null || isOverlay(folder)) return true;
    const holder = types.get(pkg.task_type);
    if (holder !== undefined) {
      const where = basename(holder.listed);
      const message = {
        en: `the task type ${pkg.task_type} already belongs to ${where}; this package is left out.`,
        zh: `任务类型 ${pkg.task_type} 已属于 ${where}，因此不采用这个包。`,
      };
      const fix = { en: 'Give it another task-type.', zh: '请换一个 task-type。' };
      tell(folder, error(folder.line, 'task-type-taken', message, fix));
      return false;
    }
    types.set(pkg.task_type, folder);
    return true;
  });
}

const isOverlay = (folder: FolderRead): boolean => folder.kind === 'controller' && folder.texts_only;

function isReserved(folder: FolderRead, tell: Tell): boolean {
  const reserved = folder.package === null ? null : reservedNameOf(folder.package);
  if (reserved === null) return false;
  const { message, fix } = reservedSaid(reserved);
  tell(folder, error(folder.line, 'type-reserved', message, fix));
  return true;
}

function replaces(own: Package, bundled: Package): boolean {
  return (
    own.kind === bundled.kind &&
    (own.name === bundled.name || (own.task_type !== null && own.task_type === bundled.task_type))
  );
}

function overlaid(bundled: readonly Package[], overlays: readonly FolderRead[], tell: Tell): Package[] {
  const packages = [...bundled];
  for (const folder of overlays) {
    const texts = folder.package;
    if (texts === null) continue;
    const at = packages.findIndex((pkg) => pkg.task_type !== null && typesMeant(folder, texts).includes(pkg.task_type));
    const target = packages[at];
    if (target === undefined) {
      const message = {
        en: `${texts.name} has neither a workflow nor a command, and no bundled type is called so.`,
        zh: `${texts.name} 既没有 workflow 也没有 command，内置类型中也没有这个名字。`,
      };
      tell(folder, error(folder.line, 'launch-missing', message, ADD_LAUNCH));
      continue;
    }
    for (const key of folder.beyond_texts) {
      const message = {
        en: `${key} has no effect here: a folder without workflow changes only the texts of ${target.name}.`,
        zh: `${key} 在这里不起作用：没有 workflow 的目录只修改 ${target.name} 的文字。`,
      };
      const fix = { en: 'Remove it, or bring a workflow of your own.', zh: '请去掉它，或提供自己的 workflow。' };
      tell(folder, warning(folder.line, 'overlay-ignored', message, fix));
    }
    packages[at] = {
      ...target,
      version: hashOf([target.version, texts.version]),
      description: texts.description || target.description,
      when_to_use: texts.when_to_use || target.when_to_use,
      examples: texts.examples.length > 0 ? texts.examples : target.examples,
      overlays: [...target.overlays, texts.dir],
    };
  }
  return packages;
}

/** A folder `functest` or `functest_task` means the type functest; so does a name or task-type that says so. */
function typesMeant(folder: FolderRead, texts: Package): string[] {
  return [basename(folder.listed), texts.name, texts.task_type ?? ''].flatMap((name) => [
    name,
    name.replace(/[_-]task$/, ''),
  ]);
}

function inOrder(a: Package, b: Package): number {
  return a.kind === b.kind ? compare(a.name, b.name) : compare(a.kind, b.kind);
}

function byPlace(a: PackageDiagnostic, b: PackageDiagnostic): number {
  return compare(a.file, b.file) || a.line - b.line;
}

/** By code unit: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
