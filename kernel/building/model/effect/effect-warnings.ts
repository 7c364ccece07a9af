/** @module effect warnings: warnings about a change for the person or agent that requests it. */
import { compareText, deepEqual } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { pointInRing, ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { offsetOf } from '../../kinds/room/foot.ts';
import { reachOfRoom } from '../../kinds/room/room.ts';
import type { StateView } from '../state-view.ts';
import { jointWarnings } from './joint-warnings.ts';
import { lostAppearances } from './lost-appearances.ts';
import { openRoomWarnings } from './open-rooms.ts';
import { sizeWarnings } from './size-warnings.ts';
import { stairWarnings } from './stair-warnings.ts';
import { storedOutlineWarnings } from './stored-outlines.ts';
import { unpinnedWarnings } from './unpinned-ends.ts';
import { overlapWarnings } from './wall-overlaps.ts';

type Room = ElementOf<'room'>;

/** One branch before and after the events. */
export type Views = { readonly before: StateView; readonly after: StateView };

const STEP = { done: 0, total: 0, doing: 'looking for unusual results' };

/**
 * Warns of open or merged rooms, outlines that walls left, overlapping walls, unpinned ends, appearances
 * of files that end, and sizes in the wrong unit.
 * `named` are the elements that the events name; those of reference models, which nobody here can correct, get no
 * warnings.
 */
export function effectWarnings(views: Views, named: readonly string[]): readonly string[] {
  const isOwn = (id: string): boolean => views.after.referenceOf(id) === null;
  const ids = named.filter(isOwn);
  const { regenerated } = views.after.regeneration;
  const open_rooms = views.after.regeneration.open_rooms.filter(isOwn);
  const placed = ids.flatMap((id) => placedWall(views, id) ?? []);
  const changed = ids.flatMap((id) => {
    const [before, after] = [views.before.element(id), views.after.element(id)];
    return after === undefined ? [] : [{ before, after }];
  });
  const together = sharedSpaces(views, [...ids, ...regenerated]);
  checkpoint(STEP);
  const reshaped = regenerated.flatMap((id) => reshapedWall(views, id) ?? []);
  const overlaps = overlapWarnings(views, { placed, reshaped });
  const joints = jointWarnings(views, [...ids, ...regenerated]);
  checkpoint(STEP);
  const outlines = storedOutlineWarnings(views, [...placed, ...reshaped]);
  checkpoint(STEP);
  const unpinned = unpinnedWarnings(views, ids);
  checkpoint(STEP);
  const stairs = stairWarnings(views, ids);
  checkpoint(STEP);
  return [
    ...open_rooms.map((id) => openRoom(id, views.after)),
    ...together.map(
      (rooms) =>
        `rooms ${rooms.map((id) => `\`${id}\``).join(', ')} are now one space: no walls separate them any more`,
    ),
    ...drifted(
      views,
      regenerated.filter((id) => !together.some((rooms) => rooms.includes(id))),
    ),
    ...openRoomWarnings(views, ids),
    ...overlaps,
    ...joints,
    ...outlines,
    ...unpinned,
    ...lostAppearances(views, ids),
    ...stairs,
    ...sizeWarnings(changed, views.after.kinds),
  ];
}

/**
 * Warning about a room without walls around its point, or with a wall over it, for example one drawn through the room.
 */
function openRoom(id: string, view: StateView): string {
  const room = view.elementOf(id, 'room');
  const { level_id = '', point = null } = room?.params ?? {};
  const over =
    point === null
      ? undefined
      : view
          .wallsNear(level_id, { min: point, max: point })
          .find((wall) => pointInRing(point, view.footprint(wall.id)?.ring ?? []));
  return over === undefined
    ? `room \`${id}\` is no longer enclosed by walls; its stored outline is used`
    : `the point of room \`${id}\` now lies in wall \`${over.id}\`, so its stored outline is used: set its \`point\` to one side of the wall`;
}

const BODY = [
  'level_id',
  'start',
  'end',
  'via',
  'thickness',
  'join_type',
  'pins',
  'cut_planes',
  'base_offset',
  'height',
  'line_offset',
] as const;

/** A wall whose outline changed because of its joints. */
function reshapedWall({ before, after }: Views, id: string): ElementOf<'wall'> | undefined {
  const is = after.elementOf(id, 'wall');
  if (is === undefined || before.elementOf(id, 'wall') === undefined) return undefined;
  const [from, to] = [before.footprint(id), after.footprint(id)];
  const same = from !== null && to !== null && deepEqual(outlinesOf(from), outlinesOf(to));
  return same ? undefined : is;
}

function outlinesOf({ ring, bands }: WallFootprint): unknown {
  return [ring, bands ?? null];
}

/** A wall that is new or whose body changed. */
function placedWall({ before, after }: Views, id: string): ElementOf<'wall'> | undefined {
  const [was, is] = [before.elementOf(id, 'wall'), after.elementOf(id, 'wall')];
  const same =
    was !== undefined &&
    is !== undefined &&
    BODY.every((name) => deepEqual(was.params[name], is.params[name]));
  return same ? undefined : is;
}

/** Rooms that follow their walls, were separate before and now share one space. */
function sharedSpaces(
  { before, after }: Views,
  ids: readonly string[],
): readonly (readonly string[])[] {
  const following = [...new Set(ids)].flatMap((id) => {
    const room = after.elementOf(id, 'room');
    return room === undefined || room.params.point === null ? [] : [room];
  });
  // Few rooms have the same width, fewer the same place, and fewer the same space. The cheaper values are compared
  // first.
  const widths = following.map((room) => widthOf(after, room));
  const shared = repeated(widths);
  const alike = following.filter((_, i) => shared.has(widths[i] ?? Number.NaN));
  const spaces = sharing(alike, (room) => placeOf(after, room)).flatMap((rooms) =>
    sharing(rooms, (room) => spaceOf(after, room)),
  );
  return spaces.flatMap((rooms) => {
    const known = rooms.flatMap(({ id }) => before.elementOf(id, 'room') ?? []);
    if (new Set(known.map((room) => spaceOf(before, room))).size < 2) return [];
    return [rooms.map(({ id }) => id)];
  });
}

/**
 * Rooms whose walls have moved so far from the outline with which the room was created that changes of these walls no
 * longer find the room.
 */
function drifted({ before, after }: Views, ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => {
    const [was, is] = [before.elementOf(id, 'room'), after.elementOf(id, 'room')];
    if (is === undefined || isNear(after, is) || (was !== undefined && !isNear(before, was))) {
      return [];
    }
    return [
      `room \`${id}\` extends far beyond its stored outline, so reports of later changes there may omit it: set its \`point\` again to update the outline`,
    ];
  });
}

