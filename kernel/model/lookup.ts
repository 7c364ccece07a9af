/** @module lookup: questions about references and places that a state answers without geometry. */
import type { Element, ElementKind, ElementOf } from '../../schemas/elements.ts';
import { ELEMENT_KINDS } from '../../schemas/elements.ts';
import { compareIds, inOrder } from '../geometry/in-order.ts';
import { ringBounds } from '../geometry/polygon.ts';
import type { Box2, Point2 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import { compareText } from './deep-equal.ts';
import { slotsEndingAt, slotsOfKind, slotsOnLevel } from './persistent-index.ts';
import { vectorGet } from './persistent-vector.ts';
import { reachOfRoom } from './placement.ts';
import type { GridName } from './placement.ts';
import { nearIn } from './plan-grid.ts';
import type { BranchState } from './state.ts';
import { elementAt, elementIn, isKind } from './state.ts';
import type { HostedElement } from './view.ts';

type Level = ElementOf<'level'>;
type Wall = ElementOf<'wall'>;
type Room = ElementOf<'room'>;

/** Whether the element sits in a host. */
export function isHosted(element: Element): element is HostedElement {
  return element.kind === 'door' || element.kind === 'window' || element.kind === 'opening';
}

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
  for (const slot of slotsOfKind(state.index, kind)) {
    const element = elementAt(state, slot);
    if (isKind(element, kind)) found.push(element);
  }
  return found;
}

/** Where an opening, door or window sits along its host (mm); openings in floors and roofs have no place in line. */
function offsetOf({ params }: HostedElement): number {
  return params.offset ?? 0;
}

/** What a host holds, by offset then id. */
export function hostedIn(state: BranchState, host_id: string): readonly HostedElement[] {
  const slot = state.keys.elements.find(host_id);
  const slots = slot === undefined ? undefined : vectorGet(state.index.hosted, slot);
  if (slots === undefined) return [];
  const found: HostedElement[] = [];
  for (const hosted of slots) {
    const element = elementAt(state, hosted);
    if (element !== undefined && isHosted(element)) found.push(element);
  }
  return inOrder(found, (a, b) => offsetOf(a) - offsetOf(b) || compareText(a.id, b.id));
}

/** Level an element stands on, null for levels, site-wide grids and what lost its host. */
export function levelIdOf(state: BranchState, element: Element): string | null {
  if (element.kind === 'level') return null;
  if (!isHosted(element)) return element.params.level_id;
  const host = elementIn(state, element.params.host_id);
  return host === undefined || isHosted(host) ? null : levelIdOf(state, host);
}

/** Elements that stand on the level themselves, in order of kind, then of creation. */
export function standingOn(state: BranchState, level_id: string): readonly Element[] {
  const level = state.keys.elements.find(level_id);
  if (level === undefined) return [];
  return ELEMENT_KINDS.flatMap((kind) => slotsOnLevel(state.index, level, kind)).flatMap(
    (slot) => elementAt(state, slot) ?? [],
  );
}

/** Columns and stairs that end at the level. */
export function endingAt(state: BranchState, level_id: string): readonly Element[] {
  const level = state.keys.elements.find(level_id);
  if (level === undefined) return [];
  return slotsEndingAt(state.index, level).flatMap((slot) => elementAt(state, slot) ?? []);
}

/** What cannot be without this element: on a level what stands or ends on it, in a host what it holds. */
export function dependentsOf(state: BranchState, element: Element): readonly Element[] {
  if (element.kind === 'level')
    return [...standingOn(state, element.id), ...endingAt(state, element.id)].toSorted((a, b) =>
      compareText(a.id, b.id),
    );
  return isHosted(element) ? [] : hostedIn(state, element.id);
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

/** Elements of a grid near a box on one level, or on any for the grid `tall`: all that meet it and some that do not. */
export function nearElements(
  state: BranchState,
  grid: GridName,
  level_id: string,
  box: Box2,
): readonly Element[] {
  const level = grid === 'tall' ? 0 : state.keys.elements.find(level_id);
  if (level === undefined) return [];
  const slots = nearIn(state.index.grids[grid], state.keys.cells, level, box);
  if (slots !== null) {
    const found: Element[] = [];
    for (const slot of slots) {
      const element = elementAt(state, slot);
      if (element !== undefined) found.push(element);
    }
    return found;
  }
  return grid === 'tall' ? [...everyElement(state)] : standingOn(state, level_id);
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
function wallReaches({ params }: Wall, { min, max }: Box2): boolean {
  const { start, end, thickness } = params;
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
  const found: Wall[] = [];
  for (const element of nearElements(state, 'walls', level_id, box))
    if (
      element.kind === 'wall' &&
      element.params.level_id === level_id &&
      wallReaches(element, box)
    )
      found.push(element);
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
  const { start, end, level_id } = wall.params;
  const length = segmentLengthMm(start, end);
  const cut = length === 0 ? 0 : Math.min(AXIS_END_MM / length, 0.4);
  const [dx, dy] = [(end.x - start.x) * cut, (end.y - start.y) * cut];
  const [a, b] = [
    { x: start.x + dx, y: start.y + dy },
    { x: end.x - dx, y: end.y - dy },
  ];
  const found: Room[] = [];
  for (const element of nearElements(state, 'bodies', level_id, ringBounds([a, b])))
    if (
      element.kind === 'room' &&
      element.params.level_id === level_id &&
      element.params.point !== null &&
      segmentMeetsBox(a, b, reachOfRoom(element))
    )
      found.push(element);
  return inOrder(found, compareIds);
}
