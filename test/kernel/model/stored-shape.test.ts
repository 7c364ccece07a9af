/** @module stored shape tests: the quick check says yes only where the schema does, and gives the same. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { StoredShape } from '../../../kernel/model/stored-shape.ts';
import type { ElementKind } from '../../../schemas/elements.ts';
import { ELEMENT_KINDS, ELEMENT_PARAMS } from '../../../schemas/elements.ts';

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
    if (how === 'drop') delete place[name];
    else if (how === 'turn') value = turned(value);
    else
      place[how === 'add' && !Array.isArray(place) ? 'of_nobody' : name] = structuredClone(
        VALUES[chosen],
      );
  }
  return value;
}

describe.each(ELEMENT_KINDS)('parameters of a %s', (kind) => {
  const schema: z.ZodType = ELEMENT_PARAMS[kind];
  const shape = new StoredShape(schema);

  it('are taken as they are when they are right', () => {
    expect(shape.quick(RIGHT[kind])?.data).toBe(RIGHT[kind]);
  });

  it('are put into the order of the schema', () => {
    const found = shape.quick(turned(RIGHT[kind]));
    expect(JSON.stringify(found?.data)).toBe(JSON.stringify(RIGHT[kind]));
  });

  it('are vouched for only when the schema takes them, and then are what it gives', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const value = edited(RIGHT[kind], changes);
        const quick = shape.quick(value);
        if (quick === null) return;
        const parsed = schema.safeParse(value);
        expect(parsed.success).toBe(true);
        expect(quick.data).toStrictEqual(parsed.data);
        expect(JSON.stringify(quick.data)).toBe(JSON.stringify(parsed.data));
      }),
      { numRuns: 300 },
    );
  });

  it('are vouched for whenever the schema takes them', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const value = JSON.parse(JSON.stringify(edited(RIGHT[kind], changes)) ?? 'null');
        expect(shape.quick(value) !== null).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 300 },
    );
  });
});

const Change = fc.record({ key: fc.nat(30), value: fc.nat(VALUES.length - 1), turn: fc.boolean() });

describe.each(ELEMENT_KINDS)('a %s of which some parameters change', (kind) => {
  const schema: z.ZodType = ELEMENT_PARAMS[kind];
  const shape = new StoredShape(schema);
  const right: Json = RIGHT[kind];
  const names = [...Object.keys(right), 'of_nobody', '__proto__'];

  it('is vouched for whenever the schema takes the whole, and then is what it gives', () => {
    fc.assert(
      fc.property(fc.array(Change, { maxLength: 3 }), (changes) => {
        const given = changes.map(({ key, value, turn }): readonly [string, unknown] => {
          const name = names[key % names.length] ?? '';
          const other = turn ? turned(right[name]) : VALUES[value];
          return [name, JSON.parse(JSON.stringify(other) ?? 'null')];
        });
        const values = Object.fromEntries(given);
        const changed = shape.changed(right, values);
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
    shape.changed(right, Object.fromEntries(names.map((name) => [name, right[name] ?? null])));
    shape.changed(right, { name: 'other', level_id: 'level_9', host_id: 'wall_9' });
    expect(JSON.stringify(right)).toBe(before);
  });
});

it('a change of a part of what is more than its parts is left to the schema', () => {
  const pair = z.strictObject({ low: z.number(), high: z.number() });
  const ordered = new StoredShape(pair.refine(({ low, high }) => low <= high));
  expect(ordered.changed({ low: 1, high: 2 }, { low: 3 })).toBeNull();
  expect(new StoredShape(pair).changed({ low: 1, high: 2 }, { low: 3 })?.data).toEqual({
    low: 3,
    high: 2,
  });
});

it('what an object inherits counts for nothing', () => {
  const point: unknown = Object.assign(Object.create({ y: 1 }), { x: 1 });
  expect(new StoredShape(ELEMENT_PARAMS.ramp).quick({ ...RIGHT.ramp, start: point })).toBeNull();
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
    const shape = new StoredShape(schema);
    expect(shape.quick(value)).toBeNull();
    const read = shape.read(value);
    const parsed = schema.safeParse(value);
    expect('data' in read ? read.data : read.error.issues).toStrictEqual(
      parsed.success ? parsed.data : parsed.error.issues,
    );
  });
});
