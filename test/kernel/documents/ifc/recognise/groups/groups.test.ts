/** @module tests of groups of files: members, nested groups and cycles, limits, own groups, selection, revisions. */
import { describe, expect, test } from 'vitest';

import type { Group } from '../../../../../../kernel/building/kinds/group/group.ts';
import { GroupReader } from '../../../../../../kernel/documents/ifc/recognise/groups/group-reader.ts';
import { importOf } from '../../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { scorecardOfRows } from '../../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import { IFC_SCHEMAS } from '../../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ManifestRow } from '../../../../../../schemas/imports.ts';
import { publicCases } from '../../../../../public-files.ts';
import { importedWorld } from '../../../../../servers/building/import-file.ts';
import { created } from '../../../../building/model/build.ts';
import { modelOf } from '../../../../checks/clash/clash-model.ts';
import { revised } from '../../revise/houses.ts';
import { exported } from '../../write/reread.ts';
import {
  extrusion,
  fileOf,
  modelOf as readModelOf,
  polygon,
  type ProductText,
} from '../building-text.ts';

const CHOICES = { name: 'a.ifc', import_id: 'import_1', taken: [] };
const ALL = { categories: null, levels: null };

/** Product `n`: record 100 + n, a box of 1 m, as a wall, a proxy (which becomes a body) or an element without a body. */
function product(n: number, entity: string, hasBody = true): ProductText {
  const box = extrusion(
    polygon([2000 * n, 0], [2000 * n + 1000, 0], [2000 * n + 1000, 200], [2000 * n, 200]),
    3000,
  );
  return {
    entity,
    items: hasBody ? [box] : [],
    name: `p${n}`,
    rest: entity === 'IFCBUILDINGELEMENTPROXY' ? ',$,$' : ',$,$',
  };
}

const PRODUCTS = [
  product(0, 'IFCWALL'),
  product(1, 'IFCBUILDINGELEMENTPROXY'),
  product(2, 'IFCWALL'),
  product(3, 'IFCBUILDINGELEMENTPROXY', false),
];

const group = (n: number, name: string | null, entity = 'IFCGROUP', rest = ''): string =>
  `#${n}=${entity}('group${n}',$,${name === null ? '$' : `'${name}'`},$,$${rest});`;
const assign = (n: number, members: readonly number[], to: number): string =>
  `#${n}=IFCRELASSIGNSTOGROUP('rel${n}',$,$,$,(${members.map((one) => `#${one}`).join()}),$,#${to});`;

async function rowsIn(
  data: readonly string[],
  {
    products = PRODUCTS,
    ...more
  }: { readonly products?: readonly ProductText[] } & Partial<Parameters<typeof importOf>[1]> = {},
): Promise<readonly ManifestRow[]> {
  const file = fileOf(products, { data: data.join('\n') });
  return (await importOf(file, { ...CHOICES, only: ALL, ...more })).rows;
}

/** Names of the members of each group, by the name of the group. */
function membersIn(rows: readonly ManifestRow[]): Readonly<Record<string, readonly string[]>> {
  const names = new Map(rows.map(({ element, name }) => [element?.id, name ?? '']));
  return Object.fromEntries(
    rows.flatMap(({ element }) => {
      if (element?.kind !== 'group') return [];
      const members = JSON.stringify(element.params['members']).match(/\w+_[0-9a-f]{16}/gu) ?? [];
      return [[element.params['name'], members.map((id) => names.get(id) ?? id).toSorted()]];
    }),
  );
}

