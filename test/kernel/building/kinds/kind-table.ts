/** @module kind table: one row of example parameters per kind, which the tests of all kinds read. */
import type { ElementKind, ParamsOf } from '../../../../kernel/building/kinds/elements.ts';
import type { ParamValues } from '../../../../schemas/events.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { LOOSE } from './loose-examples.ts';
import { UNPLACED } from './unplaced-examples.ts';

/** A place in a building of three levels `L1` to `L3`, and the number of the place. */
export type Spot = {
  readonly level_id: string;
  readonly n: number;
  /** The point at this displacement from the place, mm. */
  readonly at: (dx: number, dy: number) => PlanPoint;
};

export type KindExamples<K extends ElementKind> = {
  /** Every parameter, as plain as possible: on level `L1`, in wall `W1`. */
  readonly defaults: ParamsOf<K>;
  /** Deviations of the element of the kind in `oneOfEach`. */
  readonly given: Partial<ParamsOf<K>>;
  /** Every parameter with a value that exercises its schema: fractions, negative numbers, no empty list. */
  readonly full: ParamsOf<K>;
  /** A change that leaves at most a twentieth of the body of `given`; `'none'` if there is no such change. */
  readonly shrunk: ParamValues | 'none';
  /** Whether the defaults need no other elements than levels `L1` and `L2`, and have a place in plan. */
  readonly alone: boolean;
  /** Parameters of an element at a place; `'none'` if the kind has only one element or needs others. */
  readonly placed: ((spot: Spot) => Partial<ParamsOf<K>>) | 'none';
};

const [A, B] = [
  { x: 0, y: 0 },
  { x: 4000.125, y: -3000 },
];
const TRIANGLE = [A, B, { x: 1000, y: 5000 }];
const ON_LEVEL = { level_id: 'level_1', name: null };

/** A rectangle of 5 m by 4 m at a place. */
function rectangleAt({ at }: Spot): PlanPoint[] {
  return [at(0, 0), at(5000, 0), at(5000, 4000), at(0, 4000)];
}

/** A line of 5 m on the level of a place. */
function lineAt({ level_id, at }: Spot) {
  return { level_id, start: at(0, 0), end: at(5000, 0) };
}

