/** @module tests of strict UTF-8 decoding: malformed bytes are refused with their offset. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { NotUtf8, utf8Text } from '../../../../kernel/base/text/utf8.ts';

test.each<[string, readonly number[], number]>([
  ['a byte that cannot start a sequence', [0x61, 0xff], 1],
  ['a continuation byte without a start byte', [0x80], 0],
  ['an overlong form of two bytes', [0xc0, 0xaf], 0],
  ['an overlong form of three bytes', [0x61, 0x62, 0xe0, 0x9f, 0xbf], 2],
  ['a surrogate', [0xed, 0xa0, 0x80], 0],
  ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf], 0],
  ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
  ['a sequence truncated by the end', [0xc3, 0xa9, 0xe2, 0x82], 2],
  ['a sequence interrupted by another character', [0xe2, 0x82, 0x41], 0],
])('utf8Text refuses %s with its offset', (_, bytes, offset) => {
  const read = (): string => utf8Text(Uint8Array.from(bytes));
  expect(read).toThrow(NotUtf8);
  expect(read).toThrow(`byte ${offset} (0x${bytes[offset]?.toString(16).padStart(2, '0')})`);
});

test('law: utf8Text decodes valid UTF-8 unchanged, including a byte order mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Text(Buffer.from(`\uFEFF${text}`))).toBe(`\uFEFF${text}`);
    }),
  );
});

test('law: utf8Text refuses the same bytes as a strict TextDecoder', () => {
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
