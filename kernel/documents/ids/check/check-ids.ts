/** @module check-ids: checks a model against an IDS: which objects each specification applies to, and which of them fail. */
import type { IdsLabel, IdsModel, IdsSubject } from '../ids-model.ts';
import type { EntityFacet, Facet, Ids, Specification } from '../ids.ts';
import { worked } from '../work.ts';
import { requirementText } from './describe.ts';
import { cardinalTest, facetTest } from './facet-test.ts';
import { fixText } from './fixes.ts';
import { matcherOf } from './matcher.ts';
import { type Cause, type FacetTest, prohibited, type Unmet } from './unmet.ts';

/** An object that fails a requirement. */
export type IdsFailure = IdsLabel & {
  /** Upper case. */
  readonly entity: string;
  /** What was found, in plain words; texts of the model in backticks. */
  readonly found: string;
};

/** Failures with the same requirement and cause. */
export type FailureGroup = {
  /** Position of the requirement in the specification, from 0; null if the specification itself fails. */
  readonly requirement: number | null;
  readonly facet: Facet['facet'] | 'specification';
  readonly cause: Cause;
  /** What the requirement expects, and how to meet it: plain words, texts of the IDS in backticks. */
  readonly expected: string;
  readonly fix: string;
  /** Number of failures, and the first of them in the order of the model. */
  readonly count: number;
  readonly failures: readonly IdsFailure[];
};

/** The result of one specification. */
export type SpecificationResult = {
  readonly name: string;
  readonly identifier: string | null;
  /** `not_applicable`: no object is applicable, and none is required. */
  readonly status: 'pass' | 'fail' | 'not_applicable';
  /** Numbers of objects; `applicable` = `passed` + `failed`. */
  readonly applicable: number;
  readonly passed: number;
  readonly failed: number;
  /** Whether the specification names the schema of the model. It is checked in any case. */
  readonly isForSchema: boolean;
  readonly groups: readonly FailureGroup[];
};

export type CheckOptions = {
  /** Most failures that a group shows; 100 if not given. All are counted. */
  readonly failuresPerGroup?: number;
};

const FAILURES_PER_GROUP = 100;
/** Most failures that all groups of a check show. */
const MAX_SHOWN = 50_000;
/** Steps of work for one specification of one object, and for one requirement of it. */
const [SPECIFICATION_STEPS, REQUIREMENT_STEPS] = [50, 50];

/** How many failures may still be shown. */
type Room = { readonly perGroup: number; left: number };

/** A specification as it is run. */
type Running = {
  readonly specification: Specification;
  readonly applicability: readonly FacetTest[];
  readonly requirements: readonly { readonly facet: Facet; readonly test: FacetTest }[];
  readonly groups: Map<string, Group>;
  applicable: number;
  failed: number;
};
type Group = Omit<FailureGroup, 'failures' | 'count'> & { count: number; failures: IdsFailure[] };

/**
 * Checks a model. Each object is visited once, and only if it can be applicable to a specification by its entity: takes
 * time in the number of those objects and specifications. Results are in the order of the specifications.
 */
export function checkIds(
  { specifications }: Ids,
  model: IdsModel,
  { failuresPerGroup = FAILURES_PER_GROUP }: CheckOptions = {},
): readonly SpecificationResult[] {
  const running = specifications.map(prepared);
  const room: Room = { perGroup: failuresPerGroup, left: MAX_SHOWN };
  const dispatch = new Dispatch(running, model.entities());
  for (const subject of model.subjectsOf(dispatch.entities)) {
    const applying = dispatch.of(subject);
    worked(SPECIFICATION_STEPS);
    for (const one of applying) {
      worked(SPECIFICATION_STEPS);
      runOne(one, subject, room);
    }
  }
  return running.map((one) => resultOf(one, model));
}

function prepared(specification: Specification): Running {
  const { applicability, requirements } = specification;
  worked(SPECIFICATION_STEPS * (applicability.length + requirements.length));
  return {
    specification,
    applicability: applicability.map(facetTest),
    requirements: requirements.map((facet) => ({ facet, test: cardinalTest(facet) })),
    groups: new Map(),
    applicable: 0,
    failed: 0,
  };
}

/** Which specifications can apply to an entity. */
class Dispatch {
  /** Entities of all specifications that the model has; null if one of them has no entity in its applicability. */
  readonly entities: ReadonlySet<string> | null;
  readonly #byEntity = new Map<string, readonly Running[]>();
  readonly #running: readonly Running[];
  readonly #facets: readonly (((entity: string) => boolean) | null)[];

