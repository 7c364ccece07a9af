/** @module elements: builders of elements for examples, with a default for every parameter. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type {
  Element,
  ElementKind,
  ElementOf,
  ParamsOf,
} from '../../../building/kinds/elements.ts';

/** A corner in plan, mm. */
export type Corner = readonly [x: number, y: number];

/** Two corners, mm: the ends of a wall or beam, or the opposite corners of a rectangle. */
export type Span = readonly [from: Corner, to: Corner];

/** The span from (x0, y0) to (x1, y1), mm. */
export function span(x0: number, y0: number, x1: number, y1: number): Span {
  return [
    [x0, y0],
    [x1, y1],
  ];
}

const point = ([x, y]: Corner): PlanPoint => ({ x, y });
const ORIGIN = point([0, 0]);

/** Counter-clockwise corners of a rectangle. */
export function rectangle([x0, y0]: Corner, [x1, y1]: Corner): PlanPoint[] {
  return [point([x0, y0]), point([x1, y0]), point([x1, y1]), point([x0, y1])];
}

/** A level. The builders place elements on `L1` by default. */
export function level(id: string, elevation: number, height = 3000): Element {
  return { id, kind: 'level', params: { name: id, elevation, height } };
}

const ON_L1 = { level_id: 'L1', name: null } as const;

type Overrides<K extends ElementKind> = Partial<ParamsOf<K>>;

/** A builder of elements of one kind. */
function builderOf<K extends ElementKind>(kind: K, defaults: ParamsOf<K>) {
  return (id: string, overrides: Overrides<K>) => ({
    id,
    kind,
    params: { ...defaults, ...overrides },
  });
}

const buildWall = builderOf('wall', {
  ...ON_L1,
  start: ORIGIN,
  end: ORIGIN,
  height: 3000,
  thickness: 100,
  base_offset: 0,
  wall_type: 'basic',
  usage: 'interior',
  fire_rating_min: null,
  load_bearing: false,
  join_type: 'auto',
});
/** A wall along its axis. */
export function wall(id: string, [from, to]: Span, overrides: Overrides<'wall'> = {}): Element {
  return buildWall(id, { start: point(from), end: point(to), ...overrides });
}

/** Four walls whose inner faces are the rectangle: `<id>1` below, then counter-clockwise. */
export function wallsAround(id: string, [x0, y0]: Corner, [x1, y1]: Corner): readonly Element[] {
  const corners: readonly Corner[] = [
    [x0 - 50, y0 - 50],
    [x1 + 50, y0 - 50],
    [x1 + 50, y1 + 50],
    [x0 - 50, y1 + 50],
  ];
  return corners.map((from, i) => wall(`${id}${i + 1}`, [from, corners[(i + 1) % 4] ?? from]));
}

const buildDoor = builderOf('door', {
  host_id: '',
  name: null,
  offset: 1000,
  width: 1000,
  height: 2100,
  door_type: 'single',
  swing: 'left',
  fire_rating_min: null,
  is_exit: false,
});
/** A door in a wall. */
export function door(
  id: string,
  host_id: string,
  overrides: Overrides<'door'> = {},
): ElementOf<'door'> {
  return buildDoor(id, { host_id, ...overrides });
}

const buildOpening = builderOf('opening', {
  host_id: '',
  name: null,
  offset: 1000,
  location: null,
  sill: 0,
  width: 1000,
  height: 2100,
});
/** An opening without a door in a wall. */
export function opening(
  id: string,
  host_id: string,
  overrides: Overrides<'opening'> = {},
): Element {
  return buildOpening(id, { host_id, ...overrides });
}

const buildWindow = builderOf('window', {
  host_id: '',
  name: null,
  offset: 1000,
  width: 1200,
  height: 1200,
  sill_height: 900,
  window_type: 'casement',
});
/** A window in a wall. */
export function window(id: string, host_id: string, overrides: Overrides<'window'> = {}): Element {
  return buildWindow(id, { host_id, ...overrides });
}

const buildFloor = builderOf('floor', {
  ...ON_L1,
  boundary_points: [],
  holes: [],
  thickness: 200,
  top_offset: 0,
  floor_type: 'slab',
  fire_rating_min: null,
});
/** A rectangular floor. */
export function floor(id: string, [from, to]: Span, overrides: Overrides<'floor'> = {}): Element {
  return buildFloor(id, { boundary_points: rectangle(from, to), ...overrides });
}

const buildRoom = builderOf('room', {
  level_id: 'L1',
  name: '',
  number: null,
  boundary_points: [],
  point: null,
  usage: null,
  occupancy: null,
  height: 2500,
});
/** A rectangular room, named after its id. */
export function room(id: string, [from, to]: Span, overrides: Overrides<'room'> = {}): Element {
  return buildRoom(id, { name: id, boundary_points: rectangle(from, to), ...overrides });
}

const buildStair = builderOf('stair', {
  ...ON_L1,
  top_level_id: 'L2',
  start: { x: 0, y: 0 },
  direction_deg: 0,
  width: 1200,
  riser_max: 200,
  tread: 300,
});
/** A stair from `L1` up to `L2` along +x. */
export function stair(id: string, overrides: Overrides<'stair'> = {}): Element {
  return buildStair(id, { ...overrides });
}

const buildRamp = builderOf('ramp', {
  ...ON_L1,
  start: { x: 0, y: 0 },
  end: { x: 6000, y: 0 },
  width: 1500,
  rise: 300,
  thickness: 200,
});
/** A ramp along +x. */
export function ramp(id: string, overrides: Overrides<'ramp'> = {}): Element {
  return buildRamp(id, { ...overrides });
}

const buildRailing = builderOf('railing', {
  ...ON_L1,
  path: [],
  height: 1100,
  base_offset: 0,
});
/** A railing along a path. */
export function railing(
  id: string,
  path: readonly Corner[],
  overrides: Overrides<'railing'> = {},
): Element {
  return buildRailing(id, { path: path.map(point), ...overrides });
}

const buildColumn = builderOf('column', {
  ...ON_L1,
  location: ORIGIN,
  top_level_id: null,
  height: 3000,
  base_offset: 0,
  profile: '300x300',
});
/** A column. */
export function column(id: string, location: Corner, overrides: Overrides<'column'> = {}): Element {
  return buildColumn(id, { location: point(location), ...overrides });
}

const buildBeam = builderOf('beam', {
  ...ON_L1,
  start: ORIGIN,
  end: ORIGIN,
  profile: '200x200',
  elevation_offset: 0,
});
/** A beam along its axis. */
export function beam(id: string, [from, to]: Span, overrides: Overrides<'beam'> = {}): Element {
  return buildBeam(id, { start: point(from), end: point(to), ...overrides });
}

const buildFurniture = builderOf('furniture', {
  ...ON_L1,
  furniture_type: 'washbasin',
  location: ORIGIN,
  direction_deg: 0,
  width: 600,
  depth: 500,
  height: 850,
  base_offset: 0,
});
/** A piece of furniture; `back` is the middle of its back edge in plan. */
export function furniture(
  id: string,
  back: Corner,
  overrides: Overrides<'furniture'> = {},
): Element {
  return buildFurniture(id, { location: point(back), ...overrides });
}
