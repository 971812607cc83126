import { counted } from '../../kit/language.js';
import type { Exit } from '../../kit/run-command.js';
import type { Refusal } from '../../kit/run-workflow.js';
import { sayExit } from '../../kit/say-exit.js';

/** What the reader of a result must know besides the counts, in both languages. */
export type Note =
  | { code: 'exit_disagrees'; exit: Exit }
  | { code: 'exit_hides_failures' }
  | { code: 'unrecognised'; exit: Exit }
  | { code: 'incomplete'; runner: string }
  | { code: 'no_tests' }
  | { code: 'all_skipped'; skipped: number }
  | { code: 'no_match'; filter: string }
  | { code: 'nothing_loads'; errors: number }
  | { code: 'bail_out'; reason: string }
  | { code: 'plan_mismatch'; planned: number; seen: number }
  | { code: 'summary_disagrees'; summary: number; counted: number }
  | { code: 'suite_failed' }
  | { code: 'runner_broke'; message: string }
  | { code: 'killed'; signal: string }
  | { code: 'launch_failed'; exit: Exit }
  | { code: 'command_missing'; command: string; message: string }
  | { code: 'no_command'; folder: string }
  | { code: 'no_folder'; folder: string }
  | { code: 'path_missing'; path: string; folder: string }
  | { code: 'not_narrowed'; option: string; command: string }
  | { code: 'report_missing'; file: string }
  | { code: 'report_stale'; file: string }
  | { code: 'report_unread'; file: string }
  | Refusal;

/** Notes that say that the work could not be done, whatever the counts are. */
const FATAL: ReadonlySet<Note['code']> = new Set([
  'incomplete',
  'no_tests',
  'all_skipped',
  'no_match',
  'nothing_loads',
  'bail_out',
  'plan_mismatch',
  'runner_broke',
  'killed',
  'launch_failed',
  'command_missing',
  'no_command',
  'no_folder',
  'path_missing',
  'bad_input',
  'crashed',
]);

export function isFatal(note: Note): boolean {
  return FATAL.has(note.code);
}

export function sayNote(note: Note, language: 'zh' | 'en'): string {
  const [zh, en] = inBoth(note);
  return language === 'zh' ? zh : en;
}

function inBoth(note: Note): [zh: string, en: string] {
  switch (note.code) {
    case 'exit_disagrees':
      return [
        `没有失败的用例，但测试命令以${sayExit(note.exit)[0]} 结束，按更坏的一方判为失败`,
        `no test failed, but the command ended with ${sayExit(note.exit)[1]}; the worse of the two counts`,
      ];
    case 'exit_hides_failures':
      return [
        '测试命令的退出码是 0，但有用例失败，按更坏的一方判为失败',
        'the command ended with exit code 0 although tests failed; the worse of the two counts',
      ];
    case 'unrecognised':
      return [
        `没有认出输出的格式，无法给出数量，只按${sayExit(note.exit)[0]} 判断`,
        `the output is in no known format, so there are no counts; judged by ${sayExit(note.exit)[1]} alone`,
      ];
    case 'incomplete':
      return [
        `${note.runner} 的输出在半途中断，以下只是已看到的部分`,
        `the output of ${note.runner} stops half-way; this is what was seen`,
      ];
    case 'no_tests':
      return ['没有任何用例被执行', 'no tests ran'];
    case 'all_skipped':
      return [
        `全部 ${note.skipped} 个用例都被跳过，没有真正执行`,
        note.skipped === 1
          ? 'the only test was skipped: nothing ran'
          : `all ${note.skipped} tests were skipped: nothing ran`,
      ];
    case 'no_match':
      return [
        `没有名字里包含“${note.filter}”的用例，因此什么也没有执行`,
        `no test has “${note.filter}” in its name, so nothing ran`,
      ];
    case 'nothing_loads':
      return [
        `没有用例能够执行：${note.errors} 处在加载时出错`,
        `no test could run: ${counted(note.errors, 'error')} while loading`,
      ];
    case 'bail_out':
      return [`测试中途放弃（Bail out!）：${note.reason}`, `the run bailed out: ${note.reason}`];
    case 'plan_mismatch':
      return [
        `计划 ${note.planned} 个用例，实际看到 ${note.seen} 个`,
        `planned: ${counted(note.planned, 'test')}, seen: ${note.seen}`,
      ];
    case 'summary_disagrees':
      return [
        `汇总里写失败 ${note.summary} 个，逐条却有 ${note.counted} 个，取更坏的一方`,
        `the summary says ${note.summary} failed, but ${note.counted} were seen; the worse of the two counts`,
      ];
    case 'suite_failed':
      return ['测试运行器报告整体未成功', 'the runner says that the run did not succeed'];
    case 'runner_broke':
      return [`测试运行器自身出错：${note.message}`, `the test runner itself broke: ${note.message}`];
    case 'killed':
      return [`测试命令被信号 ${note.signal} 终止`, `the command was ended by ${note.signal}`];
    case 'launch_failed':
      return [
        `测试命令没能启动所需的程序（${sayExit(note.exit)[0]}）`,
        `the command could not start a program it needs (${sayExit(note.exit)[1]})`,
      ];
    case 'command_missing':
      return [
        `无法启动测试命令 ${note.command}：${note.message}。请检查 projects.<名称>.test_command 和 PATH`,
        `cannot start the test command ${note.command}: ${note.message}. Check projects.<name>.test_command and PATH`,
      ];
    case 'no_command':
      return [
        `${note.folder} 里找不到测试命令：package.json 没有 test 脚本，没有 pytest 配置或 test_*.py，也没有 *.test.js。请在配置的 projects.<名称>.test_command 里写明`,
        `no test command for ${note.folder}: no test script in package.json, no pytest configuration or test_*.py, no *.test.js. Set projects.<name>.test_command in the configuration`,
      ];
    case 'no_folder':
      return [
        `项目目录 ${note.folder} 不存在。请检查 projects.<名称>.path`,
        `the project folder ${note.folder} does not exist. Check projects.<name>.path`,
      ];
    case 'path_missing':
      return [`在 ${note.folder} 里找不到 ${note.path}`, `there is no ${note.path} in ${note.folder}`];
    case 'not_narrowed':
      return [
        `不知道怎样把 ${note.option} 传给 ${note.command}，因此执行了全部用例`,
        `there is no known way to pass ${note.option} to ${note.command}, so everything was run`,
      ];
    case 'report_missing':
      return [`没有生成报告文件 ${note.file}`, `the report ${note.file} was not written`];
    case 'report_unread':
      return [
        `没有认出报告文件 ${note.file} 的内容，没有采用`,
        `the report ${note.file} is in no known format and was not used`,
      ];
    case 'report_stale':
      return [
        `报告文件 ${note.file} 是旧的，没有采用`,
        `the report ${note.file} is of an earlier run and was not used`,
      ];
    case 'bad_input':
      return [`输入有误：${note.message[0]}`, `bad input: ${note.message[1]}`];
    case 'crashed':
      return [`functest 自身出错：${note.message[0]}`, `functest itself failed: ${note.message[1]}`];
  }
}
