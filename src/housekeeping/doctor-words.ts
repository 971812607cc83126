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
  stateOnNetwork(file: string, type: string): string;
  /** By the code of the store's error. */
  stateFixes: Readonly<Record<string, string>>;
  stateFix: string;
  folders(beside: string): string;
  folderBlocked(folder: string, by: string): string;
  folderFix(by: string): string;
  unexamined(check: string, why: string): string;
  unexaminedFix: string;
  space(free: string, folder: string): string;
  spaceFix: string;
  packages(types: number, skills: number): string;
  package(place: string, message: string): string;
  packageFix: string;
  interpreter(command: string, name: string): string;
  interpreterMissing(command: string, name: string): string;
  interpreterFix(command: string): string;
  notExecutable(file: string, name: string): string;
  programMissing(file: string, name: string): string;
  programFix(skill: string): string;
  neverChosen(name: string, winner: string, times: number, of: number): string;
  neverChosenFix(file: string, text: string): string;
  contradiction(text: string, names: readonly string[]): string;
  contradictionFix(files: readonly string[]): string;
  projects(count: number, fallback: string): string;
  noProjects: string;
  noProjectsFix: string;
  projectPath(name: string, path: string): string;
  projectPathFix(path: string, name: string, file: string): string;
  projectCommand(name: string, key: string, program: string): string;
  projectDataset(name: string, dataset: string): string;
  projectKeyFix(name: string, key: string, file: string): string;
  target(name: string, url: string): string;
  targetNoUrl(name: string): string;
  targetFix(name: string, file: string): string;
  targetSilent(name: string, url: string, trouble: string): string;
  targetSilentFix(name: string, url: string): string;
  model(provider: string, variable: string): string;
  noKey(provider: string, variable: string): string;
  noKeyFix(variable: string): string;
  policyFix: string;
  /** The one that comes with the product is damaged or missing. */
  shippedPolicyFix: string;
  supervisor: string;
  supervisorMissing(file: string): string;
  supervisorFix: string;
  unowned(count: number): string;
  unownedFix: string;
  halted(run_id: string, pid: number): string;
  haltedFix(pid: number): string;
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
  stateOnNetwork: (file, type) =>
    `${file} would lie on a network file system (${type}), where locks cannot be relied on.`,
  stateFixes: {
    STORE_NEWER:
      'Update this program (git pull && npm i -g .), or use another file with --state FILE; the newer one is left alone.',
    STORE_CORRUPT:
      'Move it away (mv FILE FILE.broken) and import an exported Environment: environment-runtime environments import FILE.',
    STORE_FOREIGN: 'Use another file: environment-runtime --state FILE …, or paths.state in the configuration.',
    STORE_READ_ONLY: 'Let yourself write it: chmod u+w FILE and its folder.',
    STORE_FULL: 'Free some space, or run environment-runtime prune --older-than 7d.',
  },
  stateFix: 'Set paths.state to a file on a local disk that can be written.',
  folders: (beside) => `The folders of runs, jobs, states and logs (${beside}) can be written.`,
  folderBlocked: (folder, by) =>
    folder === by
      ? `${folder} is no folder that can be written.`
      : `${folder} cannot be made: ${by} is no folder that can be written.`,
  folderFix: (by) => `Let yourself write it: chmod u+rwx ${by}; where it is no folder, move it away.`,
  unexamined: (check, why) => `The check '${check}' could not be made: ${why}`,
  unexaminedFix: 'Mend what is named; what is a defect of this program, please report.',
  space: (free, folder) => `${free} free for ${folder}`,
  spaceFix: 'Free some space, or run environment-runtime prune --older-than 7d.',
  packages: (types, skills) => `${types} task types and ${skills} skills load.`,
  package: (place, message) => `${place}: ${message}`,
  packageFix: 'environment-runtime skills check says what to do.',
  interpreter: (command, name) => `${command} is there (for ${name}).`,
  interpreterMissing: (command, name) => `${name} needs ${command}, which is not on PATH.`,
  notExecutable: (file, name) => `${file} cannot be executed (for ${name}).`,
  programMissing: (file, name) => `${name} starts ${file}, which is not there.`,
  programFix: (skill) => `Put it there, or correct command in ${skill}.`,
  neverChosen: (name, winner, times, of) =>
    `${name} is hardly ever chosen: ${times} of ${of} of its own examples lead to ${winner}.`,
  neverChosenFix: (file, text) =>
    `See what decides: environment-runtime route --explain --input ${JSON.stringify(text)}; then say in ${file} what is particular about it.`,
  contradiction: (text, names) => `“${text}” is an example of ${names.join(' and of ')}: neither is sure.`,
  contradictionFix: (files) => `Take it out of all but one: ${files.join(', ')}`,
  interpreterFix: (command) => `Install ${command}, or put its folder on PATH.`,
  projects: (count, fallback) => `${count} ${count === 1 ? 'project' : 'projects'}; default: ${fallback}.`,
  noProjects: 'No project is configured: requests must name a folder, or tests run in the current one.',
  noProjectsFix: 'Add one under projects in configs/graph.yaml, with path and test_command.',
  projectPath: (name, path) => `Project ${name}: ${path} is not a folder.`,
  projectPathFix: (path, name, file) =>
    `mkdir -p ${path}, or correct projects.${name}.path in ${file}; it is relative to the folder above configs/.`,
  projectCommand: (name, key, program) => `Project ${name}: ${key} starts ${program}, which cannot be found.`,
  projectDataset: (name, dataset) => `Project ${name}: the dataset ${dataset} is no file.`,
  projectKeyFix: (name, key, file) => `Put it there, or correct projects.${name}.${key} in ${file}.`,
  target: (name, url) => `Project ${name}: ${url} answers.`,
  targetNoUrl: (name) => `Project ${name}: base_url is no http or https URL.`,
  targetFix: (name, file) => `Correct projects.${name}.base_url in ${file}, such as http://127.0.0.1:8080.`,
  targetSilent: (name, url, trouble) => `Project ${name}: ${url} does not answer (${trouble}).`,
  targetSilentFix: (name, url) =>
    `Start the service and try curl -I ${url}, or correct projects.${name}.base_url. Only load tests and inspections need it.`,
  policyFix:
    'Choose one that works: `environment-runtime policy list`, then `policy use ID`, or train it anew with `policy train`.',
  shippedPolicyFix:
    'Install the package again. Until then one of your own may decide: `environment-runtime policy list`, then `policy use ID`.',
  model: (provider, variable) =>
    `Model provider ${provider}: ${variable} is set. This version does not call models yet; routing is local.`,
  noKey: (provider, variable) =>
    `No model: ${variable} (provider ${provider}) is not set. Routing and workflows need none; open-ended tasks do.`,
  noKeyFix: (variable) => `export ${variable}=… if you want open-ended tasks later; otherwise nothing.`,
  supervisor: 'The job supervisor is built.',
  supervisorMissing: (file) => `${file} is missing: jobs cannot start.`,
  supervisorFix: 'Run npm run build in the package folder, or install the package again.',
  unowned: (count) => `Recorded as live, but no process was seen: ${count} ${count === 1 ? 'job' : 'jobs'}.`,
  unownedFix: 'environment-runtime collect settles them.',
  halted: (run_id, pid) =>
    `${run_id}: its supervisor (pid ${pid}) is halted by a signal. It is not settled, and keeps its slot from other jobs.`,
  haltedFix: (pid) =>
    `kill -CONT ${pid} lets it go on; after kill -KILL ${pid} the next command gives the job another one.`,
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
  stateOnNetwork: (file, type) => `${file} 会落在网络文件系统上（${type}），那里的文件锁不可靠。`,
  stateFixes: {
    STORE_NEWER: '更新本程序（git pull && npm i -g .），或用 --state FILE 换一个文件；较新的那个保持不动。',
    STORE_CORRUPT:
      '把它移开（mv FILE FILE.broken），再导入导出过的 Environment：environment-runtime environments import FILE。',
    STORE_FOREIGN: '换一个文件：environment-runtime --state FILE …，或修改配置中的 paths.state。',
    STORE_READ_ONLY: '给自己写权限：对 FILE 及其目录执行 chmod u+w。',
    STORE_FULL: '清理磁盘，或运行 environment-runtime prune --older-than 7d。',
  },
  stateFix: '把 paths.state 指向本地磁盘上可写的文件。',
  folders: (beside) => `存放运行、任务、状态和日志的目录（${beside}）都可写。`,
  folderBlocked: (folder, by) =>
    folder === by ? `${folder} 不是可写的目录。` : `无法创建 ${folder}：${by} 不是可写的目录。`,
  folderFix: (by) => `给自己写权限：chmod u+rwx ${by}；如果它不是目录，请移走。`,
  unexamined: (check, why) => `检查 '${check}' 未能进行：${why}`,
  unexaminedFix: '请修复所指出的问题；若是本程序的缺陷，请报告。',
  space: (free, folder) => `${folder} 剩余空间 ${free}`,
  spaceFix: '清理磁盘，或运行 environment-runtime prune --older-than 7d。',
  packages: (types, skills) => `已加载 ${types} 个任务类型、${skills} 个技能。`,
  package: (place, message) => `${place}：${message}`,
  packageFix: '用 environment-runtime skills check 查看修改办法。',
  interpreter: (command, name) => `${command} 可用（${name} 需要）。`,
  interpreterMissing: (command, name) => `${name} 需要 ${command}，但 PATH 中找不到。`,
  notExecutable: (file, name) => `${file} 不可执行（${name} 需要）。`,
  programMissing: (file, name) => `${name} 要启动 ${file}，但它不存在。`,
  programFix: (skill) => `把它放到那里，或修正 ${skill} 中的 command。`,
  neverChosen: (name, winner, times, of) =>
    `${name} 几乎不会被选中：它自己的 ${of} 个例句中有 ${times} 个会走到 ${winner}。`,
  neverChosenFix: (file, text) =>
    `看看是什么在起作用：environment-runtime route --explain --input ${JSON.stringify(text)}；再在 ${file} 中写出它的特别之处。`,
  contradiction: (text, names) => `“${text}”同时是 ${names.join('、')} 的例句：哪个都拿不准。`,
  contradictionFix: (files) => `只留一处，其余删掉：${files.join('、')}`,
  interpreterFix: (command) => `安装 ${command}，或把它所在目录加入 PATH。`,
  projects: (count, fallback) => `${count} 个项目，默认：${fallback}。`,
  noProjects: '没有配置项目：请求中需要写明目录，否则测试在当前目录运行。',
  noProjectsFix: '在 configs/graph.yaml 的 projects 下添加，写明 path 与 test_command。',
  projectPath: (name, path) => `项目 ${name}：${path} 不是目录。`,
  projectPathFix: (path, name, file) =>
    `mkdir -p ${path}，或在 ${file} 中修正 projects.${name}.path；它相对于 configs/ 的上级目录。`,
  projectCommand: (name, key, program) => `项目 ${name}：${key} 要启动 ${program}，但找不到它。`,
  projectDataset: (name, dataset) => `项目 ${name}：dataset ${dataset} 不是文件。`,
  projectKeyFix: (name, key, file) => `把它放到那里，或在 ${file} 中修正 projects.${name}.${key}。`,
  target: (name, url) => `项目 ${name}：${url} 有应答。`,
  targetNoUrl: (name) => `项目 ${name}：base_url 不是 http 或 https 地址。`,
  targetFix: (name, file) => `在 ${file} 中修正 projects.${name}.base_url，例如 http://127.0.0.1:8080。`,
  targetSilent: (name, url, trouble) => `项目 ${name}：${url} 没有应答（${trouble}）。`,
  targetSilentFix: (name, url) =>
    `启动服务并用 curl -I ${url} 试一下，或修正 projects.${name}.base_url。只有压测和巡检需要它。`,
  policyFix: '换一个可用的：先 `environment-runtime policy list`，再 `policy use ID`；或用 `policy train` 重新训练。',
  shippedPolicyFix:
    '重新安装本程序。在此之前可以用自己训练的：先 `environment-runtime policy list`，再 `policy use ID`。',
  model: (provider, variable) => `模型提供方 ${provider}：${variable} 已设置。当前版本尚不调用模型，路由在本地完成。`,
  noKey: (provider, variable) =>
    `没有模型：${variable}（提供方 ${provider}）未设置。路由和工作流不需要模型，开放式任务需要。`,
  noKeyFix: (variable) => `以后需要开放式任务时 export ${variable}=…；否则不用处理。`,
  supervisor: '任务监督进程已构建。',
  supervisorMissing: (file) => `缺少 ${file}，任务无法启动。`,
  supervisorFix: '在安装目录运行 npm run build，或重新安装。',
  unowned: (count) => `有 ${count} 个任务记录为运行中，但没有看到它们的进程。`,
  unownedFix: '用 environment-runtime collect 处理。',
  halted: (run_id, pid) =>
    `${run_id}：监督它的进程（pid ${pid}）被信号暂停。它得不到结算，名额也一直占着，别的任务在等。`,
  haltedFix: (pid) => `kill -CONT ${pid} 可让它继续；kill -KILL ${pid} 之后，下一个命令会给任务换一个监督进程。`,
};

export function doctorWords(language: Language): DoctorWords {
  return language === 'zh' ? ZH : EN;
}
