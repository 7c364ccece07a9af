/** @module regeneration: finds and checks the elements that planned events affect beyond those they name. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { compareText, deepEqual } from '../../../base/canonical/deep-equal.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { StraightWall } from '../../geometry/walls/wall-contacts.ts';
import { affectedWalls } from '../../geometry/walls/wall-joins.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { isSeparation } from '../../kinds/room/bounding.ts';
import { hasHeightOfLevels } from '../../kinds/rules/level-height.ts';
import type { Separation } from '../../kinds/separation/params.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import { affectedBetween } from '../state/affected-between.ts';
import {
  dependentsOf,
  endingAt,
  followingRoomsAlong,
  hostedIn,
  standingOn,
  usersOf,
} from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import { checkCrowd } from './crowds.ts';
import type { Derived } from './derived.ts';
import type { Step } from './integrity.ts';
import { checkBody, checkDefinition, checkGone } from './integrity.ts';
import { checkLevelName } from './level-names.ts';

/** The result of regenerating derived geometry. Ids are ordered by kind (in the order of the kind list), then by id. */
export type Regeneration = {
  /** Elements whose derived geometry was regenerated, other than those that the events name. */
  readonly regenerated: readonly string[];
  /** Rooms that follow their walls and are no longer enclosed by them. */
  readonly open_rooms: readonly string[];
};

const STEP = { done: 0, total: 0, doing: 'regenerating affected elements' };

/** Orders elements by kind (levels and hosts before the elements that need them), then by id. */
export function elementOrder(kinds: Kinds): (a: Element, b: Element) => number {
  return (a, b) => kinds.numberOf(a.kind) - kinds.numberOf(b.kind) || compareText(a.id, b.id);
}

/** The elements that the events affect in the later state. */
type Reached = {
  /** Elements regenerated for any reason. */
  readonly elements: Map<string, Element>;
  /** Elements to check one by one: named elements, their hosts, and elements that span between moved levels. */
  readonly checked: Map<string, Element>;
  /** Rooms that may follow a changed wall. */
  readonly rooms: Map<string, ElementOf<'room'>>;
};

/**
 * Regenerates exactly the elements that the events affect: walls whose joins change, hosts of changed openings,
 * elements hosted by a changed wall, rooms whose walls changed, and all elements on a moved level.
 * @throws Refusal REGENERATION_FAILED, naming the first inconsistent element; LEVEL_EXISTS for a taken name.
 */
export function regenerate(
  step: Step,
  events: readonly PlannedEvent[],
  derived: Derived,
): Regeneration {
  const affected = affectedBetween(events, step);
  const order = elementOrder(step.after.keys.kinds);
  const { reached, deleted, past, present } = reachedFrom(step, affected, derived);
  for (const element of deleted.toSorted(order)) checkGone(step.after, element);
  for (const id of affected) checkLevelName(step, id);
  const checked = [...reached.checked.values()].toSorted(order);
  for (const element of checked) checkDefinition(step.after, element, derived);
  for (const wall of present) checkCrowd(step.after, wall);
  checkpoint(STEP);
  reachNeighbours(step, [...past, ...present], { reached, derived });
  checkpoint(STEP);
  prepareWalls(step.after, reached, derived);
  for (const element of checked) {
    checkBody(step, element, derived);
    checkpoint(STEP);
  }
  const open_rooms = regenerateRooms(step, { reached, affected }, derived);
  const all = new Map([...reached.checked, ...reached.elements]);
  return {
    regenerated: [...all.values()]
      .filter(({ id }) => !affected.has(id))
      .toSorted(order)
      .map(({ id }) => id),
    open_rooms,
  };
}

/** The elements that changed elements affect, and the changed walls whose shape in plan matters to others. */
type Reach = {
  readonly reached: Reached;
  readonly deleted: readonly Element[];
  readonly past: readonly ElementOf<'wall'>[];
  readonly present: readonly ElementOf<'wall'>[];
};

/** Everything that changed elements affect, except neighbours of walls; not checked. */
function reachedFrom(step: Step, affected: ReadonlySet<string>, derived: Derived): Reach {
  const reached: Reached = { elements: new Map(), checked: new Map(), rooms: new Map() };
  const deleted: Element[] = [];
  const [past, present]: [ElementOf<'wall'>[], ElementOf<'wall'>[]] = [[], []];
  const lines: Separation[] = [];
  for (const id of affected) {
    const [before, after] = [elementIn(step.before, id), elementIn(step.after, id)];
    if (after === undefined && before !== undefined) deleted.push(before);
    if (after !== undefined) reached.checked.set(id, after);
    if (isUnmoved(step, { before, after }, derived)) {
      for (const hosted of hostedIn(step.after, id)) reached.elements.set(hosted.id, hosted);
    } else {
      if (before?.kind === 'wall') past.push(before);
      if (after?.kind === 'wall') present.push(after);
      lines.push(...[before, after].filter(isSeparation));
    }
    reachOverReferences(step, { before, after }, reached);
  }
  const walls = [...past, ...present];
  for (const wall of walls) reachOverWall(step, wall, reached);
  for (const line of lines) reachRoomsAlong(step, line, reached);
  reachGrownRooms(step, [...walls, ...lines], { reached, derived });
  return { reached, deleted, past, present };
}

