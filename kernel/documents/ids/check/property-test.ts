/** @module property-test: tests of properties and quantities. */
import { alternatives, quoted } from '../finding.ts';
import type { IdsProperty, IdsSet, IdsSubject, TypedValue } from '../ids-model.ts';
import type { PropertyFacet } from '../ids.ts';
import { worked } from '../work.ts';
import { valueText } from './describe.ts';
import { type Matcher, matcherOf } from './matcher.ts';
import { type FacetTest, prohibited, type Unmet } from './unmet.ts';

type Wanted = {
  readonly sets: Matcher;
  readonly names: Matcher;
  readonly values: Matcher | null;
  readonly dataType: string | null;
};

/**
 * A property with a value in a set. Every set whose name is accepted must have at least one property whose name is accepted,
 * and each of these must have the data type and an accepted value.
 */
export function propertyTest(facet: PropertyFacet): FacetTest {
  const wanted = wantedBy(facet);
  return (subject) => {
    let isAnySet = false;
    let isAnyProperty = false;
    let missing: Unmet | null = null;
    const sets = subject.sets();
    worked(sets.length);
    for (const set of sets) {
      if (!isAccepted(wanted.sets, set.name)) continue;
      isAnySet = true;
      let isIn = false;
      const properties = set.properties();
      worked(properties.length);
      for (const property of properties) {
        if (!isAccepted(wanted.names, property.name) || property.values.length === 0) continue;
        isIn = true;
        const wrong = wrongIn(property, wanted, set);
        if (wrong !== null) return wrong;
      }
      if (isIn) isAnyProperty = true;
      else missing ??= propertyMissing(set, wanted);
    }
    if (!isAnySet) return setMissing(subject);
    if (missing === null) return null;
    return isAnyProperty ? { ...missing, isAbsent: false } : missing;
  };
}

function wantedBy(facet: PropertyFacet): Wanted {
  return {
    sets: matcherOf(facet.propertySet),
    names: matcherOf(facet.baseName),
    values: facet.value === null ? null : matcherOf(facet.value),
    dataType: facet.dataType,
  };
}

/** No property with an accepted name, or none that also has the data type and an accepted value if those are stated. */
export function prohibitedProperty(facet: PropertyFacet): FacetTest {
  const wanted = wantedBy(facet);
  const isAny = wanted.values === null && wanted.dataType === null;
  return (subject) => {
    const sets = subject.sets();
    worked(sets.length);
    for (const set of sets) {
      if (!isAccepted(wanted.sets, set.name)) continue;
      const properties = set.properties();
      worked(properties.length);
      for (const property of properties) {
        if (!isAccepted(wanted.names, property.name)) continue;
        const isFound =
          isAny || (property.values.length > 0 && wrongIn(property, wanted, set) === null);
        if (isFound) {
          return prohibited(() => `${quoted(property.name)} in the set ${quoted(set.name)}`);
        }
      }
    }
    return null;
  };
}

function isAccepted(matcher: Matcher, text: string): boolean {
  return matcher.exact === null ? matcher.acceptsText(text) : matcher.exact === text;
}

/** Most names that a text shows. */
const MAX_NAMES = 5;

function setMissing(subject: IdsSubject): Unmet {
  const found = (): string => {
    const names = [...new Set(subject.sets().map(({ name }) => name))];
    return names.length === 0
      ? 'no sets'
      : `only the sets ${alternatives(names.slice(0, MAX_NAMES))}`;
  };
  return { cause: 'set-missing', found, isAbsent: true };
}

function propertyMissing(set: IdsSet, { names }: Wanted): Unmet {
  const isEmpty = set.properties().some(({ name }) => isAccepted(names, name));
  const what = isEmpty ? 'no value' : 'no such property';
  const found = (): string => `${what} in the set ${quoted(set.name)}`;
  return { cause: isEmpty ? 'property-empty' : 'property-missing', found, isAbsent: true };
}

/** What is wrong with a property that has values; null if nothing is. Most have one value, which is accepted. */
function wrongIn(property: IdsProperty, wanted: Wanted, set: IdsSet): Unmet | null {
  const { values, dataType } = wanted;
  const [only, second] = property.values;
  const isMet =
    only !== undefined &&
    second === undefined &&
    property.bounds === null &&
    property.form !== 'reference' &&
    property.form !== 'complex' &&
    (dataType === null || only.dataType === dataType) &&
    only.value.kind !== 'empty' &&
    only.value.kind !== 'unknown' &&
    (values === null || values.accepts(only.value));
  return isMet ? null : wrongInAny(property, wanted, set);
}

function wrongInAny(
  property: IdsProperty,
  { values, dataType }: Wanted,
  set: IdsSet,
): Unmet | null {
  const { form } = property;
  const where = (): string => `${quoted(property.name)} in the set ${quoted(set.name)}`;
  if (form === 'reference' || form === 'complex') {
    const found = (): string => `${where()} is a ${form} property, which IDS cannot check`;
    return { cause: 'property-form', found, isAbsent: false };
  }
  const typed =
    dataType === null
      ? property.values
      : property.values.filter((one) => one.dataType === dataType);
  const [first] = typed;
  if (first === undefined) {
    const types = new Set(property.values.map((one) => one.dataType));
    const found = (): string => `${where()} has the type ${alternatives([...types])}`;
    return { cause: 'property-type', found, isAbsent: false };
  }
  const stated = typed.filter(({ value }) => value.kind !== 'empty' && value.kind !== 'unknown');
  if (stated.length === 0) {
    const found = (): string => `${valueText(first.value)} as ${where()}`;
    return { cause: 'property-empty', found, isAbsent: false };
  }
  if (values === null || isValueAccepted(property, stated, values)) return null;
  const found = (): string => {
    const shown = stated.slice(0, MAX_NAMES).map(({ value }) => valueText(value));
    return `${shown.join(', ')} as ${where()}`;
  };
  return { cause: 'property-value', found, isAbsent: false };
}

function isValueAccepted(
  property: IdsProperty,
  stated: readonly TypedValue[],
  values: Matcher,
): boolean {
  if (property.bounds !== null) return areBoundsAccepted(property.bounds, stated, values);
  const isRange = values.bounds.lower || values.bounds.upper;
  // Of several values one must be equal, but all must be in a range.
  return isRange
    ? stated.every(({ value }) => values.accepts(value))
    : stated.some(({ value }) => values.accepts(value));
}

/**
 * A range must contain the bounds, so that it needs the bound of each side that it limits. A single value must be one of the
 * stated ones; without a set point it may also be between the bounds.
 */
function areBoundsAccepted(
  { lower, upper, setPoint }: NonNullable<IdsProperty['bounds']>,
  stated: readonly TypedValue[],
  values: Matcher,
): boolean {
  const { bounds } = values;
  if (bounds.lower || bounds.upper) {
    if ((bounds.lower && lower === null) || (bounds.upper && upper === null)) return false;
    return stated.every(({ value }) => values.accepts(value));
  }
  if (stated.some(({ value }) => values.accepts(value))) return true;
  if (setPoint !== null || lower === null || upper === null) return false;
  const listed = values.listed ?? [];
  worked(listed.length);
  return listed.some((text) => isBetween(Number(text), lower, upper));
}

function isBetween(number: number, lower: TypedValue, upper: TypedValue): boolean {
  const [low, high] = [lower.value, upper.value];
  const isNumeric =
    (low.kind === 'real' || low.kind === 'integer') &&
    (high.kind === 'real' || high.kind === 'integer');
  return isNumeric && number >= low.value && number <= high.value;
}
