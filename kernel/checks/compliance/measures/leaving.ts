/** @module leaving: which doors of a space lead out of the building, and which lead only to a dead end. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { oncePerRun, type Run } from '../run.ts';
import { sidesOfDoorway, doorwayOf } from './doorway.ts';
import { endsOf, stairFlights, stairsOf, stairTop } from './flight.ts';
import { isExit, type Passage, passagesOnLevel, passagesOf, spaceAt } from './storey.ts';
import { elevationOf, groundOf, surfaceAt } from './surfaces.ts';
import { isStairWay, isWay } from './way-parts.ts';

/**
 * The connections by doors between the spaces of a level, and the spaces with an exit from the level or the building.
 */
type Links = {
  readonly to: ReadonlyMap<string, readonly string[]>;
  readonly leaving: ReadonlySet<string>;
};

/** Whether a stair leads off a level towards the ground: down from a level above the ground, up from one below it. */
export function leadsOff(run: Run, stair_id: string, level_id: string): boolean {
  const stair = run.view.elementOf(stair_id, 'stair');
  if (stair === undefined) return false;
  const { level_id: foot, top_level_id: top } = stair.params;
  const fromGround = (id: string): number => Math.abs(elevationOf(run, id) - groundOf(run, ''));
  return fromGround(top === level_id ? foot : top) < fromGround(level_id);
}

/** A stair by which a level is left, and the point in plan at which routes enter it. */
type StairOff = { readonly id: string; readonly point: Point2 };

/** The stairs of a level that lead off it towards the ground and are ways. */
export const stairsOff = oncePerRun((run, level_id): readonly StairOff[] =>
  stairsOf(run, level_id).flatMap((id) => {
    const flight = stairFlights(run, id);
    if (flight === null || !leadsOff(run, id, level_id)) return [];
    const isUpper = stairTop(run, id) === level_id;
    if (!isStairWay(run, id, isUpper ? 'upper' : 'lower')) return [];
    return [{ id, point: endsOf(flight)[isUpper ? 'head' : 'foot'] }];
  }),
);

/** The spaces to the left and right of a passage; null stands for the outside. */
export function adjacentSpaces(run: Run, id: string): readonly (string | null)[] {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return [];
  return sidesOfDoorway(doorway).map((point) => spaceAt(run, doorway.level_id, point));
}

const links = oncePerRun(function (run, level_id): Links {
  const to = new Map<string, string[]>();
  const leaving = new Set<string>();
  const link = (from: string, other: string): void => {
    const known = to.get(from);
    if (known === undefined) to.set(from, [other]);
    else known.push(other);
  };
  const passages = passagesOnLevel(run, level_id);
  for (const [done, passage] of passages.entries()) {
    checkpoint({ done, total: passages.length, doing: 'finding where doors lead' });
    if (!isWay(run, passage.id)) continue;
    const [a = null, b = null] = adjacentSpaces(run, passage.id);
    if (isExit(run, passage)) for (const space of [a, b]) if (space !== null) leaving.add(space);
    if (a === null || b === null || a === b) continue;
    link(a, b);
    link(b, a);
  }
  for (const { point } of stairsOff(run, level_id)) {
    const space = spaceAt(run, level_id, point);
    if (space !== null) leaving.add(space);
  }
  return { to, leaving };
});

/** Computes, for all levels of these elements, where their doors lead. */
export function prepareLeaving(run: Run, subjects: readonly Element[]): void {
  const level_ids = new Set(subjects.map(({ id }) => run.view.levelOf(id)));
  for (const level_id of level_ids) if (level_id !== null) links(run, level_id);
}

/** Whether a passage of a space leads out of the building without coming back through that space. */
export function leadsOut(run: Run, passage: Passage, from: string | null): boolean {
  if (!isWay(run, passage.id)) return false;
  if (isExit(run, passage)) return true;
  const level_id = doorwayOf(run, passage.id)?.level_id;
  if (level_id === undefined) return false;
  const { to, leaving } = links(run, level_id);
  const passed = new Set<string | null>([from, null]);
  const open = [...adjacentSpaces(run, passage.id)];
  for (let space = open.pop(); space !== undefined; space = open.pop()) {
    if (space === null || passed.has(space)) continue;
    if (leaving.has(space)) return true;
    passed.add(space);
    open.push(...(to.get(space) ?? []));
  }
  return false;
}

/** Doors and openings of a room that lead out of the building without coming back through the room. */
export const doorsOut = oncePerRun((run, room_id): readonly Passage[] => {
  const room = run.view.elementOf(room_id, 'room');
  if (room === undefined) return [];
  return passagesOf(run, room).filter((passage) => {
    const side = passage.rooms.indexOf(room_id);
    return leadsOut(run, passage, adjacentSpaces(run, passage.id)[side] ?? null);
  });
});

/** Ids of the stairs off a level that begin in one of its spaces or on one of its floors. */
export function stairsOffFrom(run: Run, level_id: string): readonly string[] {
  const isOnLevel = ({ point }: StairOff): boolean =>
    spaceAt(run, level_id, point) !== null ||
    surfaceAt(run, elevationOf(run, level_id), point) !== null;
  return stairsOff(run, level_id).flatMap((stair) => (isOnLevel(stair) ? [stair.id] : []));
}
