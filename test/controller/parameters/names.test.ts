import { describe, expect, it } from 'vitest';
import type { Project } from '../../../src/config/config.js';
import { type BindRequest, bindParameters } from '../../../src/controller/parameters/bind.js';
import { argvOf } from '../../../src/skills/launch.js';
import type { Package } from '../../../src/skills/package.js';
import type { ParamSchema } from '../../../src/skills/params-schema.js';

/** What every object has without being given it. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');

function packageWith(name: string, param: ParamSchema, required: string[] = []): Package {
  const launch = { kind: 'command', argv: ['run', `--value={${name}}`] };
  const params_schema = { type: 'object', properties: { [name]: param }, required, additionalProperties: false };
  return { name: 'check', task_type: 'check', params_schema, launch } as unknown as Package;
}

async function bind(text: string, pkg: Package, changes: Partial<BindRequest> = {}) {
  return await bindParameters({
    ...{ text, package: pkg, projects: {}, default_project: null, root: '/nowhere', given: {}, earlier: null },
    ...changes,
  });
}

describe.each(INHERITED)('a parameter called %s', (name) => {
  it('is asked for where it is required and was not given', async () => {
    const bound = await bind('check', packageWith(name, { type: 'string' }, [name]));
    expect(bound).toMatchObject({ ok: false, param: name, problem: null });
  });

  it('is left out where it is optional, and has its default where there is one', async () => {
    const nothing = await bind('check', packageWith(name, { type: 'string', 'x-carry': true }), {
      earlier: { round_id: 1, params: {}, project: null },
      projects: { shop: { name: 'shop' } as Project },
      default_project: 'shop',
    });
    expect(nothing.ok ? Object.entries(nothing.params) : null).toEqual([]);
    const kept = await bind('check', packageWith(name, { default: 'x' }));
    expect(kept.ok ? Object.entries(kept.params) : null).toEqual([[name, 'x']]);
  });

  it('is what the request, an answer, the project or the last run says', async () => {
    const pkg = packageWith(name, { type: 'string', 'x-carry': true }, [name]);
    const project = { name: 'shop', [name]: 'x' } as unknown as Project;
    const said = await Promise.all([
      bind(`check ${name}=x`, pkg),
      bind('check', pkg, { given: { [name]: 'x' } }),
      bind('check', pkg, { projects: { shop: project }, default_project: 'shop' }),
      bind('check', pkg, { earlier: { round_id: 1, params: JSON.parse(`{"${name}":"x"}`), project: null } }),
    ]);
    expect(said.map((bound) => (bound.ok ? Object.entries(bound.params) : bound))).toEqual(
      Array.from({ length: 4 }, () => [[name, 'x']]),
    );
    const [first] = said;
    if (first?.ok) expect(argvOf(pkg, first.params)).toEqual(['run', '--value=x']);
    expect(argvOf(packageWith(name, {}), {})).toEqual(['run']);
  });

  it('is named where its value does not fit', async () => {
    const bound = await bind(`check ${name}=many`, packageWith(name, { type: 'integer' }));
    expect(bound).toMatchObject({ ok: false, param: name, problem: { en: expect.stringContaining('it is "many"') } });
  });
});

describe.each(INHERITED)('a value with a member called %s', (name) => {
  it('is checked by what it holds itself', async () => {
    const pkg = packageWith('settings', { type: 'object', required: [name] });
    const given = (settings: unknown) => ({ given: { settings } });
    expect(await bind('check', pkg, given({}))).toMatchObject({ ok: false, param: 'settings' });
    expect(await bind('check', pkg, given({ [name]: 1 }))).toMatchObject({ ok: true });
  });
});
