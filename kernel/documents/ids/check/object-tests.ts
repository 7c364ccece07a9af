/** @module object-tests: tests of entities, wholes, classifications and materials. */
import { alternatives, quoted } from '../finding.ts';
import type { IdsEntity } from '../ids-model.ts';
import type {
  ClassificationFacet,
  Constraint,
  EntityFacet,
  MaterialFacet,
  PartOfFacet,
} from '../ids.ts';
import { matcherOf } from './matcher.ts';
import type { FacetTest, Unmet } from './unmet.ts';

type EntityMatch = {
  readonly isEntity: (one: IdsEntity) => boolean;
  readonly isType: (one: IdsEntity) => boolean;
};

function entityMatch(name: Constraint, predefinedType: Constraint | null): EntityMatch {
  const names = matcherOf(name);
  const types = predefinedType === null ? null : matcherOf(predefinedType);
  return {
    isEntity: ({ entity, alias }) =>
      names.acceptsText(entity) || (alias !== null && names.acceptsText(alias)),
    isType: (one) =>
      types === null || one.predefinedTypes().some((type) => types.acceptsText(type)),
  };
}

function entityWords({ entity, alias }: IdsEntity): string {
  return alias === null ? quoted(entity) : `${quoted(entity)} (${quoted(alias)} by its type)`;
}

function typeWords(one: IdsEntity): string {
  const types = one.predefinedTypes();
  return types.length === 0 ? 'no predefined type' : `the predefined type ${alternatives(types)}`;
}

/** Entity and predefined type of the object itself. */
export function entityTest({ name, predefinedType }: EntityFacet): FacetTest {
  const { isEntity, isType } = entityMatch(name, predefinedType);
  return (subject) => {
    if (!isEntity(subject)) {
      return {
        cause: 'wrong-entity',
        found: () => `the entity ${entityWords(subject)}`,
        isAbsent: false,
      };
    }
    if (isType(subject)) return null;
    return { cause: 'wrong-predefined-type', found: () => typeWords(subject), isAbsent: false };
  };
}

/** Most wholes that a text names. */
const MAX_WHOLES = 5;

/** An object of which this one is part. */
export function partOfTest({ relation, name, predefinedType }: PartOfFacet): FacetTest {
  const { isEntity, isType } = entityMatch(name, predefinedType);
  return (subject) => {
    const wholes = subject.wholes(relation);
    if (wholes.some((whole) => isEntity(whole) && isType(whole))) return null;
    const first = wholes.find(isEntity);
    const found = (): string =>
      wholes.length === 0
        ? 'no whole by that relation'
        : first === undefined
          ? `only parts of ${alternatives([...new Set(wholes.map(({ entity }) => entity))].slice(0, MAX_WHOLES))}`
          : `a whole ${quoted(first.entity)} with ${typeWords(first)}`;
    return { cause: 'whole-missing', found, isAbsent: wholes.length === 0 };
  };
}

/** A reference in a system of classification. */
export function classificationTest({ system, value }: ClassificationFacet): FacetTest {
  const systems = matcherOf(system);
  const codes = value === null ? null : matcherOf(value);
  return (subject) => {
    const all = subject.classifications();
    const inSystem = all.filter((one) => one.system !== null && systems.acceptsText(one.system));
    if (inSystem.length === 0) {
      const names = [...new Set(all.flatMap((one) => one.system ?? []))];
      const found = (): string =>
        names.length === 0 ? 'no classification' : `classifications only in ${alternatives(names)}`;
      // A system without name could be the one that is asked for.
      const isAbsent = all.every((one) => one.system !== null && one.system !== '');
      return { cause: 'classification-missing', found, isAbsent };
    }
    const isMet =
      codes === null || inSystem.some((one) => one.codes.some((code) => codes.acceptsText(code)));
    if (isMet) return null;
    const stated = inSystem.flatMap((one) => one.codes.slice(0, 1));
    const found = (): string =>
      stated.length === 0 ? 'no code' : `the code ${alternatives(stated)}`;
    return { cause: 'classification-code', found, isAbsent: false };
  };
}

/** A material, or one with a name or category. */
export function materialTest({ value }: MaterialFacet): FacetTest {
  const values = value === null ? null : matcherOf(value);
  const missing: Unmet = { cause: 'material-missing', found: () => 'no material', isAbsent: true };
  return (subject) => {
    const names = subject.materials();
    if (names === null) return missing;
    if (values === null || names.some((name) => values.acceptsText(name))) return null;
    const found = (): string =>
      names.length === 0 ? 'a material without name and category' : alternatives(names);
    return { cause: 'material-value', found, isAbsent: false };
  };
}