/** The examples of each kind. */
export const KIND_TABLE: { readonly [K in ElementKind]: KindExamples<K> } = {
  level: {
    defaults: { name: 'Ground', elevation: 0, height: 3000 },
    given: {},
    full: { name: 'Ground', elevation: 0, height: 3000 },
    shrunk: 'none',
    alone: false,
    placed: 'none',
  },
  wall: {
    defaults: {
      level_id: 'L1',
      name: null,
      start: { x: 0, y: 0 },
      end: { x: 5000, y: 0 },
      height: 3000,
      thickness: 200,
      base_offset: 0,
      wall_type: 'basic',
      usage: 'interior',
      fire_rating_min: null,
      load_bearing: false,
      join_type: 'auto',
    },
    given: { name: 'Given', fire_rating_min: 90 },
    full: {
      ...ON_LEVEL,
      start: A,
      end: B,
      height: 3000,
      thickness: 200,
      base_offset: -100,
      wall_type: 'basic',
      usage: 'interior',
      fire_rating_min: 90,
      load_bearing: true,
      join_type: 'auto',
    },
    shrunk: { thickness: 10 },
    alone: false,
    placed: lineAt,
  },
  floor: {
    defaults: {
      level_id: 'L1',
      name: null,
      boundary_points: [
        { x: 0, y: 0 },
        { x: 5000, y: 0 },
        { x: 5000, y: 4000 },
        { x: 0, y: 4000 },
      ],
      holes: [],
      thickness: 200,
      top_offset: 0,
      floor_type: 'slab',
      fire_rating_min: null,
    },
    given: { name: 'Given', fire_rating_min: 90 },
    full: {
      ...ON_LEVEL,
      boundary_points: TRIANGLE,
      holes: [TRIANGLE],
      thickness: 200,
      top_offset: 0,
      floor_type: 'slab',
      fire_rating_min: null,
    },
    shrunk: { thickness: 10 },
    alone: true,
    placed: (spot) => ({ level_id: spot.level_id, boundary_points: rectangleAt(spot) }),
  },
  roof: {
    defaults: {
      level_id: 'L1',
      name: null,
      boundary_points: [
        { x: 0, y: 0 },
        { x: 5000, y: 0 },
        { x: 5000, y: 4000 },
        { x: 0, y: 4000 },
      ],
      slope_deg: 0,
      thickness: 250,
      base_offset: 3000,
      roof_type: 'flat',
      overhang: 300,
    },
    given: { name: 'Given' },
    full: {
      ...ON_LEVEL,
      boundary_points: TRIANGLE,
      slope_deg: 35,
      thickness: 200,
      base_offset: 0,
      roof_type: 'hip',
      overhang: 0,
    },
    shrunk: { thickness: 12.5 },
    alone: true,
    placed: (spot) => ({ level_id: spot.level_id, boundary_points: rectangleAt(spot) }),
  },
  column: {
    defaults: {
      level_id: 'L1',
      name: null,
      location: { x: 0, y: 0 },
      top_level_id: null,
      height: 3000,
      base_offset: 0,
      profile: '300x300',
    },
    given: { name: 'Given', location: { x: 8000, y: 0 } },
    full: {
      ...ON_LEVEL,
      location: A,
      top_level_id: null,
      height: 3000,
      base_offset: 0,
      profile: 'RECT 300x300',
    },
    shrunk: { profile: '60x60' },
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, location: at(0, 0) }),
  },
  beam: {
    defaults: {
      level_id: 'L1',
      name: null,
      start: { x: 0, y: 0 },
      end: { x: 5000, y: 0 },
      profile: '200x400',
      elevation_offset: 0,
    },
    given: { name: 'Given' },
    full: { ...ON_LEVEL, start: A, end: B, profile: 'IPE 300', elevation_offset: 0 },
    shrunk: { profile: '40x80' },
    alone: true,
    placed: lineAt,
  },
  stair: {
    defaults: {
      level_id: 'L1',
      name: null,
      top_level_id: 'L2',
      start: { x: 1000, y: 1000 },
      direction_deg: 0,
      width: 1000,
      riser_max: 180,
      tread: 280,
    },
    given: { name: 'Given' },
    full: {
      ...ON_LEVEL,
      top_level_id: 'level_2',
      start: A,
      direction_deg: 90,
      width: 1200,
      riser_max: 180,
      tread: 270,
    },
    shrunk: { width: 50 },
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, top_level_id: 'L3', start: at(0, 0) }),
  },
  ramp: {
    defaults: {
      level_id: 'L1',
      name: null,
      start: { x: 0, y: 0 },
      end: { x: 6000, y: 0 },
      width: 1200,
      rise: 500,
      thickness: 200,
    },
    given: { name: 'Given' },
    full: { ...ON_LEVEL, start: A, end: B, width: 1200, rise: 300, thickness: 150 },
    shrunk: { width: 50 },
    alone: true,
    placed: lineAt,
  },
  railing: {
    defaults: {
      level_id: 'L1',
      name: null,
      path: [
        { x: 0, y: 0 },
        { x: 3000, y: 0 },
      ],
      height: 1000,
      base_offset: 0,
    },
    given: { name: 'Given' },
    full: { ...ON_LEVEL, path: [A, B], height: 1100, base_offset: 0 },
    shrunk: {
      height: 100,
      path: [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
    },
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, path: [at(0, 0), at(0, 3000)] }),
  },
  grid: {
    defaults: { level_id: null, name: 'A', start: { x: 0, y: 0 }, end: { x: 9000, y: 0 } },
    given: { name: 'Given' },
    full: { level_id: null, name: 'A', start: A, end: B },
    shrunk: { end: { x: 400, y: 0 } },
    alone: true,
    placed: (spot) => ({ ...lineAt(spot), level_id: spot.n === 0 ? null : spot.level_id }),
  },
  room: {
    defaults: {
      level_id: 'L1',
      name: 'Room',
      number: null,
      boundary_points: [
        { x: 0, y: 0 },
        { x: 5000, y: 0 },
        { x: 5000, y: 4000 },
        { x: 0, y: 4000 },
      ],
      point: null,
      usage: null,
      occupancy: null,
      height: 3000,
    },
    given: { name: 'Given', number: '1', usage: 'kitchen', occupancy: 4 },
    full: {
      level_id: 'level_1',
      name: 'Hall',
      number: '1.01',
      boundary_points: TRIANGLE,
      point: A,
      usage: null,
      occupancy: 12,
      height: 3000,
    },
    shrunk: { height: 100 },
    alone: true,
    placed: (spot) => ({ level_id: spot.level_id, boundary_points: rectangleAt(spot) }),
  },
  opening: {
    defaults: {
      host_id: 'W1',
      name: null,
      offset: 500,
      location: null,
      sill: 0,
      width: 1000,
      height: 2000,
    },
    given: { host_id: 'wall', name: 'Given', offset: 100, width: 500 },
    full: {
      host_id: 'wall_1',
      name: null,
      offset: 100,
      location: null,
      sill: 0,
      width: 900,
      height: 2100,
    },
    shrunk: { height: 50 },
    alone: false,
    placed: ({ n }) => ({ host_id: `wall_${n}`, offset: 3900 }),
  },
  door: {
    defaults: {
      host_id: 'W1',
      name: null,
      offset: 1000,
      width: 900,
      height: 2100,
      door_type: 'single',
      swing: 'left',
      fire_rating_min: null,
      is_exit: false,
    },
    given: { host_id: 'wall', name: 'Given', fire_rating_min: 30 },
    full: {
      host_id: 'wall_1',
      name: 'D1',
      offset: 100,
      width: 900,
      height: 2100,
      door_type: 'single',
      swing: 'left',
      fire_rating_min: null,
      is_exit: false,
    },
    shrunk: { height: 50 },
    alone: false,
    placed: ({ n }) => ({ host_id: `wall_${n}` }),
  },
  window: {
    defaults: {
      host_id: 'W1',
      name: null,
      offset: 2500,
      width: 1200,
      height: 1200,
      sill_height: 900,
      window_type: 'fixed',
    },
    given: { host_id: 'wall', name: 'Given' },
    full: {
      host_id: 'wall_1',
      name: null,
      offset: 100,
      width: 900,
      height: 1200,
      sill_height: 900,
      window_type: 'fixed',
    },
    shrunk: { height: 50 },
    alone: false,
    placed: ({ n }) => ({ host_id: `wall_${n}` }),
  },
  solid: {
    defaults: {
      level_id: 'L1',
      name: null,
      operation: 'union',
      source_ids: ['a', 'b'],
      positions: [0, 0, 0, 1000, 0, 0, 0, 1000, 0, 0, 0, 1000],
      triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
      offset: { x: 0, y: 0, z: 0 },
    },
    given: { name: 'Given' },
    full: {
      ...ON_LEVEL,
      operation: 'union',
      source_ids: ['a', 'b'],
      positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
      triangles: [0, 1, 2],
      offset: { x: 0, y: 0, z: 0 },
    },
    shrunk: 'none',
    alone: true,
    placed: ({ level_id, at }) => ({ level_id, offset: { ...at(0, 0), z: 500 } }),
  },
  ...UNPLACED,
  ...LOOSE,
};
