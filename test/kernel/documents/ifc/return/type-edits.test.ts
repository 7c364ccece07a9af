/** @module tests of types in patches: doors get another type of the file or none, and types get names and properties. */
import { beforeEach, expect, test } from 'vitest';

import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  returnIfc,
  type ReturnedFile,
} from '../../../../../kernel/documents/ifc/return/return-ifc.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import type { World } from '../../../../servers/building/world.ts';
import { CONTEXT, damage, difference, patchOf, recordsOf } from '../patch/patching.ts';
import {
  axes,
  extrusion,
  fileOf,
  point,
  polygon,
  type ProductText,
} from '../recognise/building-text.ts';

const OPENING = extrusion(polygon([0, 0], [900, 0], [900, 200], [0, 200]), 2100);
const DOORS = [0, 1, 2];

/** A wall with three doors. */
const WALL: ProductText = {
  entity: 'IFCWALL',
  items: [extrusion(polygon([0, 0], [12_000, 0], [12_000, 200], [0, 200]), 3000)],
  name: 'W',
  rest: ',$,$',
  openings: DOORS.map((n) => ({
    items: [OPENING],
    at: axes(point(1000 + 3000 * n, 0, 0)),
    filling: {
      entity: 'IFCDOOR',
      items: [OPENING],
      name: `D${n}`,
      guid: `door${n}`,
      rest: ',$,2100.,900.,$,$,$',
      contained: false,
    },
  })),
};
const PLAIN = fileOf([WALL]).toString('latin1');
const RECORDS = [...PLAIN.matchAll(/#(\d+)=IFCDOOR\(/gu)].map(([, id]) => `#${id}`);
const typeText = (n: number, name: string): string =>
  `#${n}=IFCDOORTYPE('type${n}',$,'${name}',$,$,$,$,$,$,.DOOR.,.SINGLE_SWING_LEFT.,$,$);`;
const FILE = fileOf([WALL], {
  data: [
    typeText(9000, 'Wide'),
    `#9001=IFCRELDEFINESBYTYPE('r1',$,$,$,(${RECORDS.slice(0, 2).join()}),#9000);`,
    typeText(9010, 'Narrow'),
    `#9011=IFCRELDEFINESBYTYPE('r2',$,$,$,(${RECORDS[2] ?? ''}),#9010);`,
  ].join('\n'),
});

let world: World;
beforeEach(async () => {
  world = await importedWorld(FILE);
});

const idOf = (name: string): string =>
  [...world.view.elements()].find((one) => 'name' in one.params && one.params.name === name)?.id ??
  `no ${name}`;

async function patched(): Promise<ReturnedFile & { readonly file: Buffer }> {
  const { model, bytes } = await openIfc(FILE);
  const { record, rows } = await importOf(FILE, {
    name: 'a.ifc',
    import_id: 'import_1',
    taken: [],
    only: { categories: null, levels: null },
  });
  const made = returnIfc({ bytes, model, frame: record.frame, rows }, world.view, CONTEXT);
  return { ...made, file: Buffer.concat(made.pieces) };
}

/** Names of the types of the doors that are read again. */
async function typesIn(file: Buffer): Promise<readonly (string | undefined)[]> {
  const { view } = await importedWorld(file);
  return [...view.elementsOf('door')]
    .toSorted((a, b) => ((a.params.name ?? '') < (b.params.name ?? '') ? -1 : 1))
    .map(({ params }) => view.elementOf(params.type_id ?? '', 'type')?.params.name);
}

const change = async (element: string, parameter_name: string, value: unknown): Promise<void> => {
  await world.do('modify_parameter', { element_id: idOf(element), parameter_name, value });
};

test('a door gets another type of the file', async () => {
  expect(await typesIn(FILE)).toEqual(['Wide', 'Wide', 'Narrow']);
  await change('D0', 'type_id', idOf('Narrow'));
  const made = await patched();
  expect(made.not_expressible).toEqual([]);
  expect(await typesIn(made.file)).toEqual(['Narrow', 'Wide', 'Narrow']);
  expect(difference(FILE, made.file)).toEqual(['~9001', '~9011']);
  expect(damage(FILE, made.file)).toEqual([]);
});

test('two doors exchange their types, of which one has no other element', async () => {
  await change('D0', 'type_id', idOf('Narrow'));
  await change('D1', 'type_id', idOf('Narrow'));
  await change('D2', 'type_id', idOf('Wide'));
  const made = await patched();
  expect(made.not_expressible).toEqual([]);
  expect(await typesIn(made.file)).toEqual(['Narrow', 'Narrow', 'Wide']);
  expect(damage(FILE, made.file)).toEqual([]);
});

test('a door has no type any more', async () => {
  await change('D2', 'type_id', null);
  const made = await patched();
  expect(made.not_expressible).toEqual([]);
  expect(await typesIn(made.file)).toEqual(['Wide', 'Wide', undefined]);
  expect(difference(FILE, made.file)).toEqual(['-9010', '-9011']);
  expect(damage(FILE, made.file)).toEqual([]);
});

test('a type is renamed', async () => {
  await change('Wide', 'name', 'Broad');
  const made = await patched();
  expect(made.not_expressible).toEqual([]);
  expect(await typesIn(made.file)).toEqual(['Broad', 'Broad', 'Narrow']);
  expect(recordsOf(made.file).get('9000')).toContain("'Broad'");
});

test('own properties of a type are set, and nothing else of it', async () => {
  const element_ids = [idOf('Wide')];
  await world.do('set_properties', { element_ids, set: 'Own', properties: { Maker: 'Smith' } });
  const made = await patched();
  expect(made.not_expressible).toEqual([]);
  expect(damage(FILE, made.file)).toEqual([]);
  const { model, row } = patchOf(made.file);
  const sets = model.refs(row(9000), 'HasPropertySets');
  expect(sets.map((set) => model.text(set, 'Name'))).toEqual(['Own']);
  expect(recordsOf(made.file).get('9000')).toContain("'Wide'");
  expect(difference(FILE, made.file).filter((line) => line.startsWith('~'))).toEqual(['~9000']);
  expect(made.file.toString('latin1')).toContain("'Smith'");
});

test('a new type in a file without a building, and sizes of a type of the file, are listed', async () => {
  const type_id = await world.make('create_type', { name: 'Fresh', for: 'door' });
  await change('D0', 'type_id', type_id);
  await change('Narrow', 'operation', 'double');
  const made = await patched();
  expect([...new Set(made.not_expressible.map(({ why }) => why))]).toEqual([
    'the file has no building in which it would be',
    'the `operation` of a type of the file is kept, expected another type for its elements',
  ]);
  expect(await typesIn(made.file)).toEqual(['Wide', 'Wide', 'Narrow']);
});
