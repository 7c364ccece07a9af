/** @module stored shape: the quick yes of a zod schema, for the very many values that a replay reads. */
import * as z from 'zod';

/** What a check gives back for a value it does not vouch for. */
const UNSURE = Symbol('unsure');

/** Gives what the schema's own parse would give, or `UNSURE`; never says yes where the schema says no. */
type Check = (value: unknown) => unknown;

/**
 * A schema with a check made from it that takes no detours. The check vouches for stored JSON only;
 * whatever it does not vouch for is left to the schema itself, which alone refuses and says why.
 * Values that are right already, with their keys in the order of the schema, are taken as they are.
 */
export class StoredShape<T> {
  readonly schema: z.ZodType<T>;
  readonly #check: Check;
  readonly #parts: ReadonlyMap<string, Check>;

  constructor(schema: z.ZodType<T>) {
    this.schema = schema;
    this.#check = checkFor(schema);
    this.#parts = partsOf(schema);
  }

  /** The value as the schema gives it. Answers as `safeParse` does. */
  read(value: unknown): { readonly data: T } | { readonly error: z.ZodError } {
    const quick = this.quick(value);
    if (quick !== null) return quick;
    const { data, error } = this.schema.safeParse(value);
    return error === undefined ? { data } : { error };
  }

  /** The value if the check vouches for it, null if it takes the schema to know. */
  quick(value: unknown): { readonly data: T } | null {
    const found = this.#check(value);
    return this.#vouched(found) ? { data: found } : null;
  }

  /**
   * `whole`, which the schema once gave, with some of its values replaced: only these are looked at. Null
   * if the check does not vouch for all of them. `values` is a record as a shape gives it.
   */
  changed(whole: PlainObject, values: PlainObject): { readonly data: T } | null {
    const copy: Record<string, unknown> = { ...whole };
    for (const name in values) {
      const check = this.#parts.get(name);
      const found = check === undefined ? UNSURE : check(values[name]);
      if (found === UNSURE) return null;
      copy[name] = found;
    }
    return this.#vouched(copy) ? { data: copy } : null;
  }

  #vouched(found: unknown): found is T {
    return found !== UNSURE;
  }
}

/** The check of a schema; for a sort of schema that is not known here one that vouches for nothing. */
function checkFor(schema: unknown): Check {
  if (schema instanceof z.ZodObject) return objectCheck(schema);
  if (schema instanceof z.ZodNullable && isBare(schema)) {
    const inner = checkFor(schema.unwrap());
    return (value) => (value === null ? null : inner(value));
  }
  if (schema instanceof z.ZodNumber) return numberCheck(schema);
  if (schema instanceof z.ZodString) return stringCheck(schema);
  if (schema instanceof z.ZodArray) return arrayCheck(schema);
  if (schema instanceof z.ZodRecord) return recordCheck(schema);
  if (schema instanceof z.ZodEnum && isBare(schema)) {
    const options: ReadonlySet<unknown> = new Set(schema.options);
    return (value) => (options.has(value) ? value : UNSURE);
  }
  if (schema instanceof z.ZodBoolean && isBare(schema))
    return (value) => (typeof value === 'boolean' ? value : UNSURE);
  if (schema instanceof z.ZodUnknown && isBare(schema)) return (value) => value;
  return unsure;
}

function unsure(): unknown {
  return UNSURE;
}

type Checked = { readonly checks?: readonly unknown[] | undefined };

function isBare(schema: { readonly def: Checked }): boolean {
  return (schema.def.checks ?? []).length === 0;
}

type Limits = { readonly least: number; readonly most: number; readonly whole: boolean };

/** Inclusive limits and wholeness that one check of a schema asks for; null when it asks for more. */
function limitsOf(check: unknown): Limits | null {
  const none: Limits = { least: -Infinity, most: Infinity, whole: false };
  if (check instanceof z.core.$ZodCheckGreaterThan) {
    const { def } = internalsOf(check);
    return def.inclusive && typeof def.value === 'number' ? { ...none, least: def.value } : null;
  }
  if (check instanceof z.core.$ZodCheckLessThan) {
    const { def } = internalsOf(check);
    return def.inclusive && typeof def.value === 'number' ? { ...none, most: def.value } : null;
  }
  if (check instanceof z.core.$ZodCheckMinLength)
    return { ...none, least: internalsOf(check).def.minimum };
  if (check instanceof z.core.$ZodCheckMaxLength)
    return { ...none, most: internalsOf(check).def.maximum };
  if (check instanceof z.core.$ZodCheckLengthEquals) {
    const { length } = internalsOf(check).def;
    return { ...none, least: length, most: length };
  }
  const whole =
    check instanceof z.core.$ZodCheckNumberFormat && internalsOf(check).def.format === 'safeint';
  return whole ? { ...none, whole } : null;
}