function isNear(view: StateView, room: Room): boolean {
  const outline = view.outline(room.id);
  if (room.params.point === null || outline === null) return true;
  const [{ min, max }, reach] = [ringBounds(outline), reachOfRoom(room)];
  return (
    reach.min.x <= min.x && reach.min.y <= min.y && max.x <= reach.max.x && max.y <= reach.max.y
  );
}

/** The numbers that occur more than once. */
function repeated(numbers: readonly number[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const more = new Set<number>();
  for (const number of numbers) (seen.has(number) ? more : seen).add(number);
  return more;
}

/** Groups of two or more rooms with a common key, in the order of their first member. */
function sharing(
  rooms: readonly Room[],
  key: (room: Room) => string,
): readonly (readonly Room[])[] {
  return [...Map.groupBy(rooms, key).values()].filter(({ length }) => length > 1);
}

function boundsOf(view: StateView, { id, params }: Room): Box2 {
  return ringBounds(view.outline(id) ?? params.boundary_points);
}

/** Extent along x, mm. */
function widthOf(view: StateView, room: Room): number {
  const { min, max } = boundsOf(view, room);
  return max.x - min.x;
}

/** Key of the place of a room. Rooms in one space have the same box in plan. */
function placeOf(view: StateView, room: Room): string {
  const { params } = room;
  const { min, max } = boundsOf(view, room);
  return [params.level_id, min.x, min.y, max.x, max.y, offsetOf(params)].join(' ');
}

function spaceOf(view: StateView, { id, params }: Room): string {
  const corners = (view.outline(id) ?? []).map(({ x, y }) => `${x} ${y}`);
  return [params.level_id, ...corners.toSorted(compareText), offsetOf(params)].join('\n');
}
