import { expect, it } from 'vitest';
import { cutBetweenNames } from '../../src/controller/between-names.js';

const TYPES = ['link_check', 'sync_data', 'search-and-replace', 'notify'];

it.each([
  ['link_check and then sync_data', ['link_check', 'sync_data']],
  ['先 link_check，然后再 sync_data', ['link_check', 'sync_data']],
  ['先跑 link_check 再跑 notify', ['跑 link_check', '跑 notify']],
  ['run link_check on a and b, then notify', ['run link_check on a and b', 'notify']],
  ['link_check, sync_data and notify', ['link_check', 'sync_data', 'notify']],
  ['run search-and-replace', ['run search-and-replace']],
  ['search-and-replace, then link_check', ['search-and-replace', 'link_check']],
  ['first link_check', ['first link_check']],
  ['link_check instead of sync_data', ['link_check instead of sync_data']],
  ['check the links and sync the data', ['check the links and sync the data']],
])('cuts between the names of types: %s', (text, parts) => {
  expect(cutBetweenNames(text, TYPES)).toEqual(parts);
});
