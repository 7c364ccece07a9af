/** @module group fields: to which placement of which group an element belongs. */
import { groupsOf, memberOf, placementOf } from '../kinds/membership.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';

/** Empty for what is in no group that the view shows. */
export const GROUP_FIELDS: readonly Field[] = [
  fieldOf('group', {
    type: 'text',
    read: ({ id }, view) => memberOf(id, groupsOf(view))?.group.params.name ?? null,
  }),
  fieldOf('placement', { type: 'text', read: ({ id }, view) => placementOf(id, view) }),
];
