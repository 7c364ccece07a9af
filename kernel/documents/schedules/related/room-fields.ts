/** @module room fields: columns of rooms that follow from their doors, windows, walls and ways out. */
import { toGrid } from '../../../../schemas/units.ts';
import { type Door, door } from '../../../building/kinds/door/door.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { areaFigures } from '../../../building/kinds/fittings/fitting-figures.ts';
import { isOf } from '../../../building/kinds/kind.ts';
import { room as roomKind } from '../../../building/kinds/room/room.ts';
import { netFloorArea } from '../../../building/kinds/room/space-quantities.ts';
import { type Window, window as windowKind } from '../../../building/kinds/window/window.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { exitDistance } from '../../../checks/compliance/exit-distance.ts';
import { type Field, fieldOf } from '../field.ts';
import type { Cell } from '../table.ts';
import { enclosingRatings } from './enclosing-walls.ts';
import { listed } from './listed.ts';
import { stairsOfRoom } from './room-stairs.ts';
import { wallFillings } from './wall-fillings.ts';

type Room = ElementOf<'room'>;

/** The field of a room; null for an element of another kind. */
function roomField(
  name: string,
  options: Pick<Field, 'type'> & Partial<Field>,
  read: (room: Room, view: ModelView) => Cell,
): Field {
  return fieldOf(name, {
    ...options,
    read: (element: Element, view) => (isOf(roomKind, element) ? read(element, view) : null),
  });
}

/** The doors of a room by id; null if no outline of the room is known. */
function doorsOf({ id }: Room, view: ModelView): readonly Door[] | null {
  const all = wallFillings(view).by_room.get(id);
  return all === undefined
    ? null
    : all.flatMap(({ element }) => (isOf(door, element) ? [element] : []));
}

/** The windows of a room by id, or only those to the outside; null if no outline of the room is known. */
function windowsOf(
  { id }: Room,
  view: ModelView,
  which: 'all' | 'outside' = 'all',
): readonly Window[] | null {
  const found = wallFillings(view).by_room.get(id);
  if (found === undefined) return null;
  return found.flatMap(({ element, sides }) =>
    isOf(windowKind, element) && (which === 'all' || sides.some(({ is_outside }) => is_outside))
      ? [element]
      : [],
  );
}

function idsOf(elements: readonly Element[] | null): string | null {
  return listed((elements ?? []).map(({ id }) => id));
}

/** Glass of the windows to the outside, mm²; null if no outline of the room or a type of a window is not known. */
function glazedArea(room: Room, view: ModelView): number | null {
  const windows = windowsOf(room, view, 'outside');
  if (windows === null) return null;
  let sum = 0;
  for (const window of windows) {
    const { glass_area_mm2: glass } = areaFigures(window, view, ['glass']);
    if (glass === undefined) return null;
    sum += glass;
  }
  return toGrid(sum);
}

/** Glazed area by net floor area, without a unit. */
function daylightRatio(room: Room, view: ModelView): number | null {
  const [glass, floor] = [glazedArea(room, view), netFloorArea(room, view)];
  return glass === null || floor === null || floor <= 0 ? null : toGrid(glass / floor);
}

/** The ratings of the walls around a room in minutes, then `none` for walls without one and `open` without a wall. */
function ratingsText(room: Room, view: ModelView): string | null {
  const found = enclosingRatings(room.id, room.params.level_id, view);
  if (found === null) return null;
  const { minutes, is_unrated, is_open } = found;
  return listed([...minutes, ...(is_unrated ? ['none'] : []), ...(is_open ? ['open'] : [])]);
}

/** The least rating of the walls around a room; null if a wall has none, or a part of the outline has no wall. */
function leastRating(room: Room, view: ModelView): number | null {
  const found = enclosingRatings(room.id, room.params.level_id, view);
  return found === null || found.is_unrated || found.is_open ? null : (found.minutes[0] ?? null);
}

function narrowestDoor(room: Room, view: ModelView): number | null {
  const widths = (doorsOf(room, view) ?? []).map(({ params }) => params.width);
  return widths.length === 0 ? null : Math.min(...widths);
}

const COUNT = { type: 'integer', summed: true } as const;
const AREA = { type: 'number', summed: true } as const;

/** Fields of rooms. */
export const ROOM_FIELDS: readonly Field[] = [
  roomField('windows', { type: 'text' }, (room, view) => idsOf(windowsOf(room, view))),
  roomField('window_count', COUNT, (room, view) => windowsOf(room, view)?.length ?? null),
  roomField('glazed_area_m2', { ...AREA, per: 1e6 }, glazedArea),
  roomField('glazed_area_mm2', AREA, glazedArea),
  roomField('daylight_ratio', { type: 'number' }, daylightRatio),
  roomField('doors', { type: 'text' }, (room, view) => idsOf(doorsOf(room, view))),
  roomField('door_count', COUNT, (room, view) => doorsOf(room, view)?.length ?? null),
  roomField('door_widths', { type: 'text' }, (room, view) =>
    listed((doorsOf(room, view) ?? []).map(({ params }) => params.width)),
  ),
  roomField('narrowest_door_mm', { type: 'number' }, narrowestDoor),
  roomField('stairs', { type: 'text' }, ({ id }, view) => listed(stairsOfRoom(id, view))),
  roomField('exit_distance_m', { type: 'number', per: 1e3 }, exitDistance),
  roomField('exit_distance_mm', { type: 'number' }, exitDistance),
  roomField('wall_fire_ratings', { type: 'text' }, ratingsText),
  roomField('least_wall_fire_rating_min', { type: 'integer' }, leastRating),
];
