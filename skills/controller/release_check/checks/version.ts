import { oneLine } from '../../../kit/bounded-text.js';
import { type Check, failed, passed, skipped } from '../check.js';
import type { Repository, Tag } from '../git/repository.js';
import type { Manifest } from '../manifest.js';
import { compareVersions, parseVersion } from '../semver.js';

/** Newer than the latest tag, or tagged right here. */
export function checkVersion(manifest: Manifest | null, { head, tags }: Repository, wanted: string | null): Check {
  if (manifest === null) {
    return skipped('version', [
      '没有 package.json、pyproject.toml、Cargo.toml 或 VERSION',
      'there is no package.json, pyproject.toml, Cargo.toml or VERSION',
    ]);
  }
  const { file } = manifest;
  const text = manifest.version === null ? null : oneLine(manifest.version, 100);
  const version = parseVersion(manifest.version ?? '');
  const fix = (zh: string, en: string): [string, string] => [`在 ${file} 里${zh}`, `${en} in ${file}`];
  if (text === null)
    return failed(
      'version',
      [`${file} 里没有版本号`, `${file} has no version`],
      fix('写上版本号', 'write the version'),
    );
  if (version === null) {
    return failed(
      'version',
      [`${file} 的版本 ${text} 不是语义化版本`, `version ${text} of ${file} is no semantic version`],
      fix('改成 X.Y.Z', 'make it X.Y.Z'),
    );
  }
  if (wanted !== null && wanted !== version.text) {
    return failed(
      'version',
      [`要发布 ${wanted}，但 ${file} 里是 ${text}`, `${wanted} is to be released, but ${file} says ${text}`],
      fix(`改成 ${wanted}`, `set it to ${wanted}`),
    );
  }
  const own = tagsOf(tags, manifest.name);
  const same = own.find((tag) => compareVersions(tag.version, version) === 0);
  if (same?.commit === head)
    return passed('version', [`${text}，已在当前提交打了标签 ${same.name}`, `${text}, tagged here as ${same.name}`]);
  if (same !== undefined) {
    return failed(
      'version',
      [
        `${text} 已经发布过（标签 ${same.name} 在另一个提交上）`,
        `${text} is already released (the tag ${same.name} is on another commit)`,
      ],
      fix('升高版本号', 'raise the version'),
    );
  }
  const latest = latestOf(own);
  if (latest === null) return passed('version', [`${text}，还没有版本标签`, `${text}; there is no version tag yet`]);
  if (compareVersions(version, latest.version) < 0) {
    return failed(
      'version',
      [`${text} 低于最新标签 ${latest.name}`, `${text} is below the latest tag ${latest.name}`],
      fix('升高版本号', 'raise the version'),
    );
  }
  return passed('version', [`${text}，高于最新标签 ${latest.name}`, `${text}, above the latest tag ${latest.name}`]);
}

/** In a repository of several packages the tags that name this one, where there are any; else those that name none. */
export function tagsOf(tags: readonly Tag[], name: string | null): readonly Tag[] {
  const short = name?.replace(/^@[^/]*\//, '');
  const named = tags.filter(({ prefix }) =>
    [name, short].some(
      (one) => one && [`${one}@`, `${one}-`, `${one}/`, `${one}@v`, `${one}-v`, `${one}/v`].includes(prefix),
    ),
  );
  return named.length > 0 ? named : tags.filter(({ prefix }) => prefix === '' || prefix === 'v');
}

/** The highest version in the history of HEAD: a newer line of releases elsewhere does not count. */
export function latestOf(tags: readonly Tag[]): Tag | null {
  return tags
    .filter(({ merged }) => merged)
    .reduce<Tag | null>(
      (best, tag) => (best === null || compareVersions(tag.version, best.version) > 0 ? tag : best),
      null,
    );
}
