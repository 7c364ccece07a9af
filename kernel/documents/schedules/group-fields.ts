/** @module group fields: the groups, zones and the placement to which an element belongs. */
import { groupNamesOf, placementOf } from '../../building/kinds/group/membership.ts';
import { ZONE_KINDS } from '../../building/kinds/group/zone-kinds.ts';
import { zoneNamesOf } from '../../building/kinds/group/zones.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';

/** Empty for elements outside all visible groups. */
export const GROUP_FIELDS: readonly Field[] = [
  fieldOf('group', {
    type: 'text',
    read: ({ id }, view) => groupNamesOf(id, view),
  }),
  fieldOf('placement', { type: 'text', read: ({ id }, view) => placementOf(id, view) }),
  ...ZONE_KINDS.map((kind) =>
    fieldOf(kind, { type: 'text', read: ({ id }, view) => zoneNamesOf(id, kind, view) }),
  ),
];
