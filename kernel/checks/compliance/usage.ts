/** @module usage: the use of a room and what standards assume for it, from the room's `usage`. */
import type { ElementOf } from '../../building/kinds/elements.ts';

/** The assumptions of standards for a use. */
export type Use = {
  /** Occupancy group of IBC chapter 3; null for a use without one. */
  readonly group: 'A' | 'B' | 'E' | 'F' | 'M' | 'R-2' | 'S' | null;
  /** Floor area per occupant of IBC Table 1004.5, m²; null if the use adds no occupants. */
  readonly area_m2: number | null;
  /** Whether the room is for living, sleeping, cooking or eating. */
  readonly habitable?: true;
  readonly sleeping?: true;
  readonly cooking?: true;
  /** Whether the room gives access to other rooms. */
  readonly corridor?: true;
  readonly sanitary?: true;
  /** Whether people enter the room for maintenance only. */
  readonly unoccupied?: true;
};

const DWELLING: Use = { group: 'R-2', area_m2: 18.58, habitable: true };
const BUSINESS: Use = { group: 'B', area_m2: 13.94 };
const TABLES: Use = { group: 'A', area_m2: 1.394 };
const CHAIRS: Use = { group: 'A', area_m2: 0.65 };
const STANDING: Use = { group: 'A', area_m2: 0.465 };
const SHOP: Use = { group: 'M', area_m2: 5.57 };
const STORE: Use = { group: 'S', area_m2: 27.87 };
const PLANT: Use = { ...STORE, unoccupied: true };
const PASSAGE: Use = { group: null, area_m2: null, corridor: true };
const WASHING: Use = { group: null, area_m2: null, sanitary: true };
const ANCILLARY: Use = { group: null, area_m2: null };

/** Uses by the value of `usage` in lower case. */
const USES: Readonly<Record<string, Use>> = {
  office: BUSINESS,
  business: BUSINESS,
  reception: BUSINESS,
  study: { ...BUSINESS, habitable: true },
  meeting: TABLES,
  conference: TABLES,
  restaurant: TABLES,
  canteen: TABLES,
  assembly: TABLES,
  auditorium: CHAIRS,
  lecture: CHAIRS,
  waiting: STANDING,
  standing: STANDING,
  classroom: { group: 'E', area_m2: 1.858 },
  workshop: { group: 'F', area_m2: 4.65 },
  laboratory: { group: 'B', area_m2: 4.65 },
  library: { group: 'A', area_m2: 4.65 },
  exercise: { group: 'A', area_m2: 4.65 },
  gym: { group: 'A', area_m2: 4.65 },
  shop: SHOP,
  retail: SHOP,
  sales: SHOP,
  storage: STORE,
  store: STORE,
  plant: PLANT,
  mechanical: PLANT,
  technical: PLANT,
  parking: { group: 'S', area_m2: 18.58 },
  garage: { group: 'S', area_m2: 18.58 },
  'commercial kitchen': { group: 'A', area_m2: 18.58 },
  kitchen: { ...DWELLING, cooking: true },
  living: DWELLING,
  dining: DWELLING,
  residential: DWELLING,
  dwelling: DWELLING,
  apartment: DWELLING,
  bedroom: { ...DWELLING, sleeping: true },
  sleeping: { ...DWELLING, sleeping: true },
  corridor: PASSAGE,
  circulation: PASSAGE,
  hall: PASSAGE,
  hallway: PASSAGE,
  lobby: PASSAGE,
  stair: PASSAGE,
  toilet: WASHING,
  wc: WASHING,
  bathroom: WASHING,
  shower: WASHING,
  utility: ANCILLARY,
  closet: ANCILLARY,
  shaft: { ...ANCILLARY, unoccupied: true },
  balcony: ANCILLARY,
  terrace: ANCILLARY,
};

/** The use of a room; null if its usage is missing or unknown. */
export function useOf({ params: { usage } }: ElementOf<'room'>): Use | null {
  if (usage === null) return null;
  const word = usage.trim().toLowerCase();
  return Object.hasOwn(USES, word) ? (USES[word] ?? null) : null;
}

/** Why the use of a room is unknown, and what to do about it. */
export function unknownUse({ params: { usage } }: ElementOf<'room'>): string {
  return usage === null
    ? 'the room has no usage: set one, such as `office` or `corridor`'
    : `usage \`${usage}\` is unknown: use one such as \`office\`, \`bedroom\` or \`corridor\``;
}
