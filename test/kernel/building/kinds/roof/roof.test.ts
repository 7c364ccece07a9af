/** @module tests of roofs. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { ROOF_TYPES } from '../../../../../kernel/building/kinds/roof/roof-form.ts';
import { roof } from '../../../../../kernel/building/kinds/roof/roof.ts';
import { created, make } from '../../model/build.ts';
import {
  anyOf,
  building,
  context,
  lies,
  mm,
  moves,
  P,
  rectangle,
  siteOf,
  turns,
  verdict,
  withElement,
} from '../bench.ts';

const BUILDING = building();
const HOUSE = rectangle(0, 0, 5000, 4000);
const NARROW = [P(0, 0), P(9000, -3000), P(18_000, 0), P(9000, 3000)];
const TRIANGLE = [P(0, 0), P(5000, 0), P(0, 4000)];
/** With an overhang of 300 on all sides. */
const EAVES = { area_mm2: 5600 * 4600, sloped_area_mm2: 5600 * 4600 };
const FACTS = { area_mm2: 20e6, sloped_area_mm2: 20e6 };
/** The code of a refusal, or at least these facts. */
const asSaid = (expected: string | object): unknown =>
  typeof expected === 'string' ? expected : expect.objectContaining(expected);
const FLAT = { boundary_points: HOUSE, overhang: 0 };

