import { isAbsolute, join, normalize, sep } from 'node:path';
import type { Said } from '../errors/said.js';
import { isInside, resolveInside } from './inside.js';
import type { PackageLaunch } from './package.js';
import { error, NOTHING, type Report } from './report.js';
import { commandFor } from './workflow-kind.js';

const PUT_INSIDE: Said = {
  en: 'Put the file into the package, or use command: for a program elsewhere.',
  zh: '请把文件放进包里；程序在别处时请用 command:。',
};
const CORRECT_PATH: Said = {
  en: 'Correct the path; it is relative to the folder of SKILL.md.',
  zh: '请改正路径；它相对于 SKILL.md 所在的目录。',
};
const STARTABLE: Said = {
  en: 'Make it executable with a first line such as #!/usr/bin/env python3, or end its name in .mjs, .js, .py or .sh.',
  zh: '请让它可执行，首行写成 #!/usr/bin/env python3 之类；或让文件名以 .mjs、.js、.py 或 .sh 结尾。',
};

/** The `workflow:` of a package in `dir`: a file inside it that can be started. Null after it reported why not. */
export function workflowOf(dir: string, given: string, line: number, report: Report): PackageLaunch | null {
  const refuse = (code: string, { en, zh }: Said, fix: Said): null => {
    report(error(line, code, { en: `workflow: ${en}`, zh: `workflow：${zh}` }, fix));
    return null;
  };
  if (given.includes('\0'))
    return refuse('workflow-nul', { en: 'a NUL character is refused.', zh: '不允许 NUL 字符。' }, NOTHING);
  const path = normalize(given);
  if (isAbsolute(path) || !isInside(dir, join(dir, path))) {
    const message = { en: `${given} leads out of the package.`, zh: `${given} 指向包之外。` };
    return refuse('workflow-outside', message, PUT_INSIDE);
  }
  const file = resolveInside(dir, join(dir, path));
  if (!file.ok) {
    if (file.reason === 'outside') {
      const message = { en: `${given} is a link that leads out of the package.`, zh: `${given} 是指向包之外的链接。` };
      return refuse('workflow-outside', message, PUT_INSIDE);
    }
    const message = { en: `there is no file ${given} in the package.`, zh: `包里没有文件 ${given}。` };
    return refuse('workflow-missing', message, CORRECT_PATH);
  }
  if (!file.stat.isFile()) {
    const message = { en: `${given} is not a regular file.`, zh: `${given} 不是普通文件。` };
    return refuse('workflow-not-regular', message, NOTHING);
  }
  if (commandFor(file.path) === null) {
    const message = { en: `there is no telling how to start ${given}.`, zh: `无法判断怎样启动 ${given}。` };
    return refuse('workflow-kind', message, STARTABLE);
  }
  return { kind: 'workflow', path: path.split(sep).join('/') };
}
