import type { ControllerAction, GateLayer } from '../../src/protocol/action.js';
import { TEST, TEST_EN, TIME, VIEW } from './actions.js';

export type NearMiss =
  | { shape: string; text: string; action: ControllerAction }
  | { shape: string; text: string; fails: GateLayer; says: RegExp };

const time = JSON.stringify(TIME);
const view = JSON.stringify(VIEW);
const test = JSON.stringify(TEST);
const testEn = JSON.stringify(TEST_EN);
const pretty = JSON.stringify(TEST, null, 2);

/** What models answer in place of one bare JSON object, and what is made of it. */
export const NEAR_MISSES: readonly NearMiss[] = [
  // Reasoning before the answer
  { shape: 'a think block', text: `<think>\nA time word, no anchor.\n</think>\n${time}`, action: TIME },
  { shape: 'an empty think block', text: `<think>\n\n</think>\n\n${test}`, action: TEST },
  { shape: 'a think block that holds another action', text: `<think>Maybe ${test}? No.</think>${time}`, action: TIME },
  {
    shape: 'thinking whose opening tag is missing',
    text: `用户在问昨天。\n先看时间 {anchor}\n</think>\n\n${time}`,
    action: TIME,
  },
  { shape: 'a thinking tag of another name', text: `<reasoning>time first</reasoning>\n${time}`, action: TIME },
  { shape: 'thinking after the answer', text: `${time}\n<think>done</think>`, action: TIME },
  {
    shape: "a heading 'thinking process'",
    text: `Here's a thinking process:\n1. The user asks about yesterday.\n2. The anchor is missing.\n\n${time}`,
    action: TIME,
  },
  {
    shape: 'thinking that never ends',
    text: `<think>\nI will answer ${time}`,
    fails: 'parse',
    says: /thinking never ended/,
  },
  // Wrapping
  { shape: 'a json fence', text: `\`\`\`json\n${pretty}\n\`\`\``, action: TEST },
  { shape: 'a fence without a language', text: `\`\`\`\n${view}\n\`\`\`\n`, action: VIEW },
  { shape: 'a fence on one line', text: `\`\`\`json ${time} \`\`\``, action: TIME },
  { shape: 'a fence that is not closed', text: `\`\`\`json\n${time}`, action: TIME },
  { shape: 'a tilde fence', text: `~~~json\n${time}\n~~~`, action: TIME },
  { shape: 'single backticks', text: `\`${time}\``, action: TIME },
  { shape: 'a tool_call tag', text: `<tool_call>\n${view}\n</tool_call>`, action: VIEW },
  { shape: 'an answer tag', text: `<answer>${test}</answer>`, action: TEST },
  { shape: 'an end-of-turn token', text: `${time}<|im_end|>`, action: TIME },
  { shape: 'a byte order mark', text: `\uFEFF${time}`, action: TIME },
  { shape: 'an array of one', text: `[${time}]`, action: TIME },
  { shape: 'an encoded string', text: JSON.stringify(time), action: TIME },
  { shape: 'escaped quotes', text: time.replaceAll('"', '\\"'), action: TIME },
  { shape: 'HTML entities', text: time.replaceAll('"', '&quot;'), action: TIME },
  { shape: 'an assignment', text: `action = ${time};`, action: TIME },
  // Prose around
  { shape: 'an introduction', text: `Sure! Here is the action:\n${test}`, action: TEST },
  { shape: 'an introduction on the same line', text: `Action: ${time}`, action: TIME },
  { shape: 'a Chinese introduction', text: `好的，下一步动作如下：\n\n${test}`, action: TEST },
  { shape: 'a bold label', text: `**Action:**\n\n${view}`, action: VIEW },
  {
    shape: 'prose on both sides',
    text: `Something runs, so I look first.\n\n\`\`\`json\n${view}\n\`\`\`\n\nThis reads the state.`,
    action: VIEW,
  },
  { shape: 'a note behind', text: `${test}\n\n已生成功能测试任务。`, action: TEST },
  // Broken syntax
  { shape: 'a trailing comma', text: `${test.slice(0, -1)},}`, action: TEST },
  {
    shape: 'a trailing comma inside',
    text: '{"action_kind":"observe","tool":"build_context_view","args":{"round_limit":3,"include_trace":false,},"reason":"something runs"}',
    action: VIEW,
  },
  { shape: 'a missing comma between lines', text: pretty.replaceAll(',\n', '\n'), action: TEST },
  {
    shape: 'smart quotes',
    text: '{“action_kind”: “observe”, “tool”: “beijing_time”, “args”: {}, “reason”: “需要时间锚点”}',
    action: TIME,
  },
  {
    shape: 'smart quotes that all open',
    text: '{“action_kind“: “observe“, “tool“: “beijing_time“, “args“: {}, “reason“: “需要时间锚点“}',
    action: TIME,
  },
  {
    shape: 'full-width punctuation',
    text: '{"action_kind"："observe"，"tool"："beijing_time"，"args"：{}，"reason"："需要时间锚点"}',
    action: TIME,
  },
  {
    shape: 'single quotes',
    text: "{'action_kind': 'observe', 'tool': 'beijing_time', 'args': {}, 'reason': '需要时间锚点'}",
    action: TIME,
  },
  {
    shape: 'an apostrophe in single quotes',
    text: "{'action_kind': 'generate_task', 'task_type': 'functest', 'task_content': 'Goal: check the shop's login\\nLimits: only the project's own tests', 'reason': 'asked for'}",
    action: TEST_EN,
  },
  {
    shape: 'Python literals',
    text: "{'action_kind': 'observe', 'tool': 'build_context_view', 'args': {'round_limit': 3, 'include_trace': False}, 'reason': 'something runs'}",
    action: VIEW,
  },
  {
    shape: 'keys without quotes',
    text: '{action_kind: "observe", tool: "beijing_time", args: {}, reason: "需要时间锚点"}',
    action: TIME,
  },
  { shape: 'a comment', text: `{ // the next step\n${time.slice(1)}`, action: TIME },
  { shape: 'a line break inside a string', text: test.replace('\\n', '\n'), action: TEST },
  {
    shape: 'quotes inside a string',
    text: '{"action_kind":"observe","tool":"beijing_time","args":{},"reason":"用户说"昨天", 没有锚点"}',
    action: { ...TIME, reason: '用户说"昨天", 没有锚点' },
  },
  { shape: 'an escape JSON does not know', text: testEn.replace("shop's", "shop\\'s"), action: TEST_EN },
  { shape: 'a missing last brace', text: time.slice(0, -1), action: TIME },
  { shape: 'a brace too many', text: `${time}}`, action: TIME },
  { shape: 'no outer braces', text: time.slice(1, -1), action: TIME },
  // Another protocol
  {
    shape: 'parameter tags',
    text: '<tool_call>\n<function=observe>\n<parameter=tool>\nbeijing_time\n</parameter>\n<parameter=args>\n{}\n</parameter>\n<parameter=reason>\n需要时间锚点\n</parameter>\n</function>\n</tool_call>',
    action: TIME,
  },
  {
    shape: 'parameter tags with a two-line value',
    text: `<parameter=action_kind>generate_task</parameter>\n<parameter=task_type>functest</parameter>\n<parameter=task_content>\n${TEST.task_content}\n</parameter>\n<parameter=reason>用户明确要求功能测试</parameter>`,
    action: TEST,
  },
  {
    shape: 'parameter tags that are not closed',
    text: '<function=observe>\n<parameter=tool>beijing_time\n<parameter=args>{}\n<parameter=reason>需要时间锚点\n</function>',
    action: TIME,
  },
  {
    shape: 'invoke tags',
    text: '<invoke name="observe"><parameter name="tool">build_context_view</parameter><parameter name="args">{"round_limit": 3, "include_trace": false}</parameter><parameter name="reason">something runs</parameter></invoke>',
    action: VIEW,
  },
  {
    shape: 'a tool call by name and arguments',
    text: `<tool_call>{"name": "observe", "arguments": {"tool": "beijing_time", "args": {}, "reason": "需要时间锚点"}}</tool_call>`,
    action: TIME,
  },
  // Not to be executed
  { shape: 'nothing', text: ' \n', fails: 'parse', says: /answer is empty/ },
  { shape: 'prose alone', text: 'I will run the functional test now.', fails: 'parse', says: /no JSON object/ },
  { shape: 'prose with a placeholder', text: '请提供 {path} 参数。', fails: 'parse', says: /no JSON object/ },
  {
    shape: 'an example on its own lines',
    text: `I need more details. For example, an answer is:\n\`\`\`json\n${test}\n\`\`\``,
    fails: 'parse',
    says: /quotation.*example/,
  },
  { shape: 'a Chinese example', text: `输出应形如：\n${test}`, fails: 'parse', says: /quotation.*形如/ },
  {
    shape: 'an action in a sentence',
    text: `The usual answer ${test} starts a test.`,
    fails: 'parse',
    says: /middle of a sentence/,
  },
  {
    shape: 'an action quoted in backticks',
    text: `One sends \`${test}\` for this.`,
    fails: 'parse',
    says: /middle of a sentence/,
  },
  {
    shape: 'a refusal that quotes the action',
    text: `I do not want to start this:\n${test}`,
    fails: 'parse',
    says: /quotation/,
  },
  { shape: 'a question behind the action', text: `${test}\n要执行吗？`, fails: 'parse', says: /quotation/ },
  { shape: 'a supposition', text: `It would be:\n${test}`, fails: 'parse', says: /quotation.*would/ },
  { shape: 'a block quote', text: `The log says\n> ${test}`, fails: 'parse', says: /middle of a sentence/ },
  { shape: 'two actions', text: `${time}\n${test}`, fails: 'parse', says: /2 JSON objects/ },
  {
    shape: 'the same action twice',
    text: `${time}\n\`\`\`json\n${time}\n\`\`\``,
    fails: 'parse',
    says: /2 JSON objects/,
  },
  { shape: 'an array of two', text: `[${time},${test}]`, fails: 'parse', says: /array of 2/ },
  {
    shape: 'two function calls',
    text: '<function=observe><parameter=tool>ls</parameter></function><function=observe><parameter=tool>read</parameter></function>',
    fails: 'parse',
    says: /2 function calls/,
  },
  { shape: 'an answer cut off inside a string', text: test.slice(0, -8), fails: 'parse', says: /ends inside a string/ },
  { shape: 'an elided action', text: '{"action_kind": "observe", ...}', fails: 'parse', says: /cannot be read/ },
  {
    shape: 'a key given twice',
    text: '{"action_kind":"observe","tool":"ls","tool":"read","args":{"path":"."},"reason":"x",}',
    fails: 'parse',
    says: /"tool" is given twice/,
  },
  {
    shape: 'a call in Python',
    text: 'observe(tool="beijing_time", args={}, reason="x")',
    fails: 'parse',
    says: /no JSON object/,
  },
  {
    shape: 'tags of its own',
    text: '<action_kind>observe</action_kind><tool>beijing_time</tool>',
    fails: 'parse',
    says: /no JSON object/,
  },
  { shape: 'a bare string', text: '"beijing_time"', fails: 'parse', says: /no JSON object/ },
  {
    shape: 'ReAct lines',
    text: 'Thought: look first\nAction: observe\nAction Input: {"tool": "beijing_time"}',
    fails: 'schema',
    says: /action_kind must be/,
  },
  {
    shape: 'a repaired object of another shape',
    text: '```json\n{"action": "observe"}\n```',
    fails: 'schema',
    says: /action_kind must be/,
  },
  {
    shape: 'a repaired object with a key too many',
    text: `${time.slice(0, -1)}, "confidence": 0.9,}`,
    fails: 'schema',
    says: /has no "confidence"/,
  },
  {
    shape: 'a repaired unknown tool',
    text: "{'action_kind': 'observe', 'tool': 'bash', 'args': {}, 'reason': ''}",
    fails: 'protocol',
    says: /no tool "bash"/,
  },
];
