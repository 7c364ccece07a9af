/** @module columns: adds elements to a group and creates their counterparts in all other placements. */
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { Group } from '../../../kinds/group/group.ts';
import { membersOf } from '../../../kinds/group/membership.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import { CopyNames, type NamedPlace } from '../many/copy-names.ts';
import { created } from '../planned.ts';
import { STEP } from './following.ts';
import type { Column, Following } from './following.ts';
import { imageOf } from './image.ts';

/** An element that joins the placement of an existing member, in all groups of that member or in one of them. */
export type Joining = { readonly of: string; readonly id: string; readonly group_id?: string };

/** Whether an element joins a group if it has the member. */
export function canJoin({ group_id }: Joining, { id }: Group): boolean {
  return group_id === undefined || group_id === id;
}

/** A new element in one row that must be created in all others. */
export type NewColumn = {
  readonly row: number;
  readonly element: AnyElement;
  readonly in_host: boolean;
};

type Rest = { readonly columns: readonly number[]; readonly joins: readonly Joining[] };

/** Returns the elements that join the group: new fillings of remaining members and elements listed in `joins`. */
export function newColumns(
  following: Following,
  rows: readonly number[],
  { columns, joins }: Rest,
): readonly NewColumn[] {
  const { group, around } = following;
  const { kinds } = around.after;
  const members = membersOf(group);
  const found = new Map<string, NewColumn>();
  const add = (id: string, row: number): void => {
    const element = around.after.element(id);
    if (element === undefined || members.has(id) || found.has(id)) return;
    found.set(id, { row, element, in_host: kinds.references(element).host !== null });
    for (const content of around.after.hostedBy(id)) add(content.id, row);
  };
  for (const joining of joins) {
    const { of, id } = joining;
    const member = canJoin(joining, group) ? members.get(of) : undefined;
    if (member !== undefined && rows.includes(member.row)) add(id, member.row);
  }
  for (const row of rows) {
    for (const column of columns) {
      const host = following.idsOf(row)[column] ?? '';
      for (const { id } of around.after.hostedBy(host)) {
        if (around.before.element(id) === undefined) add(id, row);
      }
    }
  }
  return [...found.values()];
}

/** Creates the counterparts of the joining elements in all other rows. */
export function addColumns(
  following: Following,
  rows: readonly number[],
  joining: readonly NewColumn[],
): void {
  if (joining.length === 0) return;
  const { after, ids } = following.around;
  const names = new CopyNames(after);
  const columns = joining.map(({ row: source, element }): Column => {
    return new Map(rows.map((row) => [row, row === source ? element.id : ids.next(element.kind)]));
  });
  following.added.push(...columns);
  for (const [i, { row: source, element }] of joining.entries()) {
    checkpoint(STEP);
    for (const row of rows) {
      const id = columns[i]?.get(row);
      if (row === source || id === undefined) continue;
      const image = imageOf(element, following.way(source, row), after, following.in(row));
      const named = names.of(image, placeOf(following, source, row));
      const copy = { ...image, id, params: { ...image.params, ...named } };
      following.events.push(...created(copy, after.kinds));
      following.set(copy);
      following.note(row, id, 'made');
    }
  }
}

/** Target level for naming copies in a row; null if the level is the same. */
function placeOf(following: Following, from: number, to: number): NamedPlace {
  const { after } = following.around;
  const pair = [...following.way(from, to).levels].find(([a, b]) => a !== b);
  const level = after.elementOf(pair?.[1] ?? '', 'level');
  if (pair === undefined || level === undefined) return null;
  const order = after.levels().map(({ id }) => id);
  return { name: level.params.name, storeys: order.indexOf(pair[1]) - order.indexOf(pair[0]) };
}
