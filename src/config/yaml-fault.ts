import type { YAMLError } from 'yaml';
import type { Said } from '../errors/said.js';

/** What the parser's codes mean; its own words, which are English, follow in parentheses. */
const MEANING: Readonly<Record<YAMLError['code'], string>> = {
  ALIAS_PROPS: '引用不能带锚点或标签',
  BAD_ALIAS: '引用的写法不正确，或没有对应的锚点',
  BAD_COLLECTION_TYPE: '标签与内容的类型不符',
  BAD_DIRECTIVE: '指令不正确',
  BAD_DQ_ESCAPE: '双引号文本中的转义不正确',
  BAD_INDENT: '缩进不正确',
  BAD_PROP_ORDER: '锚点和标签的位置不正确',
  BAD_SCALAR_START: '文本不能以这个字符开头，请加引号',
  BLOCK_AS_IMPLICIT_KEY: '同一行里不能再写一层键值',
  BLOCK_IN_FLOW: '方括号或花括号里不能用缩进写法',
  DUPLICATE_KEY: '键重复',
  IMPOSSIBLE: '解析失败',
  KEY_OVER_1024_CHARS: '键超过 1024 个字符',
  MISSING_CHAR: '缺少字符',
  MULTILINE_IMPLICIT_KEY: '键必须写在一行内',
  MULTIPLE_ANCHORS: '一个节点只能有一个锚点',
  MULTIPLE_DOCS: '文件里有不止一个文档',
  MULTIPLE_TAGS: '一个节点只能有一个标签',
  NON_STRING_KEY: '键必须是文本',
  RESOURCE_EXHAUSTION: '内容过于庞大',
  TAB_AS_INDENT: '不能用制表符缩进',
  TAG_RESOLVE_FAILED: '标签无法识别',
  UNEXPECTED_TOKEN: '此处出现了意外的内容',
};

export function yamlFault({ code, message }: YAMLError): Said {
  return { en: message, zh: `${MEANING[code]}（${message}）` };
}
