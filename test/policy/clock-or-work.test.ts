import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rankActions } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { targetName } from '../../src/training/cases.js';
import { catalogOf } from '../../src/training/catalogs.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { emptyScene } from './scenes.js';

const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));
const [file = ''] = readdirSync(join(ASSETS, 'policy')).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(join(ASSETS, 'policy', file)));
const { routes } = catalogOf((await readProtocolData(join(ASSETS, 'protocol'))).types, policy.utterances());

/** Each pair has the time and the things in common: what is asked for settles whether the clock is read first. */
const PAIRS = [
  ['is the quarterly invoice due this week?', "list this week's invoices by customer"],
  ['were there more complaints than last week?', "summarise last week's complaints in five lines"],
  ['can the catalogue still go to print by Friday?', "write up Friday's catalogue meeting"],
  ['schedule the interviews for next week', "draft the notice for next week's interviews"],
  ['这周的发票该交了吗', '把这周的发票按客户列出来'],
  ['退货是不是比上周多了', '把上周的退货按原因归个类'],
  ['周五之前来得及发目录吗', '写一份周五目录会议的纪要'],
  ['下周的面试安排一下', '起草一份下周面试的通知'],
] as const;

const decided = (text: string): string => {
  const [best] = rankActions(policy, actionInput(text, emptyScene({}), [], routes(text)));
  return best === undefined ? '' : targetName(best.candidate);
};

it.each(PAIRS)('“%s” turns on what now is; “%s” only picks its material by a time', (clock, work) => {
  expect([decided(clock), decided(work)]).toEqual(['observe:beijing_time', 'executor']);
});
