/** @module input-schema.test: the bounds of arguments that are listed, and those that are only checked. */
import { expect, test } from 'vitest';
import * as z from 'zod';

import { listedInput } from '../../../governance/tool/input-schema.ts';
import { CoordinateMm, LengthMm } from '../../../schemas/units.ts';

const listed = (member: z.ZodType): unknown =>
  Object(listedInput(z.strictObject({ member }))['properties']).member;

test.each([
  ['a coordinate', CoordinateMm, { type: 'number' }],
  ['a length', LengthMm, { type: 'number' }],
  ['a text', z.string().min(1).max(200), { type: 'string' }],
  ['a count', z.int().min(1), { type: 'integer' }],
  ['a long list', z.array(z.string()).min(1).max(17), { type: 'array', items: { type: 'string' } }],
])('lists no limit of the implementation for %s', (_name, schema, wanted) => {
  expect(listed(schema)).toEqual(wanted);
});

test.each([
  ['an angle', z.number().min(0).max(360), { type: 'number', minimum: 0, maximum: 360 }],
  ['the largest listed bound', z.number().max(999), { type: 'number', maximum: 999 }],
  ['a character', z.string().max(1), { type: 'string', maxLength: 1 }],
  ['a wait', z.number().min(0).max(25), { type: 'number', minimum: 0, maximum: 25 }],
  [
    'an outline',
    z.array(z.number()).min(3).max(16),
    { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 16 },
  ],
])('lists the bounds of %s', (_name, schema, wanted) => {
  expect(listed(schema)).toEqual(wanted);
});

test('lists no limit at any depth and keeps arguments that are named as keywords', () => {
  const schema = z.strictObject({
    maxLength: z.string().max(9).describe('An argument of this name.'),
    items: z.array(z.strictObject({ minimum: CoordinateMm })),
    either: z.union([z.string().max(9), z.strictObject({ text: z.string().max(9) })]),
  });
  const text = JSON.stringify(listedInput(schema));
  expect(text).not.toContain('1000000000');
  expect(text).not.toContain('"maxLength":9');
  expect(text).toContain('"maxLength":{');
  expect(text).toContain('"minimum":{');
});

test('describes a list once, not its items as well', () => {
  const ids = z.array(z.string().describe('Id of an element.')).describe('Elements to move.');
  expect(listed(ids)).toEqual({
    type: 'array',
    items: { type: 'string' },
    description: 'Elements to move.',
  });
});
