import { type Language, say } from '../../kit/language.js';
import type { Note } from './notes.js';
import type { Unanswered } from './predictors/predictor.js';

export function percent(share: number): string {
  return `${(share * 100).toFixed(2).replace(/\.?0+$/, '')}%`;
}

export function sayNote(note: Note, language: Language): string {
  const [zh, en] = inBoth(note);
  return say(language, zh, en);
}

function inBoth(note: Note): [zh: string, en: string] {
  switch (note.code) {
    case 'no_folder':
      return [
        `项目目录 ${note.folder} 不存在。请检查 projects.<名称>.path`,
        `the project folder ${note.folder} does not exist. Check projects.<name>.path`,
      ];
    case 'no_dataset':
      return [
        '没有指明数据集。请写出 dataset=文件，或在配置的 projects.<名称>.dataset 里写明',
        'no data set was named. Say dataset=FILE, or set projects.<name>.dataset in the configuration',
      ];
    case 'dataset_url':
      return [
        `数据集 ${note.dataset} 是网址。请先下载，再给出本地文件`,
        `the data set ${note.dataset} is a URL. Download it first and name the local file`,
      ];
    case 'dataset_missing':
      return [`数据集 ${note.file} 不存在`, `there is no data set ${note.file}`];
    case 'dataset_kind':
      return [
        `${note.file} 不是 CSV 或 JSONL 文件（JSON 数组请转成每行一个对象）`,
        `${note.file} is no CSV or JSONL file (write a JSON array as one object a line)`,
      ];
    case 'dataset_empty':
      return [`数据集 ${note.file} 是空文件`, `the data set ${note.file} is empty`];
    case 'dataset_broken':
      return [`数据集读不下去：${note.message}`, `the data set cannot be read on: ${note.message}`];
    case 'no_rows':
      return [
        `数据集里没有可用的行（不可用 ${note.unusable} 行）`,
        `the data set has no row that can be used (${note.unusable} cannot)`,
      ];
    case 'column_missing': {
      const columns = note.header.join(', ');
      const role = note.role === 'text' ? '文本' : '标签';
      return [
        note.wanted === null
          ? `认不出哪一列是${role}，现有的列：${columns}。请写出 ${note.role}_column=列名`
          : `没有名为 ${note.wanted} 的${role}列，现有的列：${columns}`,
        note.wanted === null
          ? `cannot tell which column holds the ${note.role}; there are: ${columns}. Say ${note.role}_column=NAME`
          : `there is no ${note.role} column ${note.wanted}; there are: ${columns}`,
      ];
    }
    case 'column_twice':
      return [
        `列名 ${note.column} 出现了不止一次，不知道该用哪一列。请改名，或指明别的列`,
        `the column ${note.column} is there more than once. Rename one, or name another column`,
      ];
    case 'too_many_classes':
      return [
        `列 ${note.column} 里有超过 ${note.max} 种标签，多半选错了列。请写出 label_column=列名`,
        `the column ${note.column} holds more than ${note.max} different labels: probably not the label. Say label_column=NAME`,
      ];
    case 'many_unusable':
      return [
        `${note.of} 行里有 ${note.count} 行不可用（缺文本、缺标签或格式不对，例如第 ${note.lines.join('、')} 行），超过 5%`,
        `${note.count} of ${note.of} rows cannot be used (no text, no label or broken; lines ${note.lines.join(', ')}): more than 5 %`,
      ];
    case 'unusable':
      return [
        `跳过了 ${note.count} 行（缺文本、缺标签或格式不对，例如第 ${note.lines.join('、')} 行）`,
        `${note.count} rows were left out (no text, no label or broken; lines ${note.lines.join(', ')})`,
      ];
    case 'one_class':
      return [
        `数据集里只有一种标签（${note.label}），分数说明不了什么`,
        `the data set has a single label (${note.label}): the scores say little`,
      ];
    case 'damaged':
      return [
        '文件里有不属于任何编码的字节，已用 � 代替',
        'the file holds bytes that belong to no encoding; they were replaced by �',
      ];
    case 'encoding':
      return [`文件按 ${note.encoding} 编码读取`, `the file was read as ${note.encoding}`];
    case 'sampled':
      return [
        `从 ${note.of} 行里随机抽取了 ${note.rows} 行（种子 ${note.seed}）`,
        `a random sample of ${note.rows} of ${note.of} rows (seed ${note.seed})`,
      ];
    case 'no_predictor':
      return [
        '不知道要评测谁。请在配置的 projects.<名称>.predictor_command 里写明命令，或写出 predictor=脚本、endpoint=网址',
        'there is nothing to score. Set projects.<name>.predictor_command in the configuration, or say predictor=SCRIPT or endpoint=URL',
      ];
    case 'predictor_file':
      return [`预测程序 ${note.file} 不存在`, `there is no predictor ${note.file}`];
    case 'bad_endpoint':
      return [
        `${note.endpoint} 不是可用的网址（http 或 https，不含用户名和密码）`,
        `${note.endpoint} is no usable URL (http or https, without user name and password)`,
      ];
    case 'barred_endpoint':
      return [
        `主机名 ${note.host} 指向 ${note.address}，属于链路本地或保留地址，已拒绝。确实要用时请直接写出这个地址`,
        `the name ${note.host} leads to ${note.address}, a link-local or reserved address: refused. If it is meant, write the address itself`,
      ];
    case 'predictor_missing':
      return [
        `无法启动预测程序 ${note.command}：${note.message}`,
        `cannot start the predictor ${note.command}: ${note.message}`,
      ];
    case 'predictor_hung':
      return [
        `预测程序 ${note.seconds} 秒内没有结束，已停止（${note.rows} 行只答了 ${note.answers} 行）。可用 predictor_timeout_sec 放宽`,
        `the predictor did not end within ${note.seconds} s and was stopped (${note.answers} of ${note.rows} rows answered). predictor_timeout_sec allows more`,
      ];
    case 'predictor_crashed': {
      const said = note.said === '' ? '' : `\n${note.said}`;
      return [`预测程序以${note.exit[0]} 结束${said}`, `the predictor ended with ${note.exit[1]}${said}`];
    }
    case 'predictor_flood':
      return ['预测程序输出了过长的行，已停止', 'the predictor printed an endless line and was stopped'];
    case 'more_rows':
      return [
        `给了 ${note.rows} 行，预测程序却多答了，已停止。多出来的行：${note.surplus}`,
        `the predictor was given ${note.rows} rows and answered more; it was stopped. The surplus line: ${note.surplus}`,
      ];
    case 'fewer_rows':
      return [
        `给了 ${note.rows} 行，预测程序只答了 ${note.answers} 行，无法对应`,
        `the predictor was given ${note.rows} rows and answered ${note.answers}: they cannot be matched`,
      ];
    case 'ids_disagree':
      return [`预测结果里没有 id ${note.id}`, `no answer has the id ${note.id}`];
    case 'gave_up':
      return [
        `前 ${note.of} 行里有 ${note.unanswered} 行没有得到答案，提前停止`,
        `${note.unanswered} of the first ${note.of} rows got no answer: stopped early`,
      ];
    case 'many_unanswered':
      return [
        `${note.of} 行里有 ${note.count} 行没有得到答案，超过 5%，分数不可信`,
        `${note.count} of ${note.of} rows got no answer, more than 5 %: the scores cannot be trusted`,
      ];
    case 'unanswered': {
      const reasons = (language: Language): string =>
        note.reasons
          .map(({ kind, count, detail }) => {
            const word = REASONS[kind][language];
            return `${word}${detail === '' ? '' : ` (${detail})`} × ${count}`;
          })
          .join(language === 'zh' ? '，' : ', ');
      return [
        `${note.count} 行没有得到答案，按答错计算：${reasons('zh')}`,
        `${note.count} rows got no answer and count as wrong: ${reasons('en')}`,
      ];
    }
    case 'unknown_labels':
      return [
        `${note.count} 行被预测成数据集里没有的标签，例如 ${note.example}`,
        `${note.count} rows were given a label that the data set does not have, such as ${note.example}`,
      ];
    case 'only_case':
      return [
        `其中 ${note.count} 行与标签只差大小写，按答错计算`,
        `${note.count} of the wrong answers differ from the label only in upper and lower case`,
      ];
    case 'below_accuracy':
      return [
        `准确率 ${percent(note.accuracy)} 低于要求的 ${percent(note.limit)}`,
        `accuracy ${percent(note.accuracy)} is below the required ${percent(note.limit)}`,
      ];
    case 'below_f1':
      return [
        `宏平均 F1 ${percent(note.f1)} 低于要求的 ${percent(note.limit)}`,
        `macro F1 ${percent(note.f1)} is below the required ${percent(note.limit)}`,
      ];
    case 'below_baseline':
      return [
        `准确率 ${percent(note.accuracy)} 比基线 ${percent(note.baseline)} 差${note.same_rows === 'same' ? '（同样的行）' : '，置信区间没有重叠'}`,
        `accuracy ${percent(note.accuracy)} is worse than the baseline's ${percent(note.baseline)}${note.same_rows === 'same' ? ' on the same rows' : '; the intervals do not overlap'}`,
      ];
    case 'within_noise':
      return [
        `比基线低（${percent(note.accuracy)} 对 ${percent(note.baseline)}），但行不相同，差别在误差范围内`,
        `lower than the baseline (${percent(note.accuracy)} against ${percent(note.baseline)}), but on other rows and within the noise`,
      ];
    case 'baseline_unusable':
      return [
        `基线 ${note.file} 不能用：${note.message[0]}`,
        `the baseline ${note.file} cannot be used: ${note.message[1]}`,
      ];
    case 'close_call':
      return [
        `达到要求，但 95% 置信区间的下限是 ${percent(note.low)}，低于 ${percent(note.limit)}；更多数据才能确定`,
        `it passes, but the 95 % interval starts at ${percent(note.low)}, below ${percent(note.limit)}: more rows would tell`,
      ];
    case 'no_limits':
      return [
        '没有给出要求（min_accuracy、min_f1、baseline），因此只是测量',
        'no limit was given (min_accuracy, min_f1, baseline), so this only measures',
      ];
    case 'bad_input':
      return [`输入有误：${note.message[0]}`, `bad input: ${note.message[1]}`];
    case 'crashed':
      return [`accutest 自身出错：${note.message[0]}`, `accutest itself failed: ${note.message[1]}`];
  }
}

const REASONS: Readonly<Record<Unanswered, Record<Language, string>>> = {
  timeout: { zh: '超时', en: 'timed out' },
  exit: { zh: '预测程序出错', en: 'the predictor failed' },
  not_started: { zh: '无法启动', en: 'not started' },
  http_status: { zh: 'HTTP 状态', en: 'HTTP status' },
  redirect: { zh: '重定向，未跟随', en: 'redirected, not followed' },
  connection: { zh: '连接失败', en: 'connection failed' },
  too_long: { zh: '回答过长', en: 'answer too long' },
  no_label: { zh: '回答里没有标签', en: 'no label in the answer' },
};
