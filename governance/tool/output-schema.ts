/** @module output-schema: the JSON schema of what a tool answers, whole and as short as it is listed. */
import * as z from 'zod';

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema of an object as it goes over the wire. */
export type JsonSchema = {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
};

/** A schema of `data` that is longer than this, in characters, is listed without what lies deeper than its first level. */
const DEEP_CHARS = 360;
const ANYTHING: Schema = {};
const EMPTY: JsonSchema = { type: 'object' };

/** The whole schema of a tool's `data`, as it is committed. */
export function wholeSchema(output: z.core.$ZodType): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    io: 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return schema;
}

/**
 * Names and types of `data`, two levels of them where that is short. It is open and requires nothing, because previews,
 * pending approvals and answers that were cut have other members.
 *
 * @param conceals whether the gate may put null in the place of a text, which is so for ids that the caller may not see
 * @param chars    characters that there is room for beyond those of an empty schema; members that do not fit are left out
 */
export function listedSchema(
  whole: Schema,
  { conceals, chars }: { readonly conceals: boolean; readonly chars: number },
): JsonSchema {
  const most = JSON.stringify(EMPTY).length + chars;
  const deep = membersOf(whole, { depth: 2, conceals });
  if (JSON.stringify(deep).length <= Math.min(DEEP_CHARS, most)) return deep;
  let shallow = membersOf(whole, { depth: 1, conceals });
  while (JSON.stringify(shallow).length > most && Object.keys(shallow).length > 1) {
    const kept = Object.entries(propertiesOf(shallow)).slice(0, -1);
    shallow = kept.length === 0 ? EMPTY : { ...EMPTY, properties: Object.fromEntries(kept) };
  }
  return shallow;
}

/** `data` is an object, whatever the tool says of it. */
function membersOf(whole: Schema, cut: Cut): JsonSchema {
  return { ...typesOf(whole, cut), ...EMPTY };
}

type Cut = { readonly depth: number; readonly conceals: boolean };

/** The types of a schema, of what lies deeper than `depth` only what it is. Accepts all that the schema does. */
function typesOf(schema: unknown, { depth, conceals }: Cut): Schema {
  if (!isSchema(schema)) return ANYTHING;
  const types = typeNames(schema, conceals);
  if (types === null) return ANYTHING;
  const type = types.length === 1 ? types[0] : types;
  const below = { depth: depth - 1, conceals };
  if (depth > 0 && types.includes('object')) {
    const members = Object.entries(propertiesOf(schema)).map(
      ([name, member]) => [name, typesOf(member, below)] as const,
    );
    return members.length === 0 ? { type } : { type, properties: Object.fromEntries(members) };
  }
  if (depth > 0 && types.includes('array')) {
    const items = typesOf(alone(schema, 'array')['items'], below);
    return Object.keys(items).length === 0 ? { type } : { type, items };
  }
  return { type };
}

/** The names of the types that a schema accepts, null where it may be any. */
function typeNames(schema: Schema, conceals: boolean): readonly string[] | null {
  const { type, anyOf, oneOf, allOf, $ref } = schema;
  if (allOf !== undefined || $ref !== undefined) return null;
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) {
    const branches = either.map((branch: unknown) =>
      isSchema(branch) ? typeNames(branch, conceals) : null,
    );
    return branches.includes(null) ? null : [...new Set(branches.flatMap((names) => names ?? []))];
  }
  const given = Array.isArray(type) ? type : [type];
  const names = given.filter((name) => typeof name === 'string');
  if (names.length === 0 || names.length < given.length) return null;
  return conceals && names.includes('string') ? [...new Set([...names, 'null'])] : names;
}

/** The one branch of a schema that is of a type; the schema itself where it has no branches. */
function alone(schema: Schema, type: string): Schema {
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(either)) return schema;
  const of = either.filter((branch: unknown) => isSchema(branch) && branch['type'] === type);
  return of.length === 1 && isSchema(of[0]) ? of[0] : ANYTHING;
}

function propertiesOf(schema: Schema): Schema {
  const { properties } = alone(schema, 'object');
  return isSchema(properties) ? properties : ANYTHING;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
