/** @module random building: two storeys of rooms between skew walls, with doors, windows, a stair, railings, slabs and columns; and the same in other positions. */
import { findRooms } from '../../../../kernel/building/geometry/walls/rooms.ts';
import type { Element, ParamsOf } from '../../../../kernel/building/kinds/elements.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { insideOf } from '../../../../kernel/building/spatial/spaces.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { lcg } from '../../../bench/building.ts';
import { gridPlan } from '../../building/geometry/walls/wall-plans.ts';
import { creation, viewOf } from './example-view.ts';

type Random = (below: number) => number;

const [WIDTH, DEPTH] = [10_000, 10_000];
const STOREY_MM = 3000;
const DOOR_TYPES: readonly ParamsOf<'door'>['door_type'][] = [
  'single',
  'single',
  'double',
  'sliding',
  'folding',
];
const SWINGS: readonly ParamsOf<'door'>['swing'][] = ['left', 'right', 'both'];
const USAGES = ['office', 'corridor', 'meeting', 'bedroom', 'toilet', 'kitchen', 'classroom', null];

function pick<T>(random: Random, of: readonly T[], otherwise: T): T {
  return of[random(of.length)] ?? otherwise;
}

/** Whether the kind of an element accepts it in this view, as a tool would. */
function isAccepted(view: ModelView, element: Element): boolean {
  let accepted = true;
  const refusal = new Error('refused');
  try {
    KINDS.of(element).check(element, view, {
      refuse: () => {
        accepted = false;
        throw refusal;
      },
      ids: { next: (kind) => kind },
      snap_mm: 20,
    });
  } catch (error) {
    if (error !== refusal) throw error;
  }
  return accepted;
}

function storeyOf(seed: number, random: Random, level_id: string): readonly Element[] {
  const upper = level_id === 'L2';
  const plan = gridPlan({
    columns: 2,
    rows: 2,
    seed,
    jitter: 700,
    drop: upper ? 0.5 : 0.1,
    tees: upper ? 0 : 0.4,
  })
    // The stair is in this cell.
    .filter(({ id }) => id !== 't1.1');
  const height = pick(random, [2800, 2700, 3000], 2800);
  const walls = plan.map(({ id, start, end, thickness }) =>
    e.wall(
      `${level_id}${id}`,
      [
        [start.x, start.y],
        [end.x, end.y],
      ],
      { level_id, thickness, height },
    ),
  );
  const rooms = findRooms(plan)
    .filter(({ simple }) => simple)
    .map(({ ring }, i) => {
      const middle = insideOf(ring);
      return e.room(
        `${level_id}r${i}`,
        [
          [0, 0],
          [0, 0],
        ],
        {
          level_id,
          usage: pick(random, USAGES, null),
          boundary_points: [...ring],
          point: random(4) > 0 ? { x: toGrid(middle.x), y: toGrid(middle.y) } : null,
          occupancy: random(3) > 0 ? null : random(60),
          height: height - 100 * random(4),
        },
      );
    });
  return [...walls, ...rooms];
}

/** Random doors and windows that their walls accept. */
function* inWalls(random: Random, walls: readonly Element[]): Generator<Element> {
  let view = viewOf([...LEVELS, ...walls]);
  for (const wall of walls) {
    for (let i = 0; i < 2; i += 1) {
      const given = { offset: 300 + random(3600), width: 700 + 10 * random(45) };
      const id = `${wall.id}-${i}`;
      const kind = random(9);
      const made =
        kind < 5
          ? e.door(id, wall.id, {
              ...given,
              height: 1950 + 10 * random(20),
              door_type: pick(random, DOOR_TYPES, 'single'),
              swing: pick(random, SWINGS, 'left'),
              is_exit: random(6) === 0,
            })
          : kind < 8
            ? e.window(id, wall.id, { ...given, sill_height: 300 + 100 * random(8) })
            : e.opening(id, wall.id, given);
      if (!isAccepted(view, made)) continue;
      view = view.apply([creation(made)]);
      yield made;
    }
  }
}

