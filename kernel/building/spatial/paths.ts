/**
 * @module paths: shortest paths of a disc through a building, on levels and over stairs and ramps. The diameter of the
 * disc is the requested clear width. Lengths are exact: paths consist of straight lines and arcs around corners.
 */
import type { PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import type { Point2 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { ModelView } from '../model/view.ts';
import type { Bottleneck } from './disc/bottlenecks.ts';
import { crossedBy, narrowestAlong } from './disc/bottlenecks.ts';
import { standingNear } from './disc/standing.ts';
import { passagesAlong } from './passages-along.ts';
import type { Manner, Place, Route } from './routes.ts';
import { levelOf, radiusOf, routeBetween } from './routes.ts';
import type { WalkableLevel } from './walkable.ts';
import { floorAt, floorsAt, standingAt } from './walkable.ts';

/** A narrow place on a path, and the elements that bound it. */
export type NarrowPlace = {
  readonly level_id: string;
  readonly width_mm: number;
  readonly across: readonly [PlanPoint, PlanPoint];
  readonly element_ids: readonly string[];
};

/** A door, opening, stair or ramp on the path. */
export type Crossing = {
  readonly element_id: string;
  readonly kind: string;
  readonly width_mm: number;
};

/** A path between two places. */
export type Path = {
  readonly found: true;
  readonly length_mm: number;
  /** Points at which the path turns; on arcs at least one every 30 degrees. */
  readonly points: readonly SpacePoint[];
  readonly crossings: readonly Crossing[];
  readonly narrowest: NarrowPlace | null;
  /** Distances from the given start and end to the nearest positions at which the disc fits; included in the length. */
  readonly moved_mm: readonly [number, number];
};

/** Reason why there is no path. */
export type NoPath = {
  readonly found: false;
  /** `start`, `end`: the disc does not fit there. `width`: only narrower paths exist. `way`: no path exists. */
  readonly because: 'start' | 'end' | 'width' | 'way';
  /** The obstacles at the start or end, or the elements that bound the places that are too narrow. */
  readonly element_ids: readonly string[];
  /** The places that are too narrow, on the shortest path of minimum width. */
  readonly too_narrow: readonly NarrowPlace[];
};

/**
 * Returns the shortest path, or the reason why there is none. Throws `RangeError` for a level that the view does not
 * show or a width of less than 1 mm.
 */
export function shortestPath(
  view: ModelView,
  start: Place,
  end: Place,
  manner: Manner,
): Path | NoPath {
  const radius = radiusOf(manner);
  const [first, last] = [levelOf(view, start), levelOf(view, end)];
  const from = standingNear(first.space, start.point, radius);
  const to = standingNear(last.space, end.point, radius);
  if (from === null) return cannotStand('start', first, start.point);
  if (to === null) return cannotStand('end', last, end.point);
  const route = routeBetween(
    view,
    { level_id: start.level_id, point: from },
    { level_id: end.level_id, point: to },
    manner,
  );
  if (route !== null) return pathOf(view, route, start.point, end.point);
  if (manner.clear_width_mm <= MIN_WIDTH_MM) return NO_WAY;
  const thin = shortestPath(view, start, end, { ...manner, clear_width_mm: MIN_WIDTH_MM });
  if (!thin.found) return { ...thin, because: 'way', element_ids: [], too_narrow: [] };
  return tooNarrow(view, thin, manner.clear_width_mm);
}

/** Minimum path width, mm: if a path of this width exists, the clear width is the reason that none was found. */
const MIN_WIDTH_MM = 1;
const NO_WAY: NoPath = { found: false, because: 'way', element_ids: [], too_narrow: [] };

function cannotStand(because: 'start' | 'end', level: WalkableLevel, point: Point2): NoPath {
  return { found: false, because, element_ids: standingAt(level, point), too_narrow: [] };
}

function pathOf(view: ModelView, route: Route, start: Point2, end: Point2): Path {
  const points: SpacePoint[] = [];
  const crossings: Crossing[] = [];
  const places: NarrowPlace[] = [];
  for (const leg of route.legs) {
    if (leg.kind === 'link') {
      const { link, up } = leg;
      const { lower, upper, turns } = link;
      const rising = [{ ...lower.point, z: lower.z }, ...turns, { ...upper.point, z: upper.z }];
      points.push(...(up ? rising : rising.toReversed()));
      crossings.push({ element_id: link.element_id, kind: link.kind, width_mm: link.width_mm });
      continue;
    }
    const level = levelOf(view, leg);
    for (const { x, y } of leg.way.points) points.push({ x, y, z: floorAt(level, { x, y }) });
    crossings.push(...passagesAlong(level, leg.way.points));
    const narrowest = narrowestAlong(level.space, leg.way.points);
    if (narrowest !== null) places.push(placeOf(level, narrowest));
  }
  const [first, last] = [points[0], points.at(-1)];
  const moved_start = first === undefined ? 0 : segmentLengthMm(first, start);
  const moved_end = last === undefined ? 0 : segmentLengthMm(last, end);
  if (first !== undefined && moved_start > 0) points.unshift({ ...start, z: first.z });
  if (last !== undefined && moved_end > 0) points.push({ ...end, z: last.z });
  const [narrowest = null] = places.toSorted((a, b) => a.width_mm - b.width_mm);
  return {
    found: true,
    length_mm: route.length_mm + moved_start + moved_end,
    points,
    crossings,
    narrowest,
    moved_mm: [moved_start, moved_end],
  };
}

function placeOf(level: WalkableLevel, { a, b, width_mm }: Bottleneck): NarrowPlace {
  const ids = new Set([...standingAt(level, a), ...standingAt(level, b)]);
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const through = passagesAlong(level, [middle, middle]).map(({ element_id }) => element_id);
  return {
    level_id: level.level_id,
    width_mm,
    across: [a, b],
    element_ids: [...through, ...[...ids].toSorted()],
  };
}

/** The places narrower than the clear width on a path of minimum width, narrowest first. */
function tooNarrow(view: ModelView, thin: Path, clear_width_mm: number): NoPath {
  const places = new Map<string, NarrowPlace>();
  const add = (place: NarrowPlace): void => {
    // A passage is narrow at each of its corners; it is listed once.
    const key = `${place.width_mm.toFixed(3)} ${place.element_ids.join(' ')}`;
    if (place.width_mm < clear_width_mm && !places.has(key)) places.set(key, place);
  };
  const links = new Set(thin.crossings.map(({ element_id }) => element_id));
  for (const level_id of levelsAlong(view, thin)) {
    const level = levelOf(view, { level_id });
    const points = thin.points.filter((point) => point.z === floorAt(level, point));
    for (const place of crossedBy(level.space, points)) add(placeOf(level, place));
    for (const { element_id, lower, width_mm } of level.links) {
      const { point } = lower;
      if (links.has(element_id)) {
        add({ level_id, width_mm, across: [point, point], element_ids: [element_id] });
      }
    }
  }
  const too_narrow = [...places.values()].toSorted((a, b) => a.width_mm - b.width_mm);
  const element_ids = [...new Set(too_narrow.flatMap((place) => place.element_ids))];
  return { found: false, because: 'width', element_ids, too_narrow };
}

function levelsAlong(view: ModelView, { points }: Path): readonly string[] {
  const heights = new Set(points.map(({ z }) => z));
  return view
    .levels()
    .map(({ id }) => id)
    .filter((level_id) => floorsAt(levelOf(view, { level_id })).some((mm) => heights.has(mm)));
}
