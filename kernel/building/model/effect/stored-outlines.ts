/** @module stored outlines: rooms with an outline of their own, which changed walls overlap or leave. */
import { toGrid } from '../../../../schemas/units.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { cyclic } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint, ringBounds } from '../../geometry/plan/polygon.ts';
import { ringOverlap } from '../../geometry/plan/ring-overlap.ts';
import type { Box2, Point2 } from '../../geometry/vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { widened } from '../../kinds/shared/boxes.ts';
import type { StateView } from '../state-view.ts';

type Sides = { readonly before: StateView; readonly after: StateView };
type Wall = ElementOf<'wall'>;

/** Maximum number of named pairs of a wall and a room; any others are only mentioned. */
const MAX_NAMED = 10;
/** Maximum number of changed walls that are examined, so that a merge of whole storeys is not delayed. */
const MAX_WALLS = 500;
/** A side of an outline this near to a wall follows its face, mm: outlines of other programs leave out the plaster. */
const AT_FACE_MM = 25;
/** Shorter contacts of a side and a wall are corners, mm. */
const MIN_CONTACT_MM = 100;
/** Smaller changes of the overlap in plan are not reported, mm²: 1 mm along a wall of 1 m. */
const GROWN_MM2 = 1000;
/** Smaller changes of the distance are not reported, mm. */
const GAP_MM = 1;

/**
 * Warns of rooms whose stored outline does not follow a changed wall: the wall now overlaps it, or its face has left a
 * side of it. Rooms that follow their walls, and rooms that the change creates, get no warning.
 */
export function storedOutlineWarnings(sides: Sides, walls: readonly Wall[]): readonly string[] {
  const warnings: string[] = [];
  const rooms = new Map<string, readonly Outlined[]>();
  const roomsOn = (level_id: string): readonly Outlined[] => {
    const found = rooms.get(level_id) ?? outlinedRooms(sides, level_id);
    rooms.set(level_id, found);
    return found;
  };
  for (const wall of walls.slice(0, MAX_WALLS)) {
    checkpoint({ done: 0, total: 0, doing: 'looking for outlines of rooms' });
    for (const room_id of roomsAt(sides, wall, roomsOn(wall.params.level_id))) {
      const how = overlapOf(sides, wall, room_id) ?? gapOf(sides, wall, room_id);
      if (how === null) continue;
      if (warnings.length === MAX_NAMED) {
        return [...warnings, 'more rooms do not follow their walls'];
      }
      warnings.push(
        `wall \`${wall.id}\` ${how} of room \`${room_id}\`, which does not follow its walls: set its \`boundary_points\` with modify_parameter`,
      );
    }
  }
  return warnings;
}

/** A room with a stored outline, and the box of this. */
type Outlined = { readonly id: string; readonly box: Box2 };

/** Rooms of a level with a stored outline on both sides, without those of reference models. */
function outlinedRooms({ before, after }: Sides, level_id: string): readonly Outlined[] {
  return [...after.elementsOnLevel(level_id)].flatMap(({ id }) => {
    const outline = outlineOf(after, id);
    if (outline === null || outlineOf(before, id) === null) return [];
    return after.referenceOf(id) === null ? [{ id, box: ringBounds(outline) }] : [];
  });
}

/** Those of the rooms that are at the wall before or after the change. */
function roomsAt(
  { before, after }: Sides,
  { id }: Wall,
  rooms: readonly Outlined[],
): readonly string[] {
  const boxes = [before, after].flatMap((view) => {
    const ring = ringOf(view, id);
    return ring === null ? [] : [widened(ringBounds(ring), AT_FACE_MM)];
  });
  const near = rooms.filter(({ box }) => boxes.some((one) => planBoxIntersects(box, one)));
  return near.map((room) => room.id);
}

/** The stored outline of a room that does not follow its walls; null for any other element. */
function outlineOf(view: StateView, id: string): Ring | null {
  const room = view.elementOf(id, 'room');
  return room === undefined || room.params.point !== null ? null : room.params.boundary_points;
}

function ringOf(view: StateView, wall_id: string): Ring | null {
  return view.elementOf(wall_id, 'wall') === undefined
    ? null
    : (view.footprint(wall_id)?.ring ?? null);
}

/** That the overlap in plan has grown, in words; null if it has not. */
function overlapOf({ before, after }: Sides, { id }: Wall, room_id: string): string | null {
  const [was = 0, is = 0] = [before, after].map((view) => {
    const [ring, outline] = [ringOf(view, id), outlineOf(view, room_id)];
    if (ring === null || outline === null) return 0;
    if (!planBoxIntersects(ringBounds(ring), ringBounds(outline))) return 0;
    return ringOverlap(ring, outline)?.area_mm2 ?? 0;
  });
  return is > was + GROWN_MM2 ? `now overlaps ${Math.round(is)} mm² of the stored outline` : null;
}

/** That the wall has left a side of the outline at which no other wall is now, in words; null if it has not. */
function gapOf({ before, after }: Sides, wall: Wall, room_id: string): string | null {
  const [was, is] = [ringOf(before, wall.id), ringOf(after, wall.id)];
  const [had, has] = [outlineOf(before, room_id), outlineOf(after, room_id)];
  if (was === null || is === null || had === null || has === null) return null;
  const gaps = had.flatMap((start, i) => {
    const contact = contactOf([start, cyclic(had, i + 1)], was);
    if (contact === null || !isOnSide(contact, has)) return [];
    const gap = distanceTo(contact, is);
    if (gap <= distanceTo(contact, was) + GAP_MM) return [];
    const box = widened({ min: contact, max: contact }, AT_FACE_MM);
    const others = after.wallsNear(wall.params.level_id, box);
    const isClosed = others.some((other) => {
      const ring = ringOf(after, other.id);
      return ring !== null && distanceTo(contact, ring) <= AT_FACE_MM;
    });
    return isClosed ? [] : [gap];
  });
  return gaps.length === 0
    ? null
    : `is now ${toGrid(Math.max(...gaps))} mm away from the stored outline`;
}

type Side = readonly [Point2, Point2];

/** Middle of the part of a side that follows a face of the wall; null if it follows none. */
function contactOf([start, end]: Side, ring: Ring): Point2 | null {
  const length = segmentLengthMm(start, end);
  if (length < MIN_CONTACT_MM) return null;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const near = ring.flatMap(({ x, y }) => {
    const [dx, dy] = [x - start.x, y - start.y];
    return Math.abs(dy * ux - dx * uy) <= AT_FACE_MM ? [dx * ux + dy * uy] : [];
  });
  const [from, to] = [Math.max(0, Math.min(...near)), Math.min(length, Math.max(...near))];
  if (near.length < 2 || to - from < MIN_CONTACT_MM) return null;
  const middle = (from + to) / 2;
  return { x: start.x + ux * middle, y: start.y + uy * middle };
}

/** Whether the point is still on a side of the outline, to its rounding. */
function isOnSide(point: Point2, outline: Ring): boolean {
  return distanceToSides(point, outline) <= GAP_MM;
}

/** Distance of a point to a region, mm; 0 in it. */
function distanceTo(point: Point2, ring: Ring): number {
  return locatePoint(point, ring) === 'outside' ? distanceToSides(point, ring) : 0;
}

function distanceToSides(point: Point2, ring: Ring): number {
  return Math.min(
    ...ring.map((start, i) => {
      const end = cyclic(ring, i + 1);
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      const square = dx * dx + dy * dy;
      const along =
        square === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / square;
      const t = Math.min(1, Math.max(0, along));
      return segmentLengthMm(point, { x: start.x + t * dx, y: start.y + t * dy });
    }),
  );
}
