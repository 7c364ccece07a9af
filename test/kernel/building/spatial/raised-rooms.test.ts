/** @module tests of rooms of one level whose floors are at several heights: where people can walk, and what is measured. */
import { describe, expect, test } from 'vitest';

import type { ElementKind, ParamsOf } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { adjacencyOn } from '../../../../kernel/building/spatial/adjacency.ts';
import { passagesOn } from '../../../../kernel/building/spatial/passages.ts';
import { shortestPath } from '../../../../kernel/building/spatial/paths.ts';
import { connectedBy, containedIn } from '../../../../kernel/building/spatial/relations.ts';
import { roomFacts } from '../../../../kernel/building/spatial/room-facts.ts';
import { doubleCountWarnings } from '../../../../kernel/building/spatial/shared-spaces.ts';
import { thresholdOf } from '../../../../kernel/building/spatial/threshold.ts';
import { walkableLevel } from '../../../../kernel/building/spatial/walkable.ts';
import { isWay } from '../../../../kernel/checks/compliance/measures/way-parts.ts';
import { roomOverlaps } from '../../../../kernel/checks/constraints/room-overlaps.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { created } from '../model/build.ts';
import { P, twoRooms, viewOf } from './plans.ts';

const LEVEL = created('level', 'L1', { name: 'Ground', elevation: 500, height: 3000 });

/** Events that create elements, with other parameters for some of them. */
function withParams(
  events: readonly PlannedEvent[],
  more: Readonly<Record<string, object>>,
): readonly PlannedEvent[] {
  return events.map((event): PlannedEvent => {
    if (event.type !== 'element.created' && event.type !== 'level.created') return event;
    const { element } = event.payload;
    const params = { ...element.params, ...more[event.aggregate_id] };
    return Object.assign(structuredClone(event), { payload: { element: { ...element, params } } });
  });
}

/** Two rooms with a door D1 between them and a door D2 to the outside of B; the feet of A and B above the level. */
function rooms(a: number, b: number, ...more: readonly PlannedEvent[]): ModelView {
  const feet = { A: { base_offset: a, height: 2500 }, B: { base_offset: b, height: 2500 } };
  return viewOf([LEVEL, ...withParams(twoRooms(), feet), ...more]);
}

const [IN_A, IN_B, OUT] = [P(2000, 2500), P(7000, 2500), P(8500, -900)];
const MANNER = { clear_width_mm: 600 };

function found(view: ModelView, from: PlanPoint, to: PlanPoint): boolean {
  const at = (point: PlanPoint) => ({ level_id: 'L1', point });
  return shortestPath(view, at(from), at(to), MANNER).found;
}

