/** @module furniture types: what can be placed, with the usual size and the floor that its use needs. */

/** Floor that must stay free: in front over the whole width, and along both sides; mm. */
export type ClearFloor = { readonly front: number; readonly sides: number };

/** The usual size of a type, mm, and its clear floor. */
type FurnitureSize = {
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly clear: ClearFloor;
};

function sized(
  [width, depth, height]: readonly [width: number, depth: number, height: number],
  clear: Partial<ClearFloor> = {},
): FurnitureSize {
  return { width, depth, height, clear: { front: 0, sides: 0, ...clear } };
}

/**
 * Usual sizes in mm. Clear floor: 600 mm in front of a water closet and a washbasin, 750 mm for stepping out of a bath or
 * shower, 900 mm to stand at a kitchen unit with its door open and before an open wardrobe.
 */
const SIZES = {
  chair: sized([450, 500, 850]),
  armchair: sized([800, 850, 850]),
  sofa: sized([2000, 900, 850]),
  table: sized([1600, 800, 740]),
  desk: sized([1600, 800, 740]),
  bed: sized([1600, 2050, 500]),
  wardrobe: sized([1500, 600, 2000], { front: 900 }),
  shelf: sized([1000, 350, 2000]),
  wc: sized([380, 680, 800], { front: 600 }),
  washbasin: sized([600, 500, 850], { front: 600 }),
  bathtub: sized([1700, 750, 560], { front: 750 }),
  shower: sized([900, 900, 20], { front: 750 }),
  kitchen_unit: sized([600, 600, 900], { front: 900 }),
  sink: sized([800, 600, 900], { front: 900 }),
  cooker: sized([600, 600, 900], { front: 900 }),
  fridge: sized([600, 650, 1850], { front: 900 }),
} as const satisfies Record<string, FurnitureSize>;

export type FurnitureType = keyof typeof SIZES;

/** Every type, in the order in which it is listed. */
export const FURNITURE_TYPES = [
  'chair',
  'armchair',
  'sofa',
  'table',
  'desk',
  'bed',
  'wardrobe',
  'shelf',
  'wc',
  'washbasin',
  'bathtub',
  'shower',
  'kitchen_unit',
  'sink',
  'cooker',
  'fridge',
] as const satisfies readonly FurnitureType[];

/** Sanitary units: they are sanitary terminals in IFC, and accessibility rules require free floor in front of them. */
const SANITARY: ReadonlySet<string> = new Set(['wc', 'washbasin', 'bathtub', 'shower', 'sink']);

export function isSanitary(type: FurnitureType): boolean {
  return SANITARY.has(type);
}

/** The usual size of a type, mm. */
export function usualSize(type: FurnitureType): FurnitureSize {
  return SIZES[type];
}

/** From this width on, two people sleep in a bed and each needs access to it, mm. */
export const DOUBLE_BED_MM = 1200;
const BED_SIDES_MM = 500;

/** The floor that must stay free so that furniture of this type and width can be used, mm. */
export function clearFloorOf(type: FurnitureType, width: number): ClearFloor {
  const { clear } = usualSize(type);
  return type === 'bed' && width >= DOUBLE_BED_MM ? { ...clear, sides: BED_SIDES_MM } : clear;
}
