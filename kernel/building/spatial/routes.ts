/** @module routes: the shortest route of a disc between two places, over stairs and ramps where necessary. */
import type { PlanPoint } from '../../../schemas/units.ts';
import { at } from '../geometry/indexed.ts';
import { MinHeap } from '../geometry/min-heap.ts';
import type { Point2 } from '../geometry/vector.ts';
import type { ModelView } from '../model/view.ts';
import type { FreeSpace } from './disc/free-space.ts';
import type { Way } from './disc/reach.ts';
import { reachFrom, wayTo } from './disc/reach.ts';
import type { TangentGraph } from './disc/tangent-graph.ts';
import { tangentGraphOf } from './disc/tangent-graph.ts';
import type { Link } from './level-links.ts';
import { STEP_MM } from './room-floors.ts';
import type { WalkableLevel } from './walkable.ts';
import { floorAt, walkableLevel } from './walkable.ts';

/** A place on a level. */
export type Place = { readonly level_id: string; readonly point: PlanPoint };

/** Options of a route. `clear_width_mm` is at least 1. */
export type Manner = {
  readonly clear_width_mm: number;
  /** Excludes stairs; ramps are allowed. */
  readonly step_free?: boolean;
};

/**
 * Least clear width of a way, mm, where no other is asked for: about the minimum clear width of doors in building codes.
 * Routes between rooms and points use it by default; egress counts only ways of this width: through doors and openings,
 * over stairs, and between bodies in a room.
 */
export const WAY_MM = 800;

/** Smallest clear width, mm. */
const MIN_WIDTH_MM = 1;

/** Half the clear width. Throws `RangeError` for a width of less than 1 mm. */
export function radiusOf({ clear_width_mm }: Manner): number {
  if (clear_width_mm >= MIN_WIDTH_MM) return clear_width_mm / 2;
  throw new RangeError(`a clear width of ${clear_width_mm} mm, expected at least 1 mm`);
}

/** The level of a place. Throws `RangeError` for a level that the view does not show. */
export function levelOf(view: ModelView, { level_id }: Pick<Place, 'level_id'>): WalkableLevel {
  const level = walkableLevel(view, level_id);
  if (level === null) throw new RangeError(`no level \`${level_id}\``);
  return level;
}

const GRAPHS = new WeakMap<FreeSpace, Map<number, TangentGraph>>();
/** Number of widths per level whose graphs are cached. */
const MAX_GRAPHS = 4;

/** The tangent graph of a level; the graphs of the last widths are cached. */
function graphFor(level: WalkableLevel, radius: number): TangentGraph {
  const graphs = GRAPHS.get(level.space) ?? new Map<number, TangentGraph>();
  GRAPHS.set(level.space, graphs);
  const known = graphs.get(radius);
  if (known !== undefined) return known;
  const made = tangentGraphOf(level.space, radius);
  const [oldest] = graphs.keys();
  if (graphs.size >= MAX_GRAPHS && oldest !== undefined) graphs.delete(oldest);
  graphs.set(radius, made);
  return made;
}

/** A part of a route: a path on a level, or a stair or ramp. */
export type Leg =
  | { readonly kind: 'level'; readonly level_id: string; readonly way: Way }
  | { readonly kind: 'link'; readonly link: Link; readonly up: boolean };

/** A route with its parts in order. */
export type Route = { readonly length_mm: number; readonly legs: readonly Leg[] };

/** Where paths on a level start or end; at a link, the point where the disc just touches its end. */
type Terminal = Place & { readonly link: Link | null; readonly up: boolean };

/** The shortest route between positions at which the disc fits, over stairs and ramps only if necessary; null if there is none. */
export function routeBetween(
  view: ModelView,
  start: Place,
  end: Place,
  manner: Manner,
): Route | null {
  const radius = radiusOf(manner);
  if (start.level_id === end.level_id) {
    const graph = graphFor(levelOf(view, start), radius);
    const reach = reachFrom(graph, start.point);
    const way = wayTo(reach, end.point);
    if (way !== null) {
      const leg: Leg = { kind: 'level', level_id: start.level_id, way };
      return { length_mm: way.length_mm, legs: [leg] };
    }
  }
  return routeOverLinks(view, start, end, manner);
}

