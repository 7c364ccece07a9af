/** @module placement-set: how the placements of groups are named in files that Plumbline writes. */

/** `ObjectType` of a group that is placed, and of each of its placements. */
export const GROUP_TYPES = { group: 'group', placement: 'placement' } as const;

/** The property set of a placement: its number, its motion (lengths in units of the file, degrees), and its mirroring. */
export const PLACEMENT_SET = {
  name: 'Plumbline_Placement',
  number: 'Number',
  x: 'X',
  y: 'Y',
  turn: 'Turn',
  mirrored: 'Mirrored',
} as const;
