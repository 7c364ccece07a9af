/** @module place-labels: names of doors, windows and openings by the rooms on their sides, for those without a name. */
import { adjacencyOn } from '../../../kernel/building/spatial/adjacency.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { PlaceLabel } from '../protocol/element.ts';
import { nameOf } from '../shapes/part-bytes.ts';

/** Characters of an id that tell elements with the same label from each other. */
const END = 4;

/**
 * Labels without the kind, such as `Landing–Bedroom 1`, of the elements in walls of a level that have no name and a room on a
 * side. Elements of one kind with the same label have the end of their id, too. The order is that of the view.
 */
export function placeLabels(level_id: string, view: BuildingView): readonly PlaceLabel[] {
  const { holes } = adjacencyOn(view, level_id);
  const found = holes.flatMap(({ element_id, sides }) => {
    const element = view.element(element_id);
    if (element === undefined || (nameOf(element) ?? '') !== '') return [];
    const rooms = new Set(
      sides.flatMap((side) => (side.type === 'room' ? (roomName(side.room_id, view) ?? []) : [])),
    );
    if (rooms.size === 0) return [];
    const isOutward = rooms.size === 1 && sides.some(({ type }) => type === 'outside');
    const isDoor = element.kind === 'door';
    const text = [...rooms, ...(isOutward && isDoor ? ['outside'] : [])].join('–');
    return [{ id: element_id, kind: element.kind, text }];
  });
  const equal = Map.groupBy(found, ({ kind, text }) => `${kind} ${text}`);
  return found.map(({ id, kind, text }) => {
    const isAlone = equal.get(`${kind} ${text}`)?.length === 1;
    return { id, text: isAlone ? text : `${text} ${id.slice(-END)}` };
  });
}

/** The name of a room, or its number; null without both. */
function roomName(id: string, view: BuildingView): string | null {
  const params = view.elementOf(id, 'room')?.params;
  return params?.name || params?.number || null;
}
