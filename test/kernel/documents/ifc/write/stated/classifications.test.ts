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
import type { World } from '../../../../../servers/building/world.ts';
import { exported, type Exported } from '../reread.ts';
import { classifiedHouse, DICTIONARY, WALL_CLASS } from './classified-house.ts';

const FIELDS = ['Uniclass 2015', 'uniclass', 'DIN 276', 'bSDD', 'ifc', 'Own list', 'OmniClass'];

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

/** The codes of every wall, room and type in the fields, by name. */
function codesIn({ view }: World): Readonly<Record<string, readonly unknown[]>> {
  const named = [
    ...view.elementsOf('wall'),
    ...view.elementsOf('room'),
    ...view.elementsOf('type'),
  ];
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

  test('gives the codes of a type to its type object and to its elements', () => {
    const record = /(#\d+)=IFCCLASSIFICATIONREFERENCE\(\$,'331'/u.exec(made.text)?.[1] ?? '';
    const relation = made.text
      .split('\n')
      .find(
        (line) =>
          line.includes('=IFCRELASSOCIATESCLASSIFICATION(') && line.includes(`),${record})`),
      );
    const objects = /\(([#\d,]+)\),#\d+\);/u.exec(relation ?? '')?.[1]?.split(',') ?? [];
    const entities = objects.map((one) => made.text.split(`\n${one}=`)[1]?.split('(')[0] ?? one);
    expect(entities.map((one) => one.replace('STANDARDCASE', '')).toSorted()).toEqual([
      'IFCWALL',
      'IFCWALL',
      'IFCWALL',
      'IFCWALL',
      'IFCWALLTYPE',
    ]);
  });

  test('is read again with the same codes, under every name of their systems', async () => {
    const again = await importedWorld(made.file);
    expect(codesIn(again)).toEqual(codesIn(world));
    expect(codesIn(world)).toMatchObject({
      W0: ['EF_25_30', 'EF_25_30', '331', null, null, null, null],
      W1: ['EF_25_10', 'EF_25_10', '331', WALL_CLASS, 'IfcWall', null, null],
      'Brick 240': ['EF_25_10', 'EF_25_10', '331', null, null, null, null],
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
