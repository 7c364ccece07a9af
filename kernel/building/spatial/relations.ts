/** @module relations: relations between elements of a building, derived from geometry. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import type { Element } from '../kinds/elements.ts';
import { occupancyOf } from '../kinds/facets/per-element.ts';
import { isOf } from '../kinds/kind.ts';
import { level } from '../kinds/level/level.ts';
import { room } from '../kinds/room/room.ts';
import type { ModelView } from '../model/view.ts';
import { adjacencyOn } from './adjacency.ts';
import { linksOf } from './level-links.ts';
import type { Side } from './outline-parts.ts';
import { neighboursOf } from './room-facts.ts';
import { floorOf, isOneFloor } from './room-floors.ts';
import { isIn, spacesOn } from './spaces.ts';

/** Ids of the elements that cut a hole in an element: openings, doors and windows, ordered by offset, then id. */
export function voidsOf(element: Element, view: ModelView): readonly string[] {
  return view.hostedBy(element.id).map(({ id }) => id);
}

/** Ids of the elements that fill a hole in an element. Openings are excluded, because they stay empty. */
export function fillsOf(element: Element, view: ModelView): readonly string[] {
  return view
    .hostedBy(element.id)
    .filter((hosted) => view.kinds.of(hosted).body !== 'none')
    .map(({ id }) => id);
}

/**
 * Ids of the elements that an element connects: for a door, window or opening the rooms on either side; for a stair or
 * ramp the levels at its ends; for a room the rooms that can be reached through a door, an opening or an open side, whose
 * floors differ by at most 20 mm.
 */
export function connectedBy(element: Element, view: ModelView): readonly string[] {
  const level_id = view.levelOf(element.id);
  if (isOf(room, element)) {
    return level_id === null ? [] : connectedRooms(element.id, level_id, view);
  }
  const link = linksOf(view).find(({ element_id }) => element_id === element.id);
  if (link !== undefined) return [link.lower.level_id, link.upper.level_id];
  if (level_id === null || view.kinds.of(element).fills === 'none') return [];
  const { holes } = adjacencyOn(view, level_id);
  const hole = holes.find(({ element_id }) => element_id === element.id);
  return hole === undefined ? [] : [...new Set(hole.sides.flatMap(roomIdsOf))].toSorted();
}

function roomIdsOf(side: Side): readonly string[] {
  return side.type === 'room' ? [side.room_id] : [];
}

function connectedRooms(room_id: string, level_id: string, view: ModelView): readonly string[] {
  const found: string[] = [];
  for (const neighbour of neighboursOf(room_id, adjacencyOn(view, level_id))) {
    if (neighbour.room_id === null || neighbour.room_id === room_id) continue;
    const passable = neighbour.holes.some((hole) => hole.passable);
    const floors = [room_id, neighbour.room_id].map((id) =>
      floorOf(view, level_id, { room_id: id }),
    );
    const [own = null, other = null] = floors;
    const isOpen = neighbour.open_length_mm > 0 && isOneFloor([own, other]);
    if (!passable && !isOpen) continue;
    found.push(neighbour.room_id);
  }
  return found;
}

/**
 * Ids of the elements that an element contains: for a level all its elements; for a room the free-standing elements whose
 * bounding box has its centre there.
 */
export function containedIn(element: Element, view: ModelView): readonly string[] {
  if (isOf(level, element)) return [...view.elementsOnLevel(element.id)].map(({ id }) => id);
  if (!isOf(room, element)) return [];
  const { level_id } = element.params;
  const space = spacesOn(view, level_id).find(({ room_id }) => room_id === element.id);
  if (space === undefined) return [];
  const { min, max } = space.bounds;
  const zone = view.bounds(element.id);
  if (zone === null) return [];
  const box = { min: { ...min, z: zone.min.z }, max: { ...max, z: zone.max.z } };
  const found: string[] = [];
  for (const id of view.inBox(box)) {
    const other = view.element(id);
    const bounds = view.bounds(id);
    if (other === undefined || bounds === null || !isFreeStanding(other, view)) continue;
    if (view.levelOf(id) !== level_id) continue;
    const middle = {
      x: (bounds.min.x + bounds.max.x) / 2,
      y: (bounds.min.y + bounds.max.y) / 2,
    };
    if (isIn(space, middle)) found.push(id);
  }
  return found.toSorted(compareText);
}

/**
 * Whether an element has a solid body, is not hosted, and cannot host openings (as a wall can).
 */
function isFreeStanding(element: Element, view: ModelView): boolean {
  const { fills, holds } = view.kinds.of(element);
  return occupancyOf(element, view.kinds) === 'matter' && fills === 'none' && holds === 'none';
}
