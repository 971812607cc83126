import type { Language } from '../environment/language.js';

/** What the doctor says of channels and agents. */
export interface AgentDoctorWords {
  none: string;
  noneFix: string;
  programMissing(id: string, label: string, program: string): string;
  programFix(program: string, variable: string): string;
  referenceFix(id: string): string;
  notTested(id: string, label: string): string;
  tested(id: string, label: string): string;
  testFailed(id: string, invocation: string): string;
  testFix(id: string): string;
  executor(id: string): string;
  executorMissing(id: string): string;
  packageAgentMissing(name: string, id: string): string;
  agentFix: string;
}

const EN: AgentDoctorWords = {
  none: 'No channel: open-ended tasks, and packages with an agent, need one.',
  noneFix:
    'environment-runtime runtimes shows which back-ends are here; environment-runtime channels import RUNTIME makes a channel.',
  programMissing: (id, label, program) => `Channel ${id}: ${label} is not here, there is no ${program} to start.`,
  programFix: (program, variable) => `Install ${program}, put its folder on PATH, or set ${variable} to its path.`,
  referenceFix: (id) => `Set what is named, or change it: environment-runtime channels edit ${id} FILE`,
  notTested: (id, label) => `Channel ${id} (${label}) is saved, and has not been tested as it is now.`,
  tested: (id, label) => `Channel ${id} (${label}) worked when it was tested.`,
  testFailed: (id, invocation) => `Channel ${id} did not work when it was tested (invocation ${invocation}).`,
  testFix: (id) => `environment-runtime channels test ${id}`,
  executor: (id) => `Open-ended tasks go to the agent ${id}.`,
  executorMissing: (id) => `runtime.executor_agent names the agent ${id}, which is not there.`,
  packageAgentMissing: (name, id) => `${name} is carried out by the agent ${id}, which is not there.`,
  agentFix: 'environment-runtime agents list shows those there are; environment-runtime agents add FILE stores one.',
};

const ZH: AgentDoctorWords = {
  none: '没有 channel：开放式任务和由 agent 执行的任务包需要一个。',
  noneFix:
    '用 environment-runtime runtimes 查看本机有哪些后端；用 environment-runtime channels import RUNTIME 创建 channel。',
  programMissing: (id, label, program) => `Channel ${id}：本机没有 ${label}，找不到可启动的 ${program}。`,
  programFix: (program, variable) => `安装 ${program}，把它所在目录加入 PATH，或把 ${variable} 设为它的路径。`,
  referenceFix: (id) => `请设置上面提到的值，或修改：environment-runtime channels edit ${id} FILE`,
  notTested: (id, label) => `Channel ${id}（${label}）已保存，现在的内容尚未测试。`,
  tested: (id, label) => `Channel ${id}（${label}）测试时可用。`,
  testFailed: (id, invocation) => `Channel ${id} 测试时不可用（调用 ${invocation}）。`,
  testFix: (id) => `environment-runtime channels test ${id}`,
  executor: (id) => `开放式任务交给 agent ${id}。`,
  executorMissing: (id) => `runtime.executor_agent 指定的 agent ${id} 不存在。`,
  packageAgentMissing: (name, id) => `任务包 ${name} 指定由 agent ${id} 执行，而它不存在。`,
  agentFix: '用 environment-runtime agents list 查看现有的；用 environment-runtime agents add FILE 保存一个。',
};

export function agentDoctorWords(language: Language): AgentDoctorWords {
  return language === 'zh' ? ZH : EN;
}
