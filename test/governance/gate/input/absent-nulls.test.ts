/** @module absent-nulls.test: which nulls of arguments are absent by their schema. */
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { withoutAbsentNulls } from '../../../../governance/gate/input/absent-nulls.ts';

describe('the arguments without absent nulls', () => {
  const Point = z.strictObject({ x: z.number(), z: z.number().optional() });
  const schema = z.strictObject({
    a: z.string().optional(),
    kept: z.string().nullable().optional(),
    any: z.unknown(),
    needed: z.string(),
    preset: z.number().default(3),
    list: z.array(Point).optional(),
    either: z.union([z.string(), Point]).optional(),
    named: z.record(z.string(), Point).optional(),
  });
  const reduced = (value: unknown): unknown => withoutAbsentNulls(schema, value, () => undefined);

  test.each<[unknown, unknown]>([
    [{ a: null }, {}],
    [{ preset: null }, {}],
    [
      { kept: null, any: null, needed: null, other: null },
      { kept: null, any: null, needed: null, other: null },
    ],
    [{ list: [{ x: 1, z: null }, null] }, { list: [{ x: 1 }, null] }],
    [{ either: { x: 1, z: null } }, { either: { x: 1 } }],
    [{ either: { x: null, z: null } }, { either: { x: null, z: null } }],
    [{ named: { p: { x: 1, z: null } } }, { named: { p: { x: 1 } } }],
    [null, null],
    ['text', 'text'],
  ])('of %j are %j', (given, without) => {
    expect(reduced(given)).toEqual(without);
  });

  test('are the same object if there is nothing to remove', () => {
    const given = { a: 'x', list: [{ x: 1 }], any: { b: null } };
    expect(reduced(given)).toBe(given);
  });

  test('of a list that is longer than allowed are the same object', () => {
    const list = z.strictObject({ list: z.array(Point).max(2) });
    const of = (count: number): object => ({
      list: Array.from({ length: count }, () => ({ x: 1, z: null })),
    });
    const long = of(3);
    expect(withoutAbsentNulls(list, long, () => undefined)).toBe(long);
    expect(withoutAbsentNulls(list, of(2), () => undefined)).toEqual({
      list: [{ x: 1 }, { x: 1 }],
    });
  });

  test('are found with two reads of a schema, not two for each null', () => {
    const inner = z.number().optional();
    const read = vi.spyOn(inner, 'safeParse');
    const list = z.array(z.strictObject({ z: inner }));
    const given = Array.from({ length: 1000 }, () => ({ z: null }));
    expect(withoutAbsentNulls(list, given, () => undefined)).toEqual(given.map(() => ({})));
    expect(read).toHaveBeenCalledTimes(2);
  });
});
