/** @module side rooms: the rooms on the left and right of doors, windows and openings, as columns. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { adjacencyOn } from '../../../building/spatial/adjacency.ts';
import type { Side } from '../../../building/spatial/outline-parts.ts';
import { type Field, fieldOf } from '../field.ts';
import { labelOf } from '../labels.ts';

/** Fields of elements in a wall. */
export const SIDE_FIELDS: readonly Field[] = [
  // A leaf opens to the left of its wall, from the room behind it.
  fieldOf('from_room', { type: 'text', read: (element, view) => roomOn(element, view, 1) }),
  fieldOf('to_room', { type: 'text', read: (element, view) => roomOn(element, view, 0) }),
];

/** The rooms on the left and right, by the id of a filling. */
type SideRooms = ReadonlyMap<string, readonly [Side, Side]>;
const BY_LEVEL = new WeakMap<ModelView, Map<string, SideRooms>>();

/** The rooms on both sides of the fillings of the walls of a level. */
function sideRoomsOn(level_id: string, view: ModelView): SideRooms {
  const levels = BY_LEVEL.get(view) ?? new Map<string, SideRooms>();
  BY_LEVEL.set(view, levels);
  const known = levels.get(level_id);
  if (known !== undefined) return known;
  const { holes } = adjacencyOn(view, level_id);
  const made: SideRooms = new Map(holes.map(({ element_id, sides }) => [element_id, sides]));
  levels.set(level_id, made);
  return made;
}

/** The room on the left (0) or right (1) of the wall; null if there is no room, for example outside. */
function roomOn({ id }: Element, view: ModelView, side: 0 | 1): string | null {
  const level_id = view.levelOf(id);
  const found = level_id === null ? undefined : sideRoomsOn(level_id, view).get(id)?.[side];
  return found?.type === 'room' ? labelOf(found.room_id, view) : null;
}
