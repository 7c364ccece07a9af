/** @module tests of imported walls: their ends are pinned, planes cut them, and an edit unpins only the ends in its node. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { PlannedEvent } from '../../../schemas/events.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

const BRANCH = 'given/corner';
const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** The core of the south wall runs 150 mm into the east wall, which the join solver would not do. */
const TONGUE = [P(3850, -100), P(3850, -50), P(4050, -50), P(4050, 50), P(3850, 50), P(3850, 100)];
const S = Math.SQRT1_2;
const HOUSE: readonly PlannedEvent[] = [
  created('wall', 'south', {
    level_id: 'L1',
    name: 'South',
    start: P(0, 0),
    end: P(4000, 0),
    thickness: 200,
    height: 3000,
    pins: { start: null, end: TONGUE },
    // Under a slope that falls to the west.
    cut_planes: [
      { point: { x: 0, y: 0, z: 2000 }, normal: { x: 0 - S, y: 0, z: S }, within: null },
    ],
  }),
  created('wall', 'east', {
    level_id: 'L1',
    name: 'East',
    start: P(4000, 0),
    end: P(4000, 3000),
    thickness: 300,
    height: 3000,
  }),
  created('wall', 'west', {
    level_id: 'L1',
    name: 'West',
    start: P(0, 3000),
    end: P(0, 0),
    thickness: 300,
    height: 3000,
  }),
];

let world: ImportWorld;
let people: Approving;

beforeAll(async () => {
  world = await openImportWorld();
  people = await approving(world.harness);
  world.write('corner.ifc', exported(modelOf(...HOUSE), 'IFC4', 'corner').file);
  const id = await people.held('import_ifc', { path: 'corner.ifc', as: BRANCH });
  const status = await people.decide(id);
  if (status !== 'executed') throw new Error(status);
});
afterAll(async () => await world.harness.close());

const Found = z.looseObject({ elements: z.array(z.looseObject({ element_id: z.string() })) });
const Element = z.looseObject({ params: z.looseObject({ name: z.string() }) });

/** The imported walls by name. */
async function walls(): Promise<
  ReadonlyMap<string, { id: string; params: Record<string, unknown> }>
> {
  const filter = { categories: ['Walls'] };
  const { data } = await people.ask('query_elements', { filter, branch: BRANCH });
  const found = Found.parse(data).elements.map(async ({ element_id: id }) => {
    const one = await people.ask('get_element', { element_id: id, branch: BRANCH });
    const { params } = Element.parse(one.data);
    return [params.name, { id, params }] as const;
  });
  return new Map(await Promise.all(found));
}

test('imported walls have the pins and planes of the file, and an edit unpins the ends in its node', async () => {
  const before = await walls();
  expect([...before.keys()].toSorted()).toEqual(['East', 'South', 'West']);
  expect(before.get('South')?.params).toMatchObject({ pinned: ['start', 'end'], cut_planes: 1 });
  const [south, east] = [before.get('South')?.id, before.get('East')?.id];
  const edit = { element_id: east, parameter_name: 'thickness', value: 240, branch: BRANCH };
  const { warnings } = await people.ask('modify_parameter', { ...edit, dry_run: true });
  const said = warnings.filter((text) => text.includes('no longer pinned'));
  expect(said).toHaveLength(2);
  expect(said.find((text) => text.includes(`${south}`))).toMatch(
    /^the end of wall `\S+`(?: \(South\))? is no longer pinned: its volume changes by [+-]\d/u,
  );
  await people.done('modify_parameter', edit);
  const after = await walls();
  expect(after.get('South')?.params).toMatchObject({ pinned: ['start'], cut_planes: 1 });
  expect(after.get('West')?.params).toEqual(before.get('West')?.params);
});

test('imported walls that are moved together keep their pins and planes', async () => {
  const before = await walls();
  const element_ids = [...before.values()].map(({ id }) => id);
  const move = { element_ids, operation: 'move', delta: { x: 500, y: 250, z: 0 }, branch: BRANCH };
  const { warnings, event_id } = await people.done('transform_elements', move);
  expect(warnings.filter((text) => text.includes('no longer pinned'))).toEqual([]);
  const after = await walls();
  for (const [name, { params }] of before) {
    const { pinned = null, cut_planes = null } = params;
    expect({ pinned: null, cut_planes: null, ...after.get(name)?.params }).toMatchObject({
      pinned,
      cut_planes,
    });
  }
  await people.done('undo', { event_id, branch: BRANCH });
  expect(await walls()).toEqual(before);
});
