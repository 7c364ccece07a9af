/** @module enclosure: the spaces that walls of a level enclose around a point. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { Gap } from '../../geometry/walls/loose-ends.ts';
import { gapsAround } from '../../geometry/walls/room-gaps.ts';
import { findRoomAt, roomAround, type RoomFace } from '../../geometry/walls/rooms.ts';
import { findSeparatedRooms } from '../../geometry/walls/separations/separated-rooms.ts';
import type { PlanLine } from '../../geometry/walls/separations/split-area.ts';
import type { StraightWall } from '../../geometry/walls/wall-contacts.ts';
import { type AnyElement, isOf } from '../kind.ts';
import { type BoundsCode, requireInModel } from '../rules/model-bounds.ts';
import { separation } from '../separation/separation.ts';
import { straightWall } from '../wall/straight-wall.ts';
import { wall } from '../wall/wall.ts';

export type EnclosedCode = BoundsCode | 'ROOM_NOT_ENCLOSED';

/** The part of a view that finding walls needs. */
export type LevelView = { elementsOnLevel(level_id: string): Iterable<AnyElement> };

/** The net outline that walls of a level enclose around a point, and their ids. */
export type Enclosure = {
  readonly boundary_points: PlanPoint[];
  /** Outlines of free-standing groups of walls inside. */
  readonly holes: readonly Ring[];
  /** Excludes free-standing walls. */
  readonly area_mm2: number;
  readonly wall_ids: readonly string[];
};

/** The walls of a level as input of the join solver. */
function wallsOn(level_id: string, view: LevelView): readonly StraightWall[] {
  const walls: StraightWall[] = [];
  for (const element of view.elementsOnLevel(level_id)) {
    if (isOf(wall, element)) walls.push(straightWall(element));
  }
  return walls;
}

/** The room separation lines of a level. */
function linesOn(level_id: string, view: LevelView): readonly PlanLine[] {
  const lines: PlanLine[] = [];
  for (const element of view.elementsOnLevel(level_id)) {
    if (isOf(separation, element)) lines.push(element.params);
  }
  return lines;
}

/** All spaces that walls and separation lines of a level enclose. */
export function enclosedOn(level_id: string, view: LevelView): readonly RoomFace[] {
  return findSeparatedRooms(wallsOn(level_id, view), linesOn(level_id, view));
}

/** Where a space is searched. */
export type EnclosedPlace = {
  readonly level_id: string;
  readonly point: PlanPoint;
  /** Of spaces over each other, the one whose walls begin closest to this above the level, mm; null: the lowest one. */
  readonly base_offset?: number | null;
};

/** The space around the point of a place; null if walls and separation lines do not enclose it, or the point is in a wall. */
export function enclosureAt(
  { level_id, point, base_offset = null }: EnclosedPlace,
  view: LevelView,
): Enclosure | null {
  const [walls, lines] = [wallsOn(level_id, view), linesOn(level_id, view)];
  const found =
    lines.length === 0
      ? findRoomAt(point, walls, base_offset)
      : roomAround(point, findSeparatedRooms(walls, lines), base_offset);
  if (found === null) return null;
  const { ring, holes, area_mm2, wallIds: wall_ids } = found;
  return { boundary_points: ring.map(({ x, y }) => ({ x, y })), holes, area_mm2, wall_ids };
}

/** `enclosureAt`. Refuses ROOM_NOT_ENCLOSED if there is no enclosed space. */
export function requireEnclosure(
  place: EnclosedPlace,
  view: LevelView,
  context: PlanContext<EnclosedCode>,
): Enclosure {
  const { level_id, point } = place;
  requireInModel('`point`', { x: point.x, y: point.y }, context);
  const found = enclosureAt(place, view);
  if (found !== null) return found;
  const walls = wallsOn(level_id, view);
  const around = `around (${point.x}, ${point.y})`;
  const inside = walls.find((one) => isInWall(point, one));
  const gaps = inside === undefined ? gapsAround(point, walls).map(shownGap) : [];
  const why =
    inside === undefined ? gaps.map(gapText).join('; ') : `the point lies in wall \`${inside.id}\``;
  return context.refuse(
    'ROOM_NOT_ENCLOSED',
    `the ${walls.length} walls of level \`${level_id}\` enclose no space ${around}${why === '' ? '' : `: ${why}`}`,
    { level_id, point, walls: walls.length, gaps },
  );
}

/** Whether a point lies between the faces of a wall and between its ends. */
function isInWall(point: PlanPoint, one: StraightWall): boolean {
  const axis = wallAxis(one);
  const along = axis.along(point);
  const [on, { x: ux, y: uy }] = [axis.at(along), axis.directionAt(along)];
  const off = (point.y - on.y) * ux - (point.x - on.x) * uy;
  return along > 0 && along < axis.length && Math.abs(off) < one.thickness / 2;
}

type ShownGap = Omit<Gap, 'crosses'>;

function shownGap({ crosses: _crosses, ...gap }: Gap): ShownGap {
  return { ...gap, gap_mm: toGrid(gap.gap_mm) };
}

function gapText({ wall_id, end, from, other_id, to, gap_mm }: ShownGap): string {
  return `there is a gap of ${gap_mm} mm between the ${end} of wall \`${wall_id}\` at (${from.x}, ${from.y}) and wall \`${other_id}\`; a wall from there to (${to.x}, ${to.y}), or \`${end}\` of \`${wall_id}\` set to that point, closes it`;
}
