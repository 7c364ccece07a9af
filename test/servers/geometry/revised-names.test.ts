/** @module tests of names in revisions: what the branch renamed is no other element, also if the file renamed it, too. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { ParamsOf } from '../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../kernel/building/model/state-view.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created, modifies } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { fileOf } from '../../kernel/documents/ifc/revise/houses.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

const LAYERS: ParamsOf<'type'>['layers'] = [
  { material: 'Brick', thickness: 100, function: 'structure' },
  { material: 'Plaster', thickness: 20, function: 'finish' },
];

function house(): StateView {
  const line = (y: number) => ({ level_id: 'L1', start: { x: 0, y }, end: { x: 5000, y } });
  return modelOf(
    created('type', 'T', { name: 'Outer', layers: LAYERS }),
    created('wall', 'a', { ...line(0), thickness: 120, type_id: 'T' }),
    created('wall', 'b', { ...line(3000), thickness: 200 }),
    created('group', 'G', { name: 'Flat', members: [['a', 'b']] }),
  );
}

/** The house of a later file with other names. */
function named(view: StateView, names: Readonly<Record<string, string>>): StateView {
  return view.apply(
    Object.entries(names).map(([id, name]) => modifies(view.element(id), { name })),
  );
}

const FILES: Readonly<Record<string, StateView>> = {
  'first.ifc': house(),
  'renamed.ifc': named(house(), { L2: 'Upper', T: 'Facade', G: 'Suite' }),
  'more.ifc': house().apply([
    created('level', 'L4', { name: 'Upper', elevation: 9000, height: 3000 }),
    created('group', 'H', { name: 'Suite', members: [['b']] }),
  ]),
};
/** What the branch names the elements of the first file. */
const OURS = { First: 'Upper', Outer: 'Facade', Flat: 'Suite' } as const;

const Shown = z.looseObject({
  levels_renamed: z.array(z.looseObject({ to: z.string() })),
  revision: z.looseObject({ edited: z.object({ count: z.number() }) }),
});
const Rows = z.looseObject({
  elements: z.array(z.looseObject({ element_id: z.string(), name: z.string().nullish() })),
});

let world: ImportWorld;
let people: Approving;

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness);
  for (const [path, view] of Object.entries(FILES)) world.write(path, fileOf(view));
});
afterAll(async () => await world.harness.close());

async function idsByName(branch: string): Promise<ReadonlyMap<string, string>> {
  const filter = { categories: ['Levels', 'Types', 'Groups'] };
  const { data } = await people.ask('query_elements', { filter, branch, limit: 100 });
  const { elements } = Rows.parse(data);
  return new Map(elements.map(({ element_id, name }) => [name ?? '', element_id]));
}

/** A branch with the first file, whose elements are renamed; returns the arguments of a revision. */
async function renamed(branch: string, names: Readonly<Record<string, string>> = OURS) {
  const approval_id = await people.held('import_ifc', { path: 'first.ifc', as: branch });
  expect(await people.decide(approval_id)).toBe('executed');
  const history = await people.ask('get_history', { branch, limit: 5 });
  const supersedes = JSON.stringify(history.data).match(/import_\w+/u)?.[0] ?? '';
  const ids = await idsByName(branch);
  for (const [from, value] of Object.entries(names)) {
    const element_id = ids.get(from) ?? '';
    await people.done('modify_parameter', { branch, element_id, parameter_name: 'name', value });
  }
  return { branch, supersedes };
}

describe('elements that the branch renamed', () => {
  test('meet no conflict if the file renamed them in the same way', async () => {
    const asked = { ...(await renamed('names/same')), path: 'renamed.ifc' };
    const before = await idsByName('names/same');
    const { data, error } = await people.ask('import_ifc', asked);
    expect(error).toBeUndefined();
    expect(Shown.parse(data)).toMatchObject({
      levels_renamed: [],
      revision: { edited: { count: 3 } },
    });
    expect(await people.decide(await people.held('import_ifc', asked))).toBe('executed');
    expect(await idsByName('names/same')).toEqual(before);
  });

  test('conflict with other names of the file, as it states them', async () => {
    const mine = { First: 'Mine', Outer: 'Mine', Flat: 'Mine' };
    const asked = { ...(await renamed('names/other', mine)), path: 'renamed.ifc' };
    const { error } = await people.ask('import_ifc', asked);
    expect(error?.name).toBe('MERGE_CONFLICT');
    const conflicts = ['Upper', 'Facade', 'Suite'].map((file): unknown =>
      expect.objectContaining({ parameter: 'name', file, branch: 'Mine' }),
    );
    expect(error?.data['conflicts']).toEqual(expect.arrayContaining(conflicts));
    expect(error?.data['conflict_count']).toBe(3);
  });

  test('keep their names, and other new elements of the file with these get other ones', async () => {
    const asked = { ...(await renamed('names/new')), path: 'more.ifc' };
    const before = await idsByName('names/new');
    const { data } = await people.ask('import_ifc', asked);
    expect(Shown.parse(data).levels_renamed).toMatchObject([{ from: 'Upper', to: 'Upper (2)' }]);
    expect(await people.decide(await people.held('import_ifc', asked))).toBe('executed');
    const after = await idsByName('names/new');
    expect(after).toEqual(new Map([...before, ...after]));
    expect([...after.keys()].filter((name) => !before.has(name)).toSorted()).toEqual([
      'Suite (2)',
      'Upper (2)',
    ]);
  });
});
