import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { expected } from '../../config/expectation.js';
import { RUNTIME_IDS } from '../catalog.js';
import { API_FORMATS, PERMISSIONS } from '../channel.js';
import { id, line, mapping, oneOf } from './record-schema.js';
import { isReferenceProblem } from './reference.js';

const list = expected('a list', '列表');
const atLeastOne = expected('a list that is not empty', '非空的列表');
const flag = z.boolean(expected('true or false', ' true 或 false'));

const variable = expected(
  'the name of an environment variable (letters, digits, _)',
  '环境变量的名字（字母、数字、_）',
);
const header = expected('the name of an HTTP header', 'HTTP 头的名字');
const variableName = z.string(variable).check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, variable));
const headerName = z.string(header).check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, header));

const reference = expected('env:NAME, file:/absolute/path, or the value itself', ' env:NAME、file:/绝对路径，或值本身');
const oneLine = expected('a value of one line that a header can hold', '可放入 HTTP 头的一行非空文本');
const wellReferred = z.refine<string>((value) => !isReferenceProblem(value), reference);
const withoutNul = (error: string) => z.refine<string>((value) => !value.includes('\0'), error);
const headerValue = z.string(oneLine).check(z.regex(/^[\t -~\u00a0-\u00ff]{1,65536}$/, oneLine), wellReferred);
const noNul = expected('a value that is not empty and has no NUL', '非空且不含 NUL 的值');
const variableValue = z
  .string(noNul)
  .check(z.minLength(1, noNul), z.maxLength(65_536, noNul), withoutNul(noNul), wellReferred);

const headers = z.record(headerName, headerValue, mapping);

const url = expected(
  'an http(s) URL without a user, a password or a key in it',
  '不含用户名、密码或密钥的 http(s) 地址',
);
const SECRET_PARAMETER = /key|token|secret|passw|pwd|sig|auth|credential/i;
function isOpenUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, searchParams, hash } = new URL(value);
  return (
    /^https?:$/.test(protocol) &&
    username === '' &&
    password === '' &&
    hash === '' &&
    ![...searchParams.keys()].some((name) => SECRET_PARAMETER.test(name))
  );
}

const text = expected('a text', '文本');
const argv = (whole: string) =>
  z.array(z.string(text).check(withoutNul(text)), whole).check(
    z.minLength(1, whole),
    z.refine((words) => words[0] !== '', whole),
  );

const model = z.strictObject(
  {
    id: line(),
    label: line(),
    reasoningEfforts: z.exactOptional(z.array(line(40), list).check(z.minLength(1, atLeastOne))),
  },
  mapping,
);

const absolute = expected('an absolute path', '绝对路径');

/** A channel as it is given and printed. What is honoured is the driver's to say. */
export const channelSchema = z.strictObject(
  {
    id,
    runtimeId: oneOf(RUNTIME_IDS),
    label: line(),
    models: z.array(model, list).check(z.minLength(1, atLeastOne)),
    modelProvider: z.exactOptional(line()),
    providerName: z.exactOptional(line()),
    baseUrl: z.exactOptional(z.string(url).check(z.refine(isOpenUrl, url))),
    wireApi: z.exactOptional(oneOf(['responses', 'chat'])),
    apiFormat: z.exactOptional(oneOf(API_FORMATS)),
    isFullUrl: z.exactOptional(flag),
    apiKeyField: z.exactOptional(variableName),
    httpHeaders: z.exactOptional(headers),
    environment: z.exactOptional(z.record(variableName, variableValue, mapping)),
    requestOverrides: z.exactOptional(
      z.strictObject(
        {
          headers: z.exactOptional(headers),
          body: z.exactOptional(z.record(z.string(mapping), z.unknown(), mapping)),
        },
        mapping,
      ),
    ),
    modelReasoningEffort: z.exactOptional(line(40)),
    customUserAgent: z.exactOptional(line()),
    dshUseStoredCredentials: z.exactOptional(flag),
    provider: z.exactOptional(line()),
    command: z.exactOptional(argv(expected('a command line: a list of words', '命令行：由词组成的列表'))),
    permissions: z.exactOptional(oneOf(PERMISSIONS)),
    approvals: z.exactOptional(
      z.strictObject(
        {
          policy: oneOf(['deny', 'allow-list', 'ask']),
          allow: z._default(
            z.array(argv(expected('a command line: a list of words', '命令行：由词组成的列表')), list),
            [],
          ),
        },
        mapping,
      ),
    ),
    stateDir: z.exactOptional(z.string(absolute).check(z.refine(isAbsolute, absolute))),
  },
  mapping,
);
