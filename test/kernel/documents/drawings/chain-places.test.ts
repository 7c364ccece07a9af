/** @module tests of the places of dimension chains: outside cut elements, and clear of visible elements and texts. */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Dimension, Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { entersBox } from '../../../../kernel/documents/drawings/plan/taken-paper.ts';
import { dimensionShapes } from '../../../../kernel/documents/drawings/print/exploded.ts';
import { textBox } from '../../../../kernel/documents/drawings/sketch.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const SCALE = 100;

function planOf(view: ModelView, level_id: string): Drawing {
  const definition = { view: 'plan', level_id, scale: SCALE, cut_height: 1200 } as const;
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

function rectangle(x: number, y: number, width: number, depth: number): readonly Point2[] {
  return [P(x, y), P(x + width, y), P(x + width, y + depth), P(x, y + depth)];
}

function walls(id: string, ring: readonly Point2[], more: object = {}): readonly PlannedEvent[] {
  return ring.map((start, i) =>
    created('wall', `${id}${i}`, { start, end: ring[(i + 1) % ring.length] ?? start, ...more }),
  );
}

/** Walls on both storeys, with outer faces at 0 and these sizes, mm. */
function towerWalls(id: string, x: number): readonly PlannedEvent[] {
  return walls(id, rectangle(x + 100, 100, 9800, 7800), { height: 6000 });
}

function roof(id: string, ring: readonly Point2[], more: object = {}): PlannedEvent {
  const flat = { roof_type: 'flat', slope_deg: 0, base_offset: 3000, overhang: 0 } as const;
  return created('roof', id, { boundary_points: [...ring], ...flat, ...more });
}

/** A building of one storey with a flat roof. */
function lowBuilding(id: string, ring: readonly Point2[]): readonly PlannedEvent[] {
  return [...walls(id, ring), roof(`${id}-roof`, ring)];
}

function dimensionsOf({ items }: Drawing): readonly Dimension[] {
  return items.filter((item): item is Dimension => item.shape === 'dimension');
}

/** Distance of the first chain of each side from the face of a tower at the origin, mm on paper. */
function chainDistances(drawing: Drawing, building = ''): Readonly<Record<string, number>> {
  const origin = drawing.placements[0]?.origin ?? P(0, 0);
  const found: Record<string, number> = {};
  for (const { chain, through } of dimensionsOf(drawing)) {
    const { x, y } = P(through.x - origin.x, through.y - origin.y);
    const off = { south: -y, north: y - 80, west: -x, east: x - 100 };
    for (const [side, place] of Object.entries(off)) {
      if (chain === `${side}${building} 1`) found[side] = Math.round(place * 1000) / 1000 + 0;
    }
  }
  return found;
}

const NEXT = { south: 9, north: 9, west: 9, east: 9 };

describe('dimension chains of an upper storey', () => {
  test('are next to the cut building, regardless of lower buildings visible far away', () => {
    const seen = [
      ...lowBuilding('B', rectangle(50_000, 0, 10_000, 8000)),
      ...lowBuilding('C', rectangle(0, 30_000, 10_000, 8000)),
      // Also if the roof of the lower building belongs to the upper storey.
      roof('D', rectangle(-40_000, 0, 8000, 8000), { level_id: 'L2', base_offset: 0 }),
    ];
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), ...seen), 'L2'))).toEqual(NEXT);
  });

  test('are next to each cut building', () => {
    const seen = lowBuilding('C', rectangle(90_000, 0, 10_000, 8000));
    const view = modelOf(...towerWalls('A', 0), ...towerWalls('B', 40_000), ...seen);
    expect(chainDistances(planOf(view, 'L2'), ' of building 1')).toEqual(NEXT);
  });

  test('are drawn over a longer, lower part of the building', () => {
    const long = [
      ...walls('B', rectangle(10_100, 100, 39_800, 7800)),
      roof('R', rectangle(10_000, 0, 40_000, 8000)),
    ];
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), ...long), 'L2'))).toEqual(NEXT);
    // Also if the plan cuts the roof of the lower part.
    const pitched = roof('R', rectangle(10_100, 0, 40_000, 8000), {
      roof_type: 'gable',
      slope_deg: 35,
    });
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), pitched), 'L2'))).toEqual(NEXT);
  });

  test('are moved beyond an obstacle by its extent only, and not by an obstacle beside them', () => {
    // 500 mm in front of the north face, and 700 mm deep.
    const between = roof('B', rectangle(2000, 8500, 3000, 700));
    const drawing = planOf(modelOf(...towerWalls('A', 0), between), 'L2');
    expect(chainDistances(drawing)).toEqual({ ...NEXT, north: 12 + 9 });
    // 500 mm in front of the face, but east of the measured length.
    const beside = roof('B', rectangle(12_000, 8500, 3000, 700));
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), beside), 'L2'))).toEqual(NEXT);
  });

  test('are moved at most 15 mm for an obstacle apart from the building', () => {
    const apart = roof('B', rectangle(2000, 9100, 3000, 700));
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), apart), 'L2'))).toEqual({
      ...NEXT,
      north: 15 + 9,
    });
    const deep = roof('B', rectangle(2000, 9100, 3000, 1900));
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), deep), 'L2'))).toEqual(NEXT);
  });

  test('are outside porches and roofs of the building', () => {
    const porch = roof('B', rectangle(2000, 8000, 3000, 2500));
    expect(chainDistances(planOf(modelOf(...towerWalls('A', 0), porch), 'L2'))).toEqual({
      ...NEXT,
      north: 25 + 9,
    });
    for (const by of [900, 4000]) {
      const ring = rectangle(-by, -by, 10_000 + 2 * by, 8000 + 2 * by);
      const place = by / SCALE + 9;
      const drawing = planOf(
        modelOf(...towerWalls('A', 0), roof('R', ring, { base_offset: 6000 })),
        'L2',
      );
      expect(chainDistances(drawing)).toEqual({
        south: place,
        north: place,
        west: place,
        east: place,
      });
    }
  });
});

