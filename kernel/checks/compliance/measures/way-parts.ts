/**
 * @module way parts: the parts of rooms that a way reaches. A way is a path of a disc of `WAY_MM`, the same disc as that of
 * the routes between points: doors, stairs and gaps that it does not fit through lead nowhere.
 */
import { cyclic } from '../../../building/geometry/indexed.ts';
import { ringBounds, signedArea } from '../../../building/geometry/plan/polygon.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import {
  type Area,
  closedBy,
  sizeOf,
  united,
  without,
} from '../../../building/geometry/plan/regions.ts';
import { ringOverlap } from '../../../building/geometry/plan/ring-overlap.ts';
import type { Box2, Point2 } from '../../../building/geometry/vector.ts';
import {
  orientation,
  planBoxIntersects,
  segmentLengthMm,
} from '../../../building/geometry/vector.ts';
import { widened } from '../../../building/kinds/shared/boxes.ts';
import { narrowerThan } from '../../../building/spatial/disc/bottlenecks.ts';
import {
  type DiscCentres,
  discCentresOf,
  type DiscPart,
  discPartsOf,
  fitsOn,
} from '../../../building/spatial/disc/disc-parts.ts';
import type { Edge } from '../../../building/spatial/disc/edge-grid.ts';
import { type FreeSpace, freeSpaceOf } from '../../../building/spatial/disc/free-space.ts';
import { linksOf } from '../../../building/spatial/level-links.ts';
import { obstaclesAt } from '../../../building/spatial/obstacles.ts';
import { leadsThrough, passagesAt } from '../../../building/spatial/passages.ts';
import { floorOf, hasRaisedRooms } from '../../../building/spatial/room-floors.ts';
import { approachPoint, isJoinedTo, WAY_MM } from '../../../building/spatial/routes.ts';
import { isIn, type Space, spacesOn } from '../../../building/spatial/spaces.ts';
import { standingAt, walkableLevel } from '../../../building/spatial/walkable.ts';
import { TOLERANCE } from '../outcome.ts';
import { oncePerRun, type Run, runOfLevel } from '../run.ts';
import { type Cut, separatingCuts } from '../shapes/separating-cuts.ts';
import { type Doorway, doorwayOf } from './doorway.ts';
import { elevationOf, surfacesNear } from './surfaces.ts';

/** Radius of the disc of a way, mm. */
const RADIUS_MM = WAY_MM / 2;

/** Whether a clear width is that of a way. */
function isWayWidth(width_mm: number): boolean {
  return width_mm >= WAY_MM - TOLERANCE.mm;
}

/** What stands on a floor and leads through the walls on it, as routes between points see it. */
type Ground = {
  readonly passages: readonly { readonly ring: Ring; readonly box: Box2 }[];
  readonly obstacles: readonly { readonly area: Area; readonly box: Box2 }[];
};

function groundAt({ view }: Run, floor_mm: number, plan?: Box2): Ground {
  const passages = passagesAt(view, floor_mm, plan);
  const obstacles = obstaclesAt(view, floor_mm, passages, plan);
  return {
    passages: passages.map(({ landing }) => ({ ring: landing, box: ringBounds(landing) })),
    obstacles: obstacles.map(({ area }) => ({ area, box: ringBounds(area.flat()) })),
  };
}

const levelGround = oncePerRun((run, level_id) => groundAt(run, elevationOf(run, level_id)));

/** The ground of a space: that of its level or, on a level with raised rooms, that around the space. */
function groundOf(run: Run, level_id: string, space: Space): Ground {
  if (!hasRaisedRooms(run.view, level_id)) return levelGround(run, level_id);
  return groundAt(run, floorOf(run.view, level_id, space), widened(space.bounds, GROUND_MM));
}

/** Passages and obstacles are searched within this distance of a space, mm: more than a wide landing. */
const GROUND_MM = 6000;

