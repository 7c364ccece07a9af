/** @module tests of zones over the tools: groups of rooms with a kind, in queries, schedules, IFC and COBie. */
import { beforeAll, expect, test } from 'vitest';

import { cobieOf } from '../../../kernel/documents/cobie/workbook.ts';
import { exportIfc } from '../../../kernel/documents/ifc/write/export-ifc.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let rooms: readonly string[];
let walls: readonly string[];
let level_id: string;
let flat: string;

beforeAll(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
  walls = await rectangle(world, level_id, [0, 0, 10_000, 6000]);
  await world.make('create_separation', { level_id, start: P(4000, 0), end: P(4000, 6000) });
  const room = (name: string, x: number): Promise<string> =>
    world.make('create_room', { level_id, point: P(x, 3000), name });
  rooms = [await room('Living', 1000), await room('Kitchen', 8000)];
  flat = await world.make('create_group', {
    name: 'Flat 1',
    element_ids: [...rooms],
    zone_kind: 'apartment',
  });
  await world.do('run_script', {
    script: `group "Fire 1" ${rooms[0] ?? ''} zone fire_compartment`,
  });
});

test('zones are fields of their rooms in queries', async () => {
  const filter = { categories: ['Rooms'] };
  const fields = ['name', 'apartment', 'fire_compartment', 'zone'];
  const shown = await world.ask('query_elements', { filter, fields });
  expect(JSON.stringify(shown)).toContain('"apartment":"Flat 1"');
  expect(JSON.stringify(shown).match(/"fire_compartment":"Fire 1"/gu)).toHaveLength(1);
});

test('a zone has rooms only, and is placed once', async () => {
  const refused = await world.refusal('create_group', {
    name: 'Shell',
    element_ids: [String(walls[0])],
    zone_kind: 'department',
  });
  expect(refused).toMatchObject({ name: 'INVALID_ARGUMENT' });
  expect(refused.message).toContain('a department consists of rooms: expected rooms only');
  const added = await world.refusal('create_group', {
    group_id: flat,
    element_ids: [String(walls[0])],
  });
  expect(added.message).toContain('an apartment consists of rooms');
  const again = await world.refusal('create_group', {
    group_id: flat,
    placements: [{ move: P(20_000, 0) }],
  });
  expect(again.message).toContain('is placed once');
});

test.each(['IFC2X3', 'IFC4', 'IFC4X3'] as const)(
  '%s: a zone is an IfcZone with its kind and its spaces',
  (schema) => {
    const { chunks, warnings } = exportIfc(world.view, {
      schema,
      head: { at: '2026-01-01T00:00:00.000Z' },
    });
    const text = Buffer.concat(chunks).toString('latin1');
    expect(warnings).toEqual([]);
    const zones = [...text.matchAll(/IFCZONE\([^;]*/gu)].map(([zone]) => zone);
    expect(zones).toHaveLength(2);
    expect(zones[0]).toMatch(/'Flat 1',\$,'apartment'/u);
    expect(zones[1]).toMatch(/'Fire 1',\$,'fire compartment'/u);
  },
);

test('the sheet Zone of COBie has the kind of each zone as its category', () => {
  const { tables } = cobieOf({
    view: world.view,
    project: 'p',
    at: '2026-01-01T00:00:00.000Z',
    originOf: () => null,
    documents: [],
    issues: null,
    contacts: [],
    facility: {},
  });
  expect(tables.get('Zone')).toMatchObject([
    { Name: 'Flat 1', Category: 'apartment', ExtObject: 'IfcZone', SpaceNames: 'Living,Kitchen' },
    { Name: 'Fire 1', Category: 'fire compartment', ExtObject: 'IfcZone', SpaceNames: 'Living' },
  ]);
});
