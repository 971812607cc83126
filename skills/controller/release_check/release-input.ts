import { BadInputError } from '../../kit/errors.js';
import { type Fields, textField } from '../../kit/fields.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';
import { type FunctestInput, functestInput } from '../functest/functest-input.js';
import { CHECKS, type CheckName } from './check.js';

/** What release_check reads of its input. */
export interface ReleaseInput {
  folder: string;
  /** The version that is to be released. */
  version: string | null;
  /** Tag or commit that the changes are counted from; null: the latest tag. */
  base: string | null;
  skip: ReadonlySet<CheckName>;
  changelog: string | null;
  licence_header: string | null;
  todo_markers: 'off' | 'forbid';
  tests: FunctestInput;
}

/** How people call the checks. */
const WORDS: readonly [CheckName, RegExp][] = [
  ['clean_tree', /^(?:clean[ _-]?tree|clean|工作区|干净)$/i],
  ['version', /^(?:version|版本号?)$/i],
  ['changelog', /^(?:change[ _-]?log|变更日志|更新日志)$/i],
  ['lock_file', /^(?:lock[ _-]?file|lock|锁文件|依赖锁)$/i],
  ['licence_headers', /^(?:licen[cs]e(?:[ _-]?headers?)?|许可证头?)$/i],
  ['secrets', /^(?:secrets?|密钥|敏感信息)$/i],
  ['todo_markers', /^(?:todos?(?:[ _-]?markers?)?)$/i],
  ['tests', /^(?:tests?|单测|测试|用例)$/i],
];

export function releaseInput({ params, project }: Pick<WorkflowInput, 'params' | 'project'>): ReleaseInput {
  const fields: Fields = { ...project, ...params };
  const todo_markers = textField(project, 'todo_markers') ?? 'off';
  if (todo_markers !== 'off' && todo_markers !== 'forbid')
    throw new BadInputError('todo_markers 必须是 off 或 forbid', 'todo_markers must be off or forbid');
  // `version` of a project is not the one that is asked for.
  const version = textField(params, 'version');
  const base = textField(fields, 'base');
  if (base?.startsWith('-')) throw new BadInputError('base 必须是标签或提交', 'base must be a tag or a commit');
  return {
    folder: textField(project, 'path') ?? process.cwd(),
    version: version === null ? null : version.replace(/^v(?=\d)/, ''),
    base,
    skip: skipField(fields),
    changelog: textField(project, 'changelog'),
    licence_header: textField(project, 'licence_header'),
    todo_markers,
    tests: functestInput({ params: {}, project }),
  };
}

function skipField(fields: Fields): ReadonlySet<CheckName> {
  const value = fields.skip;
  if (value === undefined || value === null || value === '') return new Set();
  const words = Array.isArray(value) ? value : [value];
  return new Set(
    words.map((word) => {
      const found = WORDS.find(([, pattern]) => typeof word === 'string' && pattern.test(word.trim()));
      if (found === undefined)
        throw new BadInputError(
          `skip 只能写检查的名称：${CHECKS.join('、')}`,
          `skip must name checks: ${CHECKS.join(', ')}`,
        );
      return found[0];
    }),
  );
}
