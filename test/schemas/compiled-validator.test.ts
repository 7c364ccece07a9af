/** @module compiled-validator.test: the compiled check accepts only what the schema accepts, and returns the same. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { KINDS } from '../../kernel/building/kinds/elements.ts';
import { CompiledValidator } from '../../schemas/compiled-validator.ts';
import { PlanDocument } from '../../schemas/governance.ts';
import { createWalls } from '../governance/keeper/governed.ts';
import { KIND_TABLE } from '../kernel/building/kinds/kind-table.ts';

function rightOf(kind: string): Json {
  const examples = new Map<string, { readonly full: object }>(Object.entries(KIND_TABLE));
  return JSON.parse(JSON.stringify(examples.get(kind)?.full ?? null));
}

function paramsOf(kind: string): z.ZodType {
  return KINDS.of({ kind }).params;
}

const A = { x: 0, y: 0 };
const B = { x: 4000.125, y: -3000 };

type Json = { [key: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** All objects and lists within the value, itself first. */
function within(value: unknown): Json[] {
  if (!isObject(value)) return [];
  return [value, ...Object.values(value).flatMap(within)];
}

/** The same value with the keys of all objects in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, turned(item)] as const);
  return Object.fromEntries(entries.toReversed());
}

/** Values at and just beyond the limits of the schemas, and values of types that none of them accepts. */
const VALUES = [
  [undefined, null, true, 'x', '', 'basic', [], {}, A, { ...A, z: 0 }, { x: 1 }, [A, B, A]],
  [NaN, Infinity, -Infinity, -0, 0, 0.001, 0.0009, 1, 1.5, -1, 2 ** 53, 1e6, 1e6 + 1, '1'],
  [1e9, 1e9 + 1, -1e9, -1e9 - 1, 85, 85.001, 360, 360.1, -360, -361, 480, 481, 1_000_001],
  [60, 61, 100, 101, 200, 201].map((length) => 'n'.repeat(length)),
].flat(1);

type Edit = {
  readonly at: number;
  readonly key: number;
  readonly value: number;
  readonly how: string;
};

const edits = fc.array(
  fc.record({
    at: fc.nat(30),
    key: fc.nat(30),
    value: fc.nat(VALUES.length - 1),
    how: fc.constantFrom('set', 'set', 'set', 'drop', 'add', 'turn'),
  }),
  { minLength: 0, maxLength: 2 },
);

function edited(right: unknown, changes: readonly Edit[]): unknown {
  let value: unknown = structuredClone(right);
  for (const { at, key, value: chosen, how } of changes) {
    const places = within(value);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return value;
    const names = Object.keys(place);
    const name = names[key % Math.max(1, names.length)] ?? 'none';
    if (how === 'drop') {
      delete place[name];
    } else if (how === 'turn') {
      value = turned(value);
    } else {
      place[how === 'add' && !Array.isArray(place) ? 'of_nobody' : name] = structuredClone(
        VALUES[chosen],
      );
    }
  }
  return value;
}

describe.each(KINDS.all.map(({ kind }) => kind))('parameters of a %s', (kind) => {
  const schema: z.ZodType = paramsOf(kind);
  const validator = new CompiledValidator(schema);

  it('valid parameters are accepted unchanged', () => {
    const right = rightOf(kind);
    expect(validator.tryFast(right)?.data).toBe(right);
  });

  it('parameters are sorted in the order of the schema', () => {
    const found = validator.tryFast(turned(rightOf(kind)));
    expect(JSON.stringify(found?.data)).toBe(JSON.stringify(rightOf(kind)));
  });

  it('parameters are accepted only if the schema accepts them, with the same result', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const value = edited(rightOf(kind), changes);
        const quick = validator.tryFast(value);
        if (quick === null) return;
        const parsed = schema.safeParse(value);
        expect(parsed.success).toBe(true);
        expect(quick.data).toStrictEqual(parsed.data);
        expect(JSON.stringify(quick.data)).toBe(JSON.stringify(parsed.data));
      }),
      { numRuns: 300 },
    );
  });

  it('parameters are accepted if the schema accepts them', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const value = JSON.parse(JSON.stringify(edited(rightOf(kind), changes)) ?? 'null');
        expect(validator.tryFast(value) !== null).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 300 },
    );
  });
});

