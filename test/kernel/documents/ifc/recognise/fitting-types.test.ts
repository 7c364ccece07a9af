/** @module tests of types of doors and windows: of our own exports, of a public file, and of what elements share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import { World } from '../../../../servers/building/world.ts';
import { exported } from '../write/reread.ts';
import { extrusion, fileOf, polygon, type ProductText, axes, point } from './building-text.ts';

const HOUSE = join(import.meta.dirname, '../../../../fixtures/imports/Duplex_A_20110907.ifczip');

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** Doors and windows with and without types. */
async function original(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  const wall_id = await world.make('create_wall', { level_id, start: P(0, 0), end: P(20_000, 0) });
  const framed = { frame_width: 55, frame_depth: 80 };
  const door = await world.make('create_type', {
    name: 'Leaf',
    for: 'door',
    operation: 'double',
    ...framed,
  });
  const window = await world.make('create_type', {
    name: 'Sash',
    for: 'window',
    operation: 'awning',
    ...framed,
  });
  const put = async (tool: string, offset: number, more: object): Promise<void> => {
    await world.do(tool, { wall_id, offset, name: `${tool} ${offset}`, ...more });
  };
  await put('place_door', 500, { type_id: door, width: 1500 });
  await put('place_door', 2500, { type_id: door, width: 1800 });
  await put('place_door', 5000, {});
  await put('place_window', 7000, { type_id: window });
  await put('place_window', 9000, {});
  await put('place_window', 11_000, { window_type: 'casement' });
  return world;
}

function typesIn(world: World): unknown {
  const used = new Map<string, string[]>();
  for (const { params } of [...world.view.elementsOf('door'), ...world.view.elementsOf('window')]) {
    const type = params.type_id ?? 'none';
    used.set(type, [...(used.get(type) ?? []), params.name ?? '']);
  }
  const types = [...world.view.elementsOf('type')].map(({ id, params }) => ({
    name: params.name,
    for: params.for,
    operation: params.operation,
    frame: [params.frame_width, params.frame_depth],
    sizes: [params.width, params.height],
    used: used.get(id)?.toSorted(),
  }));
  return [types.toSorted((a, b) => (a.name < b.name ? -1 : 1)), used.get('none')?.toSorted()];
}

test.each(IFC_SCHEMAS)('own types are read back from %s', async (schema) => {
  const source = await original();
  const world = await importedWorld(exported(source.view, schema, 'house').file);
  expect(typesIn(world)).toEqual(typesIn(source));
});

const OPENING = extrusion(polygon([0, 0], [900, 0], [900, 200], [0, 200]), 2100);

/** A wall with doors in front of which their types are; each door as 900 x 2100 mm. */
function doors(types: string, own: readonly string[] = ['$', '$']): Buffer {
  const door = (n: number): ProductText => ({
    entity: 'IFCDOOR',
    items: [OPENING],
    name: `D${n}`,
    guid: `door${n}`,
    rest: `,$,2100.,900.,$,${own[n] ?? '$'},$`,
    contained: false,
  });
  const wall: ProductText = {
    entity: 'IFCWALL',
    items: [extrusion(polygon([0, 0], [9000, 0], [9000, 200], [0, 200]), 3000)],
    name: 'W',
    rest: ',$,$',
    openings: [0, 1].map((n) => ({
      items: [OPENING],
      at: axes(point(1000 + 3000 * n, 0, 0)),
      filling: door(n),
    })),
  };
  return fileOf([wall], { data: types });
}

const TYPE = "#9000=IFCDOORTYPE('type',$,'Single',$,$,$,$,$,$,.DOOR.,.SINGLE_SWING_LEFT.,$,$);";

async function typed(file: Buffer): Promise<readonly (readonly unknown[])[]> {
  const { rows } = await importOf(file, {
    name: 'a.ifc',
    import_id: 'import_1',
    taken: [],
    only: { categories: null, levels: null },
  });
  return rows.flatMap(({ element, record, guid }) =>
    element?.kind === 'type'
      ? [[record, guid, element.params['name'], element.params['operation']]]
      : [],
  );
}

/** Records of doors in the file. */
const recordsIn = (file: Buffer): string =>
  [...file.toString('latin1').matchAll(/#(\d+)=IFCDOOR\(/gu)].map(([, id]) => `#${id}`).join();

describe('a type of a file', () => {
  const all = recordsIn(doors(''));

  test('has the operation that it states and its doors have', async () => {
    const file = doors(`${TYPE}\n#9001=IFCRELDEFINESBYTYPE('r',$,$,$,(${all}),#9000);`);
    expect(all).toMatch(/^#\d+,#\d+$/u);
    expect(await typed(file)).toEqual([[9000, 'type', 'Single', 'single']]);
    const world = await importedWorld(file);
    const [type] = [...world.view.elementsOf('type')];
    expect([...world.view.elementsOf('door')].map(({ params }) => params.type_id)).toEqual([
      type?.id,
      type?.id,
    ]);
  });

  test.each([
    ['a door has another one', doors, ['$', '.DOUBLE_DOOR_SINGLE_SWING.'], all],
    ['a product of it is no door', doors, ['$', '$'], `${all},#100`],
  ])('has no operation if %s', async (_, make, own, users) => {
    const relation = `#9001=IFCRELDEFINESBYTYPE('r',$,$,$,(${users}),#9000);`;
    expect(await typed(make(`${TYPE}\n${relation}`, own))).toEqual([
      [9000, 'type', 'Single', null],
    ]);
  });

  test('without a name or an element is none', async () => {
    const relation = `#9001=IFCRELDEFINESBYTYPE('r',$,$,$,(${all}),#9000);`;
    expect(await typed(doors(`${TYPE.replace("'Single'", '$')}\n${relation}`))).toEqual([]);
    expect(await typed(doors(TYPE))).toEqual([]);
  });
});

test('a public house has the types of its doors and windows', async () => {
  const archive = readFileSync(HOUSE);
  const { bytes: file } = await openIfc(archive);
  const world = await importedWorld(file);
  const types = [...world.view.elementsOf('type')].filter(({ params }) =>
    ['door', 'window'].includes(params.for),
  );
  expect(types.map(({ params }) => params.name)).toContain('4835mm x 2420mm');
  const doors_with = [...world.view.elementsOf('door')].filter(
    ({ params }) => params.type_id !== null,
  );
  expect(doors_with).toHaveLength([...world.view.elementsOf('door')].length);
  // Sizes stay with the elements.
  const [door] = doors_with;
  await world.do('modify_parameter', {
    element_id: door?.id,
    parameter_name: 'width',
    value: (door?.params.width ?? 0) - 10,
  });
});