/** A stair in the middle of the upper right cell, its well with railings on some of its sides. */
function stairAndSlabs(random: Random): readonly Element[] {
  const tread = 230 + 10 * random(8);
  const riser_max = 170 + 5 * random(8);
  const run = (Math.ceil(STOREY_MM / riser_max) - 1) * tread;
  const width = 800 + 50 * random(9);
  const direction_deg = pick(random, [0, 90, 180, 270], 0);
  const [along, across] =
    direction_deg % 180 === 0
      ? [
          { x: 1, y: 0 },
          { x: 0, y: 1 },
        ]
      : [
          { x: 0, y: 1 },
          { x: 1, y: 0 },
        ];
  const sign = direction_deg < 180 ? 1 : -1;
  const centre = { x: 7300 + random(200), y: 7300 + random(200) };
  const at = (s: number, t: number): PlanPoint => ({
    x: centre.x + along.x * s + across.x * t,
    y: centre.y + along.y * s + across.y * t,
  });
  const corners = [
    at(-run / 2, -width / 2),
    at(run / 2, -width / 2),
    at(run / 2, width / 2),
    at(-run / 2, width / 2),
  ];
  const well = direction_deg % 180 === 0 ? corners : corners.toReversed();
  const outline = [
    [-150, -150],
    [WIDTH + 150, DEPTH + 150],
  ] as const;
  const yard = [
    [-1650, -1150],
    [WIDTH + 2150, DEPTH + 1350],
  ] as const;
  // One corner is moved: two points on the edge of a rectangle are at the same distance from its middle.
  const askew = [
    { x: -150, y: -150 },
    { x: WIDTH + 190, y: -150 },
    { x: WIDTH + 150, y: DEPTH + 150 },
    { x: -150, y: DEPTH + 150 },
  ];
  const railings = well.flatMap((corner, i) => {
    const next = well[(i + 1) % 4] ?? corner;
    if (random(3) === 0) return [];
    return e.railing(
      `rail${i}`,
      [
        [corner.x, corner.y],
        [next.x, next.y],
      ],
      { level_id: 'L2', height: 900 + 10 * random(25) },
    );
  });
  return [
    e.stair('s0', { start: at((-sign * run) / 2, 0), direction_deg, width, riser_max, tread }),
    e.floor('F1', yard),
    e.floor('F2', outline, { level_id: 'L2', boundary_points: askew, holes: [well] }),
    e.floor('F3', outline, { level_id: 'L2', top_offset: 3000 }),
    ...railings,
  ];
}

const LEVELS: readonly Element[] = [
  e.level('L1', 0, STOREY_MM),
  e.level('L2', STOREY_MM, STOREY_MM),
];

/** A different building for each seed. */
export function randomBuilding(seed: number): readonly Element[] {
  const random = lcg(seed);
  const storeys = [...storeyOf(seed, random, 'L1'), ...storeyOf(seed + 1, random, 'L2')];
  const walls = storeys.filter(({ kind }) => kind === 'wall');
  const columns = Array.from({ length: 3 }, (_, i) =>
    e.column(`c${i}`, [300 + random(WIDTH - 600), 300 + random(DEPTH - 600)], {
      profile: i === 0 ? '200x200' : '300x300',
    }),
  );
  return [...LEVELS, ...storeys, ...inWalls(random, walls), ...stairAndSlabs(random), ...columns];
}

/** A rigid motion of the whole building: of plan points and directions. */
export type Position = {
  readonly point: (point: PlanPoint) => PlanPoint;
  readonly direction: (deg: number) => number;
  readonly mirrors: boolean;
};

export const POSITIONS: Readonly<Record<string, Position>> = {
  moved: {
    point: ({ x, y }) => ({ x: x + 432_101, y: y - 98_763 }),
    direction: (deg) => deg,
    mirrors: false,
  },
  'turned by 90°': {
    point: ({ x, y }) => ({ x: 0 - y, y: x }),
    direction: (deg) => (deg + 90) % 360,
    mirrors: false,
  },
  mirrored: {
    point: ({ x, y }) => ({ x: 0 - x, y }),
    direction: (deg) => (540 - deg) % 360,
    mirrors: true,
  },
};

/**
 * The element in another position. Walls keep their start, so doors keep their offset. Outlines stay counter-clockwise.
 * Doors keep their swing: mirrored, they open to the other side in space; see `placed`.
 */
