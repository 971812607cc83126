import { expect, it } from 'vitest';
import { validateParams } from '../../src/skills/validate-params.js';
import { schemaOf } from '../workflows/package-params.js';

it.each([
  ['perftest', 'base_url', 'same on canary', 'such as http://127.0.0.1:8080'],
  ['perftest', 'base_url', 'canary', 'such as http://127.0.0.1:8080'],
  ['perftest', 'base_url', 'ftp://files.example.com', 'such as http://127.0.0.1:8080'],
  ['perftest', 'base_url', '跟上次一样', 'such as http://127.0.0.1:8080'],
  ['accutest', 'dataset', 'the same as last time', 'CSV, TSV or JSONL'],
  ['accutest', 'endpoint', 'the usual one', 'URL'],
])('no sentence is taken for a value of %s that has a form: %s', async (name, param, value, hint) => {
  const problems = await validateParams(schemaOf(name), { base_url: 'http://h', dataset: 'x.csv', [param]: value });
  const problem = problems.find((one) => one.param === param);
  expect(problem?.message.en).toContain(`${param} is not of the form that is wanted`);
  expect(problem?.message.en).toContain(hint);
  expect(problem?.message.en).not.toMatch(/\p{Script=Han}.*;/u);
  expect(problem?.message.zh).toContain(`${param} 不是所要的形式`);
});

it.each([
  ['perftest', 'base_url', 'http://h'],
  ['perftest', 'base_url', 'https://api.example.com/v1?x=1'],
  ['perftest', 'base_url', 'localhost'],
  ['perftest', 'base_url', '127.0.0.1:8080'],
  ['perftest', 'base_url', 'svc:80'],
  ['perftest', 'base_url', '[::1]:8080'],
  ['perftest', 'base_url', 'api.internal:8443'],
  ['accutest', 'dataset', 'data/labelled'],
  ['accutest', 'dataset', 'reviews.jsonl'],
  ['accutest', 'endpoint', 'http://127.0.0.1:9/predict'],
])('what %s can use fits %s: %s', async (name, param, value) => {
  const problems = await validateParams(schemaOf(name), { [param]: value });
  expect(problems.filter((one) => one.param === param)).toEqual([]);
});
