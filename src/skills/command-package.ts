import { placeholdersIn } from './placeholders.js';
import { sayings } from './sayings.js';
import type { ScaffoldFile } from './scaffold-files.js';

export interface CommandPackage {
  readonly name: string;
  /** Program and arguments, each as it shall arrive. */
  readonly argv: readonly string[];
  /** What people say when they mean it; at least one. */
  readonly sentences: readonly string[];
}

/** The files of a package that puts plain sentences before an existing command. */
export function commandPackageFiles({ name, argv, sentences }: CommandPackage): ScaffoldFile[] {
  const examples = sayings(sentences, name).map((saying) => `${JSON.stringify(saying)}\n`);
  return [
    { name: 'SKILL.md', text: skillMd({ name, argv, sentences }), executable: false },
    { name: 'examples.jsonl', text: examples.join(''), executable: false },
  ];
}

function skillMd({ name, argv, sentences }: CommandPackage): string {
  const quoted = JSON.stringify(name);
  const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
  const ended = (text: string): string =>
    /[.!?。！？]$/u.test(text) ? text : `${text}${isChinese(text) ? '。' : '.'}`;
  const said = sentences.map(ended).join(' ');
  const wanted = isChinese(said) ? '有人要做这件事：' : 'Someone asks for it now: ';
  return `---
name: ${quoted}
# Requests are matched with these two sentences and with examples.jsonl. 请求靠这两句和 examples.jsonl 来匹配。
description: ${JSON.stringify(said)}
when_to_use: ${JSON.stringify(`${wanted}${said}`)}
task-type: ${quoted}
# Program and arguments, one item each; no shell. 程序和参数，一项一个，不经过 shell。
command: [${argv.map((word) => JSON.stringify(asItStands(word))).join(', ')}]
# Where it runs: project, package or job (a folder of its own). 在哪里运行。
cwd: project
limits:
  wall_sec: 3600
  idle_sec: 600
---

# ${name}

Exit code 0 is done, anything else failed. What people say is in \`examples.jsonl\`: add what your team says, in its words.
退出码 0 为完成，其他为失败。大家怎么说写在 \`examples.jsonl\` 里：用团队自己的话补充。
`;
}

/** A word of the command is no placeholder, even where it looks like one. */
function asItStands(word: string): string {
  return placeholdersIn(word).length === 0 && !/\{\{\w+\}\}/.test(word)
    ? word
    : word.replaceAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g, '{{$1}}');
}
