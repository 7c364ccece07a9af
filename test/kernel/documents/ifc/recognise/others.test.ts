/** @module tests of recognised slabs, spaces, members, grids and storeys, of ids, units and the scorecard. */
import { describe, expect, test } from 'vitest';

import { Ids } from '../../../../../kernel/documents/ifc/recognise/ids.ts';
import { scorecardOf } from '../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import {
  axes,
  extrusion,
  METRE,
  named,
  paramsOf,
  point,
  polygon,
  polyline,
  type ProductText,
  profile,
  recognised,
} from './building-text.ts';

const SQUARE = [
  [0, 0],
  [4000, 0],
  [4000, 3000],
  [0, 3000],
] as const;

describe('slabs and spaces', () => {
  test('a slab with a hole of its own and an opening', () => {
    const area = `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${polyline(...SQUARE, [0, 0])},(${polyline([500, 500], [500, 1000], [1000, 1000], [500, 500])}))}`;
    const shaft = extrusion(
      polygon([2000, 1000], [3000, 1000], [3000, 2000], [2000, 2000]),
      600,
      axes(point(0, 0, -300)),
    );
    const slab: ProductText = {
      entity: 'IFCSLAB',
      name: 'slab',
      items: [extrusion(area, 200, axes(point(0, 0, -200)))],
      rest: ',$,.FLOOR.',
      openings: [{ items: [shaft] }],
    };
    const found = recognised([slab]);
    expect(paramsOf(found, 'slab')).toMatchObject({
      thickness: 200,
      top_offset: 0,
      floor_type: 'slab',
      holes: [{ length: 3 }],
    });
    expect(named(found, 'IFCOPENINGELEMENT').element).toMatchObject({
      kind: 'opening',
      params: { location: { x: 2500, y: 1500 }, width: 1000, height: 1000 },
    });
  });

  test('an opening that ends in the slab is a plane that cuts it', () => {
    const pit = extrusion(
      polygon([2000, 1000], [3000, 1000], [3000, 2000], [2000, 2000]),
      300,
      axes(point(0, 0, -100)),
    );
    const items = [extrusion(polygon(...SQUARE), 200, axes(point(0, 0, -200)))];
    const found = recognised([
      { entity: 'IFCSLAB', name: 'slab', items, rest: ',$,$', openings: [{ items: [pit] }] },
    ]);
    expect(named(found, 'slab').element?.params).toMatchObject({
      cut_planes: [{ point: { z: -100 }, normal: { x: 0, y: 0, z: 1 } }],
    });
    expect(named(found, 'IFCOPENINGELEMENT').element?.kind).toBe('floor');
  });

  test('an opening that ends below the top of the slab is a plane that cuts it', () => {
    const items = [extrusion(polygon(...SQUARE), 200, axes(point(0, 0, -200)))];
    const ring = polygon([2000, 1000], [3000, 1000], [3000, 2000], [2000, 2000]);
    const pit = extrusion(ring, 250, axes(point(0, 0, -300)));
    const found = recognised([
      { entity: 'IFCSLAB', name: 'slab', items, rest: ',$,$', openings: [{ items: [pit] }] },
    ]);
    expect(named(found, 'slab').element?.params).toMatchObject({
      cut_planes: [{ point: { z: -50 }, normal: { x: 0, y: 0, z: -1 } }],
    });
  });

  test('a footing is a foundation', () => {
    const items = [extrusion(polygon(...SQUARE), 500, axes(point(0, 0, -800)))];
    const found = recognised([
      { entity: 'IFCFOOTING', name: 'footing', items, rest: ',$,.PAD_FOOTING.' },
    ]);
    expect(paramsOf(found, 'footing')).toMatchObject({
      floor_type: 'foundation',
      top_offset: -300,
    });
  });

  test.each([
    ['its own', '.ROOF.', ''],
    ['that of its type', '$', '.ROOF.'],
    ['its own', '.BASESLAB.', '.FLOOR.'],
  ])('a slab is what %s predefined type says (%s, %s)', (_, own, ofType) => {
    const items = [extrusion(polygon(...SQUARE), 200, axes(point(0, 0, -200)))];
    const data =
      ofType === ''
        ? ''
        : `#900=IFCSLABTYPE('t',$,'T',$,$,$,$,$,$,${ofType});#901=IFCRELDEFINESBYTYPE('r',$,$,$,(#100),#900);`;
    const slab = { entity: 'IFCSLAB', name: 'slab', items, rest: `,$,${own}` };
    expect(paramsOf(recognised([slab], { data }), 'slab')).toMatchObject({
      floor_type: own === '.BASESLAB.' ? 'foundation' : 'roof',
    });
  });

  test('a space above its storey keeps its foot, and its long name', () => {
    const space: ProductText = {
      entity: 'IFCSPACE',
      name: '0.12',
      items: [extrusion(polygon(...SQUARE), 2600, axes(point(0, 0, 150)))],
      rest: ",'Kitchen',.ELEMENT.,.INTERNAL.,$",
    };
    expect(paramsOf(recognised([space]), '0.12')).toMatchObject({
      name: 'Kitchen',
      number: '0.12',
      height: 2600,
      base_offset: 150,
    });
  });
});

