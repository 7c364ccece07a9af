/** @module personal-text.test: e-mail addresses and phone numbers are masked; lengths, dates and ids are not. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { maskPersonal } from '../../../../kernel/base/text/personal-text.ts';

test.each([
  ['call +49 30 1234 5678 now', 'call [masked:phone] now'],
  ['tel:+442079460958', 'tel:[masked:phone]'],
  ['(030) 123 45 67 or 0171-2345678', '[masked:phone] or [masked:phone]'],
  ['Tel.: 030/1234567.', 'Tel.: [masked:phone].'],
  ['01712345678, 0049 171 2345678', '[masked:phone], [masked:phone]'],
  ['+1 (555) 010-4477; 555-010-4477', '[masked:phone]; [masked:phone]'],
  ['anna.b+x@bau-büro.example', '[masked:email]'],
  // These do not have the form of sizes, or a word for phones precedes them.
  ['020 7946 0958', '[masked:phone]'],
  ['reach her at 030 1234 5678', 'reach her at [masked:phone]'],
  ['Tel. 030 3000 1500', 'Tel. [masked:phone]'],
  ['call her: 020 3000 1500', 'call her: [masked:phone]'],
  ['panel shop, phone 030 2135 8850 mm', 'panel shop, phone [masked:phone] mm'],
  ['0800 330 1000', '[masked:phone]'],
  ['020 79460958 mm', '[masked:phone] mm'],
  // Seven digits count as a phone number, six do not.
  ['ask 030 1234', 'ask [masked:phone]'],
  ['ask 030 123', 'ask 030 123'],
])('personal data is masked in `%s`', (text, wanted) => {
  expect(maskPersonal(text)).toBe(wanted);
});

test.each([
  'door 900 x 2100 at level 2',
  'wall 1hO2lz0$nDPeEXuX6AdKnM',
  '2026-11-23, 09-11-2026, 23.11.2026 12:30:45',
  '0 100 200 3000 4000',
  '0,0 5000,0 5000,3000',
  '0.125 0.250 0.375',
  '0199a0a0-0000-7000-8000-00000000000a',
  // UUIDs whose first digits have the form of a phone number
  '00812691-2e27-45e2-b3a2-374c361187ab',
  '01234567-1234-4234-8234-012345678901',
  'level +3.150 over +3000',
  '020 3000 1500',
  'panels 020 2135 885, 025 2485 1010',
  'sizes: 018 2500 1247',
  'order 040 2750 1235 mm and 060 1200 600',
  '012 2400 1200; 015 2600 1250; 022 3000 1500',
  'Platte 019 2800 2070',
  '100 x 020 3000 1490',
  'DIN 18040-2, scale 1:100 000 000',
  '192.168.0.1',
])('nothing is masked in `%s`', (text) => {
  expect(maskPersonal(text)).toBe(text);
});

test('a single kind can be masked, and long adversarial texts are processed quickly', () => {
  expect(maskPersonal('a@b.de 030 1234567', ['phone'])).toBe('a@b.de [masked:phone]');
  for (const piece of ['+1 ', '0', '01', '(0', 'a@', '+1-', '030 1 ']) {
    const text = piece.repeat(8192 / piece.length);
    expect(typeof maskPersonal(text)).toBe('string');
  }
});

const digits = (from: number, to: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: 10 ** to - 1 }))
    .map(([length, number]) => String(number).padStart(length, '0').slice(0, length));
const number = fc
  .tuple(fc.integer({ min: 10, max: 99 }), digits(3, 4), digits(3, 4))
  .map(([area, one, two]) => `0${area} ${one} ${two}`);

test('law: any number after a word for phones is masked', () => {
  fc.assert(
    fc.property(
      number,
      fc.constantFrom('tel ', 'Phone: ', 'call him on ', 'Telefon '),
      (one, word) => {
        expect(maskPersonal(`${word}${one}`)).toBe(`${word}[masked:phone]`);
      },
    ),
  );
});

test('law: at least 99.5 % of numbers with an area code are masked without such a word', () => {
  const numbers = fc.sample(number, { numRuns: 5000, seed: 7 });
  const missed = numbers.filter(
    (one) => maskPersonal(`see ${one} now`) !== 'see [masked:phone] now',
  );
  expect(missed.length / numbers.length).toBeLessThan(0.005);
});

test('law: sizes in steps of 50 mm are not masked', () => {
  const size = fc.integer({ min: 4, max: 200 }).map((steps) => String(steps * 50));
  const thickness = fc.integer({ min: 3, max: 99 }).map((mm) => String(mm).padStart(3, '0'));
  const list = fc.tuple(thickness, size, size).map((sizes) => sizes.join(' '));
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) => {
      const text = lists.join('; ');
      expect(maskPersonal(text)).toBe(text);
    }),
  );
});
