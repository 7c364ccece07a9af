/** @module door leaves: the hinges of the leaves of a door, and the sides of the wall to which they open. */

/** A leaf. Its free end is at `closes` when it is shut; both are measured along the wall from the start of the void, mm. */
export type DoorLeaf = {
  readonly hinge: number;
  readonly closes: number;
  /** Sides of the wall to which it opens: 1 is the left of the wall, -1 the right. */
  readonly sides: readonly (1 | -1)[];
};

type Hung = {
  readonly door_type: string;
  readonly swing: string;
  /** Width of the void, mm. */
  readonly width: number;
};

/**
 * The leaves of a door; empty for a sliding door or a door without a swing. The hinges are at the start of the void,
 * with swing `right` at its end, and for a double door at both. Leaves open to the left of the wall, with swing `both`
 * to both sides.
 */
export function doorLeaves({ door_type, swing, width }: Hung): readonly DoorLeaf[] {
  if (door_type === 'sliding' || door_type === 'pocket' || swing === 'none') return [];
  const sides = swing === 'both' ? ([1, -1] as const) : ([1] as const);
  if (door_type === 'double') {
    return [
      { hinge: 0, closes: width / 2, sides },
      { hinge: width, closes: width / 2, sides },
    ];
  }
  return [
    swing === 'right' ? { hinge: width, closes: 0, sides } : { hinge: 0, closes: width, sides },
  ];
}