describe('a door between rooms at different heights', () => {
  test.each([
    ['at one height above the level', 150, 150, true],
    ['at one height far below the level', -700, -700, false],
    ['20 mm apart', 150, 130, true],
    ['21 mm apart: not', 150, 129, false],
    ['at the level, and 20 mm above it', 0, 20, true],
    ['at the level, and 21 mm above it: not', 0, 21, false],
    ['at the level, and half a storey above it: not', 0, 1400, false],
    ['with less than 1,800 mm below its head: not', 301, 301, false],
    ['with 1,800 mm below its head', 300, 300, true],
  ])('leads on: %s', (_what, a, b, leads) => {
    const view = rooms(a, b);
    const hole = adjacencyOn(view, 'L1').holes.find(({ element_id }) => element_id === 'D1');
    // A door at the foot of its wall is on the floor, but no path leads to it over a drop of 700 mm.
    const isOnFloor = leads || a < 0;
    expect(hole?.passable).toBe(isOnFloor);
    expect(connectedBy(view.elementOf('A', 'room') ?? fail(), view)).toEqual(
      isOnFloor ? ['B'] : [],
    );
    expect(isWay({ view, circumstances: { occupancy: null, sprinklered: false } }, 'D1')).toBe(
      isOnFloor,
    );
    expect(found(view, IN_A, IN_B)).toBe(leads);
  });

  test('paths are at the floors that they cross', () => {
    const zs = (a: number, b: number, from: PlanPoint, to: PlanPoint): readonly number[] => {
      const at = (point: PlanPoint) => ({ level_id: 'L1', point });
      const path = shortestPath(rooms(a, b), at(from), at(to), MANNER);
      return path.found ? path.points.map(({ z }) => z) : [];
    };
    expect(new Set(zs(150, 150, IN_A, IN_B))).toEqual(new Set([650]));
    const apart = zs(150, 130, IN_A, IN_B);
    expect([apart[0], apart.at(-1)]).toEqual([650, 630]);
    expect(new Set(apart)).toEqual(new Set([650, 630]));
    expect(new Set(zs(0, 150, IN_B, OUT))).toEqual(new Set([650]));
  });

  test('a door to the outside leads out of a room at any height that the door reaches', () => {
    expect(found(rooms(0, 150), IN_B, OUT)).toBe(true);
    expect(found(rooms(0, 1400), IN_B, OUT)).toBe(false);
  });

  test('a door to the outside does not lead onto a terrace that is lower', () => {
    const terrace = (top_offset: number): PlannedEvent =>
      created('floor', 'T', {
        level_id: 'L1',
        boundary_points: [P(6000, -3000), P(9900, -3000), P(9900, -100), P(6000, -100)],
        top_offset,
        thickness: 200,
      });
    expect(found(rooms(150, 150, terrace(0)), IN_B, OUT)).toBe(false);
    expect(found(rooms(150, 150, terrace(150)), IN_B, OUT)).toBe(true);
    expect(found(rooms(0, 150, terrace(150)), IN_B, OUT)).toBe(true);
  });

  test.each([
    ['a sill at the floor', { sill: 150 }, 0, true],
    ['a sill 20 mm above the floor', { sill: 170 }, 20, true],
    ['a sill 21 mm above the floor: not', { sill: 171 }, 21, false],
    ['a sill below the floor', { sill: 100 }, 0, true],
  ])('leads on with %s', (_what, door, threshold, leads) => {
    const feet = { A: { base_offset: 150 }, B: { base_offset: 150 }, D1: door };
    const view = viewOf([LEVEL, ...withParams(twoRooms(), feet)]);
    const element = view.elementOf('D1', 'door');
    expect(element === undefined ? null : thresholdOf(element, view)).toBe(threshold);
    expect(found(view, IN_A, IN_B)).toBe(leads);
  });

  test('an opening leads on from the floor to head height', () => {
    const opening = (sill: number, height: number): ModelView =>
      rooms(
        150,
        150,
        created('opening', 'O', { host_id: 'middle', offset: 3000, width: 900, sill, height }),
      );
    const passable = (view: ModelView): boolean | undefined =>
      adjacencyOn(view, 'L1').holes.find(({ element_id }) => element_id === 'O')?.passable;
    expect(passable(opening(150, 1800))).toBe(true);
    expect(passable(opening(0, 1950))).toBe(true);
    expect(passable(opening(0, 1949))).toBe(false);
    expect(passable(opening(171, 2000))).toBe(false);
  });
});

function fail(): never {
  throw new Error('there is a room');
}

describe('obstacles', () => {
  const shelf = (base_offset: number, height: number): PlannedEvent =>
    created('floor', 'shelf', {
      level_id: 'L1',
      boundary_points: [P(5000, 100), P(5100, 100), P(5100, 4900), P(5000, 4900)],
      top_offset: base_offset + height,
      thickness: height,
    });

  test.each([
    ['stands on the raised floor', shelf(1400, 1000), false],
    ['is below the raised floor', shelf(0, 1410), true],
    ['hangs above head height', shelf(1400 + 1810, 300), true],
    ['hangs below head height', shelf(1400 + 1790, 300), false],
  ])('a body that %s', (_what, body, leads) => {
    const raised = { base_offset: 1400 };
    const feet = { A: {}, B: { ...raised, height: 2500 }, middle: { height: 3500 } };
    const view = viewOf([LEVEL, ...withParams(twoRooms(), feet), body]);
    expect(found(view, P(4500, 2500), IN_B)).toBe(leads);
  });

  test('stand only over the floors above which they rise', () => {
    const slab = created('floor', 'S', {
      level_id: 'L1',
      boundary_points: [P(0, 0), P(4000, 0), P(4000, 5000), P(0, 5000)],
      top_offset: 150,
      thickness: 150,
    });
    const view = rooms(150, 0, slab);
    const level = walkableLevel(view, 'L1');
    expect(level?.zones.map(({ floor_mm }) => floor_mm)).toEqual([500, 650]);
    expect(found(view, P(500, 500), P(3500, 4500))).toBe(true);
    expect(found(view, P(4500, 500), P(9500, 4500))).toBe(true);
    expect(found(view, IN_A, IN_B)).toBe(false);
  });
});

