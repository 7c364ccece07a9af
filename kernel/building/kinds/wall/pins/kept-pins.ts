/** @module kept pins: which ends of a wall stay pinned when the wall is edited or moved. */
import { type PlanPoint, toGrid } from '../../../../../schemas/units.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { SAME_PLACE_MM } from '../../../geometry/tolerances.ts';
import { onFaces } from '../../../geometry/walls/pins/pin-faces.ts';
import type { Pins, WallEnd } from '../../../geometry/walls/wall-contacts.ts';
import { WALL_ENDS } from '../../../geometry/walls/wall-contacts.ts';
import type { Motion } from '../../kind.ts';
import type { WallGiven } from '../params.ts';
import { straightWall } from '../straight-wall.ts';

type Stored = Exclude<WallGiven['pins'], undefined>;

/** The pinned ends of a wall, in order. */
export function pinnedEnds({ pins }: Pick<WallGiven, 'pins'>): readonly WallEnd[] {
  return WALL_ENDS.filter((end) => (pins?.[end] ?? null) !== null);
}

/** The parameters without the pins of some ends; unchanged if none of these ends is pinned. */
export function unpinnedAt(params: WallGiven, ends: readonly WallEnd[]): WallGiven {
  const { pins } = params;
  if (pins === undefined || pins === null || ends.every((end) => pins[end] === null)) return params;
  const left = { ...pins };
  for (const end of ends) left[end] = null;
  return { ...params, pins: left.start === null && left.end === null ? null : left };
}

/** Parameters that define the joints of both ends of a wall, in addition to its ends. */
export const JOINT_PARAMS = [
  'thickness',
  'type_id',
  'location_line',
  'line_offset',
  'via',
  'wall_type',
  'join_type',
] as const satisfies readonly (keyof WallGiven)[];

/**
 * The ends of a wall that an edit of its own parameters reshapes: none if its axis, thickness, type, line and join type
 * stay, the moved one if one end moves along its line, otherwise both.
 */
export function reshapedEnds(before: WallGiven, after: WallGiven): readonly WallEnd[] {
  if (JOINT_PARAMS.some((name) => !deepEqual(before[name] ?? null, after[name] ?? null))) {
    return WALL_ENDS;
  }
  const moved = WALL_ENDS.filter((end) => !deepEqual(before[end], after[end]));
  if (moved.length === 0) return [];
  const far = moved.filter((end) => !isSamePlace(before[end], after[end]));
  const isStraight = (after.via ?? null) === null;
  return far.length <= 1 && isStraight && isInLine(before, after) ? far : WALL_ENDS;
}

function isSamePlace(a: PlanPoint, b: PlanPoint): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

type Axis = Pick<WallGiven, 'start' | 'end'>;

/** Whether both ends of `after` are on the axis of `before`, and it runs the same way. */
function isInLine({ start, end }: Axis, after: Axis): boolean {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const off = ({ x, y }: PlanPoint): number => ((x - start.x) * dy - (y - start.y) * dx) / length;
  const along = (after.end.x - after.start.x) * dx + (after.end.y - after.start.y) * dy;
  return (
    along > 0 &&
    Math.abs(off(after.start)) <= SAME_PLACE_MM &&
    Math.abs(off(after.end)) <= SAME_PLACE_MM
  );
}

/** The wall as edited, without the pins of the ends that the edit reshapes, if the edit did not set other pins. */
export function withKeptPins(before: WallGiven, after: WallGiven): WallGiven {
  const isSame = deepEqual(before.pins ?? null, after.pins ?? null);
  return isSame ? unpinnedAt(after, reshapedEnds(before, after)) : after;
}

/**
 * The pins of a wall after a motion, as a parameter; empty without pins. A mirrored wall runs the other way, so that
 * its pinned ends change places. Corners that the rounding of an oblique turn moves off the faces are put on them.
 */
export function movedPins(
  before: WallGiven,
  after: WallGiven,
  { point, mirrored }: Motion,
): Pick<WallGiven, 'pins'> {
  const { pins } = before;
  if (pins === undefined || pins === null) return {};
  const moved = (points: readonly PlanPoint[] | null): readonly PlanPoint[] | null => {
    const all = points?.map((one) => point(one)) ?? null;
    return mirrored ? (all?.toReversed() ?? null) : all;
  };
  const [start, end] = [moved(pins.start), moved(pins.end)];
  const given = mirrored ? { start: end, end: start } : { start, end };
  return { pins: asStored(onFaces(straightWall({ id: '', params: after }), given)) };
}

function asStored({ start, end }: Pins): Stored {
  return { start: pointsOnGrid(start), end: pointsOnGrid(end) };
}

function pointsOnGrid(points: readonly PlanPoint[] | null): PlanPoint[] | null {
  return points?.map(({ x, y }) => ({ x: toGrid(x), y: toGrid(y) })) ?? null;
}
