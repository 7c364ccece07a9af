import { compareText } from '../../canonical/deep-equal.ts';
/** @module lookup: questions about references and places that a state answers without geometry. */
import { compareIds, inOrder } from '../../geometry/in-order.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../geometry/vector.ts';
import { planBoxIntersects, segmentLengthMm } from '../../geometry/vector.ts';
import { wallReach } from '../../geometry/walls/wall-contacts.ts';
import type { Element, ElementKind, ElementOf } from '../../kinds/elements.ts';
import type { Filling, GridName } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { reachOfRoom } from '../../kinds/room.ts';
import { hasUnderside } from '../../kinds/rules/wall-top.ts';
import { straightWall } from '../../kinds/wall.ts';
import { slotsEndingAt, slotsOfKind, slotsOnLevel } from './persistent-index.ts';
import { vectorGet } from './persistent-vector.ts';
import { nearIn } from './plan-grid.ts';
import type { BranchState } from './state.ts';
import { elementAt, elementIn, isKind } from './state.ts';

type Level = ElementOf<'level'>;
type Wall = ElementOf<'wall'>;
type Room = ElementOf<'room'>;

/** The level of this id. */
export function levelIn(state: BranchState, id: string): Level | undefined {
  const element = elementIn(state, id);
  return isKind(element, 'level') ? element : undefined;
}

/** Levels by elevation, then id. */
export function levelsOf(state: BranchState): readonly Level[] {
  return elementsOfKind(state, 'level').toSorted(
    (a, b) => a.params.elevation - b.params.elevation || compareText(a.id, b.id),
  );
}

/** Elements of a kind in order of creation. */
export function elementsOfKind<K extends ElementKind>(
  state: BranchState,
  kind: K,
): readonly ElementOf<K>[] {
  const found: ElementOf<K>[] = [];
  for (const slot of slotsOfKind(state.index, state.keys.kinds.numberOf(kind))) {
    const element = elementAt(state, slot);
    if (isKind(element, kind)) found.push(element);
  }
  return found;
}

type Held = { readonly element: Element; readonly filling: Filling };

/** Where something sits along its host (mm); openings in floors and roofs have no place in line. */
function offsetOf({ filling: { cut } }: Held): number {
  return cut.offset ?? 0;
}

/** What a host holds, by offset then id, with what each takes of it. */
export function heldIn(state: BranchState, host_id: string): readonly Held[] {
  const slot = state.keys.elements.find(host_id);
  const slots = slot === undefined ? undefined : vectorGet(state.index.hosted, slot);
  if (slots === undefined) return NOTHING_HELD;
  const found: Held[] = [];
  for (const hosted of slots) {
    const element = elementAt(state, hosted);
    const filling = element === undefined ? null : fillingOf(state.keys.kinds, element);
    if (element !== undefined && filling !== null) found.push({ element, filling });
  }
  return inOrder(
    found,
    (a, b) => offsetOf(a) - offsetOf(b) || compareText(a.element.id, b.element.id),
  );
}

const NOTHING_HELD: readonly Held[] = [];

/** What a host holds, by offset then id. */
export function hostedIn(state: BranchState, host_id: string): readonly Element[] {
  return heldIn(state, host_id).map(({ element }) => element);
}

/** Level an element stands on, null for levels, site-wide grids and what lost its host. */
export function levelIdOf(state: BranchState, element: Element): string | null {
  const { level, host } = state.keys.kinds.references(element);
  if (host === null) return level;
  const holder = elementIn(state, host);
  return holder === undefined ? null : state.keys.kinds.references(holder).level;
}

/** Elements that stand on the level themselves, in order of kind, then of creation. */
export function standingOn(state: BranchState, level_id: string): readonly Element[] {
  const level = state.keys.elements.find(level_id);
  if (level === undefined) return [];
  return state.keys.kinds.all
    .flatMap((_kind, number) => slotsOnLevel(state.index, level, number))
    .flatMap((slot) => elementAt(state, slot) ?? []);
}

/** Columns and stairs that end at the level. */
export function endingAt(state: BranchState, level_id: string): readonly Element[] {
  const level = state.keys.elements.find(level_id);
  if (level === undefined) return [];
  return slotsEndingAt(state.index, level).flatMap((slot) => elementAt(state, slot) ?? []);
}

/** What cannot be without this element: on a level what stands or ends on it, in a host what it holds. */
export function dependentsOf(state: BranchState, element: Element): readonly Element[] {
  if (element.kind === 'level') {
    return [...standingOn(state, element.id), ...endingAt(state, element.id)].toSorted((a, b) =>
      compareText(a.id, b.id),
    );
  }
  return hostedIn(state, element.id);
}

/** Elements of a type, walls that rise to a level, walls and rooms that end under a roof or floor; none of anything else. */
export function usersOf(state: BranchState, element: Element): readonly Element[] {
  const { kinds } = state.keys;
  if (element.kind === 'level' || hasUnderside(element)) {
    return (['wall', 'room'] as const).flatMap((kind) =>
      elementsOfKind(state, kind).filter((user) => {
        const { rise, under } = kinds.references(user);
        return rise === element.id || under === element.id;
      }),
    );
  }
  if (element.kind !== 'type') return [];
  return elementsOfKind(state, element.params.for).filter(
    (user) => kinds.references(user).type === element.id,
  );
}

