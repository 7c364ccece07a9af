import { compareText, deepEqual } from '../../canonical/deep-equal.ts';
/** @module effect warnings: what a person or an agent should know of a change beside the change itself. */
import type { Steps } from '../../findings/steps.ts';
import { pointInRing, ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2 } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { reachOfRoom } from '../../kinds/room.ts';
import type { StateView } from '../state-view.ts';
import { jointWarnings } from './joint-warnings.ts';
import { openRoomWarnings } from './open-rooms.ts';
import { sizeWarnings } from './size-warnings.ts';
import { stairWarnings } from './stair-warnings.ts';
import { overlapWarnings } from './wall-overlaps.ts';

type Room = ElementOf<'room'>;

/** One branch before and after the events. */
export type Views = { readonly before: StateView; readonly after: StateView };

const STEP = { done: 0, total: 0, doing: 'looking for what is odd' };

/** Rooms open or thrown together, walls that stand in each other, sizes in the wrong unit; `ids` are what the events name. */
export function* effectWarnings(views: Views, ids: readonly string[]): Steps<readonly string[]> {
  const { regenerated, open_rooms } = views.after.regeneration;
  const placed = ids.flatMap((id) => placedWall(views, id) ?? []);
  const changed = ids.flatMap((id) => {
    const [before, after] = [views.before.element(id), views.after.element(id)];
    return after === undefined ? [] : [{ before, after }];
  });
  const together = sharedSpaces(views, [...ids, ...regenerated]);
  yield STEP;
  const reshaped = regenerated.flatMap((id) => reshapedWall(views, id) ?? []);
  const overlaps = yield* overlapWarnings(views, { placed, reshaped });
  const joints = jointWarnings(views, [...ids, ...regenerated]);
  yield STEP;
  const stairs = stairWarnings(views, ids);
  yield STEP;
  return [
    ...open_rooms.map((id) => openRoom(id, views.after)),
    ...together.map(
      (rooms) =>
        `rooms ${rooms.map((id) => `\`${id}\``).join(', ')} are one space now: the walls between them do not part it any more`,
    ),
    ...drifted(
      views,
      regenerated.filter((id) => !together.some((rooms) => rooms.includes(id))),
    ),
    ...openRoomWarnings(views, ids),
    ...overlaps,
    ...joints,
    ...stairs,
    ...sizeWarnings(changed, views.after.kinds),
  ];
}

/** A room without walls round its point, or with a wall over it, as where one is drawn through the room. */
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
    : `the point of room \`${id}\` lies in wall \`${over.id}\` now, and its stored outline is used: set its \`point\` to one side of the wall`;
}

const BODY = [
  'level_id',
  'start',
  'end',
  'via',
  'thickness',
  'join_type',
  'base_offset',
  'height',
  'line_offset',
] as const;

/** A wall that has another outline by its joints. */
function reshapedWall({ before, after }: Views, id: string): ElementOf<'wall'> | undefined {
  const is = after.elementOf(id, 'wall');
  if (is === undefined || before.elementOf(id, 'wall') === undefined) return undefined;
  return deepEqual(before.footprint(id)?.ring, after.footprint(id)?.ring) ? undefined : is;
}

/** A wall that is new or has another body than before. */
function placedWall({ before, after }: Views, id: string): ElementOf<'wall'> | undefined {
  const [was, is] = [before.elementOf(id, 'wall'), after.elementOf(id, 'wall')];
  const same =
    was !== undefined &&
    is !== undefined &&
    BODY.every((name) => deepEqual(was.params[name], is.params[name]));
  return same ? undefined : is;
}

/** Rooms that follow their walls and that one space now holds together, which held them apart before. */
function sharedSpaces(
  { before, after }: Views,
  ids: readonly string[],
): readonly (readonly string[])[] {
  const following = [...new Set(ids)].flatMap((id) => {
    const room = after.elementOf(id, 'room');
    return room === undefined || room.params.point === null ? [] : [room];
  });
  // Few rooms have a width in common, fewer a place, and fewer a space: what costs less is compared first.
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
 * Rooms whose walls have gone so far from the outline they were made with that changes of these walls
 * no longer find them.
 */
function drifted({ before, after }: Views, ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => {
    const [was, is] = [before.elementOf(id, 'room'), after.elementOf(id, 'room')];
    if (is === undefined || isNear(after, is) || (was !== undefined && !isNear(before, was))) {
      return [];
    }
    return [
      `room \`${id}\` reaches far beyond the outline it was made with, and later changes there may not name it: set its \`point\` again to renew the outline`,
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

/** The numbers that are there more than once. */
function repeated(numbers: readonly number[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const more = new Set<number>();
  for (const number of numbers) (seen.has(number) ? more : seen).add(number);
  return more;
}

/** The groups of two and more that have a key in common, in order of their first. */
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

/** Rooms in one space have one box in plan. */
function placeOf(view: StateView, room: Room): string {
  const { params } = room;
  const { min, max } = boundsOf(view, room);
  return [params.level_id, min.x, min.y, max.x, max.y].join(' ');
}

function spaceOf(view: StateView, { id, params }: Room): string {
  const corners = (view.outline(id) ?? []).map(({ x, y }) => `${x} ${y}`);
  return [params.level_id, ...corners.toSorted(compareText)].join('\n');
}