describe('members', () => {
  const columnOf = (item: string): ProductText => ({
    entity: 'IFCCOLUMN',
    name: 'column',
    items: [item],
  });

  test.each([
    [profile('IFCCIRCLEPROFILEDEF', 150), 'circle 300'],
    [profile('IFCISHAPEPROFILEDEF', 200, 190, 6.5, 10, null), 'I 200x190x6.5x10'],
    [profile('IFCRECTANGLEPROFILEDEF', 300, 400), '300x400'],
    [profile('IFCLSHAPEPROFILEDEF', 100, 65, 7, null, null, null), 'L 100x65x7'],
  ])('a column of %s', (area, text) => {
    expect(paramsOf(recognised([columnOf(extrusion(area, 3000))]), 'column')).toMatchObject({
      profile: text,
      height: 3000,
    });
  });

  test('a section with fillets or without a form gets its outline', () => {
    const area = profile('IFCISHAPEPROFILEDEF', 200, 190, 6.5, 10, 18);
    const found = recognised([columnOf(extrusion(area, 3000))]);
    expect(paramsOf(found, 'column')).toMatchObject({ outline: { holes: [] } });
    expect(named(found, 'column').outcome).toBe('parametric');
  });

  test('a turned column keeps its angle', () => {
    const place = axes(point(1000, 2000, 0), '$', '{IFCDIRECTION((0.,1.,0.))}');
    const item = extrusion(profile('IFCRECTANGLEPROFILEDEF', 300, 400), 3000, place);
    expect(paramsOf(recognised([columnOf(item)]), 'column')).toMatchObject({
      location: { x: 1000, y: 2000 },
      turn_deg: 90,
    });
  });

  test.each([
    ['level', [1, 0, 0], [0, 1, 0], { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } }],
    ['sloping', [0.8, 0, 0.6], [0, 1, 0], { end: { x: 3910, y: 0 } }],
    ['rolled', [1, 0, 0], [0, 0.8, 0.6], { roll_deg: 36.87 }],
    ['upright', [0, 0, 1], [1, 0, 0], { start: { x: 0, y: 0 }, end: { x: 0, y: 0 } }],
  ] as const)('a %s beam', (_, axis, x, params) => {
    const [a, b] = [axis, x].map(
      (ratios) =>
        `{IFCDIRECTION((${ratios.map((one) => (Number.isInteger(one) ? `${one}.` : one)).join()}))}`,
    );
    const item = extrusion(
      profile('IFCRECTANGLEPROFILEDEF', 200, 300),
      5000,
      axes(point(0, 0, 0), a, b),
    );
    const found = recognised([{ entity: 'IFCBEAM', name: 'beam', items: [item] }]);
    expect(named(found, 'beam').reason).toBeNull();
    expect(paramsOf(found, 'beam')).toMatchObject({ profile: '200x300', ...params });
  });
});

test('the axes of a grid are lines; the first stands for the grid', () => {
  const axis = (tag: string, y: number): string =>
    `{IFCGRIDAXIS('${tag}',${polyline([0, y], [9000, y])},.T.)}`;
  const grid: ProductText = {
    entity: 'IFCGRID',
    name: 'grid',
    items: [],
    rest: `,(${axis('A', 0)},${axis('B', 4000)}),(${axis('1', 8000)}),$,$`,
  };
  const found = recognised([grid]);
  expect(paramsOf(found, 'grid')).toMatchObject({ name: 'A', end: { x: 9000, y: 0 } });
  expect(found.unnamed.map(({ params }) => params['name'])).toEqual(['B', '1']);
});

