/** @module compiled validator tests: the compiled check accepts only what the schema does, and returns the same. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { ElementKind } from '../../kernel/kinds/elements.ts';
import { KINDS } from '../../kernel/kinds/elements.ts';
import { CompiledValidator } from '../../schemas/compiled-validator.ts';
import { PlanDocument } from '../../schemas/governance.ts';
import { createWalls } from '../governance/keeper/governed.ts';
import { UNPLACED } from './example-type.ts';

function rightOf(kind: string): Json {
  return JSON.parse(
    JSON.stringify(new Map<string, unknown>(Object.entries(RIGHT)).get(kind) ?? null),
  );
}

function paramsOf(kind: string): z.ZodType {
  return KINDS.of({ kind }).params;
}

const [A, B] = [
  { x: 0, y: 0 },
  { x: 4000.125, y: -3000 },
];
const TRIANGLE = [A, B, { x: 1000, y: 5000 }];
const ON_LEVEL = { level_id: 'level_1', name: null };

/** Right parameters of each kind, in the order of the schema. */
const RIGHT = {
  level: { name: 'Ground', elevation: 0, height: 3000 },
  wall: {
    ...ON_LEVEL,
    start: A,
    end: B,
    height: 3000,
    thickness: 200,
    base_offset: -100,
    wall_type: 'basic',
    usage: 'interior',
    fire_rating_min: 90,
    load_bearing: true,
    join_type: 'auto',
  },
  floor: {
    ...ON_LEVEL,
    boundary_points: TRIANGLE,
    holes: [TRIANGLE],
    thickness: 200,
    top_offset: 0,
    floor_type: 'slab',
    fire_rating_min: null,
  },
  roof: {
    ...ON_LEVEL,
    boundary_points: TRIANGLE,
    slope_deg: 35,
    thickness: 200,
    base_offset: 0,
    roof_type: 'hip',
    overhang: 0,
  },
  column: {
    ...ON_LEVEL,
    location: A,
    top_level_id: null,
    height: 3000,
    base_offset: 0,
    profile: 'RECT 300x300',
  },
  beam: { ...ON_LEVEL, start: A, end: B, profile: 'IPE 300', elevation_offset: 0 },
  stair: {
    ...ON_LEVEL,
    top_level_id: 'level_2',
    start: A,
    direction_deg: 90,
    width: 1200,
    riser_max: 180,
    tread: 270,
  },
  ramp: { ...ON_LEVEL, start: A, end: B, width: 1200, rise: 300, thickness: 150 },
  railing: { ...ON_LEVEL, path: [A, B], height: 1100, base_offset: 0 },
  grid: { level_id: null, name: 'A', start: A, end: B },
  room: {
    level_id: 'level_1',
    name: 'Hall',
    number: '1.01',
    boundary_points: TRIANGLE,
    point: A,
    usage: null,
    occupancy: 12,
    height: 3000,
  },
  opening: {
    host_id: 'wall_1',
    name: null,
    offset: 100,
    location: null,
    sill: 0,
    width: 900,
    height: 2100,
  },
  door: {
    host_id: 'wall_1',
    name: 'D1',
    offset: 100,
    width: 900,
    height: 2100,
    door_type: 'single',
    swing: 'left',
    fire_rating_min: null,
    is_exit: false,
  },
  window: {
    host_id: 'wall_1',
    name: null,
    offset: 100,
    width: 900,
    height: 1200,
    sill_height: 900,
    window_type: 'fixed',
  },
  solid: {
    ...ON_LEVEL,
    operation: 'union',
    source_ids: ['a', 'b'],
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
    triangles: [0, 1, 2],
    offset: { x: 0, y: 0, z: 0 },
  },
  ...UNPLACED,
} as const satisfies Record<ElementKind, object>;

