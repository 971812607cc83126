import { inWords, type Machine } from './machine.js';
import { type Measurement, passes } from './measurement.js';

export function line(measurement: Measurement): string {
  const { name, what, detail } = measurement;
  const mark = passes(measurement) ? 'ok  ' : 'MISS';
  return `${mark} ${name.padEnd(22)} ${shown(measurement).padStart(9)}  (≤ ${target(measurement)})  ${what}\n${' '.repeat(27)}${detail}`;
}

const HEADINGS = {
  en: ['What', 'Measured', 'Target', 'Measured on'],
  zh: ['项目', '实测', '目标', '测试机器'],
} as const;

/** The table of the README. */
export function markdown(measurements: readonly Measurement[], on: Machine, language: 'en' | 'zh'): string {
  const [what, measured, wanted, measuredOn] = HEADINGS[language];
  const rows = measurements.map(
    (one) =>
      `| ${language === 'zh' ? (CHINESE[one.name] ?? one.what) : one.what} | ${shown(one)}${passes(one) ? '' : ' ✗'} | ≤ ${target(one)} |`,
  );
  return [
    `| ${what} | ${measured} | ${wanted} |`,
    '|---|---|---|',
    ...rows,
    '',
    `${measuredOn}: ${inWords(on)}, ${new Date().toISOString().slice(0, 10)}. \`npm run bench\`.`,
  ].join('\n');
}

const CHINESE: Readonly<Record<string, string>> = {
  'round-commits': '派发任务的一轮：提交（commit）次数',
  'round-time': '派发任务的一轮：p50，以一次落盘的单行插入为单位',
  'dispatch-to-child': '从派发到工作流进程运行，以 `node -e 0` 为单位',
  'status-answer': '「进展如何」的回答：10,000 轮的 Environment 与 10 轮的相比',
  'cold-status': '冷启动 `environment-runtime status`，以 `node -e 0` 为单位',
  'cold-status-config': '同上，带配置文件',
  'cold-help': '冷启动 `--help`，以 `node -e 0` 为单位',
  'cold-route': '冷启动 `route`，以 `node -e 0` 为单位',
  'memory-dispatcher': '作业输出 200 MB：派发并等待它的进程的内存增长',
  'memory-supervisor': '作业输出 200 MB：supervisor 的内存增长',
  'memory-collector': '作业输出 200 MB：`collect` 的内存增长',
  'memory-reply': '作业输出 200 MB：回复结果的那一轮的内存增长',
  'invoke-time': '调用一个工作一秒的智能体，以直接运行其程序为单位',
  'line-reading-short': '读取后端的 400 字节行，以逐行 `JSON.parse` 为单位',
  'line-reading-5mb': '读取后端的 5 MB 行，以逐行 `JSON.parse` 为单位',
  'many-invocations': '同时进行 100 次智能体调用：持有它们的进程的内存增长',
  'memory-logs': '作业输出 200 MB：`logs --range` 读完全部输出的内存增长',
  'route-after-drop': '新放入一个任务包后的第一次冷 `route`，与有缓存时相比',
};

function shown({ value, unit }: Measurement): string {
  if (unit === 'x') return `${value.toFixed(2)} ×`;
  return unit === 'MB' ? `${value.toFixed(1)} MB` : String(value);
}

function target({ target: most, unit }: Measurement): string {
  if (unit === 'x') return `${most} ×`;
  return unit === 'MB' ? `${most} MB` : String(most);
}
