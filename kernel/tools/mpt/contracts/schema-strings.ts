/** @module schema-strings: walks a value together with its schema and visits each string with the schemas for it. */
import type { Schema } from './contract.ts';

/** Returns the replacement of a string. `schemas` are the schemas that apply to it; `key` is true for a member name. */
export type TextVisitor = (text: string, schemas: readonly Schema[], key: boolean) => string;

/** Deepest value that is walked; accepted inputs are less deep. */
const DEPTH_MAX = 100;

/** A copy of a JSON value with every string and member name passed through `visit`. */
export function mapStrings(value: unknown, schema: Schema, visit: TextVisitor): unknown {
  return walk(value, applicable([schema]), { visit, depth: 0 });
}

type Place = { readonly visit: TextVisitor; readonly depth: number };

function walk(value: unknown, schemas: readonly Schema[], place: Place): unknown {
  if (place.depth > DEPTH_MAX) throw new RangeError(`expected at most ${DEPTH_MAX} levels`);
  const below = { ...place, depth: place.depth + 1 };
  if (typeof value === 'string') return place.visit(value, schemas, false);
  if (Array.isArray(value)) {
    const items = applicable(schemas.flatMap((schema) => schemaAt(schema, 'items')));
    return value.map((item) => walk(item, items, below));
  }
  if (typeof value !== 'object' || value === null) return value;
  const names = applicable(schemas.flatMap((schema) => schemaAt(schema, 'propertyNames')));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      place.visit(name, names, true),
      walk(member, applicable(schemas.flatMap((schema) => memberSchema(schema, name))), below),
    ]),
  );
}

function memberSchema(schema: Schema, name: string): readonly Schema[] {
  const properties = schema['properties'];
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    return schemaAt(properties, name);
  }
  return schemaAt(schema, 'additionalProperties');
}

/** The schemas, and those nested in their `allOf`, `anyOf` and `oneOf`. */
function applicable(schemas: readonly Schema[], depth = 0): readonly Schema[] {
  if (depth > 8) return schemas;
  return schemas.flatMap((schema) => [
    schema,
    ...['allOf', 'anyOf', 'oneOf'].flatMap((word) => {
      const combined = schema[word];
      return Array.isArray(combined) ? applicable(combined.filter(isJsonObject), depth + 1) : [];
    }),
  ]);
}

function schemaAt(schema: Schema, word: string): readonly Schema[] {
  const found = schema[word];
  return isJsonObject(found) ? [found] : [];
}

/** Whether a value is a JSON object, such as a schema. */
export function isJsonObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether any of the schemas has this format. */
export function hasFormat(schemas: readonly Schema[], format: string): boolean {
  return schemas.some((schema) => schema['format'] === format);
}

/** Whether a string is an encoded file, which is neither scanned nor counted. */
export function isMedia(schemas: readonly Schema[]): boolean {
  return schemas.some((schema) => schema['contentEncoding'] === 'base64');
}
