/** @module personal-text.test: people are found in text, lengths, dates and ids beside them are not. */
import { expect, test } from 'vitest';

import { maskPersonal } from '../../../kernel/text/personal-text.ts';

test.each([
  ['call +49 30 1234 5678 now', 'call [masked:phone] now'],
  ['tel:+442079460958', 'tel:[masked:phone]'],
  ['(030) 123 45 67 or 0171-2345678', '[masked:phone] or [masked:phone]'],
  ['Tel.: 030/1234567.', 'Tel.: [masked:phone].'],
  ['01712345678, 0049 171 2345678', '[masked:phone], [masked:phone]'],
  ['+1 (555) 010-4477; 555-010-4477', '[masked:phone]; [masked:phone]'],
  ['anna.b+x@bau-büro.example', '[masked:email]'],
  // Seven digits are a number, six are none
  ['ask 030 1234', 'ask [masked:phone]'],
  ['ask 030 123', 'ask 030 123'],
])('%s', (text, wanted) => {
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
  'level +3.150 over +3000',
  'DIN 18040-2, scale 1:100 000 000',
  '192.168.0.1',
])('%s holds nobody', (text) => {
  expect(maskPersonal(text)).toBe(text);
});

test('one kind alone, and long texts in one go', () => {
  expect(maskPersonal('a@b.de 030 1234567', ['phone'])).toBe('a@b.de [masked:phone]');
  for (const piece of ['+1 ', '0', '01', '(0', 'a@', '+1-', '030 1 ']) {
    const text = piece.repeat(8192 / piece.length);
    expect(typeof maskPersonal(text)).toBe('string');
  }
});
