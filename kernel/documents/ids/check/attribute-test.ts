/** @module attribute-test: tests of attributes. */
import { alternatives, quoted } from '../finding.ts';
import type { IdsSubject, IdsValue } from '../ids-model.ts';
import type { AttributeFacet } from '../ids.ts';
import { valueText } from './describe.ts';
import { type Matcher, matcherOf } from './matcher.ts';
import { type FacetTest, prohibited, type Unmet } from './unmet.ts';

/**
 * An attribute that is given and not empty; of several attributes whose names are accepted at least one. Each of those must
 * have an accepted value.
 */
export function attributeTest({ name, value }: AttributeFacet): FacetTest {
  const names = matcherOf(name);
  const values = value === null ? null : matcherOf(value);
  return (subject) => {
    if (names.exact !== null) {
      const given = subject.attribute(names.exact);
      if (given !== null && isStated(given) && (values === null || values.accepts(given))) {
        return null;
      }
    }
    return unmet(subject, names, values);
  };
}

/** No attribute with an accepted name, or none with an accepted value if one is stated. */
export function prohibitedAttribute({ name, value }: AttributeFacet): FacetTest {
  const names = matcherOf(name);
  const values = value === null ? null : matcherOf(value);
  return (subject) => {
    for (const one of namesIn(subject, names)) {
      const given = subject.attribute(one);
      if (given === null || (values !== null && !values.accepts(given))) continue;
      return prohibited(() => `${valueText(given)} as ${quoted(one)}`);
    }
    return null;
  };
}

function namesIn(subject: IdsSubject, names: Matcher): readonly string[] {
  return names.exact === null
    ? subject.attributeNames().filter((one) => names.acceptsText(one))
    : [names.exact];
}

function isStated({ kind }: IdsValue): boolean {
  return kind !== 'empty' && kind !== 'unknown';
}

function unmet(subject: IdsSubject, names: Matcher, values: Matcher | null): Unmet | null {
  const wanted = namesIn(subject, names);
  const given: { readonly name: string; readonly value: IdsValue }[] = [];
  for (const name of wanted) {
    const value = subject.attribute(name);
    if (value !== null) given.push({ name, value });
  }
  const stated = given.filter(({ value }) => isStated(value));
  const [first] = given;
  if (first === undefined) {
    const found = (): string =>
      wanted.length === 0 ? 'no such attribute' : `no value of ${alternatives(wanted)}`;
    return { cause: 'attribute-missing', found, isAbsent: true };
  }
  if (stated.length === 0) {
    return { cause: 'attribute-empty', found: () => valueText(first.value), isAbsent: false };
  }
  const wrong = values === null ? undefined : stated.find(({ value }) => !values.accepts(value));
  if (wrong === undefined) return null;
  const found = (): string => `${valueText(wrong.value)} as ${quoted(wrong.name)}`;
  return { cause: 'attribute-value', found, isAbsent: false };
}
