/** @module absent-nulls: removes `null` for optional arguments, which some clients send for every omitted one. */
import * as z from 'zod';

/** Deepest place that is examined; deeper arguments are refused. */
const DEPTH_MAX = 64;

/** The input schema of a tool by its name; undefined for an unknown tool. */
export type SchemaOf = (tool: string) => z.ZodType | undefined;

/**
 * The arguments without each `null` of an optional member whose schema has no `null`. The arguments of a call inside the
 * arguments (`tool` with `arguments`) are examined by the schema of its tool. The same value if there is nothing to remove.
 */
export function withoutAbsentNulls(
  schema: z.ZodType | undefined,
  value: unknown,
  schemaOf: SchemaOf,
): unknown {
  return schema === undefined ? value : examined(schema, value, { schemaOf, depth: 0 });
}

type Place = { readonly schemaOf: SchemaOf; readonly depth: number };

function examined(schema: unknown, value: unknown, place: Place): unknown {
  if (typeof value !== 'object' || value === null || place.depth > DEPTH_MAX) return value;
  const inner = { ...place, depth: place.depth + 1 };
  if (isWrapped(schema)) return examined(schema.unwrap(), value, inner);
  if (schema instanceof z.ZodPipe) return examined(schema.in, value, inner);
  if (schema instanceof z.ZodUnion) return examinedUnion(schema, value, inner);
  if (Array.isArray(value)) {
    // A list that is too long is refused, so its members need not be examined.
    if (!(schema instanceof z.ZodArray) || value.length > longest(schema)) return value;
    return unlessSame(
      value,
      value.map((one: unknown) => examined(schema.element, one, inner)),
    );
  }
  if (schema instanceof z.ZodRecord) {
    return examinedMembers(value, (_, member) => examined(schema.valueType, member, inner));
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const { shape } = schema;
  return examinedMembers(value, (name, member) => {
    const known: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!(known instanceof z.ZodType)) return member;
    if (member === null) return isAbsent(known) ? undefined : null;
    const called = name === 'arguments' ? calledSchema(value, known, place) : undefined;
    return examined(called ?? known, member, inner);
  });
}

function isWrapped(schema: unknown): schema is { readonly unwrap: () => unknown } {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodReadonly
  );
}

/** Most members that a list may have. */
function longest({ def }: z.ZodArray): number {
  const lengths = (def.checks ?? []).map((check) => {
    if (!(check instanceof z.core.$ZodCheckMaxLength)) return Infinity;
    const { _zod: internals } = check;
    return internals.def.maximum;
  });
  return Math.min(...lengths);
}

/** The known results of `isAbsent`. */
const absent = new WeakMap<z.ZodType, boolean>();

/** Whether `null` can only mean that the member is absent. */
function isAbsent(schema: z.ZodType): boolean {
  const known = absent.get(schema);
  if (known !== undefined) return known;
  const is = schema.safeParse(undefined).success && !schema.safeParse(null).success;
  absent.set(schema, is);
  return is;
}

/** By the first option that accepts the rest; unchanged if none does, so that the refusal names what was received. */
function examinedUnion(
  { options }: { readonly options: readonly unknown[] },
  value: object,
  place: Place,
): unknown {
  for (const option of options) {
    if (!(option instanceof z.ZodType)) continue;
    const rest = examined(option, value, place);
    if (option.safeParse(rest).success) return rest;
  }
  return value;
}

function calledSchema(
  value: object,
  schema: z.ZodType,
  { schemaOf }: Place,
): z.ZodType | undefined {
  const tool: unknown = Object.hasOwn(value, 'tool') ? Reflect.get(value, 'tool') : undefined;
  return schema instanceof z.ZodRecord && typeof tool === 'string' ? schemaOf(tool) : undefined;
}

/** A copy with the members that `of` returns, without those that are undefined; the same object if all are the same. */
function examinedMembers(value: object, of: (name: string, member: unknown) => unknown): object {
  const members = Object.entries(value).map(([name, member]): [string, unknown, boolean] => {
    const next = of(name, member);
    return [name, next, next === member];
  });
  if (members.every(([, , same]) => same)) return value;
  const kept = members.filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([name, member]) => [name, member]));
}

function unlessSame(value: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  return next.every((one, at) => one === value[at]) ? value : next;
}
