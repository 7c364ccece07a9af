/** @module tests of the levels of stairs of a file that begin or end at none. */
import { describe, expect, test } from 'vitest';

import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { publicFile } from '../../../../public-files.ts';
import { axes, extrusion, kernels, paramsOf, point, polygon, recognised } from './building-text.ts';

type Storey = readonly [name: string, elevation: number];
type Flight = {
  /** Elevation of the foot, mm. */
  readonly foot: number;
  /** Number of risers that the file states, or `$`. */
  readonly stated: string;
  readonly storeys: readonly Storey[];
};

/** Four treads of 300 mm at risers of 170 mm: the head is 850 mm above the foot. */
function stairOf({ foot, stated, storeys }: Flight) {
  const [[, first] = ['', 0]] = storeys;
  const treads = [0, 1, 2, 3].map((i) => {
    const [x, z] = [300 * i, foot - first + 170 * i + 130];
    const outline = polygon([x, 0], [x + 300, 0], [x + 300, 1000], [x, 1000]);
    return extrusion(outline, 40, axes(point(0, 0, z)));
  });
  const found = recognised(
    [
      { entity: 'IFCSTAIR', name: 'stair', items: [], rest: ',$,$' },
      {
        entity: 'IFCSTAIRFLIGHT',
        name: 'flight',
        items: treads,
        rest: `,$,${stated},$,$,$,$`,
        contained: false,
      },
    ],
    { storeys, data: "#900=IFCRELAGGREGATES('parts',$,$,$,#100,(#101));" },
  );
  const names = new Map(found.levels.map(({ id, element }) => [id, element.params['name']]));
  const params = paramsOf(found, 'stair');
  if (typeof params === 'string') return params;
  const { level_id, top_level_id, base_offset, top_offset, top_tread } = params;
  const nameOf = (id: unknown): unknown => (typeof id === 'string' ? names.get(id) : null);
  const ends = [nameOf(level_id), base_offset, nameOf(top_level_id), top_offset];
  return top_tread === undefined ? ends : [...ends, top_tread];
}

const HOUSE: readonly Storey[] = [
  ['A', 0],
  ['B', 3000],
  ['C', 6000],
];

describe('the levels of a stair', () => {
  test.each<readonly [string, number, readonly Storey[], readonly unknown[]]>([
    [
      'ends at its levels',
      0,
      [
        ['A', 0],
        ['B', 850],
      ],
      ['A', undefined, 'B', undefined],
    ],
    [
      'ends below a level',
      0,
      [
        ['A', 0],
        ['B', 900],
      ],
      ['A', undefined, 'B', -50],
    ],
    [
      'begins above its storey',
      150,
      [
        ['A', 0],
        ['B', 1000],
      ],
      ['A', 150, 'B', undefined],
    ],
    [
      'begins below its storey',
      -120,
      [
        ['A', 0],
        ['B', 1000],
      ],
      ['A', -120, 'B', -270],
    ],
    ['ends in the middle of a storey', 0, HOUSE, ['A', undefined, 'B', -2150]],
    ['begins on a level above its storey', 3000, HOUSE, ['B', undefined, 'C', -2150]],
    ['begins above a level above its storey', 3200, HOUSE, ['B', 200, 'C', -1950]],
    ['ends above the closest level', 3000 - 600, HOUSE, ['A', 2400, 'B', 250]],
    ['begins and ends between two levels', 4600, [...HOUSE, ['D', 6400]], ['B', 1600, 'C', -550]],
    [
      'ends closer to the higher of two levels',
      150,
      [
        ['A', 0],
        ['B', 200],
        ['C', 1100],
      ],
      ['A', 150, 'C', -100],
    ],
    [
      'ends above all levels',
      2700,
      [
        ['A', 0],
        ['B', 3000],
      ],
      ['A', 2700, 'B', 550],
    ],
  ])('that %s', (_, foot, storeys, expected) => {
    expect(stairOf({ foot, stated: '5', storeys })).toEqual(expected);
  });

  test('that begins at the highest level are not known', () => {
    expect(
      stairOf({
        foot: 3000,
        stated: '5',
        storeys: [
          ['A', 0],
          ['B', 3000],
        ],
      }),
    ).toBe('no level is above that at its foot');
  });
});

describe('a stair that ends off its levels', () => {
  const off = { foot: 0, storeys: HOUSE };

  test('has the number of risers that the file states', () => {
    expect(stairOf({ ...off, stated: '5' })).toEqual(['A', undefined, 'B', -2150]);
    expect(stairOf({ ...off, stated: '$' })).toBe(
      'no level is at its foot or head, and the file states no risers',
    );
    expect(stairOf({ ...off, stated: '6' })).toBe('its stated risers are not those of its treads');
  });

  test('ends at its last tread if the file states as many risers as treads', () => {
    // The treads are at 170 to 680 mm.
    const storeys: readonly Storey[] = [
      ['A', 0],
      ['B', 680],
    ];
    expect(stairOf({ ...off, stated: '4' })).toEqual(['A', undefined, 'B', -2320, true]);
    expect(stairOf({ foot: 0, stated: '4', storeys })).toEqual([
      'A',
      undefined,
      'B',
      undefined,
      true,
    ]);
    expect(stairOf({ foot: 0, stated: '$', storeys })).toBe(
      'no level is at its foot or head, and the file states no risers',
    );
  });

  test('states nothing new where it ends at its levels', () => {
    const at = {
      foot: 0,
      storeys: [
        ['A', 0],
        ['B', 850],
      ],
    } as const;
    expect(stairOf({ ...at, stated: '$' })).toEqual(['A', undefined, 'B', undefined]);
  });
});

test('stairs of a public house end at their last treads', async () => {
  // Renga Architecture: 3 and 4 risers with as many treads; a fifth stair winds.
  const file = publicFile('ifc-real/cases/House.ifc');
  if (file === null) return;
  const { model } = await openIfc(file);
  const { products } = recognise(model, 'lineage', kernels);
  const stairs = products.filter(({ product }) => product.class === 'IfcStair');
  const ends = stairs.map(({ element }) => {
    const { base_offset, top_offset, top_tread, riser_max, tread } = element?.params ?? {};
    return [base_offset, top_offset, top_tread, riser_max, tread];
  });
  const none = undefined;
  expect(ends).toEqual([
    [none, -2850, true, 200, 300],
    [150, -2850, true, 150, 282.787],
    [none, -2850, true, 200, 400],
    [none, none, none, none, none],
    [none, 100, true, 150, 300.002],
  ]);
});
