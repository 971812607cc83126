// The greeting_guide skill: JSON on stdin, the answer on stdout.
import { inLanguage } from '../../../src/environment/in-language.js';
import { oneLine } from '../../kit/bounded-text.js';
import { say } from '../../kit/language.js';
import { type Installed, readSkillInput } from '../../kit/skill-input.js';

const { language, catalog } = await readSkillInput();
const line = ({ name, description }: Installed): string =>
  `- ${oneLine(name, 64)}${say(language, '：', ': ')}${oneLine(inLanguage(description, language), 160)}`;
const types = catalog.filter(({ kind, runs }) => kind === 'task_type' && runs);
const skills = catalog.filter(({ kind, runs, name }) => kind === 'skill' && runs && name !== 'greeting_guide');
const texts = catalog.filter(({ kind, runs }) => kind === 'skill' && !runs);

const answer = [
  say(
    language,
    '你好。我替你挑选并运行这里已有的确定性流程：听懂请求，缺参数会问，长任务在后台跑，结果如实告诉你。',
    'Hello. I pick and run the deterministic workflows that are installed here: I read the request, ask for what is missing, run long work in the background and report what came of it.',
  ),
  ...(types.length === 0 ? [] : [say(language, '可以直接运行：', 'I can run:'), ...types.map(line)]),
  ...(skills.length === 0 ? [] : [say(language, '可以直接回答：', 'I can answer:'), ...skills.map(line)]),
  ...(texts.length === 0
    ? []
    : [
        say(
          language,
          `有模型时还能用：${texts.map(({ name }) => oneLine(name, 64)).join('、')}。`,
          `With a model also: ${texts.map(({ name }) => oneLine(name, 64)).join(', ')}.`,
        ),
      ]),
  say(
    language,
    '随时可以问“现在怎么样了”，或说“停掉它”。用自己的话说就行；`environment-runtime skills list` 列出全部。',
    'Ask “how is it going?” at any time, or say “stop it”. Plain words will do; `environment-runtime skills list` shows everything.',
  ),
];
process.stdout.write(`${answer.join('\n')}\n`);