describe('a roof', () => {
  test.each([
    ['has the area inside its outline', FLAT, FACTS],
    ['with its overhang', { ...FLAT, overhang: 300 }, EAVES],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    [
      'needs an outline',
      { boundary_points: [P(0, 0), P(1, 1), P(1, 0), P(0, 1)] },
      'INVALID_BOUNDARY',
    ],
    [
      'with a gable it needs sides that are clearly gables',
      { roof_type: 'gable', slope_deg: 30, boundary_points: NARROW },
      'INVALID_ARGUMENT',
    ],
    [
      'with hips it needs none',
      { roof_type: 'hip', slope_deg: 60, boundary_points: NARROW, overhang: 0 },
      { area_mm2: 54e6, sloped_area_mm2: expect.closeTo(108e6, 3) },
    ],
    [
      'a shed takes any',
      { roof_type: 'shed', slope_deg: 60, boundary_points: TRIANGLE, overhang: 0 },
      { area_mm2: 10e6, sloped_area_mm2: 20e6 },
    ],
    [
      'lies within the model with its overhang',
      { ...FLAT, boundary_points: rectangle(1e7 - 5300, 0, 5000, 4000), overhang: 300 },
      EAVES,
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { ...FLAT, boundary_points: rectangle(1e7 - 5299.999, 0, 5000, 4000), overhang: 300 },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['with its top', { ...FLAT, base_offset: 1e7 - 250 }, FACTS],
    [
      'may not have its top above the model',
      { ...FLAT, base_offset: 1e7 - 249.999 },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ] as const)('%s', (_what, params, expected) => {
    const { boundary_points, ...rest } = { boundary_points: HOUSE, ...params };
    const said = verdict('roof', { ...rest, boundary_points: [...boundary_points] });
    expect(said).toEqual(asSaid(expected));
  });

  test('the refusal of a roof names the fault of its form', () => {
    const notched = [
      P(0, 0),
      P(4000, 0),
      P(4000, 4000),
      P(2100, 4000),
      P(2100, 2000),
      P(1900, 2000),
      P(1900, 4000),
      P(0, 4000),
    ];
    expect(verdict('roof', { boundary_points: notched, overhang: 99 })).toMatchObject({
      area_mm2: 15.6e6 + 99 * 20_000 + 4 * 99 ** 2,
      sloped_area_mm2: 15.6e6 + 99 * 20_000 + 4 * 99 ** 2,
    });
    expect(verdict('roof', { boundary_points: notched, overhang: 100 })).toBe('INVALID_BOUNDARY');
  });

  test('a flat roof is a slab within its eaves, less its openings', () => {
    const view = withElement('roof', { boundary_points: HOUSE, overhang: 300 }).apply([
      created('opening', 'O', {
        host_id: 'X',
        offset: null,
        location: P(2000, 2000),
        width: 1000,
        height: 500,
      }),
    ]);
    expect(view.outline('X')).toEqual(rectangle(-300, -300, 5600, 4600));
    expect(view.bounds('X')).toEqual({
      min: { x: -300, y: -300, z: 3000 },
      max: { x: 5300, y: 4300, z: 3250 },
    });
    const { volume_mm3, ...flat } = view.measures('X');
    expect(flat).toEqual({
      length_mm: null,
      area_mm2: 5600 * 4600 - 500_000,
      perimeter_mm: 20_400,
    });
    expect(volume_mm3).toBeCloseTo(250 * (5600 * 4600 - 500_000), 0);
  });

  test('a gable roof rises to the middle of its shorter side and falls below its base at the eaves', () => {
    const view = withElement('roof', {
      boundary_points: HOUSE,
      overhang: 1000,
      roof_type: 'gable',
      slope_deg: 45,
    });
    const bounds = view.bounds('X');
    expect(bounds?.min.z).toBeCloseTo(3000 - 1000, 3);
    expect(bounds?.max.z).toBeCloseTo(3000 + 2000 + 250 * Math.SQRT2, 3);
  });
});

const ELL = [P(0, 0), P(9000, 0), P(9000, 4000), P(4000, 4000), P(4000, 9000), P(0, 9000)];

describe('the edges of a roof', () => {
  const edges = (list: readonly object[], more: object = {}): unknown =>
    verdict('roof', {
      boundary_points: ELL,
      overhang: 0,
      slope_deg: 30,
      edges: list as never,
      ...more,
    });
  const all = ELL.map(() => ({}));

  test.each([
    [
      'slope like the roof',
      all,
      { hip_length_mm: expect.closeTo(5 * 2000 * Math.sqrt(2 + 1 / 3), 1) },
    ],
    [
      'may have a slope of their own',
      all.with(0, { slope_deg: 40 }),
      { valley_length_mm: expect.any(Number) },
    ],
    ['may be gables', all.with(1, { gable: true }), { verge_length_mm: expect.any(Number) }],
    [
      'may have a break',
      all.map(() => ({ slope_deg: 70, upper_slope_deg: 30, break_height: 900 })),
      {},
    ],
    ['are one for each side', all.slice(1), 'INVALID_ARGUMENT'],
    ['are no gables at inward corners', all.with(2, { gable: true }), 'INVALID_ARGUMENT'],
    ['are not all gables', all.map(() => ({ gable: true })), 'INVALID_ARGUMENT'],
    ['are no gables with a slope', all.with(1, { gable: true, slope_deg: 30 }), 'INVALID_ARGUMENT'],
    ['have both sizes of a break', all.with(1, { upper_slope_deg: 20 }), 'INVALID_ARGUMENT'],
    [
      'are flatter above it',
      all.with(1, { upper_slope_deg: 30, break_height: 900 }),
      'INVALID_ARGUMENT',
    ],
  ] as const)('%s', (_what, list, expected) => {
    expect(edges(list)).toEqual(asSaid(expected));
  });

  test('edges determine the roof type and stay with their sides when the outline is reversed', () => {
    const list = ELL.map((_, i) => (i === 1 ? { gable: true } : i === 0 ? { slope_deg: 40 } : {}));
    const made = make('roof', 'X', { boundary_points: ELL, slope_deg: 30, edges: list });
    const checked = KINDS.of(made).check(made, BUILDING, context).element.params;
    expect(checked).toMatchObject({ roof_type: 'gable', edges: list, boundary_points: ELL });
    // The same roof from the same side in the other direction: side 1 is the last one then.
    const around = [P(9000, 0), P(0, 0), ...ELL.slice(2).toReversed()];
    const turned = [list[0] ?? {}, ...list.slice(1).toReversed()];
    const other = make('roof', 'X', { boundary_points: around, slope_deg: 30, edges: turned });
    const again = KINDS.of(other).check(other, BUILDING, context).element.params;
    expect(again).toMatchObject({ roof_type: 'gable', edges: list, boundary_points: ELL });
  });

  test('a roof with edges has a volume, and its highest point is the top of its box', () => {
    const view = withElement('roof', {
      boundary_points: ELL,
      overhang: 300,
      slope_deg: 30,
      thickness: 200,
      edges: all.with(0, { slope_deg: 40 }).with(4, { gable: true }),
    });
    const faces =
      KINDS.of({ kind: 'roof' }).schedule.figures?.of(view.element('X') as never, view) ?? {};
    expect(faces['ridge_height_mm']).toBeGreaterThan(1000);
    const { volume_mm3, area_mm2 } = view.measures('X');
    const thick = Number(volume_mm3) / Number(area_mm2);
    expect(thick).toBeGreaterThan(200 / Math.cos(Math.PI / 6));
    expect(thick).toBeLessThan(200 / Math.cos((40 * Math.PI) / 180));
    const top = (view.bounds('X')?.max.z ?? 0) - 3000 - (faces['ridge_height_mm'] ?? 0);
    expect(top).toBeGreaterThan(200 / Math.cos(Math.PI / 6) - 1);
  });
});

describe('the picture of a roof', () => {
  const linesOf = (more: object): readonly (readonly [string, number])[] => {
    const { symbol } = roof;
    if (symbol === 'none') throw new Error('a roof has a symbol');
    const marks = symbol.marks(make('roof', 'X', { ...FLAT, ...more }), siteOf(BUILDING));
    return marks.flatMap((mark) => {
      if (mark.shape !== 'line') return [];
      return [[mark.points.map(({ x, y }) => `${x},${y}`).join(' '), mark.weight] as const];
    });
  };
  const outline = ['0,0 5000,0 5000,4000 0,4000 0,0', 1.5];

  test('the picture of a roof shows the outline over its walls and the eaves moved by the overhang', () => {
    expect(linesOf({ overhang: 300 })).toEqual([
      outline,
      ['-300,-300 5300,-300 5300,4300 -300,4300 -300,-300', 1],
    ]);
    expect(linesOf({ overhang: 900 })).toEqual([
      outline,
      ['-900,-900 5900,-900 5900,4900 -900,4900 -900,-900', 1],
    ]);
  });

  test('the picture of a roof has one line where the eaves are over the walls', () => {
    expect(linesOf({ overhang: 0 })).toEqual([outline]);
  });

  test('the picture of a roof has the eaves of its courtyards', () => {
    const holes = [rectangle(1000, 1000, 2000, 2000)];
    const lines = linesOf({ overhang: 300, holes, roof_type: 'flat' });
    expect(lines.map(([, weight]) => weight)).toEqual([1.5, 1.5, 1, 1]);
    expect(lines.at(-1)?.[0].split(' ').slice(0, -1).toSorted()).toEqual([
      '1300,1300',
      '1300,2700',
      '2700,1300',
      '2700,2700',
    ]);
  });
});

describe('any roof', () => {
  const any = anyOf(
    'roof',
    fc
      .tuple(mm(-9000, 9000), mm(-9000, 9000), mm(90, 9000), mm(90, 9000))
      .chain(([x, y, width, depth]) =>
        fc.record({
          boundary_points: fc.constantFrom(
            rectangle(x, y, width, depth),
            rectangle(x, y, width, depth).toReversed(),
          ),
          roof_type: fc.constantFrom(...ROOF_TYPES),
          slope_deg: fc.integer({ min: 0, max: 85 }),
          thickness: mm(1, 500),
          base_offset: mm(-900, 3000),
          overhang: fc.constantFrom(0, 30, 2000),
          edges: fc.constantFrom(
            null,
            null,
            [{}, { gable: true }, {}, { gable: true }],
            [{ slope_deg: 20 }, {}, { slope_deg: 50 }, {}],
            [{ slope_deg: 60, upper_slope_deg: 20, break_height: 1000 }, {}, { gable: true }, {}],
          ),
        }),
      ),
  );
  lies(any);
  moves(any);
  turns(any);
});