/** Walls of 200 mm along a half circle whose outer face has the given radius, and along its chord in the south. */
function halfCircleWalls(radius: number): readonly PlannedEvent[] {
  const axis = radius - 100;
  return [
    created('wall', 'H', { start: P(axis, 0), end: P(-axis, 0), via: P(0, axis) }),
    created('wall', 'S', { start: P(-axis, 0), end: P(axis, 0) }),
  ];
}

describe('a half-circle building', () => {
  test.each([1500, 5000, 5667, 40_000])(
    'of radius %d mm is dimensioned with its exact extent',
    (radius) => {
      const drawing = planOf(modelOf(...halfCircleWalls(radius)), 'L1');
      const chains = Map.groupBy(dimensionsOf(drawing), ({ chain }) => chain);
      const last = (side: string): readonly string[] =>
        [...chains].findLast(([name]) => name.startsWith(side))?.[1].map(({ text }) => text) ?? [];
      expect(['south', 'north', 'west', 'east'].map(last)).toEqual([
        [`${2 * radius}`],
        [`${2 * radius}`],
        [`${radius + 100}`],
        [`${radius + 100}`],
      ]);
      // The chord wall, and the arc as a single part.
      const parts = chains.get('east 1')?.map(({ text }) => text);
      expect(parts).toEqual(['200', `${radius - 100}`]);
      expect(lintDrawing(drawing)).toEqual([]);
    },
  );

  const far = walls('N', rectangle(15_000, 15_000, 6000, 5000));

  test.each([
    ['alone', []],
    ['next to a building that extends further', far],
  ] as const)('has no dimension chain over the text of its radius: %s', (_, other) => {
    const tees = [-3000, -1500, 0, 1500, 3000].map((x, i) =>
      created('wall', `T${i}`, { start: P(x, 0), end: P(x, Math.sqrt(5567 ** 2 - x ** 2)) }),
    );
    const drawing = planOf(modelOf(...halfCircleWalls(5667), ...tees, ...other), 'L1');
    const label = drawing.items.find((item) => item.shape === 'text' && item.text.startsWith('R '));
    if (label?.shape !== 'text') throw new Error('no radius');
    const box = textBox(label);
    const crossing = dimensionsOf(drawing).filter((dimension) =>
      dimensionShapes(dimension).some(
        (shape) =>
          shape.shape === 'polyline' &&
          shape.points.some((to, i) => i > 0 && entersBox(shape.points[i - 1] ?? to, to, box)),
      ),
    );
    expect(crossing.map(({ chain }) => chain)).toEqual([]);
    expect(lintDrawing(drawing)).toEqual([]);
  });
});

test('the warning about an omitted chain names its side and its building', () => {
  const posts = Array.from({ length: 14 }, (_, i) =>
    created('wall', `T${i}`, {
      start: P(1000 + i * 150, 7900),
      end: P(1000 + i * 150, 5000),
      thickness: 50,
    }),
  );
  const warningsOf = (...more: readonly PlannedEvent[]): readonly string[] =>
    planOf(modelOf(...towerWalls('A', 0), ...posts, ...more), 'L1').warnings;
  const warning = (where: string): string =>
    `dimensions of parts on the ${where} are omitted because their texts do not fit at 1:${SCALE}; choose a larger scale`;
  expect(warningsOf()).toEqual([warning('north side')]);
  expect(warningsOf(...towerWalls('B', 40_000))).toEqual([warning('north side of building 1')]);
});
