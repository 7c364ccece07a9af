/** @module tests of GlobalIds: every output names an imported element as its file does. */
import { describe, expect, test } from 'vitest';

import { compareText } from '../../../kernel/base/canonical/deep-equal.ts';
import { viewpointXml } from '../../../kernel/documents/bcf/viewpoint.ts';
import { glbOf } from '../../../kernel/documents/gltf/glb.ts';
import { guidOf, ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import { IfcModel } from '../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../kernel/documents/ifc/read/step-file.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
} from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { readGlb, rowsOf } from '../../kernel/documents/gltf/read-glb.ts';
import { randomHouse } from '../../kernel/documents/ifc/write/random-house.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { cellsOf, scheduleOf } from '../../kernel/documents/schedules/two-rooms.ts';
import { importedWorld } from '../building/import-file.ts';
import { World } from '../building/world.ts';

const HOUSE = randomHouse(7);
const FILE = exported(HOUSE, 'IFC4', 'house').file;
const WALLS = [...HOUSE.elementsOf('wall')].map(({ id }) => ifcGuid(id));

/** GlobalIds of storeys and of products of some classes. */
function guidsIn(file: Buffer, schema: IfcSchemaName): readonly string[] {
  const model = new IfcModel(readStepFile(file), schema);
  return ['IfcWall', 'IfcDoor', 'IfcWindow', 'IfcSpace', 'IfcBuildingStorey']
    .flatMap((entity) => model.rows(entity).flatMap((row) => model.text(row, 'GlobalId') ?? []))
    .toSorted(compareText);
}

describe('an imported house', () => {
  test.each(IFC_SCHEMAS)(
    'from %s keeps its GlobalIds in new files of every schema',
    async (schema) => {
      const { file } = exported(HOUSE, schema, 'house');
      const world = await importedWorld(file);
      for (const other of IFC_SCHEMAS) {
        const found = guidsIn(exported(world.view, other, 'again').file, other);
        expect([other, found]).toEqual([other, guidsIn(file, schema)]);
      }
    },
  );

  test('has them in BCF, glTF, schedules and answers', async () => {
    const world = await importedWorld(FILE);
    const { view } = world;
    const walls = [...view.elementsOf('wall')].map(({ id }) => id);
    const guids = walls.map((id) => guidOf(id, view));
    expect(guids.toSorted(compareText)).toEqual(WALLS.toSorted(compareText));
    const [id = '', guid = ''] = [walls[0], guids[0]];
    const camera = {
      position: { x: 0, y: 0, z: 0 },
      direction: { x: 1, y: 0, z: 0 },
      up: { x: 0, y: 0, z: 1 },
      field_of_view_deg: 60,
      aspect_ratio: 1,
    };
    const shown = { key: 'k', camera, shows_spaces: false, shows_openings: false, snapshot: null };
    const coloured = [{ colour: [1, 2, 3] as const, element_ids: [id] }];
    const xml = viewpointXml({ ...shown, selected: [id], coloured }, '2.1', (one) =>
      guidOf(one, view),
    );
    expect(xml.split(`IfcGuid="${guid}"`).length).toBe(3);
    const merged = glbOf(view, { structure: 'merged' });
    expect(rowsOf(readGlb(merged.bytes)).map(({ ifc_guid }) => ifc_guid)).toEqual(
      expect.arrayContaining(WALLS),
    );
    const nodes = readGlb(glbOf(view, { structure: 'elements' }).bytes).document.nodes ?? [];
    expect(nodes.map(({ extras }) => extras['ifc_guid'])).toEqual(expect.arrayContaining(WALLS));
    const table = scheduleOf({ category: 'Walls', parameters: ['ifc_guid'] }, view);
    expect(cellsOf(table).map(([cell]) => cell)).toEqual(expect.arrayContaining(WALLS));
    expect(await world.ask('get_element', { element_id: id })).toMatchObject({ ifc_guid: guid });
    const where = [{ field: 'ifc_guid', op: 'eq', value: guid }];
    const answer = { elements: [{ element_id: id, ifc_guid: guid }], total: 1 };
    expect(
      await world.ask('query_elements', { filter: { where }, fields: ['ifc_guid'] }),
    ).toMatchObject(answer);
    const doors = { categories: ['Doors'], where };
    expect(await world.ask('query_elements', { filter: doors })).toMatchObject({ total: 0 });
  });

  test('keeps them after an edit and the undo of a deletion; copies get their own', async () => {
    const world = await importedWorld(FILE);
    const [{ id } = { id: '' }] = world.view.elementsOf('wall');
    const guid = guidOf(id, world.view);
    await world.do('modify_parameter', { element_id: id, parameter_name: 'name', value: 'New' });
    await world.do('delete_elements', { element_ids: [id] });
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    expect(guidOf(id, world.view)).toBe(guid);
    const copy = await world.make('copy_element', {
      element_id: id,
      delta: { x: 0, y: 40_000, z: 0 },
    });
    expect([world.view.importedAs(copy), guidOf(copy, world.view)]).toEqual([null, ifcGuid(copy)]);
    expect(await world.ask('get_element', { element_id: copy })).not.toHaveProperty('ifc_guid');
  });

  test('keeps them where its branch is merged', async () => {
    const world = await World.create();
    await world.do('create_branch', { name: 'given', from: 'main' });
    world.branch = 'given';
    await importedWorld(FILE, world);
    await world.do('merge_branch', { source: 'given', target: 'main' });
    world.branch = 'main';
    const walls = [...world.view.elementsOf('wall')].map(({ id }) => guidOf(id, world.view));
    expect(walls.toSorted(compareText)).toEqual(WALLS.toSorted(compareText));
  });

  test('next to its own original shares no GlobalId with it in a file', async () => {
    const world = await World.create();
    const script = 'level L at 0 height 3\nwall from 0,0 to 5,0';
    await world.do('run_script', { script });
    const own = exported(world.view, 'IFC4', 'own');
    await importedWorld(own.file, world);
    const guids = guidsIn(exported(world.view, 'IFC4', 'both').file, 'IFC4');
    expect([guids.length, new Set(guids).size]).toEqual([4, 4]);
  });
});
