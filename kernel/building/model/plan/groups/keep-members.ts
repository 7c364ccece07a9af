/** @module keep members: brings the members of a group with one placement, which nothing has to equal, up to date. */
import type { Group } from '../../../kinds/group/group.ts';
import type { ModelView } from '../../view.ts';
import { modified } from '../planned.ts';
import { canJoin, type Joining } from './columns.ts';
import type { GroupsAlong } from './following.ts';

/** Views before and after the events of a plan. */
type Sides = { readonly before: ModelView; readonly after: ModelView };

/**
 * Plans the event by which a group loses its deleted members and gets the new fillings of its members and the elements
 * that join them; the group is deleted with its last member. `joins` null: nothing new joins it.
 */
export function keepMembers(
  group: Group,
  { before, after }: Sides,
  joins: readonly Joining[] | null,
): GroupsAlong {
  const [old = []] = group.params.members;
  const members = new Set(old.filter((id) => after.element(id) !== undefined));
  const relies_on = before.elementOf(group.id, 'group') === undefined ? [] : [group.id];
  const along = { relies_on, warnings: [], exclusive: false } as const;
  if (members.size === 0) {
    const payload = { element: group, cascade_of: null };
    return { ...along, events: [{ type: 'element.deleted', aggregate_id: group.id, payload }] };
  }
  const added: string[] = [];
  const add = (id: string): void => {
    if (members.has(id) || after.element(id) === undefined) return;
    added.push(id);
    for (const content of after.hostedBy(id)) add(content.id);
  };
  for (const one of joins ?? []) if (canJoin(one, group) && members.has(one.of)) add(one.id);
  for (const host of joins === null ? [] : members) {
    for (const { id } of after.hostedBy(host)) {
      if (before.element(id) === undefined) add(id);
    }
  }
  const params = { ...group.params, members: [[...new Set([...members, ...added])]] };
  const event = modified(group, { ...group, params });
  return { ...along, events: event === null ? [] : [event] };
}
