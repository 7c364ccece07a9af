/** @module input-schema: the JSON Schema of a tool's arguments as `tools/list` shows it. */
import * as z from 'zod';

import type { JsonSchema, Schema } from './output-schema.ts';

/** Longest list whose limit is listed: short lists are limited by their meaning, longer ones by the implementation. */
const LISTED_ITEMS_MAX = 16;
/** Bounds from here on, on either side of zero, are limits of the implementation, not of a meaning. */
const LISTED_BOUND_MAX = 1000;
/** Lower bounds below this say only that a size is not zero. */
const LISTED_BOUND_MIN = 0.01;

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const NESTED = ['items', 'additionalProperties'] as const;
const UNIONS = ['anyOf', 'oneOf'] as const;

/**
 * The listed schema of arguments: names, types, descriptions, defaults and bounds that mean something to a caller.
 * Bounds that only limit the implementation are checked but not listed: every listed token costs each model that connects,
 * and the refusal of a value beyond such a limit names the limit.
 */
export function listedInput(input: z.core.$ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-2020-12',
  });
  return { ...withoutLimits(schema), type: 'object' };
}

/** A schema without the limits of the implementation, at every depth. */
function withoutLimits(schema: unknown): Schema {
  if (!isSchema(schema)) return {};
  const listed: Record<string, unknown> = {};
  // A count is never negative; a lower bound of 0 or 1 says more only as one end of a range.
  const isRange = [schema['maximum'], schema['exclusiveMaximum']].some(
    (bound) => bound !== undefined && !isLimit('maximum', bound),
  );
  for (const [keyword, value] of Object.entries(schema)) {
    const isObvious = keyword === 'minimum' && !isRange && (value === 0 || value === 1);
    if (!isObvious && !isLimit(keyword, value)) listed[keyword] = value;
  }
  const { properties } = schema;
  if (isSchema(properties)) {
    listed['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, withoutLimits(member)]),
    );
  }
  for (const keyword of NESTED) {
    if (isSchema(schema[keyword])) listed[keyword] = withoutLimits(schema[keyword]);
  }
  const { items } = listed;
  if (isSchema(items) && listed['description'] !== undefined) {
    // The list itself describes its items.
    const { description: _repeated, ...item } = items;
    listed['items'] = item;
  }
  for (const keyword of UNIONS) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) listed[keyword] = branches.map(withoutLimits);
  }
  return listed;
}

/** Whether a keyword of a schema tells a caller nothing: a limit of the implementation, or that keys are texts. */
function isLimit(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'minLength':
    case 'propertyNames':
      return true;
    case 'maxLength':
      return value !== 1;
    case 'minItems':
      return value === 1;
    case 'maxItems':
      return Number(value) > LISTED_ITEMS_MAX;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const size = Math.abs(Number(value));
      return size >= LISTED_BOUND_MAX || (size > 0 && size < LISTED_BOUND_MIN);
    }
    default:
      return false;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
