/** @module tests of canonical JSON: published vectors of both profiles, refusals, laws. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { digestOf, isDigest, sha256Hex } from '../../../../kernel/base/canonical/hash.ts';
import {
  canonicalJson,
  CanonicalJsonError,
  type CanonicalProfile,
} from '../../../../kernel/base/canonical/json.ts';

const VECTORS = new URL('../../../vectors/', import.meta.url);
const PROFILES: readonly CanonicalProfile[] = ['jcs', 'axion-v1'];

function refusalOf(value: unknown, profile: CanonicalProfile = 'jcs'): string {
  try {
    canonicalJson(value, profile);
  } catch (error) {
    if (error instanceof CanonicalJsonError) return `${error.code} ${error.path}`;
    throw error;
  }
  return 'no refusal';
}

describe('the profile jcs', () => {
  const names = readdirSync(new URL('jcs/input/', VECTORS));

  test('has six published pairs', () => expect(names).toHaveLength(6));

  test.each(names)('writes the published output of %s', (name) => {
    const input: unknown = JSON.parse(readFileSync(new URL(`jcs/input/${name}`, VECTORS), 'utf8'));
    const expected = readFileSync(new URL(`jcs/output/${name}`, VECTORS), 'utf8');
    expect(canonicalJson(input)).toBe(expected.trimEnd());
  });

  // RFC 8785, appendix B.
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s as %s', (bits, expected) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(expected);
  });

  test('sorts keys by UTF-16 code units', () => {
    expect(canonicalJson({ '\ufffd': 1, '\u{1f600}': 2, b: 3, B: 4 })).toBe(
      '{"B":4,"b":3,"\u{1f600}":2,"\ufffd":1}',
    );
  });
});

describe('the profile axion-v1', () => {
  const file = z
    .object({
      vectors: z.array(
        z.object({
          name: z.string(),
          input: z.string(),
          canonical: z.string(),
          utf8_hex: z.string().optional(),
          sha256: z.string(),
        }),
      ),
      refused: z.array(
        z.object({ name: z.string(), input: z.string(), code: z.string(), path: z.string() }),
      ),
    })
    .parse(JSON.parse(readFileSync(new URL('axion-v1/vectors.json', VECTORS), 'utf8')));

  test.each(file.vectors)(
    'writes the published output of $name',
    ({ input, canonical, utf8_hex, sha256 }) => {
      const text = canonicalJson(JSON.parse(input), 'axion-v1');
      expect(text).toBe(canonical);
      const bytes = Buffer.from(text).toString('hex');
      expect(bytes).toBe(utf8_hex ?? bytes);
      expect(digestOf(JSON.parse(input), 'axion-v1')).toBe(sha256);
    },
  );

  test.each(file.refused)('refuses $name', ({ input, code, path }) => {
    expect(refusalOf(JSON.parse(input), 'axion-v1')).toBe(`${code} ${path}`);
  });

  test('law: rounds to the nearest number of 8 decimals, compared in exact integers', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: -1e12, max: 1e12, noNaN: true }),
          fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((n) => n / 512),
        ),
        (value) => {
          const text = canonicalJson(value, 'axion-v1');
          expect(text).toMatch(/^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\.[0-9]{0,7}[1-9])$/);
          // value = mantissa · 2^-1074 exactly; compare 2·|text − value| with one unit of 10^-8.
          const exact = exactMantissa(value) * 10n ** 8n;
          const written = units(text) * 2n ** 1074n;
          const error = written > exact ? written - exact : exact - written;
          const half = 2n ** 1073n;
          expect(error < half || (error === half && units(text) % 2n === 0n)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('law: canonical text does not change if parsed and written again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = canonicalJson(value, 'axion-v1');
        expect(canonicalJson(JSON.parse(once), 'axion-v1')).toBe(once);
      }),
    );
  });
});

/** The double times 2^1074, from its bits. */
function exactMantissa(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = (raw >> 52n) & 0x7ffn;
  const fraction = raw & 0xfffffffffffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return raw >> 63n === 1n ? -magnitude : magnitude;
}