/** The ends of stairs and ramps that the disc fits, in pairs: the lower and the upper end of the same link. */
function terminalsOf(view: ModelView, start: Place, manner: Manner): readonly Terminal[] {
  const radius = radiusOf(manner);
  const terminals: Terminal[] = [];
  const seen = new Set([start.level_id]);
  const links = new Set<string>();
  for (const level_id of seen) {
    const level = walkableLevel(view, level_id);
    for (const link of level?.links ?? []) {
      if (links.has(link.element_id)) continue;
      links.add(link.element_id);
      if (manner.step_free === true && link.kind === 'stair') continue;
      if (link.width_mm < manner.clear_width_mm || !isJoined(view, link, radius)) continue;
      seen.add(link.lower.level_id).add(link.upper.level_id);
      terminals.push(
        {
          level_id: link.lower.level_id,
          point: approachPoint(link, radius, false),
          link,
          up: true,
        },
        {
          level_id: link.upper.level_id,
          point: approachPoint(link, radius, true),
          link,
          up: false,
        },
      );
    }
  }
  return terminals;
}

/** A stair is joined to a floor at most this above or below its end, mm: one riser of a steep stair. */
const RISER_MM = 220;

/** Whether an end of a link is at the floor in front of it (mm), which can be above or below its level. */
export function isJoinedTo(link: Link, end: 'lower' | 'upper', floor_mm: number): boolean {
  return Math.abs(floor_mm - link[end].z) <= (link.kind === 'stair' ? RISER_MM : STEP_MM);
}

/** Whether both ends of a link are at the floors in front of them. */
function isJoined(view: ModelView, link: Link, radius: number): boolean {
  return (['lower', 'upper'] as const).every((end) => {
    const level = walkableLevel(view, link[end].level_id);
    const point = approachPoint(link, radius, end === 'upper');
    return level === null || isJoinedTo(link, end, floorAt(level, point));
  });
}

/** The point in front of an end of a link at which the disc just touches the end. */
export function approachPoint({ lower, upper }: Link, radius: number, above: boolean): Point2 {
  const [{ point, direction }, sign] = above ? [upper, 1] : [lower, -1];
  return { x: point.x + direction.x * radius * sign, y: point.y + direction.y * radius * sign };
}

/** The shortest route over stairs and ramps, by Dijkstra's algorithm on their ends; null if there is none. */
function routeOverLinks(view: ModelView, start: Place, end: Place, manner: Manner): Route | null {
  const radius = radiusOf(manner);
  const plain = { link: null, up: false };
  const terminals = [
    { ...start, ...plain },
    { ...end, ...plain },
    ...terminalsOf(view, start, manner),
  ];
  const distance = terminals.map(() => Infinity);
  const from: { readonly terminal: number; readonly leg: Leg }[] = [];
  const open = new MinHeap();
  distance[0] = 0;
  open.push(0, 0);
  const relax = (to: number, length: number, terminal: number, leg: Leg): void => {
    if (length >= at(distance, to)) return;
    distance[to] = length;
    from[to] = { terminal, leg };
    open.push(to, length);
  };
  for (;;) {
    const next = open.pop();
    if (next === null) return null;
    const { item, key } = next;
    if (item === 1) return { length_mm: key, legs: legsTo(from, item) };
    if (key > at(distance, item)) continue;
    const { level_id, point, link, up } = at(terminals, item);
    if (link !== null) {
      const leg: Leg = { kind: 'link', link, up };
      relax(item % 2 === 0 ? item + 1 : item - 1, key + link.length_mm + 2 * radius, item, leg);
    }
    const graph = graphFor(levelOf(view, { level_id }), radius);
    const reach = reachFrom(graph, point);
    for (const [to, terminal] of terminals.entries()) {
      if (to === item || terminal.level_id !== level_id) continue;
      const way = wayTo(reach, terminal.point);
      if (way !== null) relax(to, key + way.length_mm, item, { kind: 'level', level_id, way });
    }
  }
}

function legsTo(
  from: readonly { readonly terminal: number; readonly leg: Leg }[],
  end: number,
): readonly Leg[] {
  const legs: Leg[] = [];
  for (let terminal = end; terminal !== 0; terminal = at(from, terminal).terminal) {
    legs.push(at(from, terminal).leg);
  }
  return legs.toReversed();
}
