/** @module tests of properties of imported elements: they stay in the file and are read when asked for. */
import { beforeAll, describe, expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { cellsOf, scheduleOf } from '../../kernel/documents/schedules/two-rooms.ts';
import { publicFile } from '../../public-files.ts';
import { importedWorld } from '../building/import-file.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const COMMON = 'Pset_WallCommon';

/** A world with two walls, the first of them with properties. */
async function original(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'L', elevation: 0, height: 3000 });
  const sides = { level_id, start: P(0, 0), end: P(5000, 0) };
  const first = await world.make('create_wall', { ...sides, name: 'A' });
  await world.make('create_wall', { ...sides, start: P(0, 9000), end: P(5000, 9000), name: 'B' });
  const set = async (name: string, properties: object): Promise<void> => {
    await world.do('set_properties', { element_ids: [first], set: name, properties });
  };
  await set(COMMON, { ThermalTransmittance: 0.24, Reference: 'W1' });
  await set('Cost', { Note: 'brick', per_m2: 80, Checked: true });
  const column = { level_id, location: P(9000, 0), profile: '300x300' };
  const element_ids = [await world.make('create_column', column)];
  const properties = { FireRating: 'REI 90', LoadBearing: true };
  await world.do('set_properties', { element_ids, set: 'Pset_ColumnCommon', properties });
  return world;
}

const walls = (world: World): readonly { id: string; name: string | null }[] =>
  [...world.view.elementsOf('wall')].map(({ id, params }) => ({ id, name: params.name ?? null }));
const idOf = (world: World, name: string): string =>
  walls(world).find((wall) => wall.name === name)?.id ?? '';

describe.each(IFC_SCHEMAS)('properties of a wall imported from %s', (schema) => {
  let world: World;
  let a: string;
  let b: string;
  beforeAll(async () => {
    const source = await original();
    world = await importedWorld(exported(source.view, schema, 'walls').file);
    [a, b] = [idOf(world, 'A'), idOf(world, 'B')];
  });

  test('are returned with their types and units when asked for', async () => {
    const plain = await world.ask('get_element', { element_id: a });
    expect([plain['file'], JSON.stringify(plain).includes('brick')]).toEqual([undefined, false]);
    const { file } = await world.ask('get_element', { element_id: a, include: ['file'] });
    expect(file).toMatchObject({
      entity: schema === 'IFC2X3' ? 'IfcWallStandardCase' : 'IfcWall',
      sets: expect.arrayContaining([
        {
          set: 'Cost',
          entity: 'IfcPropertySet',
          of: 'element',
          properties: expect.arrayContaining([
            { name: 'Note', value: 'brick', type: 'IfcLabel' },
            { name: 'Checked', value: true, type: 'IfcBoolean' },
          ]),
        },
      ]),
    });
    const level = [...world.view.levels()][0]?.id;
    const other = await world.ask('get_element', { element_id: level, include: ['file'] });
    expect(other).toMatchObject({ file: { entity: 'IfcBuildingStorey' } });
  });

  test('select elements, are columns of schedules, and count as filled in', async () => {
    const where = [{ field: 'Cost.Note', op: 'eq', value: 'brick' }];
    const fields = ['Cost.per_m2', `${COMMON}.ThermalTransmittance`];
    expect(await world.ask('query_elements', { filter: { where }, fields })).toMatchObject({
      elements: [{ element_id: a, 'Cost.per_m2': 80, [`${COMMON}.ThermalTransmittance`]: 0.24 }],
      total: 1,
    });
    const table = scheduleOf({ category: 'Walls', parameters: ['name', 'Cost.Note'] }, world.view);
    expect(cellsOf(table).map(([name, note]) => [name, note])).toEqual([
      ['A', 'brick'],
      ['B', null],
    ]);
    const classes = { field: 'Ifc.Entity', op: 'contains', value: 'Wall' };
    expect(await world.ask('query_elements', { filter: { where: [classes] } })).toMatchObject({
      total: 2,
    });
    const asked = { required_params: ['Cost.Note'], categories: ['Walls'] };
    expect(await world.run('data_completeness', asked)).toMatchObject({
      parameters: { 'Cost.Note': { filled: 1, empty: 1 } },
    });
  });

  test('state fire rating and load bearing of kinds without parameters for them', () => {
    const parameters = ['fire_rating_min', 'load_bearing'];
    const table = scheduleOf({ category: 'Columns', parameters }, world.view);
    expect(cellsOf(table).map(([rating, bears]) => [rating, bears])).toEqual([[90, true]]);
  });

  test('name the type of an element that has none in the model', async () => {
    const table = scheduleOf({ category: 'Walls', parameters: ['name', 'type_name'] }, world.view);
    const types = cellsOf(table).map(([name, type]) => [name, type]);
    const { type } = world.view.fileFacts(a) ?? {};
    expect(type?.entity).toBe('IfcWallType');
    expect(types[0]).toEqual(['A', type?.name]);
    const fields = ['name', 'type_name'];
    const { elements } = await world.ask('query_elements', { filter: {}, fields });
    expect(elements).toContainEqual(expect.objectContaining({ name: 'A', type_name: type?.name }));
  });

  test('are replaced by edits, which an undo removes', async () => {
    const edit = { element_ids: [a, b], set: 'Cost', properties: { Note: 'stone' } };
    await world.do('set_properties', edit);
    expect([a, b].map((id) => noteOf(world, id))).toEqual(['stone', 'stone']);
    const { file } = await world.ask('get_element', { element_id: a, include: ['file'] });
    expect(JSON.stringify(file)).toContain('{"name":"Note","value":"stone","file_value":"brick"}');
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    expect([a, b].map((id) => noteOf(world, id))).toEqual(['brick', null]);
  });

  test('are those of visible elements only', () => {
    const sight = {
      key: 'test',
      maker: 'maker',
      own: () => false,
      place: ({ category }: { readonly category: string }) => category === 'Levels',
      branch: () => true,
    };
    const { view } = world.domain.callerView(world.view, sight);
    expect([view.fileFacts(a), view.fileProperty(a, 'Cost.Note')]).toEqual([null, null]);
    expect(view.fileFacts([...view.levels()][0]?.id ?? '')).not.toBeNull();
  });
});