const Change = fc.record({ key: fc.nat(30), value: fc.nat(VALUES.length - 1), turn: fc.boolean() });

describe.each(KINDS.all.map(({ kind }) => kind))('a change of some parameters of a %s', (kind) => {
  const schema: z.ZodType = paramsOf(kind);
  const validator = new CompiledValidator(schema);
  const right: Json = rightOf(kind);
  const names = [...Object.keys(right), 'of_nobody', '__proto__'];

  it('a changed element is accepted if the schema accepts it whole, with the same result', () => {
    fc.assert(
      fc.property(fc.array(Change, { maxLength: 3 }), (changes) => {
        const given = changes.map(({ key, value, turn }): readonly [string, unknown] => {
          const name = names[key % names.length] ?? '';
          const other = turn ? turned(right[name]) : VALUES[value];
          return [name, JSON.parse(JSON.stringify(other) ?? 'null')];
        });
        const values = Object.fromEntries(given);
        const changed = validator.tryChanged(right, values);
        const whole = Object.fromEntries([...Object.entries(right), ...Object.entries(values)]);
        const parsed = schema.safeParse(whole);
        expect(changed !== null).toBe(parsed.success);
        if (changed === null) return;
        expect(changed.data).toStrictEqual(parsed.data);
        expect(JSON.stringify(changed.data)).toBe(JSON.stringify(parsed.data));
      }),
      { numRuns: 300 },
    );
  });

  it('a change leaves the original parameters as they were', () => {
    const before = JSON.stringify(right);
    validator.tryChanged(
      right,
      Object.fromEntries(names.map((name) => [name, right[name] ?? null])),
    );
    validator.tryChanged(right, { name: 'other', level_id: 'level_9', host_id: 'wall_9' });
    expect(JSON.stringify(right)).toBe(before);
  });
});

it('a partial change of a value with a rule over its parts is left to the schema', () => {
  const pair = z.strictObject({ low: z.number(), high: z.number() });
  const ordered = new CompiledValidator(pair.refine(({ low, high }) => low <= high));
  expect(ordered.tryChanged({ low: 1, high: 2 }, { low: 3 })).toBeNull();
  expect(new CompiledValidator(pair).tryChanged({ low: 1, high: 2 }, { low: 3 })?.data).toEqual({
    low: 3,
    high: 2,
  });
});

it('inherited properties are ignored', () => {
  const point: unknown = Object.assign(Object.create({ y: 1 }), { x: 1 });
  expect(
    new CompiledValidator(paramsOf('ramp')).tryFast({ ...KIND_TABLE.ramp.full, start: point }),
  ).toBeNull();
});

describe('a choice by one field', () => {
  const Choice = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal(['a', 'b']), text: z.string() }),
    z.strictObject({ kind: z.enum(['c', 'd']), count: z.number() }),
  ]);
  const validator = new CompiledValidator(Choice);

  it.each([
    { kind: 'a', text: 'x' },
    { kind: 'b', text: 'x' },
    { kind: 'd', count: 1 },
  ])('a discriminated union accepts %j unchanged', (value) => {
    expect(validator.tryFast(value)?.data).toBe(value);
  });

  it.each([
    { kind: 'a', count: 1 },
    { kind: 'c', text: 'x' },
    { kind: 'a', text: 1 },
    { kind: 'e', text: 'x' },
    { text: 'x' },
    null,
  ])('a discriminated union leaves %j to the schema, which refuses it', (value) => {
    expect(validator.tryFast(value)).toBeNull();
    const validated = validator.validate(value);
    expect('error' in validated && validated.error.issues).toEqual(
      Choice.safeParse(value).error?.issues,
    );
  });

  it('a union whose discriminator has no fixed values is left to the schema', () => {
    const Free = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a') }),
      z.strictObject({ kind: z.undefined() }),
    ]);
    expect(new CompiledValidator(Free).tryFast({ kind: 'a' })).toBeNull();
  });
});

