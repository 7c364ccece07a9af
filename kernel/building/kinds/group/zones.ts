/** @module zones: groups of rooms that are a zone, a department, a fire compartment or an apartment. */
import type { Group } from './group.ts';
import { membershipsOf } from './membership.ts';
import type { ZoneKind } from './zone-kinds.ts';

/** The kind of zone that a group is, in words such as `fire compartment`; null for other groups. */
export function zoneTitle({ params: { zone_kind } }: Group): string | null {
  return typeof zone_kind === 'string' ? zone_kind.replaceAll('_', ' ') : null;
}

/** The part of a view that finding zones needs. */
type ZoneView = { elementsOf(kind: 'group'): Iterable<Group> };

/** The names of the zones of one kind to which an element belongs, separated by commas; null without one in the view. */
export function zoneNamesOf(id: string, kind: ZoneKind, view: ZoneView): string | null {
  const names = membershipsOf(id, view).flatMap(({ group: { params } }) =>
    params.zone_kind === kind ? [params.name] : [],
  );
  return names.length === 0 ? null : names.join(', ');
}
