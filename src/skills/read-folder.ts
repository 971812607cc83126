import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';
import type { Said } from '../errors/said.js';
import { type Fields, readFields } from './fields.js';
import { FRONT_MATTER_BYTES, readFrontMatter } from './front-matter.js';
import { resolveInside } from './inside.js';
import type { ManifestEntry, Package, PackageDiagnostic, PackageKind, PackageSource } from './package.js';
import { packageFrom } from './package-from.js';
import type { PatternTime } from './pattern-time.js';
import { readSideFiles } from './read-side-files.js';
import { error, type Finding, type Report, warning } from './report.js';
import { manifestEntry, neverFresh, scanFiles } from './scan-files.js';

export interface FolderToRead {
  /** The skills root, resolved. */
  root: string;
  source: PackageSource;
  kind: PackageKind;
  folder: string;
  pyskill_timeout_sec: number;
  pattern_time: PatternTime;
}

/** What one folder says, by itself: whether it wins, overlays or collides is decided where all are known. */
export interface FolderRead {
  source: PackageSource;
  kind: PackageKind;
  /** Absolute, as listed. */
  listed: string;
  /** Null: not a package, or one with errors. */
  package: Package | null;
  /** True where nothing could be started and no agent is named. */
  texts_only: boolean;
  /** Keys an overlay cannot set. */
  beyond_texts: string[];
  /** Line of `name` in SKILL.md, for what is said about the package as a whole. */
  line: number;
  diagnostics: PackageDiagnostic[];
  manifest: ManifestEntry[];
}

export async function readFolder(from: FolderToRead): Promise<FolderRead> {
  const listed = join(from.root, from.kind, from.folder);
  const skillFile = join(listed, 'SKILL.md');
  const { diagnostics, reporter } = diagnosticsOf();
  const report = reporter(skillFile);
  const nothing: FolderRead = {
    source: from.source,
    kind: from.kind,
    listed,
    package: null,
    texts_only: false,
    beyond_texts: [],
    line: 1,
    diagnostics,
    manifest: [manifestEntry(listed, lstatSync(listed))],
  };

  const dir = resolveInside(from.root, listed);
  if (!dir.ok) {
    const [name, why] = [basename(listed), WHY[dir.reason]];
    const message = { en: `the folder ${name} ${why.en}.`, zh: `目录 ${name} ${why.zh}。` };
    const fix = { en: 'Copy it into the skills folder.', zh: '请把它复制到技能目录中。' };
    diagnostics.push({ file: listed, ...error(1, `link-${dir.reason}`, message, fix) });
    return { ...nothing, manifest: [...nothing.manifest, neverFresh(listed)] };
  }
  if (!dir.stat.isDirectory()) return nothing;
  const { manifest, version } = scanFiles(from.root, dir.path, report);
  const read = { ...nothing, manifest: [...nothing.manifest, ...manifest] };
  const head = readSkillFile(from.root, dir.path, report);
  if (head === null) return read;
  const front = await readFrontMatter(head);
  if (!front.ok) {
    report(front.finding);
    return read;
  }
  const fields = readFields(front.source, report);
  const files = await readSideFiles(from.root, dir.path, reporter, from.pattern_time);
  const found = packageFrom({ ...from, dir: dir.path, version, fields, ...files }, report);
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return {
    ...read,
    manifest: files.settled ? read.manifest : [...read.manifest, neverFresh(listed)],
    package: failed ? null : found,
    texts_only: found.launch === null && found.agent === null,
    beyond_texts: beyondTexts(fields, files.params_schema !== null),
    line: fields.lineOf('name'),
  };
}

const WHY = {
  outside: { en: 'leads out of the skills folder: it is not read', zh: '指向技能目录之外，不予读取' },
  missing: { en: 'is a link that leads nowhere', zh: '是目标不存在的链接' },
  'link-loop': { en: 'is a link that leads back to itself', zh: '是指回自身的链接' },
  unreadable: { en: 'cannot be read', zh: '无法读取' },
};

function diagnosticsOf(): { diagnostics: PackageDiagnostic[]; reporter: (file: string) => Report } {
  const diagnostics: PackageDiagnostic[] = [];
  return { diagnostics, reporter: (file) => (finding: Finding) => void diagnostics.push({ file, ...finding }) };
}

function readSkillFile(root: string, dir: string, report: Report): Buffer | null {
  const file = resolveInside(root, join(dir, 'SKILL.md'));
  if (!file.ok) {
    report(file.reason === 'missing' ? NO_SKILL_MD : error(1, `link-${file.reason}`, ofSkillMd(WHY[file.reason])));
    return null;
  }
  const head = readBoundedBytes(file.path, FRONT_MATTER_BYTES + 1024, { cut: true });
  if (head.ok) return head.bytes;
  report(error(1, head.refusal.reason, ofSkillMd(head.refusal.message)));
  return null;
}

const NO_SKILL_MD = warning(
  1,
  'skill-md-missing',
  { en: 'there is no SKILL.md, so this folder is no package.', zh: '没有 SKILL.md，因此这个目录不是包。' },
  { en: 'Write one, or remove the folder.', zh: '请写一个，或删除这个目录。' },
);

function ofSkillMd({ en, zh }: Said): Said {
  return { en: `SKILL.md ${en}.`, zh: `SKILL.md ${zh}。` };
}

function beyondTexts(fields: Fields, hasSchema: boolean): string[] {
  return [
    ...(Object.keys(fields.limits).length > 0 ? ['limits'] : []),
    ...(fields.cwd === null ? [] : ['cwd']),
    ...(fields.idempotent === null ? [] : ['idempotent']),
    ...(fields.max_attempts === null ? [] : ['max_attempts']),
    ...(hasSchema ? ['params.schema.json'] : []),
  ];
}