function internalsOf<I>({ _zod: internals }: { readonly _zod: I }): I {
  return internals;
}

/** What all checks of a schema ask for together; null when that is more than limits. */
function allLimitsOf(schema: { readonly def: object & Checked }): Limits | null {
  if ('format' in schema.def || ('coerce' in schema.def && schema.def.coerce === true)) return null;
  let [least, most, whole] = [-Infinity, Infinity, false];
  for (const check of schema.def.checks ?? []) {
    const limits = limitsOf(check);
    if (limits === null) return null;
    least = Math.max(least, limits.least);
    most = Math.min(most, limits.most);
    whole ||= limits.whole;
  }
  return { least, most, whole };
}

function numberCheck(schema: z.ZodNumber): Check {
  const limits = allLimitsOf(schema);
  if (limits === null) return unsure;
  const { least, most, whole } = limits;
  return (value) =>
    typeof value === 'number' &&
    value >= least &&
    value <= most &&
    (whole ? Number.isSafeInteger(value) : Number.isFinite(value))
      ? value
      : UNSURE;
}

function stringCheck(schema: z.ZodString): Check {
  const limits = allLimitsOf(schema);
  if (limits === null) return unsure;
  const { least, most } = limits;
  return (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most ? value : UNSURE;
}

function arrayCheck(schema: z.ZodArray): Check {
  const limits = allLimitsOf(schema);
  if (limits === null) return unsure;
  const { least, most } = limits;
  const check = checkFor(schema.element);
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return UNSURE;
    let copy: unknown[] | null = null;
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      const found = check(item);
      if (found === UNSURE) return UNSURE;
      if (found !== item) copy ??= value.slice();
      if (copy !== null) copy[i] = found;
    }
    return copy ?? value;
  };
}

type PlainObject = { readonly [key: string]: unknown };

/** Objects as `JSON.parse` and literals make them: what they inherit is nothing that counts. */
function isPlain(value: unknown): value is PlainObject {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Texts by any name, or anything by any name. */
function recordCheck(schema: z.ZodRecord): Check {
  const key = schema.keyType;
  if (!isBare(schema) || !(key instanceof z.ZodString) || !isBare(key)) return unsure;
  const check = checkFor(schema.valueType);
  return (value) => {
    if (!isPlain(value)) return UNSURE;
    for (const name in value)
      if (name === '__proto__' || check(value[name]) !== value[name]) return UNSURE;
    return value;
  };
}

/** Whether the schema asks for these names and no others, and for nothing of the object as a whole. */
function isExact(schema: unknown): schema is z.ZodObject {
  // Others than strict objects drop or keep names that are not theirs.
  return (
    schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever && isBare(schema)
  );
}

/** The checks of the values of an object, by name; none where they are not all that the schema asks for. */
function partsOf(schema: unknown): ReadonlyMap<string, Check> {
  if (!isExact(schema)) return new Map();
  return new Map(Object.entries(schema.shape).map(([name, part]) => [name, checkFor(part)]));
}

function objectCheck(schema: z.ZodObject): Check {
  if (!isExact(schema)) return unsure;
  const parts = partsOf(schema);
  const [names, checks] = [[...parts.keys()], [...parts.values()]];
  return (value) => {
    if (!isPlain(value)) return UNSURE;
    let [count, inOrder] = [0, true];
    for (const name in value) {
      if (name !== names[count]) inOrder = false;
      count += 1;
    }
    if (count !== names.length) return UNSURE;
    let copy: Record<string, unknown> | null = inOrder ? null : {};
    for (let i = 0; i < count; i++) {
      const name = names[i];
      const check = checks[i];
      // The count is right, so whatever is missing is made up for by a name that should not be there.
      if (name === undefined || check === undefined || !Object.hasOwn(value, name)) return UNSURE;
      const found = check(value[name]);
      if (found === UNSURE) return UNSURE;
      if (copy === null && found !== value[name]) copy = { ...value };
      if (copy !== null) copy[name] = found;
    }
    return copy ?? value;
  };
}