describe('an open side between rooms', () => {
  const square = (x: number): PlanPoint[] => [
    P(x, 0),
    P(x + 3000, 0),
    P(x + 3000, 3000),
    P(x, 3000),
  ];
  const open = (b: number): ModelView =>
    viewOf([
      LEVEL,
      created('room', 'A', { level_id: 'L1', boundary_points: square(0), height: 2500 }),
      created('room', 'B', {
        level_id: 'L1',
        boundary_points: square(3000),
        base_offset: b,
        height: 2500,
      }),
    ]);

  test.each([
    [0, true],
    [20, true],
    [21, false],
    [-500, false],
  ])('connects floors that are %d mm apart: %s', (b, leads) => {
    const view = open(b);
    expect(found(view, P(1000, 1500), P(5000, 1500))).toBe(leads);
    expect(connectedBy(view.elementOf('A', 'room') ?? fail(), view)).toEqual(leads ? ['B'] : []);
  });
});

describe('stairs', () => {
  const [S] = [P(5500, 1000)];
  const flight = (b: number): ModelView => {
    const upper = created('level', 'L2', { name: 'First', elevation: 3500, height: 3000 });
    const deck = created('floor', 'D', {
      level_id: 'L2',
      boundary_points: [P(8160, 100), P(9900, 100), P(9900, 4900), P(8160, 4900)],
      thickness: 200,
    });
    const stair = created('stair', 'S', {
      level_id: 'L1',
      top_level_id: 'L2',
      start: S,
      direction_deg: 0,
      width: 1000,
      riser_max: 200,
      tread: 190,
    });
    return rooms(0, b, upper, deck, stair);
  };

  test.each([
    [0, true],
    [220, true],
    [221, false],
    [-220, true],
    [-221, false],
  ])('are joined to a floor one riser above or below their end: %d mm, %s', (b, leads) => {
    const [start, end] = [
      { level_id: 'L1', point: P(4700, 2500) },
      { level_id: 'L2', point: P(9300, 2500) },
    ];
    expect(shortestPath(flight(b), start, end, MANNER).found).toBe(leads);
  });
});

describe('rooms over each other', () => {
  const ring = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];
  const stacked = (base_offset: number): ModelView =>
    viewOf([
      LEVEL,
      created('room', 'low', { level_id: 'L1', boundary_points: ring, height: 2500 }),
      created('room', 'high', { level_id: 'L1', boundary_points: ring, base_offset, height: 2500 }),
    ]);

  test('do not overlap if they share no height', () => {
    const warnings = (view: ModelView): number =>
      doubleCountWarnings(view.elementsOf('room'), view).length;
    expect(roomOverlaps.check(stacked(2499))).toHaveLength(1);
    expect(warnings(stacked(2499))).toBe(1);
    expect(roomOverlaps.check(stacked(2500))).toEqual([]);
    expect(warnings(stacked(2500))).toBe(0);
  });

  test('a finding about two rooms is at the higher of their floors', () => {
    expect(roomOverlaps.check(stacked(300))[0]?.location?.z).toBe(800);
  });
});

test('a room contains what stands between its foot and its top', () => {
  const chair = (id: string, base_offset: number): PlannedEvent =>
    created('column', id, { level_id: 'L1', location: P(7000, 2500), base_offset, height: 500 });
  const view = rooms(0, 1400, chair('in', 1400), chair('under', 0));
  expect(containedIn(view.elementOf('B', 'room') ?? fail(), view)).toEqual(['in']);
});

/** The parameter in which each kind of element states its height above its level. */
const OFFSETS: Partial<Record<ElementKind, string>> = {
  wall: 'base_offset',
  room: 'base_offset',
  floor: 'top_offset',
  column: 'base_offset',
  furniture: 'base_offset',
};

