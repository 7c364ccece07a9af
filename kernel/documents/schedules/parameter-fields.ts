/** @module parameter fields: a field for each parameter of a kind, derived from its schema. */
import * as z from 'zod';

import type { AnyKind } from '../../building/kinds/kind.ts';
import { shownParams } from '../../building/kinds/kind.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';
import type { Cell, Column } from './table.ts';

/** Longer lists are printed as the number of their items; longer texts are cut. */
const MAX_CHARS = 200;

const KNOWN = new WeakMap<AnyKind, ReadonlyMap<string, Field>>();

/** Fields of the parameters of a kind by name. Parameters that contain ids of other elements are excluded. */
export function parameterFields(kind: AnyKind): ReadonlyMap<string, Field> {
  const known = KNOWN.get(kind);
  if (known !== undefined) return known;
  const made = new Map<string, Field>();
  for (const [name, schema] of Object.entries(kind.params.shape)) {
    if (Object.hasOwn(kind.refs, name) || /_ids?$/.test(name)) continue;
    made.set(name, parameterField(name, schema, kind));
  }
  KNOWN.set(kind, made);
  return made;
}

function parameterField(name: string, schema: z.ZodType, kind: AnyKind): Field {
  const type = typeOf(schema);
  const own = kind.schedule.actual;
  const actual = own?.names.includes(name) === true ? own : undefined;
  const field = fieldOf(name, {
    type,
    summed: kind.schedule.summed.includes(name),
    read: (element, view) =>
      actual?.of(element, view)[name] ?? cellOf(shownParams(element, view.kinds)[name]),
  });
  const isPlain = Object.hasOwn(kind.plain_numbers, name) || field.unit !== null;
  return type === 'number' && !isPlain ? { ...field, unit: 'mm' } : field;
}

function typeOf(schema: z.ZodType): Column['type'] {
  const types = jsonTypesOf(z.toJSONSchema(schema));
  if (types.some((type) => !SIMPLE.has(type))) return 'text';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('integer')) return 'integer';
  return types.includes('number') ? 'number' : 'text';
}

const SIMPLE: ReadonlySet<string> = new Set(['boolean', 'integer', 'number', 'null']);

/** JSON types that a schema accepts. */
function jsonTypesOf({ type = [], anyOf = [] }: z.core.JSONSchema.BaseSchema): readonly string[] {
  const own = typeof type === 'string' ? [type] : type;
  return [...own, ...anyOf.flatMap((one) => (typeof one === 'boolean' ? [] : jsonTypesOf(one)))];
}

/** A parameter as a cell: points as `x, y`, long lists as their number of items. */
function cellOf(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (value === null || value === undefined) return null;
  const text = textOf(value);
  if (text.length <= MAX_CHARS) return text;
  return Array.isArray(value) ? `${value.length} items` : `${text.slice(0, MAX_CHARS - 1)}…`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((item: unknown) => `(${textOf(item)})`).join(' ');
  if (typeof value === 'object' && value !== null) {
    return Object.values(value)
      .map((item: unknown) => textOf(item))
      .join(', ');
  }
  return String(value);
}
