/** @module paths tests: lengths of shortest paths against geometric formulas, and laws on random plans. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import type { NoPath, Path } from '../../../../kernel/building/spatial/paths.ts';
import { shortestPath } from '../../../../kernel/building/spatial/paths.ts';
import type { Manner } from '../../../../kernel/building/spatial/routes.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { created } from '../model/build.ts';
import { AS_DRAWN, MOVED, P, type Position, twoRooms, viewOf } from './plans.ts';

const LEVEL = created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 });

type From = { readonly level_id?: string; readonly point: PlanPoint };

function path(view: ModelView, a: From, b: From, manner: Manner | number): Path | NoPath {
  const given = typeof manner === 'number' ? { clear_width_mm: manner } : manner;
  return shortestPath(view, { level_id: 'L1', ...a }, { level_id: 'L1', ...b }, given);
}

function lengthOf(found: Path | NoPath): number {
  if (!found.found) throw new Error(`no way because of ${found.because}`);
  return found.length_mm;
}

/**
 * Length of a path that starts at a point, touches the circle of this radius around a corner and follows it until the
 * path is parallel to the x axis.
 */
function lengthAround(from: PlanPoint, corner: PlanPoint, radius: number): number {
  const [dx, dy] = [Math.abs(corner.x - from.x), Math.abs(corner.y - from.y)];
  const distance = Math.hypot(dx, dy);
  const tangent = Math.sqrt(distance ** 2 - radius ** 2);
  // The direction of the path changes by this angle while it follows the circle.
  const turn = Math.atan2(dy, dx) + Math.asin(radius / distance);
  return tangent + radius * turn;
}

describe('paths with known lengths', () => {
  const view = viewOf([LEVEL, ...twoRooms()]);
  const [a, b] = [{ point: P(1000, 4000) }, { point: P(9000, 4000) }];

  test.each([
    ['a table', 740, false],
    ['a shower tray of 20 mm', 20, true],
  ])('with %s in the doorway, %d mm high, a path exists: %s', (_what, height, found) => {
    const place = { location: P(3500, 1400), depth: 1000, width: 2000, height };
    const furnished = viewOf([LEVEL, ...twoRooms(), created('furniture', 'X', place)]);
    expect(path(furnished, a, b, 600).found).toBe(found);
  });

  test.each([2, 600, 900])('a path %d mm wide bends around both corners of the door', (width) => {
    const radius = width / 2;
    const expected =
      lengthAround(a.point, P(3900, 1900), radius) +
      200 +
      lengthAround(b.point, P(4100, 1900), radius);
    const found = path(view, a, b, width);
    expect(lengthOf(found)).toBeCloseTo(expected, 6);
    expect(found).toMatchObject({
      crossings: [{ element_id: 'D1', kind: 'door', width_mm: 900 }],
      narrowest: { width_mm: 900, element_ids: ['D1', 'middle'], level_id: 'L1' },
      moved_mm: [0, 0],
    });
  });

  test('a disc 0.1 mm wider than the door does not pass, and the result contains the door', () => {
    expect(path(view, a, b, 900.1)).toMatchObject({
      found: false,
      because: 'width',
      element_ids: ['D1', 'middle'],
      too_narrow: [{ width_mm: 900, level_id: 'L1' }],
    });
  });

  test('the path to a visible point is straight', () => {
    const found = path(view, { point: P(1000, 1000) }, { point: P(3000, 4000) }, 600);
    expect(lengthOf(found)).toBeCloseTo(Math.hypot(2000, 3000), 9);
    expect(found).toMatchObject({ points: [{ x: 1000 }, { x: 3000 }], crossings: [] });
  });

  test('a path from a corner includes the distance to the nearest point at which the disc fits', () => {
    const found = path(view, { point: P(100, 100) }, { point: P(2000, 2000) }, 600);
    expect(lengthOf(found)).toBeCloseTo(300 * Math.SQRT2 + Math.hypot(1600, 1600), 6);
    expect(found).toMatchObject({ moved_mm: [expect.closeTo(300 * Math.SQRT2, 6), 0] });
  });

  test('a path from half a millimetre off a place for the disc begins at the given point', () => {
    const start = P(399.5, 2000);
    const found = path(view, { point: start }, { point: P(2000, 2000) }, 600);
    expect(found).toMatchObject({ moved_mm: [expect.closeTo(0.5, 6), 0] });
    if (!found.found) throw new Error(found.because);
    expect(found.points[0]).toMatchObject(start);
    expect(lengthOf(found)).toBeCloseTo(1600.5, 6);
  });

  test('there is no path from inside a wall, nor between rooms without a door', () => {
    expect(path(view, { point: P(4000, 4000) }, b, 600)).toMatchObject({
      found: false,
      because: 'start',
      element_ids: ['middle'],
    });
    const closed = viewOf([
      LEVEL,
      ...twoRooms().filter(({ aggregate_id }) => aggregate_id !== 'D1'),
    ]);
    expect(path(closed, a, b, 600)).toMatchObject({
      found: false,
      because: 'way',
      element_ids: [],
    });
  });

  test('a path bends around a column, and the space next to the column is its narrowest place', () => {
    const column = created('column', 'C', { location: P(7000, 4000), profile: '1000x1000' });
    const with_column = viewOf([LEVEL, ...twoRooms(), column]);
    // Between the column and the north wall are 400 mm: a disc of 300 mm passes there, one of 600 mm does not.
    const [left, right] = [{ point: P(5000, 4000) }, { point: P(9000, 4000) }];
    const above = path(with_column, left, right, 300);
    expect(above).toMatchObject({ narrowest: { width_mm: 400, element_ids: ['C', 'north'] } });
    expect(lengthOf(above)).toBeCloseTo(2 * lengthAround(left.point, P(6500, 4500), 150) + 1000, 6);
    const below = path(with_column, left, right, 600);
    expect(lengthOf(below)).toBeCloseTo(2 * lengthAround(left.point, P(6500, 3500), 300) + 1000, 6);
    // The narrowest place is between the column and the middle wall.
    expect(below).toMatchObject({ narrowest: { width_mm: 2400, element_ids: ['C', 'middle'] } });
  });

  test('a wall of 300 mm blocks a path, a wall above 1,800 mm or up to 20 mm high does not', () => {
    const across = (base_offset: number, height: number): ModelView =>
      viewOf([
        LEVEL,
        ...twoRooms(),
        created('wall', 'screen', { start: P(7000, 100), end: P(7000, 4900), base_offset, height }),
      ]);
    const [left, right] = [{ point: P(5000, 2000) }, { point: P(9000, 2000) }];
    expect(path(across(0, 300), left, right, 600).found).toBe(false);
    expect(path(across(1799, 1000), left, right, 600).found).toBe(false);
    expect(lengthOf(path(across(1800, 1000), left, right, 600))).toBe(4000);
    expect(lengthOf(path(across(0, 20), left, right, 600))).toBe(4000);
  });

  test('the narrowest place of a path within a room is the width of the room at its start', () => {
    const within = path(view, { point: P(1000, 2500) }, { point: P(2000, 2500) }, 600);
    expect(within).toMatchObject({ narrowest: { width_mm: 3800 } });
  });
});