/** Holes in the floors under a space. */
export function wellsIn(run: Run, level_id: string, space: Space): readonly Ring[] {
  const [outline = []] = space.area;
  return (
    surfacesNear(run, floorOf(run.view, level_id, space))
      .filter(({ box }) => planBoxIntersects(box, space.bounds))
      .flatMap((surface) => surface.holes)
      // The bounding box of an L-shaped room contains more than the room, so the outlines are tested too.
      .filter((hole) => planBoxIntersects(ringBounds(hole), space.bounds))
      .filter((hole) => ringOverlap(outline, leftTurning(hole)) !== null)
  );
}

function leftTurning(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}

/** Half the gap between outlines that is closed because they are meant to touch, mm. */
const GAP_MM = 0.05;

/** A part of an outline up to this thick is a rounding, mm. */
const ROUNDING_MM = 0.1;

/** A space, the free area in and around it, and the positions of the disc in that area. */
type SpaceParts = {
  readonly space: FreeSpace;
  readonly centres: DiscCentres;
  readonly parts: readonly DiscPart[];
};

/** The parts of a space; null for a convex space in which nothing stands: there, only the width of doors matters. */
function findParts(run: Run, level_id: string, space: Space): SpaceParts | null {
  const { passages, obstacles } = groundOf(run, level_id, space);
  const around = {
    min: { x: space.bounds.min.x - FRAME_MM, y: space.bounds.min.y - FRAME_MM },
    max: { x: space.bounds.max.x + FRAME_MM, y: space.bounds.max.y + FRAME_MM },
  };
  const wells = wellsIn(run, level_id, space).map((well): Area => [leftTurning(well)]);
  const inside = obstacles.filter(({ box }) => planBoxIntersects(box, space.bounds));
  const [outline = [], ...holes] = space.area;
  const left = sizeOf(without(space.area, [...inside.map(({ area }) => area), ...wells].flat()));
  const isEmpty = sizeOf(space.area) - left <= ROUNDING_MM * ringLength(outline);
  if (holes.length === 0 && isEmpty && isConvex(outline)) return null;
  const near = obstacles.filter(({ box }) => planBoxIntersects(box, around));
  const taken = united([...near.map(({ area }) => area), ...wells]);
  const doors = passages.filter(({ box }) => planBoxIntersects(box, space.bounds));
  const floor = closedBy(united([space.area, ...doors.map(({ ring }): Area => [ring])]), GAP_MM);
  const free = freeSpaceOf(without(floor, closedBy(taken, GAP_MM)));
  const centres = discCentresOf(free, RADIUS_MM);
  return { space: free, centres, parts: discPartsOf(centres, space.area) };
}

/** Obstacles up to this distance from a space matter to its doors, mm: the depth of a landing. */
const FRAME_MM = 1200;

function ringLength(ring: Ring): number {
  return ring.reduce((sum, a, i) => sum + segmentLengthMm(a, cyclic(ring, i + 1)), 0);
}

function isConvex(ring: Ring): boolean {
  return ring.every(
    (corner, i) => orientation(cyclic(ring, i - 1), corner, cyclic(ring, i + 1)) >= 0,
  );
}

const partsOfLevel = oncePerRun(
  (_run, _level_id): Map<Space, SpaceParts | null> => new Map<Space, SpaceParts | null>(),
);

function partsIn(run: Run, level_id: string, space: Space): SpaceParts | null {
  const own = runOfLevel(run, level_id);
  if (own !== run) return partsIn(own, level_id, space);
  const known = partsOfLevel(run, level_id);
  const found = known.get(space);
  if (found !== undefined) return found;
  const made = findParts(run, level_id, space);
  known.set(space, made);
  return made;
}

/** The parts of a space that the disc of a way reaches; empty if it is one part, or the disc fits nowhere in it. */
export function partsOf(run: Run, level_id: string, space: Space): readonly DiscPart[] {
  return partsIn(run, level_id, space)?.parts ?? [];
}

/** The lines across a void, on both sides of its wall. */
function acrossDoorway({ frame, s, t }: Doorway): readonly Edge[] {
  return [t[1] + PROBE_OFFSET_MM, t[0] - PROBE_OFFSET_MM].map((at) => ({
    a: frame.point(s[0], at),
    b: frame.point(s[1], at),
  }));
}

