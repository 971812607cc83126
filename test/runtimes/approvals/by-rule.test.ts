import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byRule, type Ruling } from '../../../src/runtimes/approvals/by-rule.js';
import { digestOf } from '../../../src/runtimes/approvals/digest.js';
import { leavesFolder } from '../../../src/runtimes/approvals/leaves-folder.js';
import type { ApprovalRules } from '../../../src/runtimes/channel.js';
import type { ApprovalRequest } from '../../../src/runtimes/driver.js';
import { workspace } from '../../harness/workspace.js';

const ALLOWED = { argv: ['git', 'status'], writes: [] };
const OTHER = { argv: ['rm', '-r', 'x'], writes: [] };
const WRITE = { argv: null, writes: ['/work/a'] };
const rules = (policy: ApprovalRules['policy']): ApprovalRules => ({ policy, allow: [['git', 'status']] });

describe('a channel that', () => {
  it.each<[string, ApprovalRules | undefined, Pick<ApprovalRequest, 'argv' | 'writes'>, 'inside' | 'outside', Ruling]>([
    ['says nothing', undefined, ALLOWED, 'inside', 'denied'],
    ['denies', rules('deny'), ALLOWED, 'inside', 'denied'],
    ['has a list', rules('allow-list'), ALLOWED, 'inside', 'approved'],
    ['has a list, for a line not on it', rules('allow-list'), OTHER, 'inside', 'denied'],
    ['has a list, for a write', rules('allow-list'), WRITE, 'inside', 'denied'],
    ['has a list, outside of the folder', rules('allow-list'), ALLOWED, 'outside', 'denied'],
    ['asks, for a line on the list', rules('ask'), ALLOWED, 'inside', 'approved'],
    ['asks', rules('ask'), OTHER, 'inside', 'ask'],
    ['asks, for a write', rules('ask'), WRITE, 'inside', 'ask'],
    ['asks, outside of the folder', rules('ask'), ALLOWED, 'outside', 'ask'],
    ['asks, for more than a person reads', rules('ask'), { argv: 'x'.repeat(40_000), writes: [] }, 'inside', 'denied'],
  ])('%s', (_what, given, request, where, ruling) => {
    expect(byRule(given, request, where === 'outside')).toBe(ruling);
  });

  it('has a list never approves what leaves the folder', () => {
    const policy = fc.constantFrom<ApprovalRules['policy']>('deny', 'allow-list', 'ask');
    fc.assert(
      fc.property(policy, fc.array(fc.string()), (chosen, argv) => {
        expect(byRule({ policy: chosen, allow: [argv] }, { argv, writes: [] }, true)).not.toBe('approved');
      }),
    );
  });
});

describe('the work directory', () => {
  it.each<[string, boolean, { cwd?: string; writes?: string[] }]>([
    ['itself', false, {}],
    ['a folder in it', false, { cwd: 'in' }],
    ['a file in it', false, { writes: ['in/file', 'new', 'new/deep/er'] }],
    ['a link in it to inside', false, { writes: ['back/x'] }],
    ['another folder', true, { cwd: '/' }],
    ['a file elsewhere', true, { writes: ['in/file', '/etc/hosts'] }],
    ['a name that begins alike', true, { writes: ['{dir}-other/x'] }],
    ['a step up', true, { writes: ['in/../../x'] }],
    ['a step up that seems to stay inside', true, { writes: ['out/../x'] }],
    ['a link to outside', true, { writes: ['out/x'] }],
    ['a link to a file outside that is not there yet', true, { writes: ['dangling'] }],
    ['a folder that is a link to outside', true, { cwd: 'out' }],
    ['a loop of links', true, { writes: ['loop/x'] }],
  ])('%s: leaves it: %s', async (_what, leaves, { cwd, writes = [] }) => {
    const root = await workspace();
    const dir = join(root, 'work');
    await mkdir(join(dir, 'in'), { recursive: true });
    await mkdir(join(root, 'work-other'));
    await writeFile(join(dir, 'in', 'file'), '');
    await symlink(root, join(dir, 'out'));
    await symlink(join(dir, 'in'), join(dir, 'back'));
    await symlink(join(root, 'nothing'), join(dir, 'dangling'));
    await symlink('loop', join(dir, 'loop'));
    const paths = writes.map((path) => path.replace('{dir}', dir));
    expect(leavesFolder({ cwd: cwd === undefined ? null : cwd, writes: paths }, dir)).toBe(leaves);
  });

  it('that is not there yet has an inside and an outside, too', () => {
    expect(leavesFolder({ cwd: null, writes: [] }, '/nowhere/at/all')).toBe(false);
    expect(leavesFolder({ cwd: '/elsewhere', writes: [] }, '/nowhere/at/all')).toBe(true);
  });
});

describe('a digest', () => {
  const request: ApprovalRequest = {
    requestId: '1',
    tool: 'shell',
    argv: ['rm', 'x'],
    cwd: null,
    writes: ['/w/x'],
    input: { a: 1, b: [2, { c: 'd' }] },
  };
  const digest = digestOf(request, '/w');

  it('is the same for the same, whatever it is called and in whatever order it is given', () => {
    expect(digestOf({ ...request, requestId: '2', cwd: '/w', input: { b: [2, { c: 'd' }], a: 1 } }, '/w')).toBe(digest);
  });

  it.each<[string, Partial<ApprovalRequest>, string]>([
    ['tool', { tool: 'bash' }, '/w'],
    ['argument', { argv: ['rm', 'y'] }, '/w'],
    ['cut between arguments', { argv: ['rm x'] }, '/w'],
    ['text in place of an argv', { argv: 'rm x' }, '/w'],
    ['folder', {}, '/v'],
    ['file', { writes: ['/w/y'] }, '/w'],
    ['input', { input: { a: 1, b: [2, { c: 'e' }] } }, '/w'],
  ])('is another one for another %s', (_what, change, workDir) => {
    expect(digestOf({ ...request, ...change }, workDir)).not.toBe(digest);
  });
});