/** Two storeys with the same two rooms, a stair in room B and a hole for it in the floor above. */
function twoStoreys({ point, direction }: Position = AS_DRAWN): readonly PlannedEvent[] {
  const floor = (id: string, level_id: string, holes: PlanPoint[][]): PlannedEvent =>
    created('floor', id, {
      level_id,
      boundary_points: [P(-100, -100), P(10_100, -100), P(10_100, 5100), P(-100, 5100)].map(point),
      holes: holes.map((hole) => hole.map(point)),
    });
  return [
    LEVEL,
    created('level', 'L2', { name: 'Upper', elevation: 3000, height: 3000 }),
    ...twoRooms({ name: '', point, direction }),
    ...twoRooms({ name: '', point, direction }, 'u', 'L2'),
    floor('F1', 'L1', []),
    floor('F2', 'L2', [[P(5000, 3500), P(9000, 3500), P(9000, 4900), P(5000, 4900)]]),
    // The stair has 17 risers and 16 treads of 250 mm, so its run is 4,000 mm.
    created('stair', 'S', {
      start: point(P(5000, 4200)),
      direction_deg: direction(0),
      width: 1000,
      riser_max: 180,
      tread: 250,
    }),
  ];
}

describe('a path over a stair', () => {
  const view = viewOf(twoStoreys());
  const [a, b] = [{ point: P(4500, 4200) }, { point: P(9500, 4200), level_id: 'L2' }];

  test('has the length of the slope and of the horizontal parts at its ends', () => {
    const found = path(view, a, b, 600);
    expect(lengthOf(found)).toBeCloseTo(500 + Math.hypot(4000, 3000) + 500, 6);
    expect(found).toMatchObject({
      crossings: [{ element_id: 'S', kind: 'stair', width_mm: 1000 }],
    });
  });

  test('does not exist if steps are excluded or the width exceeds that of the stair', () => {
    expect(path(view, a, b, { clear_width_mm: 600, step_free: true })).toMatchObject({
      found: false,
      because: 'way',
    });
    expect(path(view, a, b, 1001)).toMatchObject({ found: false, because: 'width' });
  });
});

