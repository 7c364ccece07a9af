/**
 * @module stated: fire rating, load bearing and exterior of any element. Each is stored in one place: the parameter if
 * the kind has one, else the property of its standard set, of the element or of its type.
 */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { KINDS } from '../elements.ts';
import { type Stated, type StatedSet, STATED_PROPERTIES } from '../facets/stated-properties.ts';
import { type PropertyValue, type PropertyView, propertyIn } from './properties.ts';

export function isStated(name: string): name is Stated {
  return Object.hasOwn(STATED_PROPERTIES, name);
}

function setOf(kind: string): StatedSet | undefined {
  const stated = KINDS.find(kind)?.stated;
  return stated === 'none' ? undefined : stated;
}

/** What elements of a kind can state. */
export function statedBy(kind: string): readonly Stated[] {
  return setOf(kind)?.has ?? [];
}

/** The property that states it for a kind, as `SET.NAME`; null if the kind does not state it. */
export function statingProperty(kind: string, name: Stated): string | null {
  const found = setOf(kind);
  return found?.has.includes(name) === true ? `${found.set}.${STATED_PROPERTIES[name]}` : null;
}

/** The entity of the set of a kind; null if the kind states nothing. */
export function statingEntity(kind: string): string | null {
  return setOf(kind)?.set.replace(/^Pset_(.+)Common$/u, 'Ifc$1') ?? null;
}

/** Minutes of fire resistance; null if no rating is stated, or the text is not a duration. */
export function fireRatingOf(element: ElementRecord, view: PropertyView): number | null {
  const { fire_rating_min } = element.params;
  if (typeof fire_rating_min === 'number') return fire_rating_min;
  const value = fireRatingText(element, view);
  return value === null ? null : minutesIn(value);
}

/** The text of the property of the fire rating; null without one. */
export function fireRatingText(element: ElementRecord, view: PropertyView): string | null {
  const value = statedProperty(element, 'fire_rating_min', view);
  return value === null ? null : String(value);
}

/** Whether it bears loads; null if that is not stated. */
export function bearsLoad(element: ElementRecord, view: PropertyView): boolean | null {
  const { load_bearing } = element.params;
  return typeof load_bearing === 'boolean' ? load_bearing : flag(element, 'load_bearing', view);
}

/** The stated value of an element. */
export function statedIn(
  element: ElementRecord,
  name: Stated,
  view: PropertyView,
): number | boolean | null {
  if (name === 'fire_rating_min') return fireRatingOf(element, view);
  return name === 'load_bearing' ? bearsLoad(element, view) : flag(element, name, view);
}

function flag(element: ElementRecord, name: Stated, view: PropertyView): boolean | null {
  const value = statedProperty(element, name, view);
  return typeof value === 'boolean' ? value : null;
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
 * Classes of resistance: `R`, `REI`, `EI2`, `F`, `FD` … before the minutes, smoke and durability after them. The pattern is
 * unambiguous: an ambiguous one would take exponential time.
 */
const MINUTES =
  /^(?:(?:R?E?W?I?|EI[12]|[FTGLWK]|F[DR]|FRR?)[ -]?)?(\d{1,3}) ?(?:min|mins|minutes|')?(?:[ -]?(?:[ABM]|C\d?|S(?:[1-9]\d*)?))*$/iu;
const HOURS = /^(\d(?:[.,]\d{1,2})?)[ -]?(?:h|hrs?|hours?)$/iu;
/** Structural adequacy, integrity and insulation. */
const LEVELS = /^(?:\d{1,3}|-)(?:\/(?:\d{1,3}|-)){2}$/u;
/** A number below this without a unit may be hours, or the number of a class. */
const MIN_BARE_MINUTES = 10;

/**
 * Minutes in a fire rating as people write it: `30 min`, `REI 60`, `EI2 30-C5`, `F90-A`, `2 h`, `90/60/60` (the lowest
 * applies). Null for anything else, and for a small number without a unit.
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
  return count > 0 && count < MIN_BARE_MINUTES && !/min|'/iu.test(text) ? null : count;
}
