import { checkpoint } from '../../../base/work/checkpoint.ts';
/** @module leaving: which doors of a space lead out of the building, and which lead only to a dead end. */
import type { Element } from '../../../building/kinds/elements.ts';
import { oncePerRun, type Run } from '../run.ts';
import { sidesOfDoorway, doorwayOf } from './doorway.ts';
import { endsOf, stairFlights, stairsOf, stairTop } from './flight.ts';
import {
  isExit,
  leadsOutside,
  type Passage,
  passagesOnLevel,
  passagesOf,
  spaceAt,
} from './storey.ts';
import { elevationOf, groundOf, surfaceAt } from './surfaces.ts';
import { isStairWay, isWay } from './way-parts.ts';

/**
 * The connections by doors between the spaces of a level, and the spaces with an exit from the level or the building.
 */
type Links = {
  readonly to: ReadonlyMap<string, readonly string[]>;
  readonly leaving: ReadonlySet<string>;
};

/** Whether a stair leads off a level: down, or up if the level is below the ground. */
export function leadsOff(run: Run, stair_id: string, level_id: string): boolean {
  return stairTop(run, stair_id) === level_id || elevationOf(run, level_id) < groundOf(run, '');
}

/** The spaces to the left and right of a passage; null stands for the outside. */
export function spacesBeside(run: Run, id: string): readonly (string | null)[] {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return [];
  return sidesOfDoorway(doorway).map((point) => spaceAt(run, doorway.level_id, point));
}

function isWayOut(run: Run, passage: Passage): boolean {
  return isWay(run, passage.id) && (isExit(run, passage) || leadsOutside(run, passage));
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
    const [a = null, b = null] = spacesBeside(run, passage.id);
    if (isWayOut(run, passage)) for (const space of [a, b]) if (space !== null) leaving.add(space);
    if (a === null || b === null || a === b) continue;
    link(a, b);
    link(b, a);
  }
  for (const id of stairsOf(run, level_id)) {
    const flight = stairFlights(run, id);
    if (flight === null || !leadsOff(run, id, level_id)) continue;
    if (!isStairWay(run, id, stairTop(run, id) === level_id ? 'upper' : 'lower')) continue;
    const { foot, head } = endsOf(flight);
    const space = spaceAt(run, level_id, stairTop(run, id) === level_id ? head : foot);
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
  if (isWayOut(run, passage)) return true;
  const level_id = doorwayOf(run, passage.id)?.level_id;
  if (level_id === undefined) return false;
  const { to, leaving } = links(run, level_id);
  const passed = new Set<string | null>([from, null]);
  const open = [...spacesBeside(run, passage.id)];
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
    return leadsOut(run, passage, spacesBeside(run, passage.id)[side] ?? null);
  });
});

/** Ids of the stairs down that begin on a level: in one of its spaces or on one of its floors. */
export function stairsDownFrom(run: Run, level_id: string): readonly string[] {
  return stairsOf(run, level_id).filter((id) => {
    const flight = stairFlights(run, id);
    if (flight === null || stairTop(run, id) !== level_id) return false;
    if (!isStairWay(run, id, 'upper')) return false;
    const { head } = endsOf(flight);
    return (
      spaceAt(run, level_id, head) !== null ||
      surfaceAt(run, elevationOf(run, level_id), head) !== null
    );
  });
}