type Json = { [key: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** All objects and lists within the value, itself first. */
function within(value: unknown): Json[] {
  if (!isObject(value)) return [];
  return [value, ...Object.values(value).flatMap(within)];
}

/** The same with the keys of all objects turned round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, turned(item)] as const);
  return Object.fromEntries(entries.toReversed());
}

/** Values at and just past the limits of the schemas, and of no sort that any of them takes. */
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

  it('are taken as they are when they are right', () => {
    const right = rightOf(kind);
    expect(validator.tryFast(right)?.data).toBe(right);
  });

  it('are put into the order of the schema', () => {
    const found = validator.tryFast(turned(rightOf(kind)));
    expect(JSON.stringify(found?.data)).toBe(JSON.stringify(rightOf(kind)));
  });

  it('are accepted only when the schema takes them, and then are what it gives', () => {
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

  it('are accepted whenever the schema takes them', () => {
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

describe.each(KINDS.all.map(({ kind }) => kind))('a %s of which some parameters change', (kind) => {
  const schema: z.ZodType = paramsOf(kind);
  const validator = new CompiledValidator(schema);
  const right: Json = rightOf(kind);
  const names = [...Object.keys(right), 'of_nobody', '__proto__'];

  it('is accepted whenever the schema takes the whole, and then is what it gives', () => {
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

  it('does not change what it was made from', () => {
    const before = JSON.stringify(right);
    validator.tryChanged(
      right,
      Object.fromEntries(names.map((name) => [name, right[name] ?? null])),
    );
    validator.tryChanged(right, { name: 'other', level_id: 'level_9', host_id: 'wall_9' });
    expect(JSON.stringify(right)).toBe(before);
  });
});

it('a change of a part of what is more than its parts is left to the schema', () => {
  const pair = z.strictObject({ low: z.number(), high: z.number() });
  const ordered = new CompiledValidator(pair.refine(({ low, high }) => low <= high));
  expect(ordered.tryChanged({ low: 1, high: 2 }, { low: 3 })).toBeNull();
  expect(new CompiledValidator(pair).tryChanged({ low: 1, high: 2 }, { low: 3 })?.data).toEqual({
    low: 3,
    high: 2,
  });
});

it('what an object inherits counts for nothing', () => {
  const point: unknown = Object.assign(Object.create({ y: 1 }), { x: 1 });
  expect(
    new CompiledValidator(paramsOf('ramp')).tryFast({ ...RIGHT.ramp, start: point }),
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
  ])('accepts %j as it is', (value) => {
    expect(validator.tryFast(value)?.data).toBe(value);
  });

  it.each([
    { kind: 'a', count: 1 },
    { kind: 'c', text: 'x' },
    { kind: 'a', text: 1 },
    { kind: 'e', text: 'x' },
    { text: 'x' },
    null,
  ])('leaves %j to the schema, which refuses it', (value) => {
    expect(validator.tryFast(value)).toBeNull();
    const validated = validator.validate(value);
    expect('error' in validated && validated.error.issues).toEqual(
      Choice.safeParse(value).error?.issues,
    );
  });

  it('is left to the schema where the field can have more than known values', () => {
    const Free = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a') }),
      z.strictObject({ kind: z.undefined() }),
    ]);
    expect(new CompiledValidator(Free).tryFast({ kind: 'a' })).toBeNull();
  });
});

describe('schemas that ask for more than the check knows', () => {
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

  it('are accepted by the compiled check alone', () => {
    expect(literals.tryFast({ v: 1, of: 'b' })).toEqual({ data: { v: 1, of: 'b' } });
  });

  it.each([{ v: 2, of: 'a' }, { v: '1', of: 'a' }, { v: 1, of: 'c' }, { v: 1 }])(
    'others are left to the schema: %j',
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
  ])('are read as by the schema: %j', (value) => {
    const read = some.tryFast(value)?.data;
    expect(Object.entries(read ?? {})).toEqual(Object.entries(schema.parse(value)));
  });

  it.each([
    { a: 1, b: 2, d: 3 },
    { b: 'x', d: 3 },
    { a: 1, b: 'x' },
    { a: 1, d: 3, e: 4 },
    { a: 1 },
  ])('and nothing else is accepted: %j', (value) => {
    expect(some.tryFast(value)).toBeNull();
    expect(some.validate(value)).toHaveProperty('error');
  });

  it('at the end, too', () => {
    const last = new CompiledValidator(z.strictObject({ a: z.number(), b: z.number().optional() }));
    expect(last.tryFast({ a: 1 })).toEqual({ data: { a: 1 } });
    expect(last.tryFast({})).toBeNull();
  });

  it('and may not be there without a value where the schema says so', () => {
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

it('the document of every commit is accepted by the compiled check alone', () => {
  const plans = new CompiledValidator(PlanDocument);
  const { plan } = createWalls('session', 2);
  expect(plans.tryFast(JSON.parse(JSON.stringify(plan)))).toEqual({ data: plan });
});
