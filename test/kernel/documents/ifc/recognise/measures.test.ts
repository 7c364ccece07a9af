/** @module tests of elements that are proven by their measures: stairs of other construction, and railings. */
import { describe, expect, test, vi } from 'vitest';

import { MeshBlobBuilder } from '../../../../../kernel/building/imports/mesh-blob-builder.ts';
import { BY_MEASURES } from '../../../../../kernel/documents/ifc/recognise/proof.ts';
import {
  type Recognition,
  recognise,
} from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { scorecardOf } from '../../../../../kernel/documents/ifc/recognise/scorecard.ts';
import {
  axes,
  extrusion,
  kernels,
  modelOf,
  named,
  paramsOf,
  point,
  polygon,
  type ProductText,
  recognised,
} from './building-text.ts';

const STOREYS = [
  ['Ground', 0],
  ['First', 3000],
] as const;

function box(from: readonly number[], to: readonly number[]): string {
  const [x = 0, y = 0, z = 0] = from;
  const [X = 0, Y = 0, Z = 0] = to;
  return extrusion(polygon([x, y], [X, y], [X, Y], [x, Y]), Z - z, axes(point(0, 0, z)));
}

/** Edits of the regular stair: a tread, from 1, by its front edge, height or width. */
type Steps = {
  readonly move?: Readonly<Record<number, readonly [number, number, number]>>;
  /** Further items of the flight. */
  readonly others?: readonly string[];
};

/** 15 treads of wood, 40 mm thick and 20 mm deeper than their going of 250 mm, at risers of 187.5 mm, between strings. */
function treads({ move = {} }: Steps = {}): readonly string[] {
  return Array.from({ length: 15 }, (_, i) => {
    const [front, height, width] = move[i + 1] ?? [0, 0, 0];
    const [x, z] = [1000 + 250 * i + front, 187.5 * (i + 1) + height];
    return box([x, 0, z - 40], [x + 270, 900 + width, z]);
  });
}

const STRING = box([900, -50, 0], [5000, 0, 250]);

function stairFile(
  steps: Steps = {},
  storeys: typeof STOREYS | readonly [] = STOREYS,
  string = STRING,
): Recognition {
  const others = { contained: false } as const;
  const products: readonly ProductText[] = [
    { entity: 'IFCSTAIR', name: 'stair', items: [], rest: ',$,$' },
    {
      entity: 'IFCSTAIRFLIGHT',
      items: [...treads(steps), ...(steps.others ?? [])],
      rest: ',$,$,$,$,$,$',
      ...others,
    },
    { entity: 'IFCMEMBER', items: [string], rest: ',$,$', ...others },
    {
      entity: 'IFCRAILING',
      items: [box([1000, 20, 900], [4000, 60, 950])],
      rest: ',$,$',
      ...others,
    },
  ];
  const data = "#900=IFCRELAGGREGATES('parts',$,$,$,#100,(#101,#102,#103));";
  return recognised(products, { storeys: storeys.length === 0 ? [['Ground', 0]] : storeys, data });
}

describe('a stair of treads and strings', () => {
  test('has the measures of its flight, and its products are its parts', () => {
    const found = stairFile();
    expect(paramsOf(found, 'stair')).toMatchObject({
      start: { x: 1000, y: 450 },
      direction_deg: 0,
      width: 900,
      riser_max: 187.5,
      tread: 250,
      shape: 'straight',
      handrails: 'right',
    });
    const { element, reason, proof } = named(found, 'stair');
    expect(reason).toBe(BY_MEASURES);
    expect(proof?.volume).toBeGreaterThan(0.1);
    for (const name of ['IFCSTAIRFLIGHT', 'IFCMEMBER', 'IFCRAILING']) {
      expect(named(found, name).element?.id).toBe(element?.id);
    }
    expect(scorecardOf(found.products).reasons).toContainEqual({
      class: 'IfcStair',
      outcome: 'parametric',
      reason: BY_MEASURES,
      count: 1,
    });
  });

  test.each<readonly [string, Steps, string]>([
    ['a deeper tread', { move: { 7: [3, 0, 0] } }, 'its steps are not equal'],
    ['a higher tread', { move: { 7: [0, 3, 0] } }, 'its risers are not equal'],
    ['a wider tread', { move: { 7: [0, 0, 3] } }, 'its steps are not equal'],
    ['a lower last riser', { move: { 15: [0, -3, 0] } }, 'its risers are not equal'],
  ])('with %s is its parts', (_, steps, why) => {
    const found = stairFile(steps);
    expect(named(found, 'stair')).toMatchObject({ outcome: 'data_only', reason: why });
    expect(named(found, 'IFCSTAIRFLIGHT')).toMatchObject({ outcome: 'body', element: null });
    expect(named(found, 'IFCMEMBER').element?.kind).toBe('beam');
  });

  test.each([
    ['above it', box([900, -50, 0], [1100, 0, 12_000])],
    ['below it', box([900, -50, -500], [1100, 0, 0])],
    ['before it', box([600, -50, 0], [5000, 0, 250])],
    ['at its side', box([900, -3000, 0], [5000, -2950, 250])],
  ])('with a part %s is its parts', (_, part) => {
    const found = stairFile({}, STOREYS, part);
    expect(named(found, 'stair')).toMatchObject({ outcome: 'data_only', element: null });
    expect(named(found, 'IFCSTAIRFLIGHT')).toMatchObject({ outcome: 'body', element: null });
    expect(named(found, 'IFCMEMBER').element?.kind).not.toBe('stair');
  });

  test('has no steps at small level faces, such as the top of a newel', () => {
    const found = stairFile({ others: [box([990, -20, 0], [1020, 0, 1000])] });
    expect(named(found, 'stair')).toMatchObject({ outcome: 'parametric', reason: BY_MEASURES });
  });

  test('that ends at no level is its parts', () => {
    const found = stairFile({}, []);
    expect(named(found, 'stair')).toMatchObject({
      outcome: 'data_only',
      reason: 'no level is above that at its foot',
    });
  });
});

