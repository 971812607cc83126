import type { Language } from '../environment/language.js';

/** What the doctor says, once per language. */
export interface DoctorWords {
  node(version: string): string;
  nodeOld(version: string): string;
  nodeFix: string;
  config(file: string): string;
  noConfig: string;
  noConfigFix: string;
  state(file: string): string;
  stateNew(file: string): string;
  stateNowhere(file: string, folder: string): string;
  stateBad(message: string): string;
  stateFix: string;
  space(free: string, folder: string): string;
  spaceFix: string;
  packages(types: number, skills: number): string;
  package(place: string, message: string): string;
  packageFix: string;
  interpreter(command: string, name: string): string;
  interpreterMissing(command: string, name: string): string;
  interpreterFix(command: string): string;
  projects(count: number, fallback: string): string;
  noProjects: string;
  noProjectsFix: string;
  projectPath(name: string, path: string): string;
  projectPathFix: string;
  model(provider: string, variable: string): string;
  noKey(provider: string, variable: string): string;
  noKeyFix(variable: string): string;
  supervisor: string;
  supervisorMissing(file: string): string;
  supervisorFix: string;
  unowned(count: number): string;
  unownedFix: string;
}

const EN: DoctorWords = {
  node: (version) => `Node ${version}`,
  nodeOld: (version) => `Node ${version} is older than 20.19.`,
  nodeFix: 'Install Node 20.19 or newer (24 starts twice as fast).',
  config: (file) => `Configuration: ${file}`,
  noConfig: 'No configs/graph.yaml here or above; the built-in defaults apply.',
  noConfigFix: 'environment-runtime init writes a starter configuration.',
  state: (file) => `Store: ${file}`,
  stateNew: (file) => `Store: ${file} (made by the first request)`,
  stateNowhere: (file, folder) => `${file} cannot be made: ${folder} is no folder that can be written.`,
  stateBad: (message) => message,
  stateFix: 'Set paths.state to a file on a local disk that can be written.',
  space: (free, folder) => `${free} free for ${folder}`,
  spaceFix: 'Free some space, or run environment-runtime prune --older-than 7d.',
  packages: (types, skills) => `${types} task types and ${skills} skills load.`,
  package: (place, message) => `${place}: ${message}`,
  packageFix: 'environment-runtime skills check says what to do.',
  interpreter: (command, name) => `${command} is there (for ${name}).`,
  interpreterMissing: (command, name) => `${name} needs ${command}, which is not on PATH.`,
  interpreterFix: (command) => `Install ${command}, or put its folder on PATH.`,
  projects: (count, fallback) => `${count} project(s); default: ${fallback}.`,
  noProjects: 'No project is configured: requests must name a folder, or tests run in the current one.',
  noProjectsFix: 'Add one under projects in configs/graph.yaml, with path and test_command.',
  projectPath: (name, path) => `Project ${name}: ${path} is not a folder.`,
  projectPathFix: 'Correct projects.<name>.path; it is relative to the folder above configs/.',
  model: (provider, variable) =>
    `Model provider ${provider}: ${variable} is set. This version does not call models yet; routing is local.`,
  noKey: (provider, variable) =>
    `No model: ${variable} (provider ${provider}) is not set. Routing and workflows need none; open-ended tasks do.`,
  noKeyFix: (variable) => `export ${variable}=… if you want open-ended tasks later; otherwise nothing.`,
  supervisor: 'The job supervisor is built.',
  supervisorMissing: (file) => `${file} is missing: jobs cannot start.`,
  supervisorFix: 'Run npm run build in the package folder, or install the package again.',
  unowned: (count) => `${count} job(s) are recorded as live but no process of theirs was seen.`,
  unownedFix: 'environment-runtime collect settles them.',
};

const ZH: DoctorWords = {
  node: (version) => `Node ${version}`,
  nodeOld: (version) => `Node ${version} 低于 20.19。`,
  nodeFix: '安装 Node 20.19 或更新版本（24 的启动快一倍）。',
  config: (file) => `配置文件：${file}`,
  noConfig: '当前目录及上级都没有 configs/graph.yaml，使用内置默认值。',
  noConfigFix: '用 environment-runtime init 生成一份起步配置。',
  state: (file) => `数据库：${file}`,
  stateNew: (file) => `数据库：${file}（第一个请求时创建）`,
  stateNowhere: (file, folder) => `无法创建 ${file}：${folder} 不是可写的目录。`,
  stateBad: (message) => message,
  stateFix: '把 paths.state 指向本地磁盘上可写的文件。',
  space: (free, folder) => `${folder} 剩余空间 ${free}`,
  spaceFix: '清理磁盘，或运行 environment-runtime prune --older-than 7d。',
  packages: (types, skills) => `已加载 ${types} 个任务类型、${skills} 个技能。`,
  package: (place, message) => `${place}：${message}`,
  packageFix: '用 environment-runtime skills check 查看修改办法。',
  interpreter: (command, name) => `${command} 可用（${name} 需要）。`,
  interpreterMissing: (command, name) => `${name} 需要 ${command}，但 PATH 中找不到。`,
  interpreterFix: (command) => `安装 ${command}，或把它所在目录加入 PATH。`,
  projects: (count, fallback) => `${count} 个项目，默认：${fallback}。`,
  noProjects: '没有配置项目：请求中需要写明目录，否则测试在当前目录运行。',
  noProjectsFix: '在 configs/graph.yaml 的 projects 下添加，写明 path 与 test_command。',
  projectPath: (name, path) => `项目 ${name}：${path} 不是目录。`,
  projectPathFix: '修正 projects.<name>.path；它相对于 configs/ 的上级目录。',
  model: (provider, variable) => `模型提供方 ${provider}：${variable} 已设置。当前版本尚不调用模型，路由在本地完成。`,
  noKey: (provider, variable) =>
    `没有模型：${variable}（提供方 ${provider}）未设置。路由和工作流不需要模型，开放式任务需要。`,
  noKeyFix: (variable) => `以后需要开放式任务时 export ${variable}=…；否则不用处理。`,
  supervisor: '任务监督进程已构建。',
  supervisorMissing: (file) => `缺少 ${file}，任务无法启动。`,
  supervisorFix: '在安装目录运行 npm run build，或重新安装。',
  unowned: (count) => `有 ${count} 个任务记录为运行中，但没有看到它们的进程。`,
  unownedFix: '用 environment-runtime collect 处理。',
};

export function doctorWords(language: Language): DoctorWords {
  return language === 'zh' ? ZH : EN;
}