describe('schemas beyond the compiled check', () => {
  it.each([
    ['a refinement of a number', z.number().refine((value) => value > 5), 1],
    ['an excluded limit', z.number().gt(1), 1],
    ['a pattern', z.string().regex(/^a/u), 'b'],
    ['a format', z.email(), 'b'],
    ['whole 32-bit numbers', z.int32(), 2 ** 40],
    ['a refinement of a list', z.array(z.number()).refine((list) => list.length > 5), [1]],
    ['a refinement of an object', z.strictObject({}).refine(() => false), {}],
    [
      'a refinement of null',
      z
        .number()
        .nullable()
        .refine(() => false),
      null,
    ],
    ['a refinement of a choice', z.enum(['a', 'b']).refine(() => false), 'a'],
    ['a transformation', z.string().trim(), ' a '],
    ['a conversion', z.coerce.number(), 1],
    ['names that are dropped', z.object({ a: z.number() }), { a: 1, b: 2 }],
    ['a choice of schemas', z.union([z.string(), z.number()]), true],
  ])('%s', (_, schema: z.ZodType, value) => {
    const validator = new CompiledValidator(schema);
    expect(validator.tryFast(value)).toBeNull();
    const read = validator.validate(value);
    const parsed = schema.safeParse(value);
    expect('data' in read ? read.data : read.error.issues).toStrictEqual(
      parsed.success ? parsed.data : parsed.error.issues,
    );
  });
});

describe('literals', () => {
  const literals = new CompiledValidator(
    z.strictObject({ v: z.literal(1), of: z.literal(['a', 'b']) }),
  );

  it('the compiled check accepts literals', () => {
    expect(literals.tryFast({ v: 1, of: 'b' })).toEqual({ data: { v: 1, of: 'b' } });
  });

  it.each([{ v: 2, of: 'a' }, { v: '1', of: 'a' }, { v: 1, of: 'c' }, { v: 1 }])(
    'the compiled check leaves other values to the schema: %j',
    (value) => {
      expect(literals.tryFast(value)).toBeNull();
      expect(literals.validate(value)).toHaveProperty('error');
    },
  );
});

describe('values that may be missing', () => {
  const shape = {
    a: z.number(),
    b: z.string().optional(),
    c: z.number().optional(),
    d: z.number(),
  };
  const schema = z.strictObject(shape);
  const some = new CompiledValidator(schema);

  it.each([
    { a: 1, b: 'x', c: 2, d: 3 },
    { a: 1, c: 2, d: 3 },
    { a: 1, d: 3 },
    { d: 3, b: 'x', a: 1 },
    { d: 3, a: 1 },
  ])('optional values are read as by the schema: %j', (value) => {
    const read = some.tryFast(value)?.data;
    expect(Object.entries(read ?? {})).toEqual(Object.entries(schema.parse(value)));
  });

  it.each([
    { a: 1, b: 2, d: 3 },
    { b: 'x', d: 3 },
    { a: 1, b: 'x' },
    { a: 1, d: 3, e: 4 },
    { a: 1 },
  ])('other values in place of optional ones are not accepted: %j', (value) => {
    expect(some.tryFast(value)).toBeNull();
    expect(some.validate(value)).toHaveProperty('error');
  });

  it('an optional value at the end may be missing', () => {
    const last = new CompiledValidator(z.strictObject({ a: z.number(), b: z.number().optional() }));
    expect(last.tryFast({ a: 1 })).toEqual({ data: { a: 1 } });
    expect(last.tryFast({})).toBeNull();
  });

  it('an exactly optional value may not be undefined', () => {
    const strict = z.strictObject({ a: z.number(), b: z.number().nullable().exactOptional() });
    const exact = new CompiledValidator<z.output<typeof strict>>(strict);
    for (const value of [{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: null }]) {
      expect(exact.tryFast(value)).toEqual({ data: value });
    }
    const absent = { a: 1, b: undefined };
    expect(exact.tryFast(absent)).toBeNull();
    expect(exact.validate(absent)).toHaveProperty('error');
  });
});

it('the compiled check alone accepts the document of every commit', () => {
  const plans = new CompiledValidator(PlanDocument);
  const { plan } = createWalls('session', 2);
  expect(plans.tryFast(JSON.parse(JSON.stringify(plan)))).toEqual({ data: plan });
});
