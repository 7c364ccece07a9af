/** @module specifications: specifications of all facets, drawn from what the objects of a model state. */
import type {
  IdsModel,
  IdsSubject,
  IdsValue,
} from '../../../../../kernel/documents/ids/ids-model.ts';
import {
  CARDINALITIES,
  type Constraint,
  type Facet,
  type Ids,
  IDS_SCHEMAS,
  NOWHERE,
  RELATIONS,
  type Specification,
} from '../../../../../kernel/documents/ids/ids.ts';
import { lcg } from '../../../../bench/building.ts';

const COMMON = { cardinality: 'required', instructions: null, place: NOWHERE } as const;
const WRONG = ['', 'other', '0', 'NOTDEFINED', '1e9'] as const;

function simple(text: string): Constraint {
  return { kind: 'simple', text, place: NOWHERE };
}

function restriction(over: Partial<Extract<Constraint, { kind: 'restriction' }>>): Constraint {
  return {
    kind: 'restriction',
    base: 'string',
    enumeration: [],
    patterns: [],
    bounds: {},
    lengths: {},
    digits: {},
    annotation: null,
    place: NOWHERE,
    ...over,
  };
}

/** The text of a value as an IDS file states it; null for a value that none can. */
function textOf(value: IdsValue | null): string | null {
  if (value === null || !('value' in value)) return null;
  return String(value.value);
}

/** A source of choices. */
class Draw {
  readonly #random: (below: number) => number;

  constructor(seed: number) {
    this.#random = lcg(seed + 7);
  }

  below(count: number): number {
    return this.#random(count);
  }

  one<T>(all: readonly T[]): T | undefined {
    return all[this.#random(all.length)];
  }

  /** A constraint that a text may or may not meet; null: any value. */
  constraint(text: string | null): Constraint | null {
    const made = [
      () => null,
      () => simple(this.one(WRONG) ?? ''),
      () => restriction({ enumeration: [text ?? 'x', 'other'] }),
      () => restriction({ patterns: ['[A-Za-z0-9 ]+'] }),
      () => restriction({ base: 'double', bounds: { minInclusive: text ?? '0' } }),
      () => (text === null ? null : simple(text)),
    ];
    return this.one(made)?.() ?? null;
  }

  common(): Omit<typeof COMMON, 'cardinality'> & Pick<Facet, 'cardinality'> {
    return { ...COMMON, cardinality: this.one(CARDINALITIES) ?? 'required' };
  }
}

/** A facet about what an object states; the names of all entities of the model are those of possible wholes. */
type Drawn = (draw: Draw, subject: IdsSubject, entities: readonly string[]) => Facet;

const property: Drawn = (draw, subject) => {
  const set = draw.one(subject.sets());
  const known = set === undefined ? undefined : draw.one(set.properties());
  const [stated] = known?.values ?? [];
  return {
    ...draw.common(),
    facet: 'property',
    propertySet: simple(set?.name ?? 'Pset_WallCommon'),
    baseName: simple(known?.name ?? 'FireRating'),
    value: draw.constraint(textOf(stated?.value ?? null)),
    dataType: draw.below(3) === 0 ? null : (stated?.dataType ?? 'IFCLABEL'),
    uri: null,
  };
};

const FACETS: readonly Drawn[] = [
  property,
  property,
  (draw, subject) => {
    const name = draw.one(subject.attributeNames()) ?? 'Name';
    const value = draw.constraint(textOf(subject.attribute(name)));
    return { ...draw.common(), facet: 'attribute', name: simple(name), value };
  },
  (draw, subject) => {
    const value = draw.constraint(draw.one(subject.materials() ?? []) ?? null);
    return { ...draw.common(), facet: 'material', value, uri: null };
  },
  (draw, subject) => {
    const known = draw.one(subject.classifications());
    const value = draw.constraint(known?.codes[0] ?? null);
    const system = simple(known?.system ?? 'Uniclass 2015');
    return { ...draw.common(), facet: 'classification', value, system, uri: null };
  },
  (draw, subject, entities) => {
    const relation = draw.one([null, ...RELATIONS]) ?? null;
    const whole = draw.one(subject.wholes(relation));
    const name = simple(whole?.entity ?? draw.one(entities) ?? 'IFCBUILDING');
    const type = draw.one(whole?.predefinedTypes() ?? []) ?? null;
    const predefinedType = draw.below(3) === 0 ? draw.constraint(type) : null;
    return { ...draw.common(), facet: 'partOf', relation, name, predefinedType };
  },
  (draw, subject) => {
    const predefinedType = draw.constraint(draw.one(subject.predefinedTypes()) ?? null);
    return { ...draw.common(), facet: 'entity', name: simple(subject.entity), predefinedType };
  },
];

/** `count` specifications for each entity of the model; the same for the same seed. */
export function specificationsFor(model: IdsModel, seed: number, count: number): Ids {
  const draw = new Draw(seed);
  const byEntity = new Map<string, IdsSubject[]>();
  for (const subject of model.subjectsOf(null)) {
    const known = byEntity.get(subject.entity) ?? [];
    byEntity.set(subject.entity, known);
    known.push(subject);
  }
  const entities = [...byEntity.keys()];
  const specifications = [...byEntity].flatMap(([entity, subjects]) =>
    Array.from({ length: count }, (_, n): Specification => {
      const subject = draw.one(subjects);
      const facets =
        subject === undefined
          ? []
          : [0, 1, 2].flatMap(() => draw.one(FACETS)?.(draw, subject, entities) ?? []);
      return specification(`${entity} ${n}`, entity, facets, draw);
    }),
  );
  return { info: INFO, specifications };
}

/** A specification about an entity, sometimes only about objects that also satisfy the first facet. */
function specification(
  name: string,
  entity: string,
  facets: readonly Facet[],
  draw: Draw,
): Specification {
  const about: Facet = {
    ...COMMON,
    facet: 'entity',
    name: simple(entity),
    predefinedType: null,
  };
  const [first, ...others] = facets;
  const isNarrow = first !== undefined && draw.below(3) === 0;
  return {
    name,
    identifier: null,
    description: null,
    instructions: null,
    ifcVersion: IDS_SCHEMAS,
    cardinality: draw.one(CARDINALITIES) ?? 'required',
    applicability: isNarrow ? [about, { ...first, cardinality: 'required' }] : [about],
    requirements: isNarrow ? others : facets,
    requirementsDescription: null,
    place: NOWHERE,
  };
}

const INFO = {
  title: 'generated',
  copyright: null,
  version: null,
  description: null,
  author: null,
  date: null,
  purpose: null,
  milestone: null,
} as const;
