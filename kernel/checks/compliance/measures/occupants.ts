/** @module occupants: occupant loads of rooms and levels, and the exits available to the occupants. */
import { GRID_MM } from '../../../../schemas/units.ts';
import { pointInRing } from '../../../building/geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, type NoValue, value } from '../measured.ts';
import { oncePerRun, type Run } from '../run.ts';
import { unknownUse, useOf } from '../usage.ts';
import { doorClearWidth } from './doors.ts';
import { doorwayOf, middleOf } from './doorway.ts';
import { doorsOut, prepareLeaving, stairsOff, stairsOffFrom } from './leaving.ts';
import { roomDiagonal } from './rooms.ts';
import { isExit, passagesOn, roomsOn } from './storey.ts';

type Room = ElementOf<'room'>;

/** Share of an area that its sum in floating-point numbers can be off: a few hundred roundings of 2⁻⁵². */
const SUM_SHARE = 1e-12;

/**
 * Greatest error of the net area of a room, m². Corners are rounded to a grid; moving each by up to one step of it
 * changes the area by no more than the perimeter times the step. An area that exceeds a whole number of occupants by no
 * more than this is that number.
 */
function areaErrorM2(perimeter_mm: number, area_mm2: number): number {
  return (perimeter_mm * GRID_MM + area_mm2 * SUM_SHARE) / 1e6;
}

/** Occupants computed from net area and usage only, rounded up; 0 for uses without an occupant load. */
function countedLoad(run: Run, element: Room): Measured {
  const use = useOf(element);
  if (use === null) return notEvaluated(unknownUse(element));
  if (use.area_each === null) return value(0);
  const { area_mm2, perimeter_mm } = run.view.measures(element.id);
  const [area, perimeter] = [area_mm2 ?? 0, perimeter_mm ?? 0];
  const certain_m2 = area / 1e6 - areaErrorM2(perimeter, area);
  return value(Math.max(0, Math.ceil(certain_m2 / use.area_each.value)));
}

/** Occupant load of a room: the greater of the computed and the stated number. */
export const loadOf = oncePerRun((run, id): Measured => {
  const element = run.view.elementOf(id, room.kind);
  if (element === undefined) return value(0);
  const counted = countedLoad(run, element);
  const stated = element.params.occupancy;
  if (counted.outcome !== 'value' || stated === null) return counted;
  return value(Math.max(counted.value, stated));
});

/** Occupant load of all rooms of a level. */
export const storeyLoad = oncePerRun((run, level_id): Measured => {
  let persons = 0;
  for (const { id, params } of roomsOn(run, level_id)) {
    const load = loadOf(run, id);
    if (load.outcome !== 'value') return notEvaluated(`room \`${params.name}\`: ${load.because}`);
    persons += load.value;
  }
  return value(persons);
});

/** The entry of a table for an occupancy group: that of the group itself, else that of its letter (`S` for `S-2`). */
export function ofGroup<T>(table: Readonly<Record<string, T>>, group: string): T | undefined {
  const entries = new Map(Object.entries(table));
  return entries.get(group) ?? entries.get(group.split('-', 1)[0] ?? group);
}

/** Occupancy group: the stated group of the building, else the group of the room's usage; null if neither is known. */
export function groupOf(run: Run, element: Room): string | null {
  return run.circumstances.occupancy ?? useOf(element)?.group ?? null;
}

export const roomOccupants = defineMeasure({
  subject: room.kind,
  unit: 'persons',
  name: 'room_occupants',
  definition:
    'Net area divided by the area per occupant of the usage, rounded up; at least the number that the room states.',
  measured: ({ id }: Room, run) => loadOf(run, id),
});

export const roomOccupantsCounted = defineMeasure({
  subject: room.kind,
  unit: 'persons',
  name: 'room_occupants_counted',
  definition: 'Net area divided by the area per occupant of the usage, rounded up.',
  measured: (element: Room, run) => countedLoad(run, element),
});

/** Ids of the stairs in a room that lead off its level towards the ground. */
const stairsFrom = oncePerRun((run, room_id): readonly string[] => {
  const element = run.view.elementOf(room_id, room.kind);
  if (element === undefined) return [];
  const outline = run.view.outline(room_id) ?? element.params.boundary_points;
  return stairsOff(run, element.params.level_id).flatMap(({ id, point }) =>
    pointInRing(point, outline) ? [id] : [],
  );
});

