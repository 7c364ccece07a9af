/** @module compiled-validator: compiles a zod schema to a fast validator, for values that are read in large numbers. */
import * as z from 'zod';

/** The result of a compiled check for a value that it does not accept. */
const UNDECIDED = Symbol('undecided');

/** Returns the result of the schema's own parse, or `UNDECIDED`; never accepts a value that the schema refuses. */
type Check = (value: unknown) => unknown;

/**
 * A zod schema and a check compiled from it. The check accepts values from `JSON.parse`; any other value is passed to the
 * schema, which alone refuses values and states the reason. An accepted value is returned unchanged if its keys are in the
 * order of the schema, otherwise as a copy in that order.
 */
export class CompiledValidator<T> {
  readonly schema: z.ZodType<T>;
  readonly #check: Check;
  readonly #parts: ReadonlyMap<string, Check>;

  constructor(schema: z.ZodType<T>) {
    this.schema = schema;
    this.#check = checkFor(schema);
    this.#parts = partsOf(schema);
  }

  /** The same result as the schema's `safeParse`. */
  validate(value: unknown): { readonly data: T } | { readonly error: z.ZodError } {
    const accepted = this.tryFast(value);
    if (accepted !== null) return accepted;
    const { data, error } = this.schema.safeParse(value);
    return error === undefined ? { data } : { error };
  }

  /** The value if the compiled check accepts it; null if only the schema can decide. */
  tryFast(value: unknown): { readonly data: T } | null {
    const found = this.#check(value);
    return this.#isAccepted(found) ? { data: found } : null;
  }

  /**
   * `valid`, which this validator has returned before, with some values replaced; only `values`, a plain record, are
   * checked. Null if the compiled check does not accept all of them.
   */
  tryChanged(valid: PlainObject, values: PlainObject): { readonly data: T } | null {
    const copy: Record<string, unknown> = { ...valid };
    for (const name in values) {
      const check = this.#parts.get(name);
      const found = check === undefined ? UNDECIDED : check(values[name]);
      if (found === UNDECIDED) return null;
      copy[name] = found;
    }
    return this.#isAccepted(copy) ? { data: copy } : null;
  }

  #isAccepted(found: unknown): found is T {
    return found !== UNDECIDED;
  }
}

/** The check of a schema; for an unsupported type of schema, a check that accepts nothing. */
function checkFor(schema: unknown): Check {
  if (schema instanceof z.ZodObject) return objectCheck(schema);
  if (schema instanceof z.ZodNullable || isOptional(schema)) return optionalCheck(schema);
  if (schema instanceof z.ZodNumber) return numberCheck(schema);
  if (schema instanceof z.ZodString) return stringCheck(schema);
  if (schema instanceof z.ZodArray) return arrayCheck(schema);
  if (schema instanceof z.ZodRecord) return recordCheck(schema);
  if (schema instanceof z.ZodEnum && isBare(schema)) return oneOf(new Set(schema.options));
  if (schema instanceof z.ZodBoolean && isBare(schema)) {
    return (value) => (typeof value === 'boolean' ? value : UNDECIDED);
  }
  if ((schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) && isBare(schema)) {
    return accept;
  }
  if (schema instanceof z.ZodLiteral && isBare(schema)) return oneOf(schema.values);
  if (schema instanceof z.ZodDiscriminatedUnion && isBare(schema)) return unionCheck(schema);
  return undecided;
}

type Optional = z.ZodOptional | z.ZodExactOptional;

function isOptional(schema: unknown): schema is Optional {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
}

/**
 * The check of the inner schema, which also accepts null for a nullable one. The check of the object handles missing values;
 * anywhere else the schema decides.
 */
function optionalCheck(schema: z.ZodNullable | Optional): Check {
  if (!isBare(schema)) return undecided;
  const inner = checkFor(schema.unwrap());
  if (isOptional(schema)) return inner;
  return (value) => (value === null ? null : inner(value));
}

function accept(value: unknown): unknown {
  return value;
}

function undecided(): unknown {
  return UNDECIDED;
}

function oneOf(options: ReadonlySet<unknown>): Check {
  const [only] = options;
  if (options.size === 1) return (value) => (value === only ? value : UNDECIDED);
  return (value) => (options.has(value) ? value : UNDECIDED);
}

/** The check of a union: that of the variant which the discriminator names. */
function unionCheck(schema: z.ZodDiscriminatedUnion): Check {
  const { discriminator } = schema.def;
  const variants = new Map<unknown, Check>();
  for (const option of schema.options) {
    const tag = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    const tags =
      tag instanceof z.ZodLiteral ? tag.values : tag instanceof z.ZodEnum ? tag.options : null;
    if (tags === null) return undecided;
    const check = checkFor(option);
    for (const value of tags) variants.set(value, check);
  }
  return (value) => {
    if (!isPlain(value)) return UNDECIDED;
    const check = variants.get(value[discriminator]);
    return check === undefined ? UNDECIDED : check(value);
  };
}

type Checked = { readonly checks?: readonly unknown[] | undefined };

function isBare(schema: { readonly def: Checked }): boolean {
  return (schema.def.checks ?? []).length === 0;
}

type Limits = { readonly min: number; readonly max: number; readonly integer: boolean };