/** Distance from the wall at which the disc must fit into a doorway, mm. */
const PROBE_OFFSET_MM = 50;

/** Whether a door or opening is a way: high and wide enough, with nothing in front of it that the disc does not pass. */
export const isWay = oncePerRun((run, id): boolean => {
  const doorway = doorwayOf(run, id);
  const element = run.view.element(id);
  if (element === undefined || !leadsThrough(element, run.view)) return false;
  if (doorway === null || !isWayWidth(doorway.s[1])) return false;
  const { level_id } = doorway;
  return acrossDoorway(doorway).every((line) => {
    const middle = { x: (line.a.x + line.b.x) / 2, y: (line.a.y + line.b.y) / 2 };
    return passes(run, level_id, middle, line);
  });
});

/**
 * Whether the disc fits somewhere on a line, if the point is in a space in which the disc fits. Elsewhere it need not: the
 * ground outside is not modelled, and a person steps straight out of a small store.
 */
function passes(run: Run, level_id: string, point: Point2, line: Edge): boolean {
  const space = spaceAt(run, level_id, point);
  const found = space === undefined ? null : partsIn(run, level_id, space);
  return found === null || found.parts.length === 0 || fitsOn(found.centres, line);
}

function spaceAt({ view }: Run, level_id: string, point: Point2): Space | undefined {
  return spacesOn(view, level_id).find((one) => isIn(one, point));
}

/** Half the length of the line on which the disc in front of a stair is found, mm. */
const NEAR_MM = 0.05;
/** Distance from the end of a stair at which its space is found, mm. */
const OFF_MM = 10;

/** Whether an end of a stair is a way: it is wide enough and ends at the floor there, and the disc fits in front of it. */
export function isStairWay(run: Run, id: string, end: 'lower' | 'upper'): boolean {
  const link = linksById(run, '').get(id);
  if (link === undefined || !isWayWidth(link.width_mm)) return false;
  const { level_id, direction } = link[end];
  const { x, y } = approachPoint(link, RADIUS_MM, end === 'upper');
  const [dx, dy] = [direction.x * NEAR_MM, direction.y * NEAR_MM];
  const line = { a: { x: x - dx, y: y - dy }, b: { x: x + dx, y: y + dy } };
  const point = approachPoint(link, OFF_MM, end === 'upper');
  const space = spaceAt(run, level_id, point);
  const isJoined = space === undefined || isJoinedTo(link, end, floorOf(run.view, level_id, space));
  return isJoined && passes(run, level_id, point, line);
}

const linksById = oncePerRun(
  ({ view }) => new Map(linksOf(view).map((link) => [link.element_id, link])),
);

/** The narrow places that separate the parts of a space. */
export function cutsIn(run: Run, level_id: string, space: Space): readonly Cut[] {
  const found = partsIn(run, level_id, space);
  if (found === null || found.parts.length < 2) return [];
  const { space: free, parts } = found;
  const narrow = narrowerThan(free, WAY_MM - TOLERANCE.mm);
  return separatingCuts({ free: free.area, within: space.area, narrow, parts });
}

/** The widest of the gaps around a part that the disc cannot leave, in words; null without one. */
export function gapAround(run: Run, place: Cuttable, part: DiscPart): string | null {
  const level = walkableLevel(run.view, place.level_id);
  const around = place.cuts.filter(({ parts }) => parts.includes(part));
  const widest = Math.max(...around.map((cut) => cut.place.width_mm));
  if (level === null || around.length === 0) return null;
  const ends = around.flatMap(({ place: { a, b, width_mm } }) =>
    widest - width_mm < SAME_MM ? [a, b] : [],
  );
  const ids = new Set(ends.flatMap((end) => standingAt(level, end)));
  const names = [...ids].toSorted().map((id) => `\`${id}\``);
  return `a gap of ${Number(widest.toFixed(2))} mm at ${names.join(', ')}`;
}

type Cuttable = { readonly level_id: string; readonly cuts: readonly Cut[] };

/** Gaps whose widths differ by less than this are equally wide, mm. */
const SAME_MM = 0.05;
