/** @module output-schema: the JSON Schema of a tool's answer, complete and as `tools/list` shows it. */
import * as z from 'zod';

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema of an object. */
export type JsonSchema = {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
};

const ANYTHING: Schema = {};

/** The members of every answer next to `data`. */
const ENVELOPE = {
  success: { type: 'boolean' },
  event_id: { type: ['string', 'null'] },
  timestamp: { type: 'string' },
  warnings: { type: 'array' },
  audit: { type: 'object' },
};

/** The complete schema of a tool's committed `data`. */
export function wholeSchema(output: z.core.$ZodType): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    io: 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return schema;
}

/**
 * The listed schema of an answer: the envelope, names and types of the members of `data`, and the names of their members at
 * every depth. No member of `data` is required and others are allowed, because previews, pending approvals and refusals have
 * other members than a committed answer. Deeper types and descriptions are in the complete schema only: every listed token
 * costs each model that connects.
 *
 * @param conceals whether the gate may replace an id by null (the caller may not see its element), so that every text may
 *                 be null
 */
export function listedOutput(whole: Schema, conceals: boolean): JsonSchema {
  const members = Object.entries(propertiesOf(whole));
  const data = {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, listedMember(member, conceals)] as const),
    ),
  };
  const properties = { ...ENVELOPE, data };
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The type of a member and the names of its own members; accepts everything that its schema accepts. */
function listedMember(schema: unknown, conceals: boolean): Schema {
  if (!isSchema(schema)) return ANYTHING;
  const types = typeNames(schema, conceals);
  const type = types?.length === 1 ? types[0] : types;
  const names = memberNames(schema);
  return {
    ...(type === null ? {} : { type }),
    ...(names === '' ? {} : { description: names }),
  };
}

/** Names of the members of an object, or of the items of a list, as `a, b {c, d}`. Empty for a point or vector. */
function memberNames(schema: unknown): string {
  if (!isSchema(schema)) return '';
  const { items } = branchOf(schema, 'array');
  if (items !== undefined) return memberNames(items);
  const members = Object.entries(propertiesOf(schema));
  if (members.every(([name]) => ['x', 'y', 'z'].includes(name))) return '';
  return members
    .map(([name, member]) => {
      const inner = memberNames(member);
      return inner === '' ? name : `${name} {${inner}}`;
    })
    .join(', ');
}

/** Names of the types that a schema accepts; null if it accepts any. */
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

/** The only branch of a union that has a type; a schema without branches itself; else a schema that accepts anything. */
function branchOf(schema: Schema, type: string): Schema {
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(either)) return schema;
  const of = either.filter((branch: unknown) => isSchema(branch) && branch['type'] === type);
  return of.length === 1 && isSchema(of[0]) ? of[0] : ANYTHING;
}

function propertiesOf(schema: Schema): Schema {
  const { properties } = branchOf(schema, 'object');
  return isSchema(properties) ? properties : ANYTHING;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