/** The inclusive limits and the integer condition of one check of a schema; null if it has further conditions. */
function limitsOf(check: unknown): Limits | null {
  const none: Limits = { min: -Infinity, max: Infinity, integer: false };
  if (check instanceof z.core.$ZodCheckGreaterThan) {
    const { def } = internalsOf(check);
    return def.inclusive && typeof def.value === 'number' ? { ...none, min: def.value } : null;
  }
  if (check instanceof z.core.$ZodCheckLessThan) {
    const { def } = internalsOf(check);
    return def.inclusive && typeof def.value === 'number' ? { ...none, max: def.value } : null;
  }
  if (check instanceof z.core.$ZodCheckMinLength) {
    return { ...none, min: internalsOf(check).def.minimum };
  }
  if (check instanceof z.core.$ZodCheckMaxLength) {
    return { ...none, max: internalsOf(check).def.maximum };
  }
  if (check instanceof z.core.$ZodCheckLengthEquals) {
    const { length } = internalsOf(check).def;
    return { ...none, min: length, max: length };
  }
  const integer =
    check instanceof z.core.$ZodCheckNumberFormat && internalsOf(check).def.format === 'safeint';
  return integer ? { ...none, integer } : null;
}

function internalsOf<I>({ _zod: internals }: { readonly _zod: I }): I {
  return internals;
}

/** The combined limits of all checks of a schema; null if they have further conditions. */
function allLimitsOf(schema: { readonly def: object & Checked }): Limits | null {
  if ('format' in schema.def || ('coerce' in schema.def && schema.def.coerce === true)) return null;
  let [min, max, integer] = [-Infinity, Infinity, false];
  for (const check of schema.def.checks ?? []) {
    const limits = limitsOf(check);
    if (limits === null) return null;
    min = Math.max(min, limits.min);
    max = Math.min(max, limits.max);
    integer ||= limits.integer;
  }
  return { min, max, integer };
}

function numberCheck(schema: z.ZodNumber): Check {
  const limits = allLimitsOf(schema);
  if (limits === null) return undecided;
  const { min, max, integer } = limits;
  return (value) =>
    typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (integer ? Number.isSafeInteger(value) : Number.isFinite(value))
      ? value
      : UNDECIDED;
}

function stringCheck(schema: z.ZodString): Check {
  const limits = allLimitsOf(schema);
  if (limits === null) return undecided;
  const { min, max } = limits;
  return (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max ? value : UNDECIDED;
}

function arrayCheck(schema: z.ZodArray): Check {
  const limits = allLimitsOf(schema);
  if (limits === null) return undecided;
  const { min, max } = limits;
  const check = checkFor(schema.element);
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return UNDECIDED;
    let copy: unknown[] | null = null;
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      const found = check(item);
      if (found === UNDECIDED) return UNDECIDED;
      if (found !== item) copy ??= value.slice();
      if (copy !== null) copy[i] = found;
    }
    return copy ?? value;
  };
}

type PlainObject = { readonly [key: string]: unknown };

/** Whether a value is a plain object, as created by `JSON.parse` and literals. */
function isPlain(value: unknown): value is PlainObject {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** The check of a record with any keys. */
function recordCheck(schema: z.ZodRecord): Check {
  const key = schema.keyType;
  if (!isBare(schema) || !(key instanceof z.ZodString) || !isBare(key)) return undecided;
  const check = checkFor(schema.valueType);
  if (check === accept) {
    return (value) => (isPlain(value) && !Object.hasOwn(value, '__proto__') ? value : UNDECIDED);
  }
  return (value) => {
    if (!isPlain(value)) return UNDECIDED;
    for (const name in value) {
      if (name === '__proto__' || check(value[name]) !== value[name]) return UNDECIDED;
    }
    return value;
  };
}

/** Whether the schema is a strict object without conditions on the whole object. */
function isExact(schema: unknown): schema is z.ZodObject {
  // Other objects drop or keep unknown keys.
  return (
    schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever && isBare(schema)
  );
}

/** The checks of the values of an object, by name; empty if the schema has further conditions. */
function partsOf(schema: unknown): ReadonlyMap<string, Check> {
  if (!isExact(schema)) return new Map();
  return new Map(Object.entries(schema.shape).map(([name, part]) => [name, checkFor(part)]));
}

/** Names of the optional values of an object. */
function optionalOf({ shape }: z.ZodObject): ReadonlySet<string> {
  return new Set(Object.keys(shape).filter((name) => isOptional(shape[name])));
}

function objectCheck(schema: z.ZodObject): Check {
  if (!isExact(schema)) return undecided;
  const parts = partsOf(schema);
  const optional = optionalOf(schema);
  const [names, checks] = [[...parts.keys()], [...parts.values()]];
  const after = (from: number): number => {
    let next = from;
    while (optional.has(names[next] ?? '')) next += 1;
    return next;
  };
  return (value) => {
    if (!isPlain(value)) return UNDECIDED;
    let count = 0;
    let copy: Record<string, unknown> | null = null;
    for (const name in value) {
      if (name !== names[count]) count = after(count);
      const check = checks[count];
      if (check === undefined) return UNDECIDED;
      if (name !== names[count]) return inOrder(value, parts, optional);
      const item = value[name];
      const found = check(item);
      if (found === UNDECIDED) return UNDECIDED;
      if (found !== item) {
        copy ??= { ...value };
        copy[name] = found;
      }
      count += 1;
    }
    return after(count) === names.length ? (copy ?? value) : UNDECIDED;
  };
}

/** A checked copy in the order of the schema. */
function inOrder(
  value: PlainObject,
  parts: ReadonlyMap<string, Check>,
  optional: ReadonlySet<string>,
): unknown {
  const copy: Record<string, unknown> = {};
  for (const [name, check] of parts) {
    if (!Object.hasOwn(value, name)) {
      if (optional.has(name)) continue;
      return UNDECIDED;
    }
    const found = check(value[name]);
    if (found === UNDECIDED) return UNDECIDED;
    copy[name] = found;
  }
  for (const name in value) if (!parts.has(name)) return UNDECIDED;
  return copy;
}
