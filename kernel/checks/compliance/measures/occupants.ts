/** @module occupants: how many people a room is counted for, and the ways out that they have. */
import { pointInRing } from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { room } from '../../kinds/room.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notApplicable, notEvaluated, value } from '../measured.ts';
import { type Outcome, otherwise, type Quantity, unknown } from '../outcome.ts';
import { oncePerRun, type Run } from '../run.ts';
import { unknownUse, useOf } from '../usage.ts';
import { doorClearWidth } from './doors.ts';
import { doorwayOf } from './doorway.ts';
import { endsOf, walkedStair, stairTop } from './flight.ts';
import { doorsOut, prepareLeaving, stairsDownFrom } from './leaving.ts';
import { roomDiagonal } from './rooms.ts';
import { isExit, passagesOn, roomsOn } from './storey.ts';

type Room = ElementOf<'room'>;

/** A count of people, or why there is none. */
export type Load =
  | { readonly known: true; readonly persons: number }
  | { readonly known: false; readonly because: string };

/** People by area and usage alone, rounded up; 0 for uses that add none. */
function countedLoad(run: Run, element: Room): Load {
  const use = useOf(element);
  if (use === null) return { known: false, because: unknownUse(element) };
  const area_m2 = (run.view.measures(element.id).area_mm2 ?? 0) / 1e6;
  // A rounding of the area must not add a person.
  const persons = use.area_m2 === null ? 0 : Math.ceil(area_m2 / use.area_m2 - 1e-6);
  return { known: true, persons };
}

/** The people that a room is built for: the greater of those counted and those stated. */
export const loadOf = oncePerRun((run, id): Load => {
  const element = run.view.elementOf(id, room.kind);
  if (element === undefined) return { known: true, persons: 0 };
  const counted = countedLoad(run, element);
  const stated = element.params.occupancy;
  if (!counted.known || stated === null) return counted;
  return { known: true, persons: Math.max(counted.persons, stated) };
});

/** The people of all rooms of a storey. */
export const storeyLoad = oncePerRun((run, level_id): Load => {
  let persons = 0;
  for (const { id, params } of roomsOn(run, level_id)) {
    const load = loadOf(run, id);
    if (!load.known) return { known: false, because: `of \`${params.name}\`: ${load.because}` };
    persons += load.persons;
  }
  return { known: true, persons };
});

/** Occupancy group: as stated for the building, else by the usage of the room; null where neither is known. */
export function groupOf(run: Run, element: Room): string | null {
  return run.circumstances.occupancy ?? useOf(element)?.group ?? null;
}

/** A load as a measured number. */
function measuredLoad(load: Load): Measured {
  return load.known ? value(load.persons) : notEvaluated(load.because);
}

export const roomOccupants = defineMeasure({
  subject: room.kind,
  unit: 'persons',
  name: 'room_occupants',
  definition:
    'Net area over the area for each occupant that the usage is counted with, rounded up; no fewer than the room states.',
  measured: ({ id }: Room, run) => measuredLoad(loadOf(run, id)),
});

export const roomOccupantsCounted = defineMeasure({
  subject: room.kind,
  unit: 'persons',
  name: 'room_occupants_counted',
  definition:
    'Net area over the area for each occupant that the usage is counted with, rounded up.',
  measured: (element: Room, run) => measuredLoad(countedLoad(run, element)),
});

/** No riser is higher than this, mm. */
const HIGHEST_RISER_MM = 1000;

/** Stairs down that begin in a room. */
const stairsDown = oncePerRun((run, room_id): readonly string[] => {
  const element = run.view.elementOf(room_id, room.kind);
  const box = run.view.bounds(room_id);
  if (element === undefined || box === null) return [];
  const { min, max } = box;
  // The body of a stair ends a riser below the floor that it leads to.
  const near = { min: { ...min, z: min.z - HIGHEST_RISER_MM }, max: { ...max, z: min.z } };
  return run.view.inBox(near).filter((id) => {
    const flight = walkedStair(run, id);
    if (flight === null || stairTop(run, id) !== element.params.level_id) return false;
    return pointInRing(
      endsOf(flight).head,
      run.view.outline(room_id) ?? element.params.boundary_points,
    );
  });
});

/** Everything through which one gets out from a room: doors, openings, stairs down. */
export function waysOut(run: Run, { id }: Room): readonly string[] {
  return [...doorsOut(run, id).map((passage) => passage.id), ...stairsDown(run, id)];
}