/** Ids of the exits of a room: doors and openings that lead out of the building, and stairs towards the ground. */
export function waysOut(run: Run, { id }: Room): readonly string[] {
  return [...doorsOut(run, id).map((passage) => passage.id), ...stairsFrom(run, id)];
}

export const roomWaysOut = defineMeasure({
  subject: room.kind,
  unit: 'exits',
  reach: 'storey',
  prepare: prepareLeaving,
  name: 'room_ways_out',
  definition:
    'Doors, openings of at least 1,800 mm from the floor up, and stairs towards the ground, through which people can leave the building without passing through the room again.',
  measured(element: Room, run) {
    const ways = waysOut(run, element);
    return value(ways.length, null, ways);
  },
});

/** Greatest distance between two of these doors, middle to middle, mm. */
function furthestApart(run: Run, ids: readonly string[]): number {
  const middles = ids.flatMap((id) => {
    const doorway = doorwayOf(run, id);
    return doorway === null ? [] : [middleOf(doorway)];
  });
  return Math.max(0, ...middles.flatMap((a) => middles.map((b) => segmentLengthMm(a, b))));
}

export const roomDoorSeparation = defineMeasure({
  subject: room.kind,
  unit: '%',
  reach: 'storey',
  prepare: prepareLeaving,
  name: 'room_door_separation',
  definition:
    'Straight distance between the two exit doors of the room that are furthest apart, middle to middle, in percent of its longest diagonal.',
  measured(element: Room, run) {
    const ids = doorsOut(run, element.id).map(({ id }) => id);
    if (ids.length < 2) return notApplicable('the room has fewer than two exit doors');
    const apart = furthestApart(run, ids);
    return value((100 * apart) / roomDiagonal(run, element), null, ids);
  },
});

/** Sum of the clear widths of the doors and openings that lead out of a room, mm. */
function doorWidthOf(run: Run, element: Room): Measured {
  if (stairsFrom(run, element.id).length > 0) {
    return notEvaluated('people also leave the room by stairs: the share of its doors is unknown');
  }
  const doors = doorsOut(run, element.id);
  let sum = 0;
  for (const { id, is_door } of doors) {
    const width = is_door ? doorClearWidth.of(run, id) : openingWidth(run, id);
    if (width.outcome !== 'value') return width;
    sum += width.value;
  }
  return value(
    sum,
    null,
    doors.map(({ id }) => id),
  );
}

/** Clear width of an opening without a door, mm. */
export function openingWidth(run: Run, id: string): Measured {
  const doorway = doorwayOf(run, id);
  return doorway === null ? notEvaluated('an opening has no place in a wall') : value(doorway.s[1]);
}

export const roomDoorWidth = defineMeasure({
  subject: room.kind,
  unit: 'mm',
  reach: 'storey',
  prepare: prepareLeaving,
  name: 'room_door_width',
  definition:
    'Sum of the clear widths of all doors and openings through which people can leave the building from the room.',
  measured: (element: Room, run) => doorWidthOf(run, element),
});

/** Ids of the exits of a level and of the stairs from it towards the ground. */
export const exitsOf = oncePerRun((run, level_id): readonly string[] => [
  ...passagesOn(run, level_id)
    .filter((passage) => isExit(run, passage))
    .map(({ id }) => id),
  ...stairsOffFrom(run, level_id),
]);

export const storeyExits = defineMeasure({
  subject: 'level',
  unit: 'exits',
  reach: 'storey',
  name: 'storey_exits',
  definition:
    'Doors of the level, and openings to walk through, that lead out of the building onto the ground, doors that are marked as exits, and stairs from the level towards the ground.',
  measured({ id }, run) {
    if (roomsOn(run, id).length === 0) return notApplicable('the level has no rooms');
    const exits = exitsOf(run, id);
    return value(exits.length, null, exits);
  },
});

export const storeyOccupants = defineMeasure({
  subject: 'level',
  unit: 'persons',
  reach: 'storey',
  name: 'storey_occupants',
  definition: 'Sum of the occupants of all rooms of the level.',
  measured: ({ id }, run) =>
    roomsOn(run, id).length === 0 ? notApplicable('the level has no rooms') : storeyLoad(run, id),
});

/** The result of an occupancy rule for a room without an occupancy group. */
export function withoutGroup(element: Room): NoValue {
  return useOf(element) === null
    ? notEvaluated(unknownUse(element))
    : notApplicable('no occupants are counted in the room');
}
