/** @module hidden-imports.test: imports reveal nothing that is outside of the READ permission of a caller. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { type Approving, approving } from '../../governance/gate/approving.ts';
import { houseFile, type ImportWorld, openImportWorld } from './import-world.ts';

const WIDE = {
  requires_approval: [],
  max_elements_per_operation: 100,
  max_operations_per_session: 1000,
  max_import_elements: 1000,
};
const OPEN = ['open/*'];

let world: ImportWorld;
let people: Approving;
let import_id: string;
let at: string;

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness, {
    open: { ...WIDE, permissions: { READ: { branch_patterns: OPEN } } },
    open_doors: {
      ...WIDE,
      permissions: { READ: { categories: ['Doors'], branch_patterns: OPEN } },
    },
    furniture: { ...WIDE, permissions: { READ: { categories: ['Furniture'] }, CREATE: {} } },
  });
  world.write('house.ifc', houseFile(7));
  world.write('other.ifc', houseFile(8));
  const asked = { path: 'house.ifc', as: 'secret/tower' };
  await people.decide(await people.held('import_ifc', asked));
  await people.done('create_branch', { name: 'open/tower', from: 'secret/tower' });
  const event = [...world.harness.reader.eventsOfBranch('secret/tower', 0, 10)].find(
    ({ type }) => type === 'model.imported',
  );
  if (event === undefined) throw new Error('no import');
  ({ aggregate_id: import_id, at } = event);
});
afterAll(async () => await world.harness.close());

test.each(['open', 'open_doors'])(
  'get_import of `%s` hides the unreadable branch from which a readable one was forked',
  async (who) => {
    const answer = await people.other(who).ask('get_import', { import_id, branch: 'open/tower' });
    expect(answer.data).toMatchObject({
      branch: null,
      at: null,
      file: { name: null, sha256: null },
      on_branch: true,
    });
    const text = JSON.stringify(answer);
    for (const hidden of ['secret', 'house.ifc', at]) expect(text).not.toContain(hidden);
  },
);

test('get_import names the branch, time and file to those who may read the branch', async () => {
  const { data } = await people.ask('get_import', { import_id, branch: 'open/tower' });
  expect(data).toMatchObject({ branch: 'secret/tower', at, file: { name: 'house.ifc' } });
});

test('a GlobalId finds only elements that the caller sees', async () => {
  const found = async (who: Pick<Approving, 'ask'>, filter: object): Promise<unknown> => {
    const asked = { filter, fields: ['ifc_guid'], limit: 1, branch: 'open/tower' };
    return (await who.ask('query_elements', asked)).data;
  };
  for (const [category, total] of [
    ['Walls', 0],
    ['Doors', 1],
  ] as const) {
    const first = Guids.parse(await found(people, { categories: [category] })).elements[0];
    const where = [{ field: 'ifc_guid', op: 'eq', value: first?.ifc_guid }];
    expect(await found(people, { where })).toMatchObject({ total: 1 });
    expect(await found(people.other('open_doors'), { where })).toMatchObject({ total });
  }
});

const Guids = z.object({ elements: z.array(z.looseObject({ ifc_guid: z.string() })) });

/** The refusal of any change that something hidden does not allow. */
const NEUTRAL = {
  name: 'REGENERATION_FAILED',
  message: 'something that you may not see does not allow this',
};

test('import_ifc refuses all hidden causes alike: elements of the file, level names, any elements', async () => {
  const blind = people.other('furniture');
  await people.done('create_branch', { name: 'own/named' });
  await people.done('create_level', { branch: 'own/named', name: 'FIRST', elevation: 90_000 });
  await people.done('create_branch', { name: 'own/used' });
  await people.done('create_level', { branch: 'own/used', name: 'Attic', elevation: 90_000 });
  const refusals = [];
  for (const asked of [
    { path: 'house.ifc', branch: 'secret/tower', as: 'own/same' },
    { path: 'house.ifc', branch: 'secret/tower' },
    { path: 'other.ifc', branch: 'secret/tower', as: 'own/other' },
    { path: 'house.ifc', branch: 'own/named', as: 'own/both' },
    { path: 'house.ifc', branch: 'own/named' },
    { path: 'house.ifc', branch: 'own/used' },
  ]) {
    const { error } = await blind.ask('import_ifc', asked);
    expect({ asked, error }).toMatchObject({ asked, error: NEUTRAL });
    refusals.push(error);
  }
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
});

test('import_ifc imports into an empty branch for a caller who sees little', async () => {
  const blind = people.other('furniture');
  await people.done('create_branch', { name: 'own/empty' });
  const { error, data } = await blind.ask('import_ifc', { path: 'house.ifc', branch: 'own/empty' });
  expect([error, data['branch']]).toEqual([undefined, 'own/empty']);
});

test('import_ifc tells a caller who sees them that a branch has elements', async () => {
  const { error } = await people.ask('import_ifc', { path: 'other.ifc', branch: 'secret/tower' });
  expect(error?.message).toMatch(/^branch `secret\/tower` has \d+ elements; expected one without/u);
});
