/** @module ids-description: the specifications of an IDS file as a caller describes them. */
import * as z from 'zod';

import {
  BOUNDS,
  CARDINALITIES,
  type Constraint,
  type Facet,
  IDS_SCHEMAS,
  NOWHERE,
  RELATIONS,
  type Specification,
} from '../../kernel/documents/ids/ids.ts';
import type { Refuse } from '../../schemas/plan.ts';

/** Maximum length of a text, and maximum numbers of specifications, facets and values. */
const [TEXT_MAX, SPECIFICATIONS_MAX, FACETS_MAX, VALUES_MAX] = [1000, 100, 50, 500];
/** Maximum number of characters of all specifications as JSON. */
const CHARACTERS_MAX = 400_000;

/** Simple types of XML Schema on which a restriction may be based. */
const BASES = [
  'string',
  'double',
  'integer',
  'boolean',
  'date',
  'dateTime',
  'time',
  'duration',
] as const;

const Text = z.string().min(1).max(TEXT_MAX);

const Value = z.union([
  Text,
  z.strictObject({
    base: z.enum(BASES).default('string'),
    one_of: z.array(z.string().max(TEXT_MAX)).max(VALUES_MAX).default([]),
    pattern: Text.optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    above: z.number().optional(),
    below: z.number().optional(),
    min_length: z.number().int().min(0).optional(),
    max_length: z.number().int().min(0).optional(),
  }),
]);
type Value = z.output<typeof Value>;

const KINDS = ['entity', 'attribute', 'property', 'classification', 'material', 'part_of'] as const;

/** The members of each facet: those that it needs, and those that it may have. */
const MEMBERS: Readonly<
  Record<
    (typeof KINDS)[number],
    { readonly needed: readonly string[]; readonly allowed: readonly string[] }
  >
> = {
  entity: { needed: ['name'], allowed: ['predefined_type'] },
  attribute: { needed: ['name'], allowed: ['value'] },
  property: { needed: ['set', 'name'], allowed: ['value', 'data_type', 'uri'] },
  classification: { needed: ['system'], allowed: ['value', 'uri'] },
  material: { needed: [], allowed: ['value', 'uri'] },
  part_of: { needed: ['name'], allowed: ['relation', 'predefined_type'] },
};

const DescribedFacet = z.strictObject({
  facet: z.enum(KINDS),
  name: Value.optional(),
  set: Value.optional(),
  system: Value.optional(),
  value: Value.optional(),
  predefined_type: Value.optional(),
  data_type: Text.optional(),
  relation: z.enum(RELATIONS).optional(),
  cardinality: z.enum(CARDINALITIES).default('required'),
  instructions: Text.optional(),
  uri: Text.optional(),
});
type DescribedFacet = z.output<typeof DescribedFacet>;

const Described = z.strictObject({
  name: Text,
  identifier: Text.optional(),
  description: Text.optional(),
  instructions: Text.optional(),
  schemas: z.array(z.enum(IDS_SCHEMAS)).min(1).max(3).default(['IFC4']),
  occurs: z.enum(CARDINALITIES).default('optional'),
  applies_to: z.array(DescribedFacet).min(1).max(FACETS_MAX),
  requirements: z.array(DescribedFacet).max(FACETS_MAX).default([]),
});

/**
 * Specifications as a caller describes them. Their members are validated by `specificationsOf`: as a JSON schema they would
 * be longer than all other arguments together.
 */
export const DescribedSpecifications = z
  .array(z.record(z.string(), z.unknown()))
  .min(1)
  .max(SPECIFICATIONS_MAX)
  .refine(
    (all) => JSON.stringify(all).length <= CHARACTERS_MAX,
    `expected at most ${CHARACTERS_MAX} characters in all`,
  )
  .describe(
    'Each {name, applies_to, requirements, occurs?: required|optional|prohibited, schemas?: [IFC4]}. Facets: {facet: entity, name, predefined_type?}, {facet: property, set, name, value?, data_type?}, {facet: attribute, name, value?}, {facet: classification, system, value?}, {facet: material, value?}, {facet: part_of, name, relation?}, each with cardinality?. Entities in upper case. A value is a text or {one_of, pattern, min, max, above, below, base: double}.',
  );