export const roomWaysOut = defineMeasure({
  subject: room.kind,
  unit: 'exits',
  reach: 'storey',
  prepare: prepareLeaving,
  name: 'room_ways_out',
  definition:
    'Doors, openings of 1,800 mm from the floor up, and stairs down, through which one gets out of the building without coming back through the room.',
  measured(element: Room, run) {
    const ways = waysOut(run, element);
    return value(ways.length, null, ways);
  },
});

/** Middle of a doorway in plan. */
function middleOf(run: Run, id: string): { readonly x: number; readonly y: number } | null {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return null;
  const { frame, s, t } = doorway;
  return frame.point((s[0] + s[1]) / 2, (t[0] + t[1]) / 2);
}

/** Greatest distance between two of these doors, middle to middle, mm. */
function furthestApart(run: Run, ids: readonly string[]): number {
  const middles = ids.flatMap((id) => middleOf(run, id) ?? []);
  return Math.max(0, ...middles.flatMap((a) => middles.map((b) => segmentLengthMm(a, b))));
}

export const roomDoorSeparation = defineMeasure({
  subject: room.kind,
  unit: '%',
  reach: 'storey',
  prepare: prepareLeaving,
  name: 'room_door_separation',
  definition:
    'Straight distance between the two doors out of the room that are furthest apart, middle to middle, in percent of its longest diagonal.',
  measured(element: Room, run) {
    const ids = doorsOut(run, element.id).map(({ id }) => id);
    if (ids.length < 2) return notApplicable('the room has fewer than two doors out');
    const apart = furthestApart(run, ids);
    return value((100 * apart) / roomDiagonal(run, element), null, ids);
  },
});

/** Clear widths of the doors through which one leaves a room, least first, mm; or why one is not known. */
function doorWidthOf(run: Run, element: Room): Measured {
  if (stairsDown(run, element.id).length > 0) {
    return notEvaluated(
      'people leave the room by stairs too: what falls to its doors is not known',
    );
  }
  const doors = doorsOut(run, element.id);
  let sum = 0;
  for (const { id, is_door } of doors) {
    const width = is_door ? doorClearWidth.of(run, id) : openingWidth(run, id);
    if (width.kind !== 'value') return width;
    sum += width.value;
  }
  return value(
    sum,
    null,
    doors.map(({ id }) => id),
  );
}

function openingWidth(run: Run, id: string): Measured {
  const doorway = doorwayOf(run, id);
  return doorway === null ? notEvaluated('an opening has no place') : value(doorway.s[1]);
}

export const roomDoorWidth = defineMeasure({
  subject: room.kind,
  unit: 'mm',
  reach: 'storey',
  prepare: prepareLeaving,
  name: 'room_door_width',
  definition:
    'Sum of the clear widths of all doors and openings through which one gets out of the building from the room.',
  measured: (element: Room, run) => doorWidthOf(run, element),
});

/** Ways off a storey: its exits, and the stairs down from it. */
export const exitsOf = oncePerRun((run, level_id): readonly string[] => [
  ...passagesOn(run, level_id)
    .filter((passage) => isExit(run, passage))
    .map(({ id }) => id),
  ...stairsDownFrom(run, level_id),
]);

export const storeyExits = defineMeasure({
  subject: 'level',
  unit: 'exits',
  reach: 'storey',
  name: 'storey_exits',
  definition:
    'Doors of the level that lead out of the building onto the ground or are marked as exits, and stairs down from it.',
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
    roomsOn(run, id).length === 0
      ? notApplicable('the level has no rooms')
      : measuredLoad(storeyLoad(run, id)),
});

/** The people for whom one way out of a room does, by its occupancy group; or why that is not known. */
export function singleExitLoad(
  run: Run,
  element: Room,
  limits: Readonly<Record<string, Quantity>>,
): number | Outcome {
  const group = groupOf(run, element);
  if (group === null) return uncounted(element);
  const limit = Object.hasOwn(limits, group) ? limits[group] : undefined;
  return limit === undefined
    ? unknown(`no limit is known for occupancy \`${group}\``)
    : limit.value;
}

/** What a rule about the people in a room says of one without an occupancy group. */
export function uncounted(element: Room): Outcome {
  return useOf(element) === null
    ? unknown(unknownUse(element))
    : otherwise('nobody is counted in the room');
}
