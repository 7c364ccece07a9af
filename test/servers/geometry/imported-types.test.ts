/** @module tests of imported types behind the gate: scopes, approvals, answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { type Approving, approving } from '../../governance/gate/approving.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { World } from '../building/world.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

const LIMITS = {
  requires_approval: [],
  max_elements_per_operation: 100,
  max_operations_per_session: 1000,
  max_import_elements: 1000,
};
const Walls = z.object({ elements: z.array(z.looseObject({ type_id: z.string().nullable() })) });

let world: ImportWorld;
let people: Approving;

beforeAll(async () => {
  const source = await World.create();
  const level_id = await source.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  const layers = [{ material: 'Brick', thickness: 240, function: 'structure' }];
  const type_id = await source.make('create_type', { name: 'Brick 240', for: 'wall', layers });
  const ends = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  await source.do('create_wall', { level_id, ...ends, type_id });
  world = await openImportWorld();
  world.write('typed.ifc', exported(source.view, 'IFC4', 'house').file);
  const categories = ['Levels', 'Walls'];
  people = await approving(world.harness, {
    walls: { ...LIMITS, permissions: { READ: {}, CREATE: { categories } } },
  });
});
afterAll(async () => await world.harness.close());

async function wallsOn(branch: string): Promise<readonly (string | null)[]> {
  const filter = { categories: ['Walls'] };
  const found = await people.ask('query_elements', { filter, branch, fields: ['type_id'] });
  return Walls.parse(found.data).elements.map(({ type_id }) => type_id);
}

test('a typed file is imported with its types after an approval', async () => {
  await people.decide(await people.held('import_ifc', { path: 'typed.ifc', as: 'given/typed' }));
  const [type_id = ''] = await wallsOn('given/typed');
  const type = await people.ask('get_element', { element_id: type_id, branch: 'given/typed' });
  expect(type.data).toMatchObject({
    kind: 'type',
    params: {
      name: 'Brick 240',
      for: 'wall',
      layers: [{ material: 'Brick', thickness: 240, function: 'structure' }],
    },
  });
});

test('an agent that may not create types imports the walls without them', async () => {
  const agent = people.other('walls');
  const asked = { path: 'typed.ifc', as: 'given/plain' };
  const refused = await agent.ask('import_ifc', asked);
  expect(refused.error?.name).toBe('SCOPE_DENIED');
  const only = { categories: ['Levels', 'Walls'] };
  await people.decide(await agent.held('import_ifc', { ...asked, only }));
  expect(await wallsOn('given/plain')).toEqual([null]);
});
