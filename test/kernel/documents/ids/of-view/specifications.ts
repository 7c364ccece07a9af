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

/** Up to `count` specifications for each entity of the model; the same for the same seed. */
export function specificationsFor(model: IdsModel, seed: number, count: number): Ids {
  const random = lcg(seed + 7);
  const one = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
  const byEntity = new Map<string, IdsSubject[]>();
  for (const subject of model.subjectsOf(null)) {
    const known = byEntity.get(subject.entity) ?? [];
    byEntity.set(subject.entity, known);
    known.push(subject);
  }
  const constraint = (text: string | null): Constraint | null => {
    switch (random(6)) {
      case 0:
        return null;
      case 1:
        return simple(one(WRONG) ?? '');
      case 2:
        return restriction({ enumeration: [text ?? 'x', 'other'] });
      case 3:
        return restriction({ patterns: ['[A-Za-z0-9 ]+'] });
      case 4:
        return restriction({ base: 'double', bounds: { minInclusive: text ?? '0' } });
      default:
        return text === null ? null : simple(text);
    }
  };
  const facet = (subject: IdsSubject): Facet | null => {
    const common = { ...COMMON, cardinality: one(CARDINALITIES) ?? 'required' };
    switch (random(7)) {
      case 0: {
        const name = one(subject.attributeNames()) ?? 'Name';
        const value = constraint(textOf(subject.attribute(name)));
        return { ...common, facet: 'attribute', name: simple(name), value };
      }
      case 1:
      case 2: {
        const set = one(subject.sets());
        const property = set === undefined ? undefined : one(set.properties());
        const value = constraint(textOf(property?.values[0]?.value ?? null));
        const dataType = random(3) === 0 ? null : (property?.values[0]?.dataType ?? 'IFCLABEL');
        return {
          ...common,
          facet: 'property',
          propertySet: simple(set?.name ?? 'Pset_WallCommon'),
          baseName: simple(property?.name ?? 'FireRating'),
          value,
          dataType,
          uri: null,
        };
      }
      case 3: {
        const value = constraint(one(subject.materials() ?? []) ?? null);
        return { ...common, facet: 'material', value, uri: null };
      }
      case 4: {
        const known = one(subject.classifications());
        return {
          ...common,
          facet: 'classification',
          value: constraint(known?.codes[0] ?? null),
          system: simple(known?.system ?? 'Uniclass 2015'),
          uri: null,
        };
      }
      case 5: {
        const relation = one([null, ...RELATIONS]) ?? null;
        const whole = one(subject.wholes(relation)) ?? one([...byEntity.values()].flat());
        const type = one(whole?.predefinedTypes() ?? []) ?? null;
        return {
          ...common,
          facet: 'partOf',
          relation,
          name: simple(whole?.entity ?? 'IFCBUILDING'),
          predefinedType: random(3) === 0 ? constraint(type) : null,
        };
      }
      default: {
        const type = one(subject.predefinedTypes()) ?? null;
        const name = simple(subject.entity);
        return { ...common, facet: 'entity', name, predefinedType: constraint(type) };
      }
    }
  };
  const specifications = [...byEntity].flatMap(([entity, subjects]) =>
    Array.from({ length: count }, (_, n): Specification => {
      const subject = one(subjects);
      const facets = subject === undefined ? [] : [facet(subject), facet(subject), facet(subject)];
      const [also, ...requirements] = facets.flatMap((made) => made ?? []);
      const entityFacet: Facet = {
        ...COMMON,
        facet: 'entity',
        name: simple(entity),
        predefinedType: null,
      };
      const narrowed = random(3) === 0 && also !== undefined;
      return {
        name: `${entity} ${n}`,
        identifier: null,
        description: null,
        instructions: null,
        ifcVersion: IDS_SCHEMAS,
        cardinality: one(CARDINALITIES) ?? 'required',
        applicability: narrowed
          ? [entityFacet, { ...also, cardinality: 'required' }]
          : [entityFacet],
        requirements: narrowed || also === undefined ? requirements : [also, ...requirements],
        requirementsDescription: null,
        place: NOWHERE,
      };
    }),
  );
  const info = {
    title: 'generated',
    copyright: null,
    version: null,
    description: null,
    author: null,
    date: null,
    purpose: null,
    milestone: null,
  };
  return { info, specifications };
}