describe('a group of a file', () => {
  test.each([
    ['IFCGROUP', ''],
    ['IFCZONE', ',$'],
    ['IFCSYSTEM', ''],
    ['IFCDISTRIBUTIONSYSTEM', ',$,$'],
    ['IFCBUILDINGSYSTEM', ',$,$'],
  ])('%s has its recognised elements and bodies as members', async (entity, rest) => {
    const rows = await rowsIn([
      group(900, 'Flat', entity, rest),
      assign(901, [100, 101], 900),
      assign(902, [101, 103], 900),
    ]);
    expect(membersIn(rows)).toEqual({ Flat: ['p0', 'p1'] });
    const row = rows.find(({ element }) => element?.kind === 'group');
    expect([row?.record, row?.guid, row?.name, row?.entity.toUpperCase()]).toEqual([
      900,
      'group900',
      'Flat',
      entity,
    ]);
    expect(Object.keys(scorecardOfRows(rows).classes)).not.toContain('IfcGroup');
  });

  test('without a recognised member stays in the facts of the file', async () => {
    const rows = await rowsIn([
      group(900, 'Data'),
      assign(901, [103, 10], 900),
      group(910, 'Empty'),
    ]);
    expect(membersIn(rows)).toEqual({});
  });

  test('overlaps others, and gets a name of its own', async () => {
    const rows = await rowsIn(
      [
        group(900, 'Zone'),
        assign(901, [100, 101], 900),
        group(910, 'zone'),
        assign(911, [101, 102], 910),
        group(920, null, 'IFCZONE', ",'Long'"),
        assign(921, [102], 920),
        group(930, null, 'IFCSYSTEM'),
        assign(931, [102], 930),
      ],
      { taken_groups: ['System'] },
    );
    expect(membersIn(rows)).toEqual({
      Zone: ['p0', 'p1'],
      'zone (2)': ['p1', 'p2'],
      Long: ['p2'],
      'System (2)': ['p2'],
    });
  });

  test('has the members of the groups in it, also in a cycle', async () => {
    const rows = await rowsIn([
      group(900, 'A'),
      assign(901, [100, 910], 900),
      group(910, 'B'),
      assign(911, [101, 920], 910),
      group(920, 'C'),
      assign(921, [102, 910, 920], 920),
    ]);
    expect(membersIn(rows)).toEqual({ A: ['p0', 'p1', 'p2'], B: ['p1', 'p2'], C: ['p1', 'p2'] });
  });
});

describe('limits', () => {
  test('a group of more members than a group may have stays in the facts', () => {
    const all = Array.from({ length: 2001 }, (_, n) => 50_000 + n);
    const data = [
      ...all.map((n) => `#${n}=IFCBUILDINGELEMENTPROXY('p${n}',$,'p',$,$,$,$,$,$);`),
      group(900, 'All'),
      assign(901, all, 900),
      group(910, 'Most'),
      assign(911, all.slice(1), 910),
      group(920, 'Both'),
      assign(921, [910, 50_000], 920),
    ];
    const model = readModelOf([], { data: data.join('\n') });
    const ids = model
      .rows('IfcBuildingElementProxy')
      .map((row): [number, string] => [row, `b${row}`]);
    const reader = new GroupReader(model, new Map(ids));
    expect(model.rows('IfcGroup').map((row) => reader.membersOf(row).length)).toEqual([0, 2000, 0]);
  });

  test('100,000 members and a chain of 3,000 groups are read in linear time', async () => {
    const many = Array.from({ length: 100_000 }, () => 100);
    const chain = Array.from({ length: 3000 }, (_, n) => n).flatMap((n) => [
      group(20_000 + 2 * n, `g${n}`),
      assign(20_001 + 2 * n, n === 0 ? [101] : [102, 20_000 + 2 * (n - 1)], 20_000 + 2 * n),
    ]);
    const rows = await rowsIn([group(900, 'Many'), assign(901, many, 900), ...chain]);
    const members = membersIn(rows);
    expect(members['Many']).toEqual(['p0']);
    expect([members['g0'], members['g1'], members['g600']]).toEqual([
      ['p1'],
      ['p1', 'p2'],
      ['p1', 'p2'],
    ]);
    // Beyond the limit of memberships through other groups.
    expect(members['g2999']).toBeUndefined();
    expect(Object.keys(members).length).toBeLessThanOrEqual(2000);
  });
});

describe('a selection', () => {
  const DATA = [
    group(900, 'Mixed'),
    assign(901, [100, 101], 900),
    group(910, 'Body'),
    assign(911, [101], 910),
  ];

  test('keeps the selected members', async () => {
    const only = { categories: ['Walls', 'Groups'], levels: null };
    const rows = await rowsIn(DATA, { only });
    expect(membersIn(rows)).toEqual({ Mixed: ['p0'] });
  });

  test('without the category has no groups', async () => {
    const only = { categories: ['Walls'], levels: null };
    expect(membersIn(await rowsIn(DATA, { only }))).toEqual({});
  });
});

