/** @module Text from bytes that must be UTF-8: what is malformed is refused with its place. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { NotUtf8, utf8Text } from '../../../kernel/text/utf8.ts';

test.each<[string, readonly number[], number]>([
  ['a byte that begins nothing', [0x61, 0xff], 1],
  ['a continuation without a beginning', [0x80], 0],
  ['an overlong form of two bytes', [0xc0, 0xaf], 0],
  ['an overlong form of three bytes', [0x61, 0x62, 0xe0, 0x9f, 0xbf], 2],
  ['a surrogate', [0xed, 0xa0, 0x80], 0],
  ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf], 0],
  ['a number beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
  ['a sequence that the end cuts off', [0xc3, 0xa9, 0xe2, 0x82], 2],
  ['a sequence that another character cuts off', [0xe2, 0x82, 0x41], 0],
])('%s is refused with its place', (_, bytes, offset) => {
  const read = (): string => utf8Text(Uint8Array.from(bytes));
  expect(read).toThrow(NotUtf8);
  expect(read).toThrow(`byte ${offset} (0x${bytes[offset]?.toString(16).padStart(2, '0')})`);
});

test('text in UTF-8 comes back as it was, a byte order mark included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Text(Buffer.from(`\uFEFF${text}`))).toBe(`\uFEFF${text}`);
    }),
  );
});

test('bytes are refused exactly where a strict decoder refuses them', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 8 }), (bytes) => {
      const outcome = (decode: () => string): string | null => {
        try {
          return decode();
        } catch {
          return null;
        }
      };
      expect(outcome(() => utf8Text(bytes))).toBe(outcome(() => strict.decode(bytes)));
    }),
  );
});