/**
 * Elements of both states whose derived geometry may differ although they themselves are equal, given all elements that
 * differ. Nothing is checked: the states must be consistent. Ordered by kind, then id.
 */
export function followersBetween(
  step: Step,
  affected: ReadonlySet<string>,
  derived: Derived,
): readonly Element[] {
  const { reached, past, present } = reachedFrom(step, affected, derived);
  reachNeighbours(step, [...past, ...present], { reached, derived });
  prepareWalls(step.after, reached, derived);
  regenerateRooms(step, { reached, affected }, derived);
  return [...new Map([...reached.checked, ...reached.elements]).values()]
    .filter(({ id }) => !affected.has(id))
    .toSorted(elementOrder(step.after.keys.kinds));
}

function add(step: Step, into: Map<string, Element>, id: string): void {
  const element = elementIn(step.after, id);
  if (element !== undefined) into.set(id, element);
}

/** The number of walls whose outlines are made in one step. */
const WALLS_AT_ONCE = 100;

/** Makes the outlines of all affected walls. */
function prepareWalls(state: BranchState, reached: Reached, derived: Derived): void {
  const all = new Map([...reached.checked, ...reached.elements]);
  const walls = [...all.values()].filter((element) => element.kind === 'wall');
  for (let from = 0; from < walls.length; from += WALLS_AT_ONCE) {
    derived.walls.prepare(state, walls.slice(from, from + WALLS_AT_ONCE));
    checkpoint(STEP);
  }
}

const SHAPING = ['level_id', 'start', 'end', 'thickness', 'join_type', 'line_offset'] as const;

/** Whether the wall is unchanged in plan, so that its neighbours and rooms are not affected. */
function isUnchangedInPlan(before: ElementOf<'wall'>, after: ElementOf<'wall'>): boolean {
  return SHAPING.every((name) => deepEqual(before.params[name], after.params[name]));
}

/** Whether this is a wall whose change affects neither its neighbours nor rooms. */
function isUnmoved(step: Step, { before, after }: Change, derived: Derived): boolean {
  return (
    before?.kind === 'wall' &&
    after?.kind === 'wall' &&
    isUnchangedInPlan(before, after) &&
    meetsAsBefore(step, { before, after }, derived)
  );
}

/**
 * Whether a wall of another height has the same heights in common with each neighbour as before, and so is joined to the
 * same walls at every height.
 */
function meetsAsBefore(step: Step, { before, after }: WallChange, derived: Derived): boolean {
  const [was, is] = [straightWall(before), straightWall(after)];
  if (was.low === is.low && was.high === is.high) return true;
  return derived.walls.neighbours(step.after, after).every((other) => {
    const near = straightWall(other);
    const [[foot, top], [low, high]] = [commonHeights(near, was), commonHeights(near, is)];
    return other.id === after.id || (foot === low && top === high);
  });
}

/** The interval of heights that two walls have in common; of length 0 at 0 without one. */
function commonHeights(a: StraightWall, b: StraightWall): readonly [number, number] {
  const low = Math.max(a.low ?? -Infinity, b.low ?? -Infinity);
  const high = Math.min(a.high ?? Infinity, b.high ?? Infinity);
  return low < high ? [low, high] : [0, 0];
}

type WallChange = { readonly before: ElementOf<'wall'>; readonly after: ElementOf<'wall'> };

/** Adds the hosted elements and the rooms of a wall, in its old or its new state. */
function reachOverWall(step: Step, wall: ElementOf<'wall'>, reached: Reached): void {
  for (const hosted of hostedIn(step.after, wall.id)) reached.elements.set(hosted.id, hosted);
  reachRoomsAlong(step, wall, reached);
}

/** Adds the rooms along a wall or a separation line, in its old or its new state. */
function reachRoomsAlong(step: Step, line: ElementOf<'wall'> | Separation, reached: Reached): void {
  for (const room of followingRoomsAlong(step.after, line)) reached.rooms.set(room.id, room);
}

/** Adds the rooms on the levels of changed walls that are not found by place, because they are far from their stored boundaries. */
function reachGrownRooms(
  step: Step,
  changed: readonly (ElementOf<'wall'> | Separation)[],
  { reached, derived }: { readonly reached: Reached; readonly derived: Derived },
): void {
  for (const level_id of new Set(changed.map(({ params }) => params.level_id))) {
    for (const { id } of derived.grown_rooms.on(step.before, level_id)) {
      const room = elementIn(step.after, id);
      if (room?.kind === 'room') reached.rooms.set(id, room);
    }
  }
}