/** The same elements on levels that are lower by `by` mm. */
function onLowerLevels(events: readonly PlannedEvent[], by: number): readonly PlannedEvent[] {
  return events.map((event): PlannedEvent => {
    if (event.type !== 'element.created' && event.type !== 'level.created') return event;
    const { element } = event.payload;
    const { kind, params } = element;
    const name =
      kind === 'level' ? 'elevation' : Object.entries(OFFSETS).find(([one]) => one === kind)?.[1];
    if (name === undefined) return event;
    const value = Number(params[name] ?? 0) + (kind === 'level' ? -by : by);
    return Object.assign(structuredClone(event), {
      payload: { element: { ...element, params: { ...params, [name]: value } } },
    });
  });
}

const floor = (id: string, params: Partial<ParamsOf<'floor'>>): PlannedEvent =>
  created('floor', id, { level_id: 'L1', ...params });

test.each([10, 137, 600, -250, 1400])(
  'rooms and floors %d mm above lowered levels give the same answers',
  (by) => {
    const boundary_points = [P(-100, -100), P(10_100, -100), P(10_100, 5100), P(-100, 5100)];
    const events = [
      LEVEL,
      ...twoRooms(),
      floor('F', { boundary_points, thickness: 200 }),
      floor('C', { boundary_points, thickness: 200, top_offset: 2800 }),
      created('column', 'P', { level_id: 'L1', location: P(6000, 2500), height: 2600 }),
      created('opening', 'O', {
        host_id: 'middle',
        offset: 3000,
        width: 1200,
        sill: 0,
        height: 2000,
      }),
    ];
    const [drawn, lowered] = [viewOf(events), viewOf(onLowerLevels(events, by))];
    const answersOf = (view: ModelView): unknown => {
      const own = [...view.elementsOf('room')];
      const at = (point: PlanPoint) => ({ level_id: 'L1', point });
      return {
        boxes: [...view.elements()].map(({ id }) => [id, view.bounds(id)]),
        facts: own.map((room) => roomFacts(view, room)),
        connected: own.map((room) => connectedBy(room, view)),
        contained: own.map((room) => containedIn(room, view)),
        adjacency: adjacencyOn(view, 'L1'),
        path: shortestPath(view, at(IN_A), at(IN_B), { clear_width_mm: 800 }),
        out: shortestPath(view, at(IN_A), at(OUT), { clear_width_mm: 800 }),
      };
    };
    expect(answersOf(lowered)).toEqual(answersOf(drawn));
    const level = lowered.elementOf('L1', 'level') ?? fail();
    expect(passagesOn(lowered, level).length).toBeLessThanOrEqual(3);
  },
);

test('a raised room follows the walls at its height, of spaces over each other', () => {
  const ring = (width: number, base_offset: number): readonly PlannedEvent[] => {
    const corners = [P(0, 0), P(width, 0), P(width, 4000), P(0, 4000)];
    return corners.map((start, i) =>
      created('wall', `${base_offset}-${i}`, {
        level_id: 'L1',
        start,
        end: corners[(i + 1) % 4] ?? start,
        base_offset,
        height: 1400,
      }),
    );
  };
  const areaOf = (base_offset: number | null): number => {
    const point = P(1000, 1000);
    const own = base_offset === null ? {} : { base_offset };
    // The outline of the greater space: walls are searched near the stored outline.
    const boundary_points = [P(100, 100), P(5900, 100), P(5900, 3900), P(100, 3900)];
    const room = { level_id: 'L1', point, boundary_points, height: 1400, ...own };
    const view = viewOf([LEVEL, ...ring(4000, 0), ...ring(6000, 1400), created('room', 'R', room)]);
    const element = view.elementOf('R', 'room') ?? fail();
    expect(roomFacts(view, element)?.area_mm2).toBe(view.measures('R').area_mm2);
    return view.measures('R').area_mm2 ?? NaN;
  };
  const [low, high] = [3800 * 3800, 5800 * 3800];
  expect([null, 0, 699, 1400, 1500].map(areaOf)).toEqual([low, low, low, high, high]);
});