function noteOf(world: World, id: string): unknown {
  const table = scheduleOf(
    { category: 'Walls', parameters: ['element_id', 'Cost.Note'] },
    world.view,
  );
  return cellsOf(table).find(([one]) => one === id)?.[1];
}

test('a copy of an imported wall has no properties of the file', async () => {
  const world = await importedWorld(exported((await original()).view, 'IFC4', 'walls').file);
  const delta = { x: 0, y: 4000, z: 0 };
  const copy = await world.make('copy_element', { element_id: idOf(world, 'A'), delta });
  expect([world.view.fileFacts(copy), noteOf(world, copy)]).toEqual([null, null]);
});

test('a file that is missing is named', async () => {
  const world = await importedWorld(exported((await original()).view, 'IFC4', 'walls').file);
  const event = world.log.all.find(({ type }) => type === 'model.imported');
  const sha256 = event?.type === 'model.imported' ? event.payload.file.sha256 : '';
  world.log.blobs.delete(sha256);
  expect(() => world.view.fileFacts(idOf(world, 'A'))).toThrow(
    `the file \`${sha256}\` of an import is missing or damaged`,
  );
});

const FZK = publicFile('ifc-real/cases/AC20-FZK-Haus.ifc');

test.runIf(FZK !== null)('a public house has every set of the file on its elements', async () => {
  const file = FZK ?? Buffer.alloc(0);
  const world = await importedWorld(file);
  // Read again by patterns: the file has one instance per line.
  const text = file.toString('latin1');
  const names = new Map<number, string>();
  const sets = /^#(\d+)=\s*IFC(?:PROPERTYSET|ELEMENTQUANTITY)\('[^']*',#\d+,'([^']*)'/gmu;
  for (const [, id, name = ''] of text.matchAll(sets)) {
    const decoded = name.replaceAll(/\\X2\\(\w{4})\\X0\\/gu, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    names.set(Number(id), decoded);
  }
  const expected = new Map<number, string[]>();
  const relations =
    /^#\d+=\s*IFCRELDEFINESBYPROPERTIES\('[^']*',#\d+,[^,]*,[^,]*,\(([#\d,]+)\),#(\d+)\)/gmu;
  for (const [, objects = '', definition] of text.matchAll(relations)) {
    for (const object of objects.split(',')) {
      const record = Number(object.slice(1));
      const known = expected.get(record) ?? [];
      expected.set(record, [...known, names.get(Number(definition)) ?? '']);
    }
  }
  let compared = 0;
  for (const { id } of world.view.elements()) {
    const record = world.view.importedAs(id)?.record;
    if (record === undefined) continue;
    const found = world.view.fileFacts(id)?.sets.filter(({ of }) => of === 'element') ?? [];
    expect([record, found.map(({ set }) => set)]).toEqual([record, expected.get(record) ?? []]);
    compared += found.length;
  }
  expect(compared).toBeGreaterThan(400);
});