describe('motions', () => {
  test.each(MOVED)('paths are the same in a building that is $name', (position) => {
    const queries = [
      [{ point: P(1000, 4000) }, { point: P(9000, 2000) }],
      [{ point: P(150, 150) }, { point: P(9500, 4200), level_id: 'L2' }],
    ] as const;
    const [here, there] = [viewOf(twoStoreys()), viewOf(twoStoreys(position))];
    for (const [a, b] of queries) {
      const moved = [a, b].map((one): From =>
        Object.assign({}, one, { point: position.point(one.point) }),
      );
      const [expected, found] = [
        path(here, a, b, 700),
        path(there, moved[0] ?? a, moved[1] ?? b, 700),
      ];
      expect(lengthOf(found)).toBeCloseTo(lengthOf(expected), 2);
      if (!found.found || !expected.found) throw new Error('expected both paths to be found');
      expect(found.crossings).toEqual(expected.crossings);
      expect(found.narrowest?.width_mm).toBeCloseTo(expected.narrowest?.width_mm ?? 0, 2);
    }
  });
});

describe('laws on random plans', () => {
  // Points at which the widest disc fits. Closer to a wall, a path starts with a line to the nearest point at which its
  // disc fits, and that point depends on the width.
  const spot = fc.record({
    x: fc
      .oneof(fc.integer({ min: 6, max: 34 }), fc.integer({ min: 46, max: 94 }))
      .map((n) => n * 100),
    y: fc.integer({ min: 6, max: 44 }).map((n) => n * 100),
  });
  const columns = fc.array(fc.record({ location: spot, side: fc.integer({ min: 2, max: 9 }) }), {
    maxLength: 12,
  });
  const plan = fc
    .record({ columns, a: spot, b: spot, c: spot })
    .map(({ columns: all, a, b, c }) => {
      const places = [a, b, c];
      // Columns too near to a start or an end are omitted, because the disc would not fit there.
      const clear = all.filter(({ location, side }) =>
        places.every(({ x, y }) => Math.hypot(x - location.x, y - location.y) > side * 75 + 500),
      );
      const events = clear.map(({ location, side }, i) =>
        created('column', `C${i}`, { location, profile: `${side * 100}x${side * 100}` }),
      );
      const all_events = [LEVEL, ...twoRooms(), ...events];
      return { view: viewOf(all_events), events: all_events, places };
    });
  const NEAR = 0.05;
  const way = (view: ModelView, a: PlanPoint, b: PlanPoint, width: number): number => {
    const found = path(view, { point: a }, { point: b }, width);
    return found.found ? found.length_mm : Infinity;
  };

  test('path lengths are symmetric, obey the triangle inequality and do not decrease with the width', () => {
    let found = 0;
    fc.assert(
      fc.property(plan, ({ view, places: [a = P(0, 0), b = P(0, 0), c = P(0, 0)] }) => {
        const [ab, bc, ac] = [way(view, a, b, 500), way(view, b, c, 500), way(view, a, c, 500)];
        if (ab < Infinity) found += 1;
        expect(ab).toBeGreaterThanOrEqual(Math.hypot(a.x - b.x, a.y - b.y) - NEAR);
        expect(ac).toBeLessThanOrEqual(ab + bc + NEAR);
        const back = way(view, b, a, 500);
        expect(back === ab || Math.abs(back - ab) < NEAR).toBe(true);
        expect(way(view, a, b, 300)).toBeLessThanOrEqual(ab + NEAR);
        expect(way(view, a, b, 900)).toBeGreaterThanOrEqual(ab - NEAR);
      }),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(20);
  });

  /** A view of the same events with other ids in the reverse order, except those of levels. */
  function renamed(events: readonly PlannedEvent[]): ModelView {
    const ids = events.map(({ aggregate_id }) => aggregate_id).filter((id) => id !== 'L1');
    let text = JSON.stringify(events);
    for (const [i, id] of ids.entries()) text = text.replaceAll(`"${id}"`, `"other-${999 - i}"`);
    return viewOf(JSON.parse(text));
  }

  test('paths do not depend on ids', () => {
    let found = 0;
    fc.assert(
      fc.property(plan, fc.constantFrom(300, 500, 900), ({ view, events, places }, width) => {
        const [a = P(0, 0), b = P(0, 0)] = places;
        const other = renamed(events);
        const [here, there] = [view, other].map((one) =>
          path(one, { point: a }, { point: b }, width),
        );
        expect(there?.found).toBe(here?.found);
        if (here?.found !== true) return;
        found += 1;
        if (there?.found !== true) return;
        expect(there.length_mm).toBeCloseTo(here.length_mm, 6);
        expect(there.narrowest?.width_mm).toBe(here.narrowest?.width_mm);
        expect(there.crossings.length).toBe(here.crossings.length);
      }),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(20);
  });
});
