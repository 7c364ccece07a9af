/** @module issue-words.test: schemas without words of their own say what they expected in ours. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { receivedWords, useIssueWords } from '../../schemas/issue-words.ts';

useIssueWords();

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('issueWords', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'expected a text'],
    [z.number(), 'a', 'expected a number'],
    [z.int(), 1.5, 'expected a whole number'],
    [z.boolean(), 'yes', 'expected `true` or `false`'],
    [z.array(z.string()), 'a', 'expected a list'],
    [z.strictObject({}), [], 'expected an object'],
    [z.record(z.string(), z.number()), 'a', 'expected an object'],
    [z.null(), 1, 'expected `null`'],
    [z.string(), undefined, 'expected a text'],
    [z.enum(['a', 'b']), 'c', 'expected one of `a`, `b`'],
    [z.literal('a'), 'c', 'expected `a`'],
    [z.number().max(5), 6, 'expected at most 5'],
    [z.number().lt(5), 5, 'expected less than 5'],
    [z.number().min(5), 4, 'expected at least 5'],
    [z.number().gt(5), 5, 'expected more than 5'],
    [z.string().max(2), 'abc', 'expected at most 2 characters'],
    [z.string().length(2), 'abc', 'expected exactly 2 characters'],
    [z.array(z.string()).min(1), [], 'expected at least 1 entry'],
    [z.number().multipleOf(5), 4, 'expected a multiple of 5'],
    [z.string().regex(/^a$/u), 'b', 'expected a text that matches `/^a$/u`'],
    [z.string().startsWith('a'), 'b', 'expected a text that starts with `a`'],
    [z.uuid(), 'b', 'expected a UUID'],
    [z.iso.datetime(), 'b', 'expected a time in ISO 8601'],
    [z.strictObject({ a: z.string().optional() }), { b: 1 }, 'unknown name `b`'],
    [z.union([z.string(), z.int()]), true, 'expected a text or a number'],
    [z.union([z.object({ a: z.string() }), z.string()]), { a: 1 }, 'expected another value'],
    [z.string('expected a name'), 1, 'expected a name'],
  ])('%#: %j is refused with the words %j', (schema, value, words) => {
    expect(messageOf(schema, value)).toBe(words);
  });
});

describe('receivedWords', () => {
  test.each<[unknown, string]>([
    [undefined, 'missing'],
    [null, '`null`'],
    [1.5, '`1.5`'],
    [Number.NaN, '`NaN`'],
    [Number.NEGATIVE_INFINITY, '`-Infinity`'],
    [true, '`true`'],
    ['abc', 'the text `abc`'],
    ['a'.repeat(81), `the text \`${'a'.repeat(77)}...\``],
    ['[1]', 'a text with JSON in it `[1]`'],
    [' {"a":1}', 'a text with JSON in it ` {"a":1}`'],
    ['[1', 'the text `[1`'],
    ['12', 'the text `12`'],
    [[1, 2], 'a list of 2'],
    [{}, 'an object'],
  ])('%#: %j is %s', (value, words) => {
    expect(receivedWords(value)).toBe(words);
  });
});
