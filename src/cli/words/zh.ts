import { AGENT_WORDS_ZH } from './agent-words-zh.js';
import { apart } from './apart.js';
import type { CliWords } from './words.js';

const HEADINGS: Readonly<Record<string, string>> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
};

const UNITS: Readonly<Record<string, string>> = {
  steps: '步',
  tests: '个测试',
  cases: '个用例',
  checks: '项检查',
  requests: '个请求',
  files: '个文件',
  rows: '行',
  samples: '个样本',
  s: '秒',
};

export const ZH: CliWords = {
  agents: AGENT_WORDS_ZH,
  about: '用一句话运行团队里确定性的工程工作：选对脚本，只启动一次，如实报告结果。',
  usageHint: '在命令后加 --help 查看它的选项。不写命令时等同于 run。',
  exitCodes: `退出码：
  0    正常（包括未加 --wait 时任务已开始运行）
  1    任务失败，或结论为未通过；agent 失败或超时
  2    用法或配置错误
  3    Environment 正被占用
  4    需要补充信息，但没有人可以回答
  5    --wait 到时任务仍在运行
  130  被中断`,
  heading: (title) => HEADINGS[title] ?? title,
  notes: (choices, standard) => {
    const notes = [
      ...(choices.length > 0 ? [choices.join('、')] : []),
      ...(standard === null ? [] : [`默认：${standard}`]),
    ];
    return notes.length === 0 ? '' : `（${notes.join('；')}）`;
  },
  option: {
    config: '配置文件（默认向上查找 configs/graph.yaml，找不到则使用内置默认值）',
    state: '数据库文件（默认取配置中的 paths.state）',
    environment: '在哪个会话中工作',
    json: '在标准输出打印一个 JSON 值',
    lang: '回复与帮助的语言',
    version: '显示版本',
    help: '显示帮助',
    input: '请求内容，中文或英文；- 表示从标准输入读取',
    interactive: '进入对话',
    new: '在一个新的 Environment 中工作，并打印它的名字',
    again: '即使已有相同任务在运行，也另起一个',
    wait: '等待任务结束并回填，最多 SEC 秒',
    showInput: '先执行这个请求；- 表示从标准输入读取',
    round: '显示某一轮（折叠过的也可以）以及它的决策',
    trace: '包含每个任务的执行轨迹，以及每次路由的依据',
    case: '单个用例的 JSON 文件',
    casesDir: '用例目录（默认 paths.cases_dir）',
    stream: '哪一路输出',
    range: '字节范围 A:B，含 A 不含 B，两端均可省略',
    follow: '持续输出直到任务结束',
    routeInput: '要判断的请求；- 表示从标准输入读取',
    replayPolicy: '用这个策略判断，写开头几位即可（默认：正在使用的）',
    batch: '每行一个 {id?, text} 的 JSONL 文件；逐行输出 JSON',
    explain: '说明哪些词起了决定作用',
    fix: '把非标准的键移到 metadata 下',
    kind: '哪一种',
    olderThan: '时长，例如 12h、7d、4w',
    samples: '样本文件（JSONL），格式同 assets/protocol/manual_protocol_v1',
    shell: '哪种 shell',
    checks: '检查工作的命令，例如 "npm test"；不经过 shell 启动',
    say: '想运行它时大家会说的话；可以写多次',
    project: '工作所在的目录，相对于 DIR（默认就是 DIR）',
    name: '任务包的名字（默认取自命令）',
    yes: '不提问：没有写明的自动判断',
  },
  command: {
    run: '执行一轮（--input）或进入对话（默认命令）',
    show: '查看 Environment 的轨迹：请求、任务、回复及其原因',
    case: '在新的 Environment 中执行一个用例并检查期望',
    cases: '执行一个目录中的全部用例并汇总',
    status: '正在进行的工作：是否存活、从何时起、进展如何',
    collect: '回填所有已经结束的任务',
    logs: '任务的原始输出，逐字节一致',
    cancel: '停止任务并确认已全部退出',
    route: '只做判断：不存储也不启动任何东西',
    replay: '用现在的策略重新判断某一轮；不存储也不启动任何东西',
    policy: '内置策略：没有模型时由它判断',
    policyInfo: '现在由哪一个判断、用什么训练、效果如何',
    policyTrain: '用项目自己的数据重新训练并保存',
    policyEval: '用它判断样本并统计对错（默认：冻结的留出集）',
    policyList: '有哪些',
    policyUse: '从现在起由这一个判断',
    policyRollback: '退回上一个',
    policyDiff: '两个策略判断得不同的样本',
    environments: '列出、导出、导入或删除 Environment',
    environmentsList: '列出所有 Environment',
    environmentsExport: '写出 environment.json，折叠过的轮次写入旁边的归档文件',
    environmentsImport: '把 environment.json（及旁边的归档）读入一个新的 Environment',
    environmentsDelete: '删除一个 Environment 及其全部内容',
    skills: '任务类型与技能：list、check、new、trust',
    skillsList: '可以被路由到的内容',
    skillsCheck: '检查每个包，给出文件、行号和修改办法',
    skillsNew: '生成一个可以直接运行的包作为起点',
    skillsTrust: '允许按现在的内容调用某个技能的脚本',
    prune: '清理已结束且已报告的工作所占的文件',
    init: '把大白话接到自己的命令前：一份配置、一个任务包，并运行一次',
    doctor: '检查配置、可用性以及问题的处理办法',
    completion: '打印让 shell 能补全本程序命令行的脚本',
    help: '显示某个命令的帮助',
  },
  nothingUnderWay: '当前没有正在进行的工作。',
  nothingCollected: '没有新结束的任务。',
  noEnvironments: '还没有任何 Environment。第一个请求会创建它：environment-runtime run --input "…"',
  trust: { trusted: '脚本已信任', changed: '有变动，未信任', untrusted: '脚本未信任' },
  trusted: (name, hash) => `已信任 ${name} 现在的内容（${hash}）：在它有任何变动之前，可以调用它的脚本。`,
  severity: { error: '错误：', warning: '警告：' },
  noProblems: '所有包都没有问题。',
  goesOn: (runId) => `已停止等待；${runId} 会继续运行。查看进展：environment-runtime status ${runId}`,
  stillRunning: (runId, seconds) =>
    `${runId} 在 ${seconds} 秒后仍在运行，会继续下去；用 environment-runtime status ${runId} 查看进展。`,
  freshEnvironment: (name) => `Environment：${name}`,
  exported: (file, rounds, archive, archived) =>
    `已将 ${rounds} 轮写入 ${file}${archive === null ? '' : `，${archived} 个折叠轮次写入 ${archive}`}。`,
  imported: (name, rounds, lost) =>
    `Environment ${name} 现有 ${rounds} 轮。${lost === 0 ? '' : `其中 ${lost} 个任务原本在别处运行，已标记为 lost。`}`,
  deleted: (name) => `Environment ${name} 已删除。`,
  pruned: (jobs, runs) => `已清理 ${jobs} 个任务的文件和 ${runs} 个运行目录。`,
  created: (path) => `已创建 ${path}`,
  fixed: (count) => `已修正 ${count} 个文件。`,
  suiteSummary: (passed, failed, notRun, tokens) =>
    `通过 ${passed}，未通过 ${failed}${notRun === 0 ? '' : `，未执行 ${notRun}`}；token ${tokens ?? '未知'}。`,
  init: {
    intro: '三个问题，直接回车即采用方括号里的值。之后写两个文件，并把命令运行一次。',
    askCommand: '用哪条命令检查你们的工作？',
    askSentence: '想运行它时，大家会怎么说？',
    askProject: '工作在哪个目录？',
    routed: (type, found, threshold) =>
      `${type === null ? '→ 不确定指的是哪一项' : `→ ${type}`}  （${confidence(found, threshold)}）`,
    next: (input, examples) =>
      input === null
        ? `这句话没有指向新的任务包，所以什么都没有运行。请把团队的说法加进 ${examples}，再看看：
  environment-runtime route --input "…" --explain`
        : `接下来：
  environment-runtime run --input "刚才结果怎么样？"
  environment-runtime run                      进入对话，/help 列出命令
  environment-runtime skills new NAME          再建一个任务包，Python 或 shell
  environment-runtime doctor                   配了什么，其余该怎么办
团队的说法写进 ${examples}。`,
  },
  conversation: {
    welcome: '直接说要做什么，中文或英文均可。/help 查看命令；Ctrl-D 离开，正在运行的任务会继续。',
    leaving: '再按一次 Ctrl-C 离开（同 Ctrl-D），正在运行的任务会继续；要停止任务请用 /cancel。',
    bye: '再见。正在运行的任务会继续。',
    prompt: '› ',
    help: `不以斜杠开头的都是请求。行尾加 \\ 可以换行继续输入；
粘贴的内容连同换行（⏎）先放进这一行，按回车才发送。
  /status [RUN]   正在进行的工作，或某一个任务
  /cancel [RUN]   停止任务（不写 RUN 时指唯一在运行的那个）
  /show [ROUND]   到目前为止的对话，或其中一轮
  /why [ROUND]    这一轮是怎么决定的：候选、得分、阈值和每一步
  /approve [ID]   允许 agent 请求的操作，仅此一次（提示询问时输入 y）
  /deny [ID]      拒绝它（n）
  /quit           离开（同 Ctrl-D）；正在运行的任务会继续
Ctrl-C 停止正在等待结果的操作；没有时放弃正在输入的这一行；也没有输入时，再按一次 Ctrl-C 离开。`,
    unknown: (name, near) =>
      `没有 ${name} 这个命令。${near === null ? '' : `是不是想用 ${near}？`}/help 查看全部命令。`,
  },
  column: {
    environment: '对话',
    rounds: '轮数',
    running: '运行中',
    updated: '更新时间',
    run: '任务号',
    type: '类型',
    state: '状态',
    since: '开始于',
    progress: '进展',
    score: '得分',
    name: '名称',
    kind: '种类',
    source: '来源',
    description: '说明',
    examples: '示例',
    launches: '执行',
    stage: '阶段',
    accuracy: '正确率',
    bucket: '类别',
    count: '数量',
  },
  jobStatus: {
    queued: '排队中',
    running: '运行中',
    succeeded: '已完成',
    failed: '失败',
    timed_out: '超时',
    cancelled: '已取消',
    lost: '已丢失',
  },
  verdict: { passed: '通过', failed: '未通过', error: '出错' },
  unit: (unit) => UNITS[unit] ?? unit,
  source: { bundled: '附带', user: '用户', shipped: '附带', own: '自有' },
  runs: {
    workflow: 'workflow',
    command: 'command',
    sync: 'sync',
    pyskill: 'pyskill',
    agent: 'agent',
    'built-in': '内置',
    text: '仅文字',
  },
  halted: (pid, work) => `监督进程 ${pid} 被暂停${work === 'ended' ? '，工作已结束' : ''}`,
  alive: { yes: '存活', no: '仅有记录', elsewhere: '在另一台机器上' },
  waitsForAnswer: '等待回答',
  routeTaken: (type) => `→ ${type}`,
  routeAsked: '→ 会询问指的是哪一项',
  routeRefused: '→ 被协议检查拒绝',
  routeObserves: (tool) => `→ 先查看 ${tool}`,
  confidence,
  aside: (parts) => `（${parts.join('，')}）`,
  policyDecides: (id) => `现在由 ${id} 判断。`,
  trainingBegins: '训练需要几分钟。按 Ctrl-C 可中止，不会留下任何东西。',
  trainingInterrupted: '训练被中断，没有保存任何内容。',
  policyKept: (id) => `已保存为 ${id}。运行 \`policy use ${id}\` 后由它判断。`,
  evaluated: (count, target, exact, asked) =>
    `${count} 条中 ${target} 正确（含参数、不计等价：${exact}）；其中 ${asked} 条会先询问。`,
  equivalence: '计为相同：observe build_context_view 与 status（有任务在跑或刚跑完时，两者都是在说明现状）。',
  differences: (fixed, regressed, count) => `${count} 条中：改对 ${fixed} 条，改错 ${regressed} 条。`,
  speaksFor: (reasons) => `支持：${reasons.join('；')}`,
  speaksAgainst: (reasons) => `反对：${reasons.join('；')}`,
};

/** A threshold of 0 is none, and nothing reaches one of 1: what else was found out has settled it. */
function confidence(found: number, threshold: number): string {
  const [one, other] = apart(found, threshold);
  if (threshold <= 0) return `置信度 ${one}，无需达到阈值`;
  if (threshold >= 1) return `置信度 ${one}，一律先询问`;
  return `置信度 ${one}，阈值 ${other}`;
}
