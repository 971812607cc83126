import { inLanguage } from '../environment/in-language.js';
import type { AlsoAsked, CarriedFact, TaskStatus } from '../environment/types.js';
import type { HaltedSupervisor } from '../jobs/describe.js';
import { changed, type Difference } from './difference.js';
import { splitDuration } from './duration.js';
import type { ComparedPlace, LeftBehind, NearSkillFact, ProgressFact } from './facts.js';
import type { Words } from './words.js';

const REASONS: Readonly<Record<string, string>> = {
  exit_code: '进程以非零退出码结束',
  signal: '进程被信号终止',
  wall_limit: '达到时间上限，已被停止',
  idle_limit: '长时间没有任何动静，已被停止',
  output_limit: '输出超过上限，已被停止',
  workflow_error: '工作流没能完成自己的工作',
  launch_failed: '没能启动',
  lost: '进程已经不在，也没有留下结果',
  workspace_missing: '运行期间任务目录消失',
  verdict_failed: '结论为未通过',
  cancelled: '已取消',
  workflow_failed: '工作流自己报告失败',
  result_invalid: '结果文件无法读取',
  STOP_UNCONFIRMED: '无法确认它的进程已全部退出',
  INTERRUPTED: '处理它的进程中途结束',
  PARAMS_INVALID: '参数无效',
};

const STATUSES: Readonly<Record<TaskStatus, string>> = {
  running: '运行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
  needs_input: '等待补充信息',
};

function duration(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms);
  if (hours > 0) return `${hours} 小时 ${minutes} 分`;
  return minutes > 0 ? `${minutes} 分 ${seconds} 秒` : `${seconds} 秒`;
}

function progress({ done, total, unit, step }: ProgressFact): string {
  const count = done === null ? '' : `${done}${total === null ? '' : `/${total}`}${unit === null ? '' : ` ${unit}`}`;
  return [step, count].filter((part) => part !== null && part !== '').join('，');
}

function why(reason: string | null): string {
  return reason === null ? '' : (REASONS[reason] ?? reason);
}

function oneOf(options: readonly string[]): string {
  return options.length === 0 ? '' : `可选：${options.join('、')}。`;
}

function besides(carried: readonly CarriedFact[], alsoAsked: readonly AlsoAsked[]): string[] {
  return [
    ...carried.map(({ name, value, round_id, was }) =>
      was === null
        ? `${name} = ${value}（沿用第 ${round_id} 轮）。`
        : `${name} = ${value}（默认值；第 ${round_id} 轮是 ${was}）。`,
    ),
    ...alsoAsked.map((other) =>
      'said' in other
        ? `你还提到：“${other.said}”。这件事还没有开始，需要时告诉我。`
        : `你还选了 ${other.chosen}。这件事还没有开始，需要时告诉我。`,
    ),
  ];
}

function near(nearest: readonly NearSkillFact[]): string {
  if (nearest.length === 0) return '';
  const lines = nearest.map(({ name, description, runs }) => {
    return `- ${name}${runs ? '' : '（供模型阅读的文字）'}：${inLanguage(description, 'zh')}`;
  });
  return `\n最接近的技能如下，都没有运行：\n${lines.join('\n')}`;
}

function differences({ verdict, numbers, appeared, gone }: Difference): string[] {
  return [
    ...(verdict === null ? [] : [`结论：${verdict.before} → ${verdict.after}`]),
    ...numbers.map(changed),
    ...(appeared.length === 0 ? [] : [`新出现：${appeared.join('；')}`]),
    ...(gone.length === 0 ? [] : [`不再出现：${gone.join('；')}`]),
  ];
}