describe('storeys', () => {
  test('equal names get numbers, and the level keeps the name of the file', () => {
    const { levels } = recognised([], {
      storeys: [
        ['Floor', 3000],
        ['Floor', 0],
      ],
    });
    expect(
      levels.map(({ element, renamed }) => [
        element.params['name'],
        element.params['elevation'],
        element.params['height'],
        renamed,
      ]),
    ).toEqual([
      ['Floor', 0, 3000, null],
      ['Floor (2)', 3000, 3000, 'Floor'],
    ]);
  });

  test('storeys at one elevation have the usual height up to the next', () => {
    const { levels } = recognised([], {
      storeys: [
        ['A', 0],
        ['B', 0],
        ['C', 2800],
      ],
    });
    expect(levels.map(({ height }) => height)).toEqual([2800, 2800, 3000]);
  });

  test('a storey far below the next has the usual height', () => {
    const { levels } = recognised([], {
      storeys: [
        ['A', 0],
        ['B', 100_000],
        ['C', 200_001],
      ],
    });
    expect(levels.map(({ height }) => height)).toEqual([100_000, 3000, 3000]);
  });

  test('equal names as long as a name can be stay different', () => {
    const name = 'n'.repeat(200);
    const { levels } = recognised([], {
      storeys: [
        [name, 0],
        [name, 3000],
        [name, 6000],
      ],
    });
    const short = 'n'.repeat(180);
    expect(levels.map(({ element }) => element.params['name'])).toEqual([
      name,
      `${short} (2)`,
      `${short} (3)`,
    ]);
  });

  test('a file without storeys gets one level', () => {
    const items = [extrusion(profile('IFCRECTANGLEPROFILEDEF', 300, 400), 3000)];
    const found = recognised([{ entity: 'IFCCOLUMN', name: 'column', items }], { storeys: [] });
    expect(found.levels).toMatchObject([{ row: null, elevation: 0 }]);
    expect(paramsOf(found, 'column')).toMatchObject({ level_id: found.levels[0]?.id });
  });
});

test('a building that is far away is moved by whole metres', () => {
  const items = [extrusion(profile('IFCRECTANGLEPROFILEDEF', 300, 400), 3000)];
  const at = axes(point(1_186_000_123.456, 2000, 0));
  const found = recognised([{ entity: 'IFCCOLUMN', name: 'column', items, at }]);
  expect(found.shift).toEqual({ x: -1_186_000_000, y: 0, z: 0 });
  expect(paramsOf(found, 'column')).toMatchObject({ location: { x: 123.456, y: 2000 } });
});

test('lengths in metres are read in millimetres', () => {
  const items = [extrusion(profile('IFCRECTANGLEPROFILEDEF', 0.3, 0.4), 3)];
  const found = recognised([{ entity: 'IFCCOLUMN', name: 'column', items }], { length: METRE });
  expect(paramsOf(found, 'column')).toMatchObject({ profile: '300x400', height: 3000 });
});

describe('ids', () => {
  const first = { row: 1, guid: 'g' };

  test('the same building and GlobalId give the same id', () => {
    expect(new Ids('a').of('wall', first)).toBe(new Ids('a').of('wall', first));
    expect(new Ids('a').of('wall', first)).not.toBe(new Ids('b').of('wall', first));
  });

  test('the first product of a GlobalId keeps it', () => {
    const ids = new Ids('a');
    const own = ids.of('wall', first);
    const other = ids.of('wall', { row: 2, guid: 'g' });
    expect(other).not.toBe(own);
    expect(ids.of('wall', first)).toBe(own);
  });

  test('a GlobalId written like a row is not that row', () => {
    const ids = new Ids('a');
    ids.of('wall', first);
    const second = ids.of('wall', { row: 2, guid: 'g' });
    for (const guid of ['2', 'row,2', '"row","2"']) {
      expect(ids.of('wall', { row: 3, guid })).not.toBe(second);
    }
    expect(ids.named('wall', 'a', 'b')).not.toBe(ids.named('wall', 'a,b'));
    expect(ids.named('wall', 'a', 'b')).not.toBe(ids.named('wall', 'a","b'));
  });

  test('the parts of a product have ids of their own', () => {
    const ids = new Ids('a');
    expect(ids.of('wall', first, 1)).not.toBe(ids.of('wall', first));
  });
});

test('the counts of each class add up to its products', () => {
  const items = [extrusion(profile('IFCRECTANGLEPROFILEDEF', 300, 400), 3000)];
  const found = recognised([
    { entity: 'IFCCOLUMN', name: 'a', items },
    { entity: 'IFCCOLUMN', name: 'b', items: [] },
    { entity: 'IFCFURNISHINGELEMENT', name: 'c', items, rest: ',$' },
    { entity: 'IFCCOLUMN', name: 'd', items: ['{IFCSPHERE($,0.)}'] },
  ]);
  const { classes, reasons } = scorecardOf(found.products);
  expect(classes).toEqual({
    IfcBuildingStorey: { parametric: 1, body: 0, data_only: 0, refused: 0 },
    IfcColumn: { parametric: 1, body: 0, data_only: 1, refused: 1 },
    IfcFurnishingElement: { parametric: 0, body: 1, data_only: 0, refused: 0 },
  });
  expect(reasons.map(({ class: name, outcome }) => `${name} ${outcome}`).toSorted()).toEqual([
    'IfcColumn data_only',
    'IfcColumn refused',
    'IfcFurnishingElement body',
  ]);
});