/** A decimal text in units of 10^-8. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole.replace('-', '') + fraction.padEnd(8, '0')) * (text[0] === '-' ? -1n : 1n);
}

describe.each(PROFILES)('canonicalJson in the profile %s', (profile) => {
  const cycle: Record<string, unknown> = { name: 'loop' };
  cycle['list'] = [1, { back: cycle }];
  const deepCycle: unknown[] = [];
  let at = deepCycle;
  for (let i = 0; i < 200; i += 1) {
    const next: unknown[] = [];
    at.push(next);
    at = next;
  }
  at.push(deepCycle);
  class Point {
    readonly x = 1;
  }

  test.each<[string, unknown, string]>([
    ['NaN', Number.NaN, 'NOT_FINITE '],
    ['infinity', { a: [Infinity] }, 'NOT_FINITE /a/0'],
    ['minus infinity', [-Infinity], 'NOT_FINITE /0'],
    ['bigint', { a: 1n }, 'BIGINT /a'],
    ['undefined', undefined, 'UNSUPPORTED_TYPE '],
    ['undefined in an array', { a: [1, undefined] }, 'UNDEFINED_IN_ARRAY /a/1'],
    // oxlint-disable-next-line no-sparse-arrays
    ['a hole', [1, , 3], 'UNDEFINED_IN_ARRAY /1'],
    ['a function', { f: () => 1 }, 'UNSUPPORTED_TYPE /f'],
    ['toJSON', { toJSON: () => 1 }, 'UNSUPPORTED_TYPE /toJSON'],
    ['a symbol', [Symbol('s')], 'UNSUPPORTED_TYPE /0'],
    ['a date', { at: new Date(0) }, 'UNSUPPORTED_TYPE /at'],
    ['a map', new Map(), 'UNSUPPORTED_TYPE '],
    ['a boxed number', [Object(1)], 'UNSUPPORTED_TYPE /0'],
    ['bytes', new Uint8Array(2), 'UNSUPPORTED_TYPE '],
    ['an instance', { 'a/b~c': new Point() }, 'UNSUPPORTED_TYPE /a~1b~0c'],
    ['a lone high surrogate', ['\ud800'], 'LONE_SURROGATE /0'],
    ['a lone low surrogate in a key', { 'k\udfff': 1 }, 'LONE_SURROGATE /k\ufffd'],
    ['a cycle', cycle, 'CYCLE /list/1/back'],
    ['a deep cycle', deepCycle, `CYCLE ${'/0'.repeat(201)}`],
  ])('refuses %s', (_, value, expected) => {
    expect(refusalOf(value, profile)).toBe(expected);
  });

  test('omits undefined members and accepts shared nodes and null prototypes', () => {
    const shared = { x: 1 };
    const bare: Record<string, unknown> = Object.assign(Object.create(null), { b: shared });
    const value = { z: undefined, a: shared, bare, y: undefined, list: [shared, shared] };
    expect(canonicalJson(value, profile)).toBe(
      '{"a":{"x":1},"bare":{"b":{"x":1}},"list":[{"x":1},{"x":1}]}',
    );
  });

  test('does not take shared nodes at any depth for a cycle', () => {
    const shared = [{}];
    let value: unknown = [shared, shared];
    for (let i = 0; i < 100; i += 1) value = [value, shared];
    expect(refusalOf(value, profile)).toBe('no refusal');
  });

  test('sorts 100 keys', () => {
    const entries = Array.from({ length: 100 }, (_, i) => [`k${(i * 37) % 100}`, i] as const);
    const keys = entries.map(([key]) => key).toSorted((a, b) => (a < b ? -1 : 1));
    const text = canonicalJson(Object.fromEntries(entries), profile);
    expect(Object.keys(JSON.parse(text))).toStrictEqual(keys);
  });

  test.each([5000, 100_000])('writes arrays nested %i deep', (depth) => {
    let value: unknown = null;
    for (let i = 0; i < depth; i += 1) value = [value];
    expect(canonicalJson(value, profile)).toBe(`${'['.repeat(depth)}null${']'.repeat(depth)}`);
  });

  test('law: gives the same text for any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(reversed, profile)).toBe(canonicalJson(value, profile));
      }),
    );
  });
});

test('law: parsing canonical text gives the original value (jcs)', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      // −0 is the one JSON number that RFC 8785 does not keep.
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(canonicalJson(value))).toStrictEqual(plain);
    }),
  );
});

/** Keys that objects enumerate in another order or that have a special meaning, and ordinary keys. */
const awkwardKey = fc.oneof(
  fc.constantFrom(
    '',
    '9',
    '10',
    '01',
    '-1',
    '1e3',
    '__proto__',
    'toJSON',
    'length',
    '\\ud800',
    'a"b',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
);

test('law: the fast path of jcs and the writer of axion-v1 agree on integers and ASCII keys', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined).map(() => ({ absent: undefined })),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\\ud800', '\\\\udfff', '\u2028', '\ud83d\ude00'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(awkwardKey, tie('value')), { maxLength: 6 })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }));
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson(any, 'jcs')).toBe(canonicalJson(any, 'axion-v1'));
    }),
    { numRuns: 2000 },
  );
});

test('law: keys are sorted by their UTF-8 bytes (axion-v1)', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.constant('')), (value) => {
      const text = canonicalJson(value, 'axion-v1');
      const keys = [...text.matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, key = '']) =>
        Buffer.from(JSON.parse(`"${key}"`) as string),
      );
      expect(keys).toStrictEqual(keys.toSorted((a, b) => Buffer.compare(a, b)));
    }),
  );
});

describe('hashes', () => {
  test('sha256Hex and digestOf hash text, bytes and values', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex('é')).toBe(createHash('sha256').update('é', 'utf8').digest('hex'));
    expect(sha256Hex(Buffer.from('é'))).toBe(sha256Hex('é'));
    expect(digestOf({ b: 1, a: 1e21 })).toBe(sha256Hex('{"a":1e+21,"b":1}'));
    expect(digestOf({ a: 1e21 }, 'axion-v1')).toBe(sha256Hex('{"a":1000000000000000000000}'));
  });

  test('sha256Hex refuses a lone surrogate, which would collide with U+FFFD', () => {
    expect(() => sha256Hex('\ud800')).toThrow(RangeError);
  });

  test.each([
    ['0'.repeat(64), true],
    ['0'.repeat(63), false],
    ['0'.repeat(65), false],
    ['A'.repeat(64), false],
    [`${'0'.repeat(64)}\n`, false],
  ])('isDigest of %j is %s', (text, expected) => expect(isDigest(text)).toBe(expected));
});
