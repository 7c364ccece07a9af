/** @module group fields: the group and placement to which an element belongs. */
import { groupsOf, memberOf, placementOf } from '../../building/kinds/group/membership.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';

/** Empty for elements outside all visible groups. */
export const GROUP_FIELDS: readonly Field[] = [
  fieldOf('group', {
    type: 'text',
    read: ({ id }, view) => memberOf(id, groupsOf(view))?.group.params.name ?? null,
  }),
  fieldOf('placement', { type: 'text', read: ({ id }, view) => placementOf(id, view) }),
];