describe('the body of a file that proves measures', () => {
  const product: ProductText = {
    entity: 'IFCRAILING',
    name: 'rail',
    items: [box([0, 0, 960], [2030, 50, 1000]), box([0, 10, 0], [30, 40, 960])],
    rest: ',$,$',
  };

  test('is stored once, and the element is shown with it', () => {
    const meshes = new MeshBlobBuilder();
    const add = vi.spyOn(meshes, 'add');
    const found = named(recognise(modelOf([product]), 'lineage', kernels, { meshes }), 'rail');
    expect([found.outcome, found.reason, add.mock.calls.length]).toEqual([
      'parametric',
      BY_MEASURES,
      1,
    ]);
    expect(found.appearance?.place.length).toBeGreaterThan(0);
    expect(found.proof?.volume).toBeGreaterThan(0.1);
  });

  test('that cannot be stored proves nothing', () => {
    const meshes = new MeshBlobBuilder();
    vi.spyOn(meshes, 'add').mockImplementationOnce(() => {
      throw new RangeError('too large');
    });
    const found = named(recognise(modelOf([product]), 'lineage', kernels, { meshes }), 'rail');
    expect([found.outcome, found.reason, found.element]).toEqual([
      'body',
      'its body cannot be stored as an appearance',
      null,
    ]);
  });
});

function railing(items: readonly string[]): Recognition {
  return recognised([{ entity: 'IFCRAILING', name: 'rail', items, rest: ',$,$' }]);
}

describe('a railing', () => {
  const posts = [0, 1000, 2000].map((x) => box([x, 10, 0], [x + 30, 40, 960]));

  test('has the path of its rail, and the heights of its body', () => {
    const found = railing([...posts, box([0, 0, 960], [2030, 50, 1000])]);
    expect(paramsOf(found, 'rail')).toMatchObject({
      path: [
        { x: 0, y: 25 },
        { x: 2030, y: 25 },
      ],
      height: 980,
      base_offset: 0,
    });
    expect(named(found, 'rail').reason).toBe(BY_MEASURES);
  });

  test('follows rails around corners', () => {
    const rails = [
      box([0, 0, 960], [2000, 50, 1000]),
      box([2000, 0, 960], [2050, 1500, 1000]),
      box([2000, 1500, 960], [4000, 1550, 1000]),
    ];
    expect(paramsOf(railing([...posts, ...rails]), 'rail')).toMatchObject({
      path: [
        { x: 0, y: 25 },
        { x: 2025, y: 25 },
        { x: 2025, y: 1525 },
        { x: 4000, y: 1525 },
      ],
    });
  });

  test.each([
    ['is two rails', [box([0, 0, 900], [900, 50, 1000]), box([1500, 0, 900], [2500, 50, 1000])]],
    ['has no rail', posts],
    [
      'slopes',
      [
        extrusion(
          polygon([0, 0], [2000, 1000], [2000, 1050], [0, 50]),
          50,
          axes(point(0, 0, 0), '{IFCDIRECTION((0.,-1.,0.))}', '{IFCDIRECTION((1.,0.,0.))}'),
        ),
      ],
    ],
  ])('that %s is a body', (_, items) => {
    expect(named(railing(items), 'rail')).toMatchObject({
      outcome: 'body',
      reason: 'it has no level rail along one path',
    });
  });

  test.each([
    ['a longer rail below', [box([0, 0, 930], [20_000, 50, 980])]],
    ['a shorter rail below', [box([0, 0, 930], [3000, 50, 980])]],
    ['a plate at the side', [box([0, 0, 0], [50, 250, 950])]],
  ])('with %s than its top rail is a body', (_, others) => {
    const found = named(railing([box([0, 0, 1000], [1000, 50, 1050]), ...others]), 'rail');
    expect([found.outcome, found.element]).toEqual(['body', null]);
  });

  const slab = (points: readonly (readonly [number, number])[]): string =>
    extrusion(
      polygon(...points),
      50,
      axes(point(0, 0, 0), '{IFCDIRECTION((0.,-1.,0.))}', '{IFCDIRECTION((1.,0.,0.))}'),
    );

  test.each([
    ['a post', box([0, 0, 0], [100, 100, 900])],
    [
      'a plate whose top is shorter than it is',
      slab([
        [0, 0],
        [2000, 0],
        [1000, 900],
        [500, 900],
      ]),
    ],
  ])('that is %s alone is a body', (_, item) => {
    const found = named(railing([item]), 'rail');
    expect([found.outcome, found.reason]).toEqual(['body', 'it has no level rail along one path']);
  });

  test('that is as wide as a wall is a body', () => {
    const found = named(railing([box([0, 0, 0], [3000, 250, 1000])]), 'rail');
    expect([found.outcome, found.reason]).toEqual(['body', 'volume and box differ']);
  });
});