/** An element that goes, with the one that takes it along. */
export type Cascade = { readonly id: string; readonly cascade_of: string | null };

/** All that goes with an element: itself, then its dependents by id, each followed by its own. Empty when it is not there. */
export function cascadeIn(state: BranchState, id: string): readonly Cascade[] {
  const root = elementIn(state, id);
  if (root === undefined) return [];
  const seen = new Set<string>();
  const found: Cascade[] = [];
  const visit = (element: Element, cascade_of: string | null): void => {
    if (seen.has(element.id)) return;
    seen.add(element.id);
    found.push({ id: element.id, cascade_of });
    for (const dependent of dependentsOf(state, element)) visit(dependent, element.id);
  };
  visit(root, null);
  return found;
}

/**
 * Elements of a grid near a box on one level, or on any for the grid `tall`, that pass the test: all of them that meet
 * the box and some that do not.
 */
export function nearElements<E extends Element>(
  state: BranchState,
  grid: GridName,
  near: { readonly level_id: string; readonly box: Box2 },
  passes: (element: Element) => element is E,
): E[] {
  const level = grid === 'tall' ? 0 : state.keys.elements.find(near.level_id);
  if (level === undefined) return [];
  const slots = nearIn(state.index.grids[grid], state.keys.cells, level, near.box);
  const found: E[] = [];
  if (slots === null) {
    const all = grid === 'tall' ? everyElement(state) : standingOn(state, near.level_id);
    for (const element of all) if (passes(element)) found.push(element);
    return found;
  }
  for (let i = 0; i < slots.length; i++) {
    const element = elementAt(state, slots[i] ?? 0);
    if (element !== undefined && passes(element)) found.push(element);
  }
  return found;
}

/** All elements in order of creation. */
export function* everyElement(state: BranchState): Generator<Element> {
  const size = state.keys.elements.size;
  for (let slot = 0; slot < size; slot++) {
    const element = elementAt(state, slot);
    if (element !== undefined) yield element;
  }
}

/** Whether the reach of a wall (`wallReach`) meets the box, without making the reach. */
function wallReaches(wall: Wall, { min, max }: Box2): boolean {
  const { start, end, via, thickness } = wall.params;
  if (via !== undefined && via !== null) {
    return planBoxIntersects(wallReach(straightWall(wall)), { min, max });
  }
  const margin = thickness / 2 + 0.001;
  return (
    Math.min(start.x, end.x) - margin <= max.x &&
    Math.min(start.y, end.y) - margin <= max.y &&
    Math.max(start.x, end.x) + margin >= min.x &&
    Math.max(start.y, end.y) + margin >= min.y
  );
}

/** Walls of a level whose reach (`wallReach`) meets the box, by id. */
export function wallsNear(state: BranchState, level_id: string, box: Box2): readonly Wall[] {
  const passes = (element: Element): element is Wall =>
    element.kind === 'wall' && element.params.level_id === level_id && wallReaches(element, box);
  const found = nearElements(state, 'walls', { level_id, box }, passes);
  return inOrder(found, compareIds);
}

/** A wall's axis without this much at each end (mm) is what rooms are looked for along: only corners meet there. */
const AXIS_END_MM = 1200;

/** Whether the segment meets the box: the part of it within each pair of sides is not empty. */
function segmentMeetsBox(a: Point2, b: Point2, { min, max }: Box2): boolean {
  let from = 0;
  let to = 1;
  for (let axis = 0; axis < 2; axis++) {
    const step = axis === 0 ? b.x - a.x : b.y - a.y;
    const near = axis === 0 ? min.x - a.x : min.y - a.y;
    const far = axis === 0 ? max.x - a.x : max.y - a.y;
    if (step === 0) {
      if (near > 0 || far < 0) return false;
      continue;
    }
    from = Math.max(from, Math.min(near / step, far / step));
    to = Math.min(to, Math.max(near / step, far / step));
  }
  return from <= to;
}

/** Rooms on the level of a wall that follow their walls and may lie along this one, by id. */
export function followingRoomsAlong(state: BranchState, wall: Wall): readonly Room[] {
  const { start, end, via, level_id } = wall.params;
  const bowed = via === undefined || via === null ? null : wallReach(straightWall(wall));
  const length = segmentLengthMm(start, end);
  const cut = length === 0 ? 0 : Math.min(AXIS_END_MM / length, 0.4);
  const [dx, dy] = [(end.x - start.x) * cut, (end.y - start.y) * cut];
  const [a, b] = [
    { x: start.x + dx, y: start.y + dy },
    { x: end.x - dx, y: end.y - dy },
  ];
  const passes = (element: Element): element is Room =>
    element.kind === 'room' &&
    element.params.level_id === level_id &&
    element.params.point !== null &&
    (bowed === null
      ? segmentMeetsBox(a, b, reachOfRoom(element))
      : planBoxIntersects(bowed, reachOfRoom(element)));
  const box = bowed ?? ringBounds([a, b]);
  const found = nearElements(state, 'bodies', { level_id, box }, passes);
  return inOrder(found, compareIds);
}
