/** @module random building: walls with doors and windows, floors, columns, beams and pipes that clash. */
import type { Element, ElementOf } from '../../../../kernel/building/kinds/elements.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { lcg } from '../../../bench/building.ts';
import { make } from '../../building/model/build.ts';

const EDGES = ['plumb', 'square'] as const;
const PROFILES = ['200x200', 'circle 160', 'HEA200', '300x150'];

/** Elements on level L1, a different building for each seed; with `alone`, walls have no doors and do not join. */
export function randomBuilding(seed: number, alone = false): readonly Element[] {
  const join_type = alone ? 'none' : 'auto';
  const random = lcg(seed);
  /** Draws the slopes of beams and columns, which were added later: the sequence of the others stays the same. */
  const later = lcg(seed + 1_000_003);
  const point = (): PlanPoint => ({ x: 37 * random(200), y: 41 * random(160) });
  const other = ({ x, y }: PlanPoint): PlanPoint =>
    random(3) > 0
      ? { x: x + 1500 + 100 * random(40), y }
      : { x: x + 1200 + 13 * random(230), y: y + 17 * random(200) };
  const elements: Element[] = [];
  let last: PlanPoint | null = null;
  for (let i = 0; i < 6; i += 1) {
    // Every other wall starts at the end of the previous one.
    const start = i % 2 === 1 && last !== null ? last : point();
    const height = [3000, 2700, 3300][random(3)] ?? 3000;
    const end = other(start);
    last = end;
    const wall = make('wall', `w${i}`, { start, end, height, join_type });
    elements.push(wall);
    if (!alone) {
      elements.push(make('door', `d${i}`, { host_id: wall.id, offset: 100, width: 700 }));
    }
  }
  for (let i = 0; i < 5; i += 1) {
    const profile = PROFILES[random(4)] ?? '200x200';
    const location = point();
    const lean =
      later(3) === 0
        ? { top_location: { x: location.x + 100 * later(20), y: location.y - 70 * later(20) } }
        : {};
    elements.push(make('column', `c${i}`, { location, profile, ...lean }));
  }
  for (let i = 0; i < 7; i += 1) {
    const start = point();
    const profile = PROFILES[random(4)] ?? '200x200';
    const elevation_offset = 0 - 50 * random(50);
    const slope = later(3) === 0 ? { end_offset: elevation_offset + 50 * later(40) } : {};
    const end = other(start);
    elements.push(make('beam', `b${i}`, { start, end, profile, elevation_offset, ...slope }));
  }
  const { x, y } = point();
  const boundary_points = [
    { x, y },
    { x: x + 5000, y },
    { x: x + 5000, y: y + 4000 },
    { x: x + 2000, y: y + 4000 },
    { x: x + 2000, y: y + 1500 },
    { x, y: y + 1500 },
  ];
  elements.push(make('floor', 'f0', { boundary_points, top_offset: 50 * random(60) }));
  const slope = {
    point: { x, y },
    direction_deg: 15 * later(24),
    pitch_deg: 5 + later(50),
    edges: EDGES[later(2)] ?? 'plumb',
  };
  elements.push(make('floor', 'f1', { boundary_points, top_offset: 50 * later(60), slope }));
  return elements;
}

/** A motion of plan points; the outlines of floors stay counter-clockwise. */
export type PlanMap = {
  readonly point: (point: PlanPoint) => PlanPoint;
  readonly mirrors: boolean;
};

export const MOVED: PlanMap = {
  point: ({ x, y }) => ({ x: x + 432_100, y: y - 98_765 }),
  mirrors: false,
};
export const QUARTER_TURN: PlanMap = { point: ({ x, y }) => ({ x: 0 - y, y: x }), mirrors: false };
export const MIRRORED: PlanMap = { point: ({ x, y }) => ({ x: 0 - x, y }), mirrors: true };

/** The element with its plan points moved; a wall, a door or a beam keeps its start. */
export function mapped(element: Element, map: PlanMap): Element {
  if (element.kind === 'wall' || element.kind === 'beam') return withLine(element, map);
  if (element.kind === 'column') {
    // A quarter turn of a cross-section that is not square is its own parameter.
    const turn = map === QUARTER_TURN ? { turn_deg: 90 } : {};
    const { location, top_location = null } = element.params;
    const top = top_location === null ? {} : { top_location: map.point(top_location) };
    const params = { ...element.params, location: map.point(location), ...top, ...turn };
    return { ...element, params };
  }
  if (element.kind === 'floor') {
    const ring = element.params.boundary_points.map(map.point);
    const boundary_points = map.mirrors ? ring.toReversed() : ring;
    const { slope = null } = element.params;
    const sloping = slope === null ? {} : { slope: mappedSlope(slope, map) };
    return { ...element, params: { ...element.params, boundary_points, ...sloping } };
  }
  return element;
}

type Slope = NonNullable<ElementOf<'floor'>['params']['slope']>;

function mappedSlope(slope: Slope, map: PlanMap): Slope {
  const turned = map === QUARTER_TURN ? slope.direction_deg + 90 : slope.direction_deg;
  const direction_deg = (map.mirrors ? 180 - turned : turned) % 360;
  return { ...slope, point: map.point(slope.point), direction_deg };
}

function withLine(element: ElementOf<'wall'> | ElementOf<'beam'>, { point }: PlanMap): Element {
  const ends = { start: point(element.params.start), end: point(element.params.end) };
  return element.kind === 'wall'
    ? { ...element, params: { ...element.params, ...ends } }
    : { ...element, params: { ...element.params, ...ends } };
}

/** The element with other ids, which changes the order. */
export function renamed(element: Element): Element {
  const other = (id: string): string => `x${(97 * (id.codePointAt(0) ?? 0)) % 13}${id}`;
  return element.kind === 'door'
    ? {
        ...element,
        id: other(element.id),
        params: { ...element.params, host_id: other(element.params.host_id) },
      }
    : { ...element, id: other(element.id) };
}

/** The id before `renamed`. */
export function nameBefore(id: string): string {
  return id.slice(-2);
}