  constructor(running: readonly Running[], known: ReadonlySet<string>) {
    this.#running = running;
    this.#facets = running.map(({ specification }) => {
      const facet = specification.applicability.find(
        (one): one is EntityFacet => one.facet === 'entity',
      );
      return facet === undefined ? null : matcherOf(facet.name).acceptsText;
    });
    this.entities = this.#facets.includes(null)
      ? null
      : new Set([...known].filter((name) => this.#isWanted(name)));
  }

  #isWanted(name: string): boolean {
    worked(this.#facets.length);
    return this.#facets.some((accepts) => accepts?.(name));
  }

  /** The specifications that can apply to an object; found once for each entity. */
  of({ entity, alias }: IdsSubject): readonly Running[] {
    const key = alias === null ? entity : `${entity} ${alias}`;
    const known = this.#byEntity.get(key);
    if (known !== undefined) return known;
    worked(this.#running.length);
    const found = this.#running.filter((_, index) => {
      const accepts = this.#facets[index];
      return accepts === null || accepts?.(entity) === true || (alias !== null && accepts?.(alias));
    });
    this.#byEntity.set(key, found);
    return found;
  }
}

function runOne(running: Running, subject: IdsSubject, room: Room): void {
  worked(REQUIREMENT_STEPS * running.applicability.length);
  for (const test of running.applicability) if (test(subject) !== null) return;
  running.applicable += 1;
  if (running.specification.cardinality === 'prohibited') {
    running.failed += 1;
    const found = (): string => `an object ${subject.entity} to which the specification applies`;
    addTo(
      running,
      { unmet: prohibited(found), index: null },
      {
        subject,
        room,
      },
    );
    return;
  }
  let isMet = true;
  for (const [index, { test }] of running.requirements.entries()) {
    worked(REQUIREMENT_STEPS);
    const unmet = test(subject);
    if (unmet === null) continue;
    isMet = false;
    addTo(running, { unmet, index }, { subject, room });
  }
  if (!isMet) running.failed += 1;
}

function addTo(
  running: Running,
  { unmet, index }: { readonly unmet: Unmet; readonly index: number | null },
  { subject, room }: { readonly subject: IdsSubject; readonly room: Room },
): void {
  const key = `${index ?? ''} ${unmet.cause}`;
  const group = running.groups.get(key) ?? newGroup(running, unmet.cause, index);
  running.groups.set(key, group);
  group.count += 1;
  if (group.failures.length >= room.perGroup || room.left === 0) return;
  room.left -= 1;
  group.failures.push({ ...subject.label(), entity: subject.entity, found: unmet.found() });
}

function newGroup(
  { specification, requirements }: Running,
  cause: Cause,
  index: number | null,
): Group {
  const facet = index === null ? undefined : requirements[index]?.facet;
  const texts =
    facet === undefined
      ? specificationTexts(specification)
      : { expected: requirementText(facet), fix: fixText(facet, cause) };
  return {
    requirement: index,
    facet: facet?.facet ?? 'specification',
    cause,
    ...texts,
    count: 0,
    failures: [],
  };
}

function specificationTexts({
  cardinality,
  applicability,
}: Specification): Pick<FailureGroup, 'expected' | 'fix'> {
  const which = applicability.map(requirementText).join(' and ');
  return cardinality === 'prohibited'
    ? {
        expected: `no object for which: ${which}`,
        fix: 'remove these objects, or change them so that the specification no longer applies to them',
      }
    : {
        expected: `at least one object for which: ${which}`,
        fix: 'add such an object, or correct the entity, the properties or the classification of an existing one',
      };
}

function resultOf(running: Running, { schema }: IdsModel): SpecificationResult {
  const { specification, applicable, failed } = running;
  const { name, identifier, cardinality, ifcVersion } = specification;
  const isMissing = applicable === 0 && cardinality === 'required';
  if (isMissing) {
    const group = newGroup(running, 'no-applicable-object', null);
    running.groups.set('', { ...group, count: 1 });
  }
  const status =
    failed > 0 || isMissing
      ? 'fail'
      : applicable === 0 && cardinality === 'optional'
        ? 'not_applicable'
        : 'pass';
  return {
    name,
    identifier,
    status,
    applicable,
    passed: applicable - failed,
    failed,
    isForSchema: ifcVersion.includes(schema),
    groups: [...running.groups.values()].toSorted(
      (a, b) => (a.requirement ?? -1) - (b.requirement ?? -1),
    ),
  };
}
