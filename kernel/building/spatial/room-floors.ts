/** @module room floors: the heights of the floors of a level, whose rooms can begin above or below it. */
import { wallAxis } from '../geometry/walls/arcs/wall-axis.ts';
import type { Element } from '../kinds/elements.ts';
import { fillingOf, isOf } from '../kinds/kind.ts';
import { offsetOf, roomFoot } from '../kinds/room/foot.ts';
import { room } from '../kinds/room/room.ts';
import type { ModelView } from '../model/view.ts';
import { isIn, type Space, spacesOn } from './spaces.ts';

/** Floors that differ by no more than this are one floor to walk on, mm: as high as the body that one steps over. */
export const STEP_MM = 20;
/** Distance from the faces of a wall at which the rooms beside a void are found, mm. */
const PROBE_MM = 10;

const KNOWN = new WeakMap<ModelView, Map<string, boolean>>();

/** Whether a visible room of a level begins above or below it. Cached per view. */
export function hasRaisedRooms(view: ModelView, level_id: string): boolean {
  const levels = KNOWN.get(view) ?? new Map<string, boolean>();
  KNOWN.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  let found = false;
  for (const element of view.elementsOnLevel(level_id)) {
    if (isOf(room, element) && offsetOf(element.params) !== 0) found = true;
  }
  levels.set(level_id, found);
  return found;
}

/** Elevation of the floor of a space, mm: the foot of its room; without a room, or without a visible level, the level or 0. */
export function floorOf(
  view: ModelView,
  level_id: string,
  { room_id }: Pick<Space, 'room_id'>,
): number {
  const level = view.elementOf(level_id, 'level');
  const own = room_id === null ? undefined : view.elementOf(room_id, 'room');
  if (level === undefined) return 0;
  return own === undefined ? level.params.elevation : roomFoot(own, level);
}

/** Floors to the left and right of a wall, mm; null where neither a room nor walls enclose a space. */
export type FloorsBeside = readonly [left: number | null, right: number | null];

/**
 * The floors on both sides of the middle of a void in a wall; null if all rooms of its level begin at the level, or the
 * element has no place in a wall. Of several rooms over each other, the one at the height of the void counts.
 */
export function floorsBeside(element: Element, view: ModelView): FloorsBeside | null {
  const cut = fillingOf(view.kinds, element)?.cut;
  const host = cut === undefined ? undefined : view.elementOf(cut.host_id, 'wall');
  if (cut === undefined || cut.offset === null || host === undefined) return null;
  const { level_id, thickness } = host.params;
  if (!hasRaisedRooms(view, level_id)) return null;
  const axis = wallAxis(host.params);
  const middle = cut.offset + cut.width / 2;
  const z = (view.bounds(host.id)?.min.z ?? 0) + cut.sill + cut.height / 2;
  const floorAt = (side: 1 | -1): number | null => {
    const point = axis.at(middle, side * (thickness / 2 + PROBE_MM));
    const spaces = spacesOn(view, level_id).filter((space) => isIn(space, point));
    const own = spaces.find((space) => isAt(space, z, view)) ?? spaces[0];
    return own === undefined ? null : floorOf(view, level_id, own);
  };
  return [floorAt(1), floorAt(-1)];
}

function isAt({ room_id }: Space, z: number, view: ModelView): boolean {
  const box = room_id === null ? null : view.bounds(room_id);
  return box === null || (box.min.z <= z && z <= box.max.z);
}

/** Whether people can walk from one floor to the other: they differ by at most `STEP_MM`, or one is not known. */
export function isOneFloor([left, right]: FloorsBeside): boolean {
  return left === null || right === null || Math.abs(left - right) <= STEP_MM;
}

/** The higher of the floors on both sides, mm; null if neither is known. */
export function higherOf([left, right]: FloorsBeside): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