describe('a revision', () => {
  const first = [
    group(900, 'Zone'),
    assign(901, [100, 101], 900),
    group(910, 'Other'),
    assign(911, [102], 910),
  ];

  test.each([
    ['GlobalId', (line: string) => line.replace("'Zone'", "'Renamed'"), ['Other', 'Renamed']],
    ['name', (line: string) => line.replaceAll('group', 'fresh'), ['Other', 'Zone']],
  ])('finds a group by its %s, with the ids of its members', async (_, changed, names) => {
    const before = await rowsIn(first);
    // The file in other bytes, so that all elements have other ids at first.
    const fresh = await rowsIn([...first.map(changed), '/* saved again */']);
    const { rows, match } = revised(before, fresh);
    expect(match.differences.gone).toEqual([]);
    const groupsIn = (some: readonly ManifestRow[]): unknown =>
      some.flatMap(({ element }) =>
        element?.kind === 'group' ? [[element.id, element.params['members']]] : [],
      );
    expect(groupsIn(rows)).toEqual(groupsIn(before));
    expect(Object.keys(membersIn(rows)).toSorted()).toEqual(names);
  });
});

const place = (number: number, x = 0, turn_deg = 0, mirrored = false) => ({
  number,
  x,
  y: 0,
  turn_deg,
  mirrored,
});
const wall = (id: string, y: number) =>
  created('wall', id, { start: { x: 0, y }, end: { x: 5000, y } });

test.each(IFC_SCHEMAS)('own groups are read back from %s', async (schema) => {
  const view = modelOf(
    wall('a1', 0),
    wall('a2', 9000),
    created('door', 'd1', { host_id: 'a1' }),
    created('door', 'd2', { host_id: 'a2' }),
    wall('other', 20_000),
    created('group', 'G', {
      name: 'Flat A',
      members: [
        ['a1', 'd1'],
        ['a2', 'd2'],
      ],
      placements: [place(2, 1234.567), place(4, -0.125, -90, true)],
    }),
    created('group', 'S', { name: 'Set', members: [['a1', 'other']], placements: [place(1)] }),
    created('group', 'M', { name: 'Moved', members: [['other']], placements: [place(1, 500)] }),
  );
  const world = await importedWorld(exported(view, schema).file);
  const guidOf = (id: string): string => world.view.element(id)?.id ?? '';
  const byName = new Map(
    [...world.view.elementsOf('group')].map((one): [string, Group] => [one.params.name, one]),
  );
  const shapeOf = (name: string): unknown =>
    byName
      .get(name)
      ?.params.members.map((ids) => ids.map((id) => world.view.element(guidOf(id))?.kind));
  expect([...byName.keys()].toSorted()).toEqual(['Flat A', 'Moved', 'Set']);
  expect(byName.get('Flat A')?.params.placements).toEqual([
    place(2, 1234.567),
    place(4, -0.125, -90, true),
  ]);
  expect(shapeOf('Flat A')).toEqual([
    ['wall', 'door'],
    ['wall', 'door'],
  ]);
  expect([byName.get('Set')?.params.placements, shapeOf('Set')]).toEqual([
    [place(1)],
    [['wall', 'wall']],
  ]);
  expect(byName.get('Moved')?.params.placements).toEqual([place(1, 500)]);
});

test('an own group whose placements differ becomes a group of each', async () => {
  const view = modelOf(
    wall('a1', 0),
    wall('a2', 9000),
    created('group', 'G', {
      name: 'Flat',
      members: [['a1'], ['a2']],
      placements: [place(1), place(2, 500)],
    }),
  );
  const text = exported(view, 'IFC4').text.replace("'Plumbline_Placement'", "'Other'");
  const world = await importedWorld(Buffer.from(text, 'latin1'));
  const groups = [...world.view.elementsOf('group')].map(
    ({ params }) => `${params.name}: ${params.members.map((ids) => ids.length).join()}`,
  );
  expect(groups.toSorted()).toEqual(['Flat 1: 1', 'Flat 2: 1', 'Flat: 2']);
});

test('a public file has its zone', async (context) => {
  const file = publicCases('ifc-real')?.find(({ id }) => id.includes('building-architecture'));
  if (file === undefined) {
    context.skip();
    return;
  }
  const { rows } = await importOf(file.read(), { ...CHOICES, only: ALL });
  expect(Object.keys(membersIn(rows))).toEqual(['house - living space']);
});
