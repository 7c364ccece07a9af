/** @module usage: the use of a room and what standards assume for it, from the room's `usage`. */
import type { ElementOf } from '../../building/kinds/elements.ts';
import { type Quantity, squareFeet } from './outcome.ts';

/** The assumptions of standards for a use. */
export type Use = {
  /** Occupancy group of IBC chapter 3; null for a use without one. */
  readonly group: 'A' | 'B' | 'E' | 'F' | 'M' | 'R-2' | 'S' | null;
  /** Floor area per occupant of IBC Table 1004.5; null if the use adds no occupants. */
  readonly area_each: Quantity<'m²'> | null;
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

const DWELLING: Use = { group: 'R-2', area_each: squareFeet(200), habitable: true };
const BUSINESS: Use = { group: 'B', area_each: squareFeet(150) };
const TABLES: Use = { group: 'A', area_each: squareFeet(15) };
const CHAIRS: Use = { group: 'A', area_each: squareFeet(7) };
const STANDING: Use = { group: 'A', area_each: squareFeet(5) };
const SHOP: Use = { group: 'M', area_each: squareFeet(60) };
const STORE: Use = { group: 'S', area_each: squareFeet(300) };
const PLANT: Use = { ...STORE, unoccupied: true };
const PASSAGE: Use = { group: null, area_each: null, corridor: true };
const WASHING: Use = { group: null, area_each: null, sanitary: true };
const ANCILLARY: Use = { group: null, area_each: null };

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
  classroom: { group: 'E', area_each: squareFeet(20) },
  workshop: { group: 'F', area_each: squareFeet(50) },
  laboratory: { group: 'B', area_each: squareFeet(50) },
  library: { group: 'A', area_each: squareFeet(50) },
  exercise: { group: 'A', area_each: squareFeet(50) },
  gym: { group: 'A', area_each: squareFeet(50) },
  shop: SHOP,
  retail: SHOP,
  sales: SHOP,
  storage: STORE,
  store: STORE,
  plant: PLANT,
  mechanical: PLANT,
  technical: PLANT,
  parking: { group: 'S', area_each: squareFeet(200) },
  garage: { group: 'S', area_each: squareFeet(200) },
  'commercial kitchen': { group: 'A', area_each: squareFeet(200) },
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
