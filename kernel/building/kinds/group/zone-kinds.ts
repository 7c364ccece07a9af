/** @module zone kinds: what a group of rooms can be. */

/** What a group of rooms can be. */
export const ZONE_KINDS = ['zone', 'department', 'fire_compartment', 'apartment'] as const;
export type ZoneKind = (typeof ZONE_KINDS)[number];

/** Whether a value is the name of such a kind. */
export function isZoneKind(value: unknown): value is ZoneKind {
  return ZONE_KINDS.some((one) => one === value);
}
