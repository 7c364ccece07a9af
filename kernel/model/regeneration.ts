/** @module regeneration: what planned events reach beyond the elements they name, and whether it still holds together. */
import type { Element, ElementKind, ElementOf } from '../../schemas/elements.ts';
import { ELEMENT_KINDS } from '../../schemas/elements.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { affectedIds } from '../../schemas/events.ts';
import { affectedWalls } from '../geometry/wall-joins.ts';
import { compareText, deepEqual } from './deep-equal.ts';
import type { Derived } from './derived.ts';
import { checkElement, checkGone } from './integrity.ts';
import {
  dependentsOf,
  endingAt,
  followingRoomsNear,
  hostedIn,
  isHosted,
  standingOn,
  wallsNear,
} from './lookup.ts';
import { reachOfWall } from './placement.ts';
import type { BranchState } from './state.ts';
import { elementIn } from './state.ts';
import { straightWall } from './wall-plan.ts';

/** What came of making derived geometry again. Ids are ordered by kind (as in ELEMENT_KINDS), then by id. */
export type Regeneration = {
  /** Elements whose derived geometry had to be made again, beside those that the events name. */
  readonly regenerated: readonly string[];
  /** Rooms that follow their walls and are no longer enclosed by them. */
  readonly open_rooms: readonly string[];
};

const KIND_RANK: ReadonlyMap<ElementKind, number> = new Map(
  ELEMENT_KINDS.map((kind, rank) => [kind, rank]),
);

/** By kind (levels and hosts before what needs them), then by id. */
export function compareElements(a: Element, b: Element): number {
  const ranks = (KIND_RANK.get(a.kind) ?? 0) - (KIND_RANK.get(b.kind) ?? 0);
  return ranks || compareText(a.id, b.id);
}

/** Two states of one branch, before and after the events. */
type Step = { readonly before: BranchState; readonly after: BranchState };

/** Elements of the later state that must be made again: `reshaped` changes shape, `lifted` only its height. */
type Reached = { readonly reshaped: Map<string, Element>; readonly lifted: Map<string, Element> };

/**
 * Makes again what the events reach, and no more: walls whose joins change, hosts of changed openings,
 * what a changed wall holds, rooms whose walls changed, all that stands on a moved level. Throws Refusal
 * REGENERATION_FAILED naming the first element that does not hold together.
 */
export function regenerate(
  step: Step,
  events: readonly PlannedEvent[],
  derived: Derived,
): Regeneration {
  const affected = affectedIds(events);
  const reached: Reached = { reshaped: new Map(), lifted: new Map() };
  const rooms = new Map<string, ElementOf<'room'>>();
  const gone: Element[] = [];
  for (const id of affected) {
    const [before, after] = [elementIn(step.before, id), elementIn(step.after, id)];
    if (after === undefined && before !== undefined) gone.push(before);
    if (after !== undefined) reached.reshaped.set(id, after);
    for (const [state, element] of [
      [step.before, before],
      [step.after, after],
    ] as const)
      if (element?.kind === 'wall') reachOverWall(step, state, element, { reached, rooms });
    reachOverReferences(step, { before, after }, reached);
  }
  for (const element of gone.toSorted(compareElements)) checkGone(step.after, element);
  for (const element of [...reached.reshaped.values()].toSorted(compareElements))
    checkElement(step.after, element, derived);
  const open_rooms = regenerateRooms(step, rooms, derived, reached);
  const all = new Map([...reached.reshaped, ...reached.lifted]);
  return {
    regenerated: [...all.values()]
      .filter(({ id }) => !affected.has(id))
      .toSorted(compareElements)
      .map(({ id }) => id),
    open_rooms,
  };
}

function add(step: Step, reached: Map<string, Element>, id: string): void {
  const element = elementIn(step.after, id);
  if (element !== undefined) reached.set(id, element);
}

/** Neighbours, contents and rooms of a wall as it is in `state`. */
function reachOverWall(
  step: Step,
  state: BranchState,
  wall: ElementOf<'wall'>,
  { reached, rooms }: { readonly reached: Reached; readonly rooms: Map<string, ElementOf<'room'>> },
): void {
  const { level_id, start, end } = wall.params;
  const box = reachOfWall(wall);
  if (start.x !== end.x || start.y !== end.y) {
    const near = wallsNear(state, level_id, box).map((other) => straightWall(other));
    for (const id of affectedWalls([straightWall(wall)], near)) add(step, reached.reshaped, id);
  }
  for (const hosted of hostedIn(step.after, wall.id)) reached.reshaped.set(hosted.id, hosted);
  for (const room of followingRoomsNear(step.after, level_id, box)) rooms.set(room.id, room);
}

type Change = { readonly before: Element | undefined; readonly after: Element | undefined };

/** Hosts of what is hosted, what floors and roofs hold, and everything on and under a level that moved. */
function reachOverReferences(step: Step, { before, after }: Change, reached: Reached): void {
  for (const element of [before, after])
    if (element !== undefined && isHosted(element))
      add(step, reached.reshaped, element.params.host_id);
  if (after?.kind === 'floor' || after?.kind === 'roof')
    for (const hosted of hostedIn(step.after, after.id)) reached.reshaped.set(hosted.id, hosted);
  if (before?.kind === 'level' && after?.kind === 'level')
    reachOverLevel(step, { before, after }, reached);
}

type LevelChange = { readonly before: ElementOf<'level'>; readonly after: ElementOf<'level'> };

function reachOverLevel(step: Step, { before, after }: LevelChange, reached: Reached): void {
  const moved = before.params.elevation !== after.params.elevation;
  if (!moved && before.params.height === after.params.height) return;
  for (const element of endingAt(step.after, after.id)) reached.reshaped.set(element.id, element);
  for (const element of standingOn(step.after, after.id)) {
    const spans = element.kind === 'stair' || element.kind === 'column';
    if (!moved && element.kind !== 'beam') continue;
    (spans ? reached.reshaped : reached.lifted).set(element.id, element);
    for (const hosted of dependentsOf(step.after, element)) reached.lifted.set(hosted.id, hosted);
  }
}

/** Rooms whose outline is another one now; answers those that have none any more. */
function regenerateRooms(
  step: Step,
  rooms: ReadonlyMap<string, ElementOf<'room'>>,
  derived: Derived,
  reached: Reached,
): readonly string[] {
  const open: string[] = [];
  for (const room of [...rooms.values()].toSorted(compareElements)) {
    const now = derived.roomOutline(step.after, room);
    if (!now.enclosed) open.push(room.id);
    const known = elementIn(step.before, room.id);
    if (known?.kind !== 'room') continue;
    const past = derived.roomOutline(step.before, known);
    if (past.enclosed !== now.enclosed || !deepEqual(past.ring, now.ring))
      reached.reshaped.set(room.id, room);
  }
  return open;
}