/** Adds the walls whose joins change when walls of one level change from their old to their new state. */
function reachNeighbours(
  step: Step,
  changed: readonly ElementOf<'wall'>[],
  { reached, derived }: { readonly reached: Reached; readonly derived: Derived },
): void {
  const moved = new Map<string, StraightWall[]>();
  const near = new Map<string, Map<string, StraightWall>>();
  for (const wall of changed) {
    const { level_id, start, end } = wall.params;
    if (start.x === end.x && start.y === end.y) continue;
    const there = moved.get(level_id) ?? [];
    moved.set(level_id, there);
    there.push(straightWall(wall));
    const others = near.get(level_id) ?? new Map<string, StraightWall>();
    near.set(level_id, others);
    for (const other of derived.walls.neighbours(step.after, wall)) {
      if (!others.has(other.id)) others.set(other.id, straightWall(other));
    }
  }
  for (const [level_id, walls] of moved) {
    for (const id of affectedWalls(walls, near.get(level_id)?.values() ?? [])) {
      add(step, reached.elements, id);
    }
  }
}

type Change = { readonly before: Element | undefined; readonly after: Element | undefined };

/** Adds the hosts of hosted elements, the contents of floors and roofs, and all elements on and under a moved level. */
function reachOverReferences(step: Step, { before, after }: Change, reached: Reached): void {
  const { kinds } = step.after.keys;
  for (const element of [before, after]) {
    const host = element === undefined ? null : kinds.references(element).host;
    if (host !== null) add(step, reached.checked, host);
  }
  // The contents of a wall are added together with its joins.
  if (after !== undefined && after.kind !== 'wall') {
    for (const hosted of hostedIn(step.after, after.id)) reached.elements.set(hosted.id, hosted);
  }
  if (after !== undefined && before !== undefined) {
    for (const user of usersOf(step.after, after)) reached.checked.set(user.id, user);
  }
  if (before?.kind === 'level' && after?.kind === 'level') {
    reachOverLevel(step, { before, after }, reached);
  }
}

type LevelChange = { readonly before: ElementOf<'level'>; readonly after: ElementOf<'level'> };

function reachOverLevel(step: Step, { before, after }: LevelChange, reached: Reached): void {
  const moved = before.params.elevation !== after.params.elevation;
  if (!moved && before.params.height === after.params.height) return;
  if (moved) {
    for (const element of endingAt(step.after, after.id)) reached.checked.set(element.id, element);
  }
  const { kinds } = step.after.keys;
  for (const element of standingOn(step.after, after.id)) {
    if (hasHeightOfLevels(element)) reached.checked.set(element.id, element);
    if (!moved && kinds.roleOfLevel(element) !== 'hangs_from') continue;
    const spans = kinds.canEndOnLevel(element);
    (spans ? reached.checked : reached.elements).set(element.id, element);
    for (const hosted of dependentsOf(step.after, element)) reached.elements.set(hosted.id, hosted);
    for (const user of usersOf(step.after, element)) reached.checked.set(user.id, user);
  }
}

/**
 * Regenerates rooms that a named wall bounds now and whose outline changed, or that are open now. Returns the rooms
 * that were enclosed before.
 */
function regenerateRooms(
  step: Step,
  {
    reached,
    affected,
  }: {
    readonly reached: Reached;
    readonly affected: ReadonlySet<string>;
  },
  derived: Derived,
): readonly string[] {
  const open: string[] = [];
  const order = elementOrder(step.after.keys.kinds);
  for (const room of [...reached.rooms.values()].toSorted(order)) {
    const { point } = room.params;
    if (point === null) continue;
    checkpoint(STEP);
    const face = derived.walls.roomFace(step.after, room, point);
    if (face === null) {
      const known = elementIn(step.before, room.id);
      const wasOpen = known?.kind === 'room' && !derived.roomOutline(step.before, known).enclosed;
      if (wasOpen) continue;
      open.push(room.id);
      reached.elements.set(room.id, room);
    } else if (
      face.wallIds.some((id) => affected.has(id)) ||
      !sameRing(face.ring, outlineBefore(step, room.id, derived))
    ) {
      reached.elements.set(room.id, room);
    }
  }
  return open;
}

/** Outline of a room before the events; null if the room did not exist. */
function outlineBefore({ before }: Step, id: string, derived: Derived): Ring | null {
  const known = elementIn(before, id);
  return known?.kind === 'room' ? derived.roomOutline(before, known).ring : null;
}

function sameRing(ring: Ring, other: Ring | null): boolean {
  return (
    ring.length === other?.length &&
    ring.every(({ x, y }, index) => x === other[index]?.x && y === other[index]?.y)
  );
}