export function inPosition(element: Element, { point, direction, mirrors }: Position): Element {
  const ring = (points: readonly PlanPoint[]): PlanPoint[] =>
    mirrors ? points.map(point).toReversed() : points.map(point);
  const { kind } = element;
  if (kind === 'wall') {
    const { start, end } = element.params;
    return { ...element, params: { ...element.params, start: point(start), end: point(end) } };
  }
  if (kind === 'room') {
    const { params } = element;
    const boundary_points = ring(params.boundary_points);
    const inside = params.point === null ? null : point(params.point);
    return { ...element, params: { ...params, boundary_points, point: inside } };
  }
  if (kind === 'floor') {
    const { params } = element;
    const boundary_points = ring(params.boundary_points);
    return { ...element, params: { ...params, boundary_points, holes: params.holes.map(ring) } };
  }
  if (kind === 'stair') {
    const { params } = element;
    const direction_deg = direction(params.direction_deg);
    return { ...element, params: { ...params, start: point(params.start), direction_deg } };
  }
  if (kind === 'railing') {
    return { ...element, params: { ...element.params, path: element.params.path.map(point) } };
  }
  if (kind === 'column') {
    const location = point(element.params.location);
    return { ...element, params: { ...element.params, location } };
  }
  return element;
}

/** The elements with walls drawn from end to start; openings, which are measured from the start, keep their place. */
export function drawnBackwards(elements: readonly Element[]): readonly Element[] {
  const lengths = new Map(
    elements.flatMap((element) => {
      if (element.kind !== 'wall') return [];
      const { start, end } = element.params;
      return [[element.id, Math.hypot(end.x - start.x, end.y - start.y)] as const];
    }),
  );
  return elements.map((element): Element => {
    if (element.kind === 'wall') {
      const { start, end } = element.params;
      return { ...element, params: { ...element.params, start: end, end: start } };
    }
    const { host_id, offset: was, width }: Partial<Record<string, unknown>> = element.params;
    const length = lengths.get(String(host_id));
    if (length === undefined || typeof was !== 'number' || typeof width !== 'number') {
      return element;
    }
    return Object.assign(structuredClone(element), {
      params: { ...element.params, offset: toGrid(length - was - width) },
    });
  });
}

const OTHER_HINGE = { left: 'right', right: 'left', both: 'both', none: 'none' } as const;

function otherHand(door: Extract<Element, { kind: 'door' }>): Element {
  return { ...door, params: { ...door.params, swing: OTHER_HINGE[door.params.swing] } };
}

/**
 * A building in another position. A leaf opens to the left of its wall, with its hinge on the left or right of a person who
 * walks that way. Mirrored, left is right: the walls are drawn from end to start, and the hinges change sides.
 */
export function placed(elements: readonly Element[], position: Position): readonly Element[] {
  if (!position.mirrors) return elements.map((element) => inPosition(element, position));
  return drawnBackwards(elements).map((element): Element => {
    const there = inPosition(element, position);
    return there.kind === 'door' ? otherHand(there) : there;
  });
}

/** Elements with other ids, which sort the other way round, and the id before that of each. */
export function renamed(elements: readonly Element[]): {
  readonly elements: readonly Element[];
  readonly before: ReadonlyMap<string, string>;
} {
  const ids = elements.map(({ id }) => id).toSorted();
  const other = new Map(ids.map((id, i) => [id, `n${String(9999 - i)}`]));
  const swap = (key: string, given: unknown): unknown =>
    key !== 'name' && typeof given === 'string' ? (other.get(given) ?? given) : given;
  return {
    elements: JSON.parse(JSON.stringify(elements, swap)),
    before: new Map([...other].map(([id, after]) => [after, id])),
  };
}

/** Kinds of elements in the random building whose heights are measured from the elevation of their level. */
const OFFSETS = {
  wall: 'base_offset',
  room: 'base_offset',
  column: 'base_offset',
  railing: 'base_offset',
  floor: 'top_offset',
} as const;

/**
 * The same building without its stair, on levels that are lower by `by` mm: every element is raised by as much, so that it
 * stays where it was.
 */
export function onLowerLevels(elements: readonly Element[], by: number): readonly Element[] {
  return elements.map((element): Element => {
    const offset = Object.entries(OFFSETS).find(([kind]) => kind === element.kind)?.[1];
    const { params }: { readonly params: Readonly<Record<string, unknown>> } = element;
    const changed =
      element.kind === 'level'
        ? { elevation: element.params.elevation - by }
        : offset === undefined
          ? {}
          : { [offset]: Number(params[offset] ?? 0) + by };
    return Object.assign(structuredClone(element), { params: { ...params, ...changed } });
  });
}
