/** @module fitting fields: columns of doors and windows that follow from the rooms on both sides. */
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { type Field, fieldOf } from '../field.ts';
import { labelOf } from '../labels.ts';
import { listed } from './listed.ts';
import { stairsOfRoom } from './room-stairs.ts';
import { wallFillings } from './wall-fillings.ts';

/** Ids of the rooms on the left side, then those on the right, without duplicates. */
function roomIds({ id }: Element, view: ModelView): readonly string[] {
  const sides = wallFillings(view).by_id.get(id)?.sides ?? [];
  return [...new Set(sides.flatMap(({ room_ids }) => room_ids))];
}

const ROOMS: readonly Field[] = [
  fieldOf('rooms', {
    type: 'text',
    read: (element, view) =>
      listed(roomIds(element, view).flatMap((id) => labelOf(id, view) ?? [])),
  }),
  fieldOf('room_ids', { type: 'text', read: (element, view) => listed(roomIds(element, view)) }),
];

/** Fields of windows. */
export const WINDOW_FIELDS = ROOMS;

/** Fields of doors: also the stairs to which they lead. */
export const DOOR_FIELDS: readonly Field[] = [
  ...ROOMS,
  fieldOf('stairs', {
    type: 'text',
    read: (element, view) => {
      const ids = roomIds(element, view).flatMap((id) => stairsOfRoom(id, view));
      return listed([...new Set(ids)].toSorted());
    },
  }),
];
