/** @module leaving: which ways out of a space lead out of the building, and which to where one has to turn back. */
import type { Steps } from '../../findings/steps.ts';
import type { Element } from '../../kinds/elements.ts';
import { oncePerRun, preparedPerRun, type Run } from '../run.ts';
import { doorwayOf } from './doorway.ts';
import { endsOf, walkedStair, stairsOf, stairTop } from './flight.ts';
import {
  besideDoorway,
  isExit,
  leadsOutside,
  type Passage,
  passagesInSteps,
  passagesOf,
  spaceAt,
} from './storey.ts';
import { elevationOf, groundOf, surfaceAt } from './surfaces.ts';

/** Which spaces of a level one walks to from each, and from which one leaves the level or the building. */
type Links = {
  readonly to: ReadonlyMap<string, readonly string[]>;
  readonly leaving: ReadonlySet<string>;
};

/** Whether a stair is a way off the storey: down, or up where the storey lies below the ground. */
export function leadsOff(run: Run, stair_id: string, level_id: string): boolean {
  return stairTop(run, stair_id) === level_id || elevationOf(run, level_id) < groundOf(run, '');
}

/** The spaces to the left and to the right of a passage, null outside. */
export function spacesBeside(run: Run, id: string): readonly (string | null)[] {
  const doorway = doorwayOf(run, id);
  if (doorway === null) return [];
  return besideDoorway(doorway).map((point) => spaceAt(run, doorway.level_id, point));
}

function isWayOut(run: Run, passage: Passage): boolean {
  return isExit(run, passage) || leadsOutside(run, passage);
}

const links = preparedPerRun(function* (run, level_id): Steps<Links> {
  const to = new Map<string, string[]>();
  const leaving = new Set<string>();
  const link = (from: string, other: string): void => {
    const known = to.get(from);
    if (known === undefined) to.set(from, [other]);
    else known.push(other);
  };
  const passages = yield* passagesInSteps(run, level_id);
  for (const [done, passage] of passages.entries()) {
    yield { done, total: passages.length, doing: 'looking where doors lead' };
    const [a = null, b = null] = spacesBeside(run, passage.id);
    if (isWayOut(run, passage)) for (const space of [a, b]) if (space !== null) leaving.add(space);
    if (a === null || b === null || a === b) continue;
    link(a, b);
    link(b, a);
  }
  for (const id of stairsOf(run, level_id)) {
    const flight = walkedStair(run, id);
    if (flight === null || !leadsOff(run, id, level_id)) continue;
    const { foot, head } = endsOf(flight);
    const space = spaceAt(run, level_id, stairTop(run, id) === level_id ? head : foot);
    if (space !== null) leaving.add(space);
  }
  return { to, leaving };
});

/** Works out where the doors lead to, on all levels that these elements are on. */
export function* prepareLeaving(run: Run, subjects: readonly Element[]): Steps<void> {
  const level_ids = new Set(subjects.map(({ id }) => run.view.levelOf(id)));
  for (const level_id of level_ids) if (level_id !== null) yield* links.inSteps(run, level_id);
}

/** Whether one gets out through a door or opening of a space without coming back through that space. */
export function leadsOut(run: Run, passage: Passage, from: string | null): boolean {
  if (isWayOut(run, passage)) return true;
  const level_id = doorwayOf(run, passage.id)?.level_id;
  if (level_id === undefined) return false;
  const { to, leaving } = links.at(run, level_id);
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

/** Doors and openings through which one gets out from a room. */
export const doorsOut = oncePerRun((run, room_id): readonly Passage[] => {
  const room = run.view.elementOf(room_id, 'room');
  if (room === undefined) return [];
  return passagesOf(run, room).filter((passage) => {
    const side = passage.rooms.indexOf(room_id);
    return leadsOut(run, passage, spacesBeside(run, passage.id)[side] ?? null);
  });
});

/** Stairs down that begin on a storey: in one of its spaces, or on one of its floors. */
export function stairsDownFrom(run: Run, level_id: string): readonly string[] {
  return stairsOf(run, level_id).filter((id) => {
    const flight = walkedStair(run, id);
    if (flight === null || stairTop(run, id) !== level_id) return false;
    const { head } = endsOf(flight);
    return (
      spaceAt(run, level_id, head) !== null ||
      surfaceAt(run, elevationOf(run, level_id), head) !== null
    );
  });
}
