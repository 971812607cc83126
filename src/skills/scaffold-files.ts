import type { ScaffoldKind } from './scaffold-kinds.js';

export interface ScaffoldFile {
  name: string;
  text: string;
  executable: boolean;
}

/** The files of a new package, in the order they are written. */
export function scaffoldFiles(name: string, kind: ScaffoldKind): ScaffoldFile[] {
  const script = SCRIPTS[kind];
  return [
    { name: 'SKILL.md', text: skillMd(name, kind), executable: false },
    { name: 'examples.jsonl', text: examples(name), executable: false },
    { name: 'params.schema.json', text: PARAMS_SCHEMA, executable: false },
    ...(script === null ? [] : [{ ...script, executable: true }]),
  ];
}

const LAUNCH: Readonly<Record<ScaffoldKind, string>> = {
  'workflow-python': 'workflow: workflow.py',
  'workflow-sh': 'workflow: workflow.sh',
  command: 'command: [echo, "checked {target}"]',
  pyskill: 'skill-mode: pyskill\nworkflow: run.py',
  sync: 'skill-mode: sync\nworkflow: run.sh',
};

function skillMd(name: string, kind: ScaffoldKind): string {
  const skill = kind === 'pyskill' || kind === 'sync';
  const quoted = JSON.stringify(name);
  const type = skill ? '' : `\ntask-type: ${quoted}`;
  return `---
name: ${quoted}
# One sentence in each language of your users: requests are matched with it. 用用户会用的语言各写一句，请求靠它来匹配。
description: Check one target with ${words(name)} and say what was found. 用 ${words(name)} 检查一个目标，并报告结果。
when_to_use: The user wants ${words(name)} to be run now. 用户现在就想跑 ${words(name)}。${type}
# ${HOW[kind]}
${LAUNCH[kind]}
# Where it runs: project, package or job (a folder of its own). 在哪里运行。
cwd: job
limits:
  wall_sec: ${kind === 'sync' ? 60 : 600}
# true only if running it twice is harmless. 重复执行无害时才写 true。
idempotent: false
---

# ${name}

${ABOUT[kind]}
`;
}

const HOW: Readonly<Record<ScaffoldKind, string>> = {
  'workflow-python': 'An executable of this folder, in any language. 本目录里的可执行文件，语言不限。',
  'workflow-sh': 'An executable of this folder, in any language. 本目录里的可执行文件，语言不限。',
  command: 'Program and arguments, one item each; no shell. 程序和参数，一项一个，不经过 shell。',
  pyskill: 'Runs as a job of its own; its result is filled in later. 作为独立作业运行，结果稍后回填。',
  sync: 'Blocks for at most a minute; what it prints is the observation. 最多阻塞一分钟，输出就是观察结果。',
};

const INPUT = `It gets JSON on stdin: \`{task, params, project, environment, language, …}\`. The last line of stdout is its result:
\`{"task_status": "done" | "failed", "task_result": "…", "data": {"verdict": "passed" | "failed" | "error"}}\`. Without one, the exit
code decides. Progress: JSON lines appended to \`$ER_JOB_DIR/events.jsonl\`.`;

const ABOUT: Readonly<Record<ScaffoldKind, string>> = {
  'workflow-python': INPUT,
  'workflow-sh': INPUT,
  command: `\`{target}\` is filled from the bound parameters, always within its one argument. The exit code decides. Put your own program
into \`command\`, and declare what it needs in \`params.schema.json\`.`,
  pyskill: INPUT,
  sync: 'It gets JSON on stdin: `{params, …}`. What it prints is what the executor sees; any exit code but 0 is a failure.',
};

const PARAMS_SCHEMA = `${JSON.stringify(
  {
    type: 'object',
    properties: {
      target: {
        type: 'string',
        description: 'What to check. 要检查的目标。',
        default: 'everything',
        'x-extract': { pattern: '(?:target|目标)\\s*[=:：]?\\s*([\\w./-]+)', group: 1 },
      },
    },
    additionalProperties: false,
  },
  null,
  2,
)}\n`;

function words(name: string): string {
  return name.replaceAll(/[._-]+/g, ' ').trim();
}

function examples(name: string): string {
  const what = words(name);
  const rows = [
    ['en', `run ${what}`],
    ['en', `please run ${what} now`],
    ['en', `start ${what} for me`],
    ['en', `do a ${what} on target=login`, { target: 'login' }],
    ['en', `can you kick off ${what} again`],
    ['zh', `跑一下 ${what}`],
    ['zh', `帮我执行 ${what}`],
    ['zh', `现在做一次 ${what}`],
    ['zh', `对目标 login 跑 ${what}`, { target: 'login' }],
    ['zh', `再来一遍 ${what}`],
  ] as const;
  return rows.map(([lang, text, params]) => `${JSON.stringify({ text, lang, ...(params && { params }) })}\n`).join('');
}

const PYTHON = `#!/usr/bin/env python3
import json
import os
import sys

request = json.load(sys.stdin)
target = request["params"].get("target", "everything")


def tell(event):
    """Progress for whoever asks how it is going; harmless outside a job."""
    folder = os.environ.get("ER_JOB_DIR")
    if folder:
        with open(os.path.join(folder, "events.jsonl"), "a", encoding="utf-8") as events:
            events.write(json.dumps(event, ensure_ascii=False) + "\\n")


tell({"event": "step", "name": "check", "index": 1, "total": 1})
# Replace this with the work. 在这里写真正要做的事。
found = f"checked {target}: nothing wrong"
tell({"event": "progress", "done": 1, "total": 1, "unit": "targets"})

print(json.dumps({"task_status": "done", "task_result": found, "data": {"verdict": "passed"}}, ensure_ascii=False))
`;

const SHELL = `#!/bin/sh
# JSON with the parameters comes on stdin. 参数以 JSON 形式从标准输入传来。
set -eu
request=$(cat)
tell() { if [ -n "\${ER_JOB_DIR:-}" ]; then printf '%s\\n' "$1" >> "$ER_JOB_DIR/events.jsonl"; fi; }

tell '{"event": "step", "name": "check", "index": 1, "total": 1}'
# Replace this with the work. 在这里写真正要做的事。
printf 'got a request of %s bytes\\n' "\${#request}"
tell '{"event": "progress", "done": 1, "total": 1, "unit": "targets"}'

printf '%s\\n' '{"task_status": "done", "task_result": "checked: nothing wrong", "data": {"verdict": "passed"}}'
`;

const SYNC = `#!/bin/sh
# JSON with the parameters comes on stdin; what is printed is what the executor sees.
set -eu
request=$(cat)
printf 'got a request of %s bytes\\n' "\${#request}"
date -u
`;

const SCRIPTS: Readonly<Record<ScaffoldKind, { name: string; text: string } | null>> = {
  'workflow-python': { name: 'workflow.py', text: PYTHON },
  'workflow-sh': { name: 'workflow.sh', text: SHELL },
  command: null,
  pyskill: { name: 'run.py', text: PYTHON },
  sync: { name: 'run.sh', text: SYNC },
};
