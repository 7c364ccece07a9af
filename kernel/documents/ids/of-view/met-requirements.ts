/** @module met-requirements: the requirements that all objects of a model meet, as an IDS. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { IdsModel, IdsSubject } from '../ids-model.ts';
import {
  type Constraint,
  type Facet,
  type Ids,
  type IdsInfo,
  NOWHERE,
  type Specification,
} from '../ids.ts';

/** Maximum number of requirements of one specification. */
const MAX_REQUIREMENTS = 100;
/** Objects between two checkpoints. */
const STEP = 500;
/** Attributes that are required if all objects state them: those that people read. */
const ATTRIBUTES = ['Name', 'Description', 'ObjectType', 'LongName'] as const;
const REQUIRED = { cardinality: 'required', instructions: null, place: NOWHERE } as const;

/** What the objects of one entity have in common so far. */
type Shared = {
  readonly objects: number;
  /** Facets by a key, in the order of the first object. */
  readonly facets: ReadonlyMap<string, Facet>;
};

/**
 * One specification for each entity of the objects that `counts`: what all of them state, without its values. Properties
 * with their data type, attributes that people read, a material, and systems of classification. Entities are sorted.
 */
export function metRequirements(
  model: IdsModel,
  info: IdsInfo,
  counts: (subject: IdsSubject) => boolean,
): Ids {
  const byEntity = new Map<string, Shared>();
  let done = 0;
  for (const subject of model.subjectsOf(null)) {
    if (done % STEP === 0) checkpoint({ done, total: 0, doing: 'reading what the model states' });
    done += 1;
    if (!counts(subject)) continue;
    const known = byEntity.get(subject.entity);
    const stated = facetsOf(subject);
    const facets =
      known === undefined ? stated : new Map([...known.facets].filter(([key]) => stated.has(key)));
    byEntity.set(subject.entity, { objects: (known?.objects ?? 0) + 1, facets });
  }
  const specifications = [...byEntity]
    .filter(([, { facets }]) => facets.size > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([entity, shared]) => specificationOf(entity, shared, model));
  return { info, specifications };
}

function specificationOf(
  entity: string,
  { facets }: Shared,
  { schema }: Pick<IdsModel, 'schema'>,
): Specification {
  return {
    name: `What every ${entity} states`,
    identifier: null,
    description: null,
    instructions: null,
    ifcVersion: [schema],
    cardinality: 'optional',
    applicability: [{ ...REQUIRED, facet: 'entity', name: simple(entity), predefinedType: null }],
    requirements: [...facets.values()].slice(0, MAX_REQUIREMENTS),
    requirementsDescription: null,
    place: NOWHERE,
  };
}

/** What an object states, by a key that is the same for all objects that state it. */
function facetsOf(subject: IdsSubject): ReadonlyMap<string, Facet> {
  const found = new Map<string, Facet>();
  for (const name of ATTRIBUTES) {
    const value = subject.attribute(name);
    if (value === null || value.kind === 'empty') continue;
    found.set(`attribute ${name}`, {
      ...REQUIRED,
      facet: 'attribute',
      name: simple(name),
      value: null,
    });
  }
  for (const set of subject.sets()) {
    for (const { name, form, values } of set.properties()) {
      const [first] = values;
      const isPlain = form === 'single' || form === 'quantity' || form === 'enumerated';
      if (!isPlain || first === undefined || values.some(({ value }) => value.kind === 'empty')) {
        continue;
      }
      if (values.some(({ value }) => value.kind === 'unknown')) continue;
      found.set(JSON.stringify([set.name, name, first.dataType]), {
        ...REQUIRED,
        facet: 'property',
        propertySet: simple(set.name),
        baseName: simple(name),
        value: null,
        dataType: first.dataType,
        uri: null,
      });
    }
  }
  if (subject.materials() !== null) {
    found.set('material', { ...REQUIRED, facet: 'material', value: null, uri: null });
  }
  for (const { system } of subject.classifications()) {
    if (system === null || system === '') continue;
    found.set(`classification ${system}`, {
      ...REQUIRED,
      facet: 'classification',
      system: simple(system),
      value: null,
      uri: null,
    });
  }
  return found;
}

function simple(text: string): Constraint {
  return { kind: 'simple', text, place: NOWHERE };
}
