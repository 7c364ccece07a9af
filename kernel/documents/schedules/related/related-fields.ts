/** @module related fields: columns of rooms, doors and windows that follow from the elements around them. */
import { door } from '../../../building/kinds/door/door.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { window } from '../../../building/kinds/window/window.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Field } from '../field.ts';
import type { Cell } from '../table.ts';
import { DOOR_FIELDS, WINDOW_FIELDS } from './fitting-fields.ts';
import { ROOM_FIELDS } from './room-fields.ts';
import { SIDE_FIELDS } from './side-rooms.ts';

const FIELDS: ReadonlyMap<string, readonly Field[]> = new Map<string, readonly Field[]>([
  [room.kind, ROOM_FIELDS],
  [door.kind, DOOR_FIELDS],
  [window.kind, WINDOW_FIELDS],
]);

/** The fields of a kind that follow from other elements; empty for most kinds. */
export function relatedFields(kind: string): readonly Field[] {
  return FIELDS.get(kind) ?? [];
}

/** Those of queries: in the stored unit, with the rooms on both sides of doors and windows. */
const QUERIED: ReadonlyMap<string, ReadonlyMap<string, Field>> = new Map(
  [...FIELDS].map(([kind, fields]) => {
    const all = kind === room.kind ? fields : [...SIDE_FIELDS, ...fields];
    return [kind, new Map(all.filter(({ per }) => per === 1).map((field) => [field.key, field]))];
  }),
);

/** Names of the fields of queries, without duplicates. */
export const RELATED_NAMES: readonly string[] = [
  ...new Set([...QUERIED.values()].flatMap((fields) => Array.from(fields.keys()))),
];

/** The value of such a field, mm and mm²; undefined for a field that the kind of the element does not have. */
export function relatedValue(element: Element, view: ModelView, name: string): Cell | undefined {
  return QUERIED.get(element.kind)?.get(name)?.read(element, view);
}
