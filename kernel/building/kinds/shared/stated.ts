/**
 * @module stated: fire rating, load bearing and exterior of any element. Each has one home: the parameter where the kind
 * has one, else the property of its standard set, of the element or of its type.
 */
import type { ElementRecord } from '../../schemas/events.ts';
import type { PropertyValue, PropertyView } from './properties.ts';
import { propertyIn } from './properties.ts';

/** What is asked of elements of several kinds, with the property that says it in standard sets. */
const PROPERTIES = {
  fire_rating_min: 'FireRating',
  load_bearing: 'LoadBearing',
  is_external: 'IsExternal',
} as const;
export type Stated = keyof typeof PROPERTIES;

const ALL: readonly Stated[] = ['fire_rating_min', 'load_bearing', 'is_external'];
const CLOSING: readonly Stated[] = ['fire_rating_min', 'is_external'];

type Set = { readonly set: string; readonly has: readonly Stated[] };

/** Standard sets by kind. */
const SETS: Readonly<Record<string, Set>> = {
  wall: { set: 'Pset_WallCommon', has: ALL },
  floor: { set: 'Pset_SlabCommon', has: ALL },
  roof: { set: 'Pset_RoofCommon', has: ALL },
  column: { set: 'Pset_ColumnCommon', has: ALL },
  beam: { set: 'Pset_BeamCommon', has: ALL },
  stair: { set: 'Pset_StairCommon', has: ALL },
  ramp: { set: 'Pset_RampCommon', has: ALL },
  door: { set: 'Pset_DoorCommon', has: CLOSING },
  window: { set: 'Pset_WindowCommon', has: CLOSING },
  railing: { set: 'Pset_RailingCommon', has: ['is_external'] },
  solid: { set: 'Pset_BuildingElementProxyCommon', has: ALL },
};

export function isStated(name: string): name is Stated {
  return Object.hasOwn(PROPERTIES, name);
}

/** What elements of a kind can state. */
export function statedBy(kind: string): readonly Stated[] {
  return SETS[kind]?.has ?? [];
}

/** The property that states it of a kind, as `SET.NAME`; null where elements of the kind do not state it. */
export function statingProperty(kind: string, name: Stated): string | null {
  const found = SETS[kind];
  return found?.has.includes(name) === true ? `${found.set}.${PROPERTIES[name]}` : null;
}

/** The entity whose set an element of the kind states things in; null where it states nothing. */
export function statingEntity(kind: string): string | null {
  return SETS[kind]?.set.replace(/^Pset_(.+)Common$/u, 'Ifc$1') ?? null;
}

/** Minutes of fire resistance; null where none are stated, or what is stated is not read as minutes. */
export function fireRatingOf(element: ElementRecord, view: PropertyView): number | null {
  const { fire_rating_min } = element.params;
  if (typeof fire_rating_min === 'number') return fire_rating_min;
  const said = fireRatingText(element, view);
  return said === null ? null : minutesIn(said);
}

/** The fire rating as its property says it; null where no property does. */
export function fireRatingText(element: ElementRecord, view: PropertyView): string | null {
  const said = statedProperty(element, 'fire_rating_min', view);
  return said === null ? null : String(said);
}

/** Whether it bears loads; null where nobody says so. */
export function bearsLoad(element: ElementRecord, view: PropertyView): boolean | null {
  const { load_bearing } = element.params;
  return typeof load_bearing === 'boolean' ? load_bearing : flag(element, 'load_bearing', view);
}

/** What an element states. */
export function statedIn(
  element: ElementRecord,
  name: Stated,
  view: PropertyView,
): number | boolean | null {
  if (name === 'fire_rating_min') return fireRatingOf(element, view);
  return name === 'load_bearing' ? bearsLoad(element, view) : flag(element, name, view);
}

function flag(element: ElementRecord, name: Stated, view: PropertyView): boolean | null {
  const said = statedProperty(element, name, view);
  return typeof said === 'boolean' ? said : null;
}

function statedProperty(
  element: ElementRecord,
  name: Stated,
  view: PropertyView,
): PropertyValue | null {
  const property = statingProperty(element.kind, name);
  return property === null ? null : propertyIn(element, property, view);
}

/**
 * Classes of resistance: `R`, `REI`, `EI2`, `F`, `FD` … before the minutes, smoke and durability after them. No text is
 * read in two ways, or reading takes time that doubles with each letter.
 */
const MINUTES =
  /^(?:(?:R?E?W?I?|EI[12]|[FTGLWK]|F[DR]|FRR?)[ -]?)?(\d{1,3}) ?(?:min|mins|minutes|')?(?:[ -]?(?:[ABM]|C\d?|S(?:[1-9]\d*)?))*$/iu;
const HOURS = /^(\d(?:[.,]\d{1,2})?)[ -]?(?:h|hrs?|hours?)$/iu;
/** Structural adequacy, integrity and insulation. */
const LEVELS = /^(?:\d{1,3}|-)(?:\/(?:\d{1,3}|-)){2}$/u;
/** A number below this without a unit may be hours, or the number of a class. */
const LEAST_BARE = 10;

/**
 * Minutes in a fire rating as people write it: `30 min`, `REI 60`, `EI2 30-C5`, `F90-A`, `2 h`, `90/60/60` (the least
 * counts). Null for anything else, and for a small number without a unit.
 */
export function minutesIn(label: string): number | null {
  const text = label.trim();
  const hours = HOURS.exec(text)?.[1];
  if (hours !== undefined) return Math.round(Number(hours.replace(',', '.')) * 60);
  if (LEVELS.test(text)) {
    const numbers = text.split('/').flatMap((one) => (one === '-' ? [] : [Number(one)]));
    return numbers.length === 0 ? null : Math.min(...numbers);
  }
  const minutes = MINUTES.exec(text)?.[1];
  if (minutes === undefined) return null;
  const count = Number(minutes);
  return count > 0 && count < LEAST_BARE && !/min|'/iu.test(text) ? null : count;
}