type Refusing = Refuse<'INVALID_ARGUMENT'>;

/** The specifications as content of an IDS file. Refuses INVALID_ARGUMENT for a facet that lacks a member or has one of another facet. */
export function specificationsOf(
  described: z.output<typeof DescribedSpecifications>,
  refuse: Refusing,
): readonly Specification[] {
  return described.map((given, index) => {
    const one = parsed(given, `from.specifications[${index}]`, refuse);
    const facets = (list: 'applies_to' | 'requirements'): readonly Facet[] =>
      one[list].map((facet, at) =>
        facetOf(facet, `\`from.specifications[${index}].${list}[${at}]\``, refuse),
      );
    return {
      name: one.name,
      identifier: one.identifier ?? null,
      description: one.description ?? null,
      instructions: one.instructions ?? null,
      ifcVersion: IDS_SCHEMAS.filter((name) => one.schemas.includes(name)),
      cardinality: one.occurs,
      applicability: facets('applies_to'),
      requirements: facets('requirements'),
      requirementsDescription: null,
      place: NOWHERE,
    };
  });
}

function parsed(given: unknown, where: string, refuse: Refusing): z.output<typeof Described> {
  const result = Described.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  return refuse(
    'INVALID_ARGUMENT',
    `\`${where}${path.join('')}\`: ${issue?.message ?? 'malformed'}`,
  );
}

function facetOf(described: DescribedFacet, where: string, refuse: Refusing): Facet {
  const { facet, cardinality, instructions = null, ...members } = described;
  const { needed, allowed } = MEMBERS[facet];
  const given = Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [key],
  );
  const known: readonly string[] = [...needed, ...allowed];
  const unknown = given.find((key) => !known.includes(key));
  const missing = needed.find((key) => !given.includes(key));
  if (unknown !== undefined || missing !== undefined) {
    const found = unknown === undefined ? `lacks \`${missing ?? ''}\`` : `has \`${unknown}\``;
    refuse(
      'INVALID_ARGUMENT',
      `${where}: the facet \`${facet}\` ${found}; expected ${listed(needed)}${allowed.length === 0 ? '' : `, optionally ${listed(allowed)}`}`,
    );
  }
  const common = { cardinality, instructions, place: NOWHERE } as const;
  const { name, set, system, uri = null, relation = null } = members;
  const value = may(members.value);
  const predefinedType = may(members.predefined_type);
  switch (facet) {
    case 'entity':
      return { ...common, facet, name: need(name), predefinedType };
    case 'attribute':
      return { ...common, facet, name: need(name), value };
    case 'property': {
      const dataType = members.data_type?.toUpperCase() ?? null;
      return {
        ...common,
        facet,
        propertySet: need(set),
        baseName: need(name),
        value,
        dataType,
        uri,
      };
    }
    case 'classification':
      return { ...common, facet, system: need(system), value, uri };
    case 'material':
      return { ...common, facet, value, uri };
    case 'part_of':
      return { ...common, facet: 'partOf', relation, name: need(name), predefinedType };
    default:
      return facet satisfies never;
  }
}

function need(value: Value | undefined): Constraint {
  return constraintOf(value ?? '');
}

function may(value: Value | undefined): Constraint | null {
  return value === undefined ? null : constraintOf(value);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'no member' : names.map((name) => `\`${name}\``).join(', ');
}

function constraintOf(value: Value): Constraint {
  if (typeof value === 'string') return { kind: 'simple', text: value, place: NOWHERE };
  const { base, one_of, pattern, min, max, above, below, min_length, max_length } = value;
  const numbers = {
    minInclusive: min,
    maxInclusive: max,
    minExclusive: above,
    maxExclusive: below,
  };
  const bounds = Object.fromEntries(
    BOUNDS.flatMap((name) => (numbers[name] === undefined ? [] : [[name, String(numbers[name])]])),
  );
  return {
    kind: 'restriction',
    base,
    enumeration: one_of,
    patterns: pattern === undefined ? [] : [pattern],
    bounds,
    lengths: {
      ...(min_length === undefined ? {} : { minLength: min_length }),
      ...(max_length === undefined ? {} : { maxLength: max_length }),
    },
    digits: {},
    annotation: null,
    place: NOWHERE,
  };
}
