/** @module lookup: queries for references and positions that need no geometry beyond the parameters in the state. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { compareIds, inOrder } from '../../geometry/in-order.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../geometry/vector.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import { wallReach } from '../../geometry/walls/wall-contacts.ts';
import type { Element, ElementKind, ElementOf } from '../../kinds/elements.ts';
import type { Filling, GridName } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { isSeparation } from '../../kinds/room/bounding.ts';
import { reachOfRoom } from '../../kinds/room/room.ts';
import { hasUnderside } from '../../kinds/rules/wall-top.ts';
import type { Separation } from '../../kinds/separation/params.ts';
import { separation } from '../../kinds/separation/separation.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import { slotsEndingAt, slotsOfKind, slotsOnLevel } from './persistent-index.ts';
import { vectorGet } from './persistent-vector.ts';
import { nearIn } from './plan-grid.ts';
import type { BranchState } from './state.ts';
import { elementAt, elementIn, isKind } from './state.ts';

type Level = ElementOf<'level'>;
type Wall = ElementOf<'wall'>;
type Room = ElementOf<'room'>;

/** Returns the level with this id. */
export function levelIn(state: BranchState, id: string): Level | undefined {
  const element = elementIn(state, id);
  return isKind(element, 'level') ? element : undefined;
}

/** Levels sorted by elevation, then id. */
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

type HostedCut = { readonly element: Element; readonly filling: Filling };

/** Offset of a filling along its host (mm); 0 for openings in floors and roofs, which have no offset. */
function offsetOf({ filling: { cut } }: HostedCut): number {
  return cut.offset ?? 0;
}

/** Fillings of a host with their cuts, sorted by offset, then id. */
export function hostedCuts(state: BranchState, host_id: string): readonly HostedCut[] {
  const slot = state.keys.elements.find(host_id);
  const slots = slot === undefined ? undefined : vectorGet(state.index.hosted, slot);
  if (slots === undefined) return NO_CUTS;
  const found: HostedCut[] = [];
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

const NO_CUTS: readonly HostedCut[] = [];

/** Fillings of a host, sorted by offset, then id. */
export function hostedIn(state: BranchState, host_id: string): readonly Element[] {
  return hostedCuts(state, host_id).map(({ element }) => element);
}

/** Level on which an element stands; null for levels, site-wide grids and elements whose host does not exist. */
export function levelIdOf(state: BranchState, element: Element): string | null {
  const { level, host } = state.keys.kinds.references(element);
  if (host === null) return level;
  const holder = elementIn(state, host);
  return holder === undefined ? null : state.keys.kinds.references(holder).level;
}

/** Elements that stand on the level directly, in order of kind, then of creation. */
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

/**
 * Dependants that cannot exist without this element: elements that stand on or end at a level, or the
 * fillings of a host.
 */
export function dependentsOf(state: BranchState, element: Element): readonly Element[] {
  if (element.kind === 'level') {
    return [...standingOn(state, element.id), ...endingAt(state, element.id)].toSorted((a, b) =>
      compareText(a.id, b.id),
    );
  }
  return hostedIn(state, element.id);
}

/**
 * Users of an element that block its deletion: elements of a type, walls that rise to a level, walls
 * and rooms that end under a roof or floor. Empty for other kinds.
 */
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

/** A deleted element, with the id of the element that caused its deletion. */
export type Cascade = { readonly id: string; readonly cascade_of: string | null };

/**
 * Elements deleted with an element, depth first: the element itself, then its dependants by id, each
 * followed by its own. Empty if the element does not exist.
 */
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
 * Elements of a grid near a box that pass the test, on one level, or on any level for the grid `tall`.
 * The result contains all elements that intersect the box and some that do not.
 */
function nearElements<E extends Element>(
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

/** Returns whether the reach of a wall (`wallReach`) intersects the box, without allocating the reach. */
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

/** Walls of a level whose reach (`wallReach`) intersects the box, sorted by id. */
export function wallsNear(state: BranchState, level_id: string, box: Box2): readonly Wall[] {
  const passes = (element: Element): element is Wall =>
    element.kind === 'wall' && element.params.level_id === level_id && wallReaches(element, box);
  const found = nearElements(state, 'walls', { level_id, box }, passes);
  return inOrder(found, compareIds);
}

/** Room separation lines of a level, sorted by id. */
export function separationsOn(state: BranchState, level_id: string): readonly Separation[] {
  const level = state.keys.elements.find(level_id);
  if (level === undefined) return [];
  const slots = slotsOnLevel(state.index, level, state.keys.kinds.numberOf(separation.kind));
  const found = slots.flatMap((slot) => {
    const element = elementAt(state, slot);
    return isSeparation(element) ? [element] : [];
  });
  return inOrder(found, compareIds);
}

/** Returns whether the segment intersects the box: its parameter intervals within both pairs of sides overlap. */
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

/**
 * Rooms on the level of a wall or a room separation line that follow their walls and may be adjacent to it, sorted by
 * id.
 */
export function followingRoomsAlong(state: BranchState, line: Wall | Separation): readonly Room[] {
  const { start, end, level_id } = line.params;
  const bowed = isArc(line) ? wallReach(straightWall(line)) : null;
  const passes = (element: Element): element is Room =>
    element.kind === 'room' &&
    element.params.level_id === level_id &&
    element.params.point !== null &&
    (bowed === null
      ? segmentMeetsBox(start, end, reachOfRoom(element))
      : planBoxIntersects(bowed, reachOfRoom(element)));
  const box = bowed ?? ringBounds([start, end]);
  const found = nearElements(state, 'bodies', { level_id, box }, passes);
  return inOrder(found, compareIds);
}

function isArc(line: Wall | Separation): line is Wall {
  return line.kind === 'wall' && line.params.via !== undefined && line.params.via !== null;
}
