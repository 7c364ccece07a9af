/** @module tests of classifications in new files: each system and reference once, in every schema, and read again. */
import { beforeAll, describe, expect, test } from 'vitest';

import { propertyIn } from '../../../../../../kernel/building/kinds/shared/properties.ts';
import { readStepFile } from '../../../../../../kernel/documents/ifc/read/step-file.ts';
import { IFC_RULES } from '../../../../../../kernel/documents/ifc/rules/all-rules.ts';
import { runIfcRules } from '../../../../../../kernel/documents/ifc/rules/run-rules.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
} from '../../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import { World } from '../../../../../servers/building/world.ts';
import { exported, type Exported } from '../reread.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const DICTIONARY = 'https://identifier.buildingsmart.org/uri/buildingsmart/ifc/4.3';
const WALL_CLASS = `${DICTIONARY}/class/IfcWall`;
const FIELDS = ['Uniclass 2015', 'uniclass', 'DIN 276', 'bSDD', 'ifc', 'Own list', 'OmniClass'];

/** Two walls and a room of a house: classified by their type, by themselves, and not. */
async function classifiedHouse(): Promise<World> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const layers = [{ material: 'Brick', thickness: 240, function: 'structure' }];
  const type_id = await world.make('create_type', { name: 'Brick 240', for: 'wall', layers });
  const corners = [P(0, 0), P(5000, 0), P(5000, 4000), P(0, 4000)];
  const walls: string[] = [];
  for (const [i, start] of corners.entries()) {
    const end = corners[(i + 1) % 4];
    walls.push(await world.make('create_wall', { level_id, type_id, start, end, name: `W${i}` }));
  }
  const room = await world.make('create_room', { level_id, point: P(2500, 2000), name: 'Hall' });
  const give = async (element_ids: readonly string[], properties: object): Promise<void> => {
    await world.do('set_properties', { element_ids, set: 'classification', properties });
  };
  await give([type_id], {
    'Uniclass 2015': 'EF_25_10',
    'DIN 276': { code: '331', edition: '2018-12' },
  });
  await give(walls.slice(0, 1), { 'Uniclass 2015': { code: 'EF_25_30', name: 'Doors' } });
  await give(walls.slice(1, 2), { bSDD: WALL_CLASS });
  const uri = 'https://example.org/rooms/7';
  await give([room, level_id], { 'Own list': { code: '7', name: 'Höfe', uri, source: 'We' } });
  return world;
}

/** The records of systems and references, without the numbers of records, in order of their texts. */
function recordsIn(schema: IfcSchemaName): readonly string[] {
  const isOld = schema === 'IFC2X3';
  const system = (source: string, edition: string | null, name: string, address = '$'): string => {
    const stated = edition ?? (isOld ? "'unknown'" : '$');
    const rest = isOld ? '' : `,$,${address},$`;
    return `#=IFCCLASSIFICATION('${source}',${stated},$,'${name}'${rest});`;
  };
  const reference = (code: string, name = '$', uri = '$'): string =>
    `#=IFCCLASSIFICATIONREFERENCE(${uri},'${code}',${name},#${isOld ? '' : ',$,$'});`;
  return [
    system('DIN', "'2018-12'", 'DIN 276'),
    system('NBS', null, 'Uniclass 2015'),
    system('We', null, 'Own list'),
    system('buildingsmart', "'4.3'", 'ifc', `'${DICTIONARY}'`),
    reference('331'),
    reference('EF_25_10'),
    reference('EF_25_30', "'Doors'"),
    reference('7', "'H\\X2\\00F6\\X0\\fe'", "'https://example.org/rooms/7'"),
    reference('IfcWall', '$', `'${WALL_CLASS}'`),
  ].toSorted();
}

/** The codes of every wall and room in the fields, by name. */
function codesIn({ view }: World): Readonly<Record<string, readonly unknown[]>> {
  const named = [...view.elementsOf('wall'), ...view.elementsOf('room')];
  return Object.fromEntries(
    named.map((element) => [
      element.params.name ?? element.id,
      FIELDS.map((name) => propertyIn(element, `classification.${name}`, view)),
    ]),
  );
}

describe.each(IFC_SCHEMAS)('a new file in %s', (schema) => {
  let world: World;
  let made: Exported;
  beforeAll(async () => {
    world = await classifiedHouse();
    made = exported(world.view, schema);
  });

  test('has each system and reference once, as its schema states them', () => {
    const lines = made.text.split('\n').filter((line) => /=IFCCLASSIFICATION/u.test(line));
    const records = lines.map((line) => line.replaceAll(/#\d+/gu, '#').replace('\r', ''));
    expect(records.toSorted()).toEqual(recordsIn(schema));
    expect(made.text.match(/=IFCRELASSOCIATESCLASSIFICATION\(/gu)).toHaveLength(5);
  });

  test('is read again with the same codes, under every name of their systems', async () => {
    const again = await importedWorld(made.file);
    expect(codesIn(again)).toEqual(codesIn(world));
    expect(codesIn(world)).toMatchObject({
      W0: ['EF_25_30', 'EF_25_30', '331', null, null, null, null],
      W1: ['EF_25_10', 'EF_25_10', '331', WALL_CLASS, 'IfcWall', null, null],
      Hall: [null, null, null, null, null, '7', null],
    });
    expect(codesIn(await importedWorld(exported(again.view, schema).file))).toEqual(codesIn(world));
  });

  test('breaks no rule of the standard, and is the same each time', () => {
    const broken = runIfcRules(readStepFile(made.file), IFC_RULES)
      .filter(({ rule, found }) => found > 0 && rule.id !== 'GRF003')
      .map(({ rule, findings }) => `${rule.id} ${findings[0]?.message ?? ''}`);
    expect(broken).toEqual([]);
    expect(exported(world.view, schema).file.equals(made.file)).toBe(true);
  });
});

test('a reference of the model replaces that of the file in the same system only', async () => {
  const made = exported((await classifiedHouse()).view, 'IFC4');
  const world = await importedWorld(made.file);
  const wall = [...world.view.elementsOf('wall')].find(({ params }) => params.name === 'W1');
  const properties = { Uniclass: 'EF_30_10' };
  await world.do('set_properties', { element_ids: [wall?.id], set: 'classification', properties });
  const codes = ['EF_30_10', 'EF_30_10', '331', WALL_CLASS, 'IfcWall', null, null];
  expect(codesIn(world)['W1']).toEqual(codes);
  const again = await importedWorld(exported(world.view, 'IFC4').file);
  expect(codesIn(again)['W1']).toEqual(codes);
});