export const ZH: Words = {
  dispatched({ task_type, run_id, project, carried, also_asked }) {
    const on = project === null ? ' ' : `（${project}）`;
    const first = `${task_type}${on}已开始运行，任务号 ${run_id}。随时可以问我进展。`;
    return [first, ...besides(carried, also_asked)].join('\n');
  },
  joined({ task_type, run_id, elapsed_ms, also_asked }) {
    const first = `参数相同的 ${task_type} 已经在进行（${run_id}，已 ${duration(elapsed_ms)}），本次并入它，没有再启动一份。如需强制再跑一份，请加 --again。`;
    return [first, ...besides([], also_asked)].join('\n');
  },
  besides: (carried, alsoAsked) => besides(carried, alsoAsked).join('\n'),
  jobLine({ run_id, task_type, state, alive, halted, elapsed_ms, progress: seen }) {
    const what = state === 'queued' ? '排队中，已等待' : state === 'stopping' ? '正在停止，已运行' : '运行中，已';
    const life = alive === false ? '（仅有记录，未确认存活）' : alive === null ? '（在另一台机器上）' : '';
    const halt = halted === null ? '' : haltedSupervisor(halted);
    const far = seen === null ? '' : `，${progress(seen)}`;
    return `${task_type}（${run_id}）：${what} ${duration(elapsed_ms)}${far}${life}。${halt}`;
  },
  nothingRuns: () => '当前没有正在运行的任务。',
  waitingFor: (question) => `我在等你的回答：${question}`,
  lastTask: ({ run_id, round_id, task_type, status, result }) =>
    `${task_type}（${run_id}，第 ${round_id} 轮）${STATUSES[status]}。${result.includes('\n') ? '\n' : ''}${result}`,
  compared({ run_id, place, difference, ending, exit, elapsed_ms, params }) {
    const { before, after } = elapsed_ms;
    const lines = [
      ...params.map((one) => `参数不同：${one.name} = ${one.before ?? '无'} → ${one.after ?? '无'}`),
      ...(ending.before === ending.after ? [] : [`结局：${STATUSES[ending.before]} → ${STATUSES[ending.after]}`]),
      ...(exit.before === exit.after ? [] : [`退出码：${exit.before ?? '无'} → ${exit.after ?? '无'}`]),
      ...(difference === null ? [] : differences(difference)),
    ];
    if (difference === null) {
      if (before !== null && after !== null) lines.push(`用时：${duration(before)} → ${duration(after)}`);
      lines.push('没有可以比较的数字');
    }
    const earlier = `与 ${run_id}${place === null ? ' ' : `（${placeOf(place)}）`}相比`;
    if (lines.length === 0) return `${earlier}：没有变化。`;
    return [`${earlier}：`, ...lines.map((line) => `  ${line}`)].join('\n');
  },
  noneToCompare: () => '没有这样的更早的运行可以比较。',
  linesLeftOut: (lines) => `[… 另有 ${lines} 行]`,
  unknownRun: (runId) => `这个 Environment 里没有任务 ${runId}。`,
  neverRun: (taskType) => `这个 Environment 里没有 ${taskType} 的运行记录。`,
  cancelled({ run_id, task_type, confirmed, forced, was_live, goes_on }) {
    if (goes_on)
      return `已要求 ${task_type}（${run_id}）停止，不再等待，停止会继续进行。可用 environment-runtime status ${run_id} 查看。`;
    if (!was_live) return `${task_type}（${run_id}）此前已经结束，没有停止任何东西。`;
    if (!confirmed) return `已要求 ${task_type}（${run_id}）停止，但无法确认它的进程已全部退出。`;
    return `${task_type}（${run_id}）已停止${forced ? '（未响应停止请求，已强制结束）' : ''}，没有残留进程。`;
  },
  nothingToCancel: () => '当前没有正在运行的任务，无需取消。',
  alsoAsked: (others) => besides([], others),
  requestDropped: () => '刚才等你补充信息的那个请求已放弃，没有为它启动任何东西。',
  confirmCancel: (line) => `要停止它吗？${line}\n回答“是”，或再说一次要停；说别的就让它继续运行。`,
  whichToCancel: (lines) => `有多个任务在运行，要停止哪一个？\n${lines.join('\n')}`,
  skillAnswer: ({ task_type, result, carried, also_asked }) =>
    [result === '' ? `${task_type} 已完成，没有输出。` : result, ...besides(carried, also_asked)].join('\n'),
  runningSkill: ({ task_type, round_id, elapsed_ms }) =>
    `${task_type}（第 ${round_id} 轮）：运行中，已 ${duration(elapsed_ms)}。`,
  modelRequired: (taskTypes, nearest) =>
    `这是开放式任务，需要语言模型或编码 agent；目前都没有配置，所以什么也没有做。\n没有模型时我可以运行：${taskTypes.join('、')}；也可以回答进展、取消任务。\n要配置模型：在 configs/graph.yaml 的 model.providers 中填写，并导出它的密钥变量；用 \`environment-runtime doctor\` 检查。${near(nearest)}`,
  notInstalled: (taskType, round, taskTypes) =>
    `${taskType} 已不再安装（第 ${round} 轮运行过），所以什么也没有启动。请放回它的技能包，或改用现有的：${taskTypes.join('、')}。`,
  failed(taskType, reason, detail) {
    const cause = why(reason);
    return [`${taskType} 失败：${cause}。`, detail].filter((part) => part !== '').join('\n');
  },
  completed({ run_id, task_type, status, verdict, reason, result, elapsed_ms, failed_attempts = 0 }) {
    const before = failed_attempts === 0 ? '' : `，此前 ${failed_attempts} 次尝试失败`;
    const took = `${elapsed_ms === null ? '' : `，用时 ${duration(elapsed_ms)}`}${before}`;
    const isRed = verdict === 'failed' && (reason === null || reason === 'verdict_failed');
    const [mark, ending] =
      status === 'done'
        ? ['✓', `${verdict === 'passed' ? '通过' : '已完成'}${took}`]
        : status === 'cancelled'
          ? ['–', `已取消${took}`]
          : ['✗', isRed ? `未通过${took}` : `失败${took}：${why(reason)}`];
    return [`${mark} ${task_type}（${run_id}）${ending}。`, result].filter((part) => part !== '').join('\n');
  },
  interrupted: (rounds, left) => `第 ${rounds.join('、')} 轮被中断：${LEFT_BEHIND[left]}`,
  superseded: (question) => `之前的问题（“${question}”）不再等待回答。`,
  missingParameter(name, description, options, taskType) {
    const about = description === '' ? '' : `（${description}）`;
    return `${taskType} 需要参数 ${name}${about}，请告诉我取什么值。${oneOf(options)}`;
  },
  unknownProject: (name, projects, taskType) =>
    `${taskType} 找不到名为“${name}”的项目或目录，请问指的是哪一个？${projects.length === 0 ? '' : `已有项目：${projects.join('、')}。`}`,
  invalidParameter: (name, problem, options, taskType, setIn) =>
    `${taskType} 的参数 ${name} 不可用：${problem}${setIn === null ? '' : `（配置里的 ${setIn}）`}。请给出新的值。${oneOf(options)}`,
  whichRunAgain: (taskTypes) =>
    `可能指几种任务的某次运行，所以什么也没有启动：\n${taskTypes.map((type) => `- ${type}`).join('\n')}\n要再跑哪一种的那次？`,
  noSuchRun: (taskType) => `${taskType} 没有这样的一次运行，所以什么也没有启动。现在要启动它吗？`,
  whichTask: (options) =>
    `我不确定你指的是下面哪一项，所以还没有启动任何东西：\n${options
      .map(({ taskType, description }) => `- ${taskType}：${description}`)
      .join('\n')}\n请说出名字，或换个说法。`,
  whichOf: (options) => `是哪一个：${options.join('、')}？`,
  interruptedSkill: () => '等待这个技能的进程中途结束，技能也随之停止，不会自动重跑。',
  interruptedTask: () => '处理这一轮的进程在启动任何东西之前就结束了。',
  progress,
  duration,
  left: (time) => `约剩 ${time}`,
};

function placeOf({ from, steps, round_id }: ComparedPlace): string {
  const which = from === 'first' ? `第 ${steps + 1} 次` : steps === 0 ? '上一次' : `往前第 ${steps + 1} 次`;
  return `${which}，第 ${round_id} 轮`;
}

const LEFT_BEHIND: Readonly<Record<LeftBehind, string>> = {
  job: '处理它的进程已结束。它启动的任务不受影响，没有任何东西被重复执行。',
  skill: '处理它的进程已结束，它等待的技能也随之停止，没有任何东西被重复执行。',
  done: '处理它的进程在回答之前结束。已完成的都有记录，没有任何东西被重复执行。',
  nothing: '处理它的进程在启动任何东西之前就结束了。',
};

function haltedSupervisor({ pid, work }: HaltedSupervisor): string {
  const ended = work === 'ended' ? '它的工作已结束。' : '';
  return `${ended}监督它的进程被暂停，仍占着名额；\`kill -CONT ${pid}\` 可让它继续。`;
}
