/** @module tests of room numbers: used as written, even if they are not numbers, and calculated if they contain a value. */
import { describe, expect, test } from 'vitest';

import { errorOf, GROUND, last } from './parsed.ts';

const numbered = (number: string, before = ''): unknown =>
  last(`${before}${GROUND}room A at (1, 1) number ${number}`)['number'];

describe('a room number', () => {
  test.each([
    ['101', '101'],
    ['007', '007'],
    ['0.1', '0.1'],
    ['1.10', '1.10'],
    ['101b', '101b'],
    ['1-02', '1-02'],
    ['1.02-a', '1.02-a'],
    ['12m', '12m'],
    ['5mm', '5mm'],
    ['12x3', '12x3'],
    ['E-12', 'E-12'],
    ['"1.01 a"', '1.01 a'],
  ])('%s is %s', (written, wanted) => {
    expect(numbered(written)).toBe(wanted);
    // A script with values is tokenized differently.
    expect(numbered(written, 'let i = 3\n')).toBe(wanted);
  });

  test.each([
    ['i + 1', '4'],
    ['i', '3'],
    ['100+i', '103'],
    ['100 + i', '103'],
    ['9-i', '6'],
    ['9 - i', '6'],
    ['2*i', '6'],
    ['t', 'B2'],
    ['"1-0{i}"', '1-03'],
  ])('%s is calculated as %s', (written, wanted) => {
    expect(numbered(written, 'let i = 3\nlet t = "B2"\n')).toBe(wanted);
  });

  test('a room number ends before the next option', () => {
    const room = last(`${GROUND}room A at (1, 1) number 1-02 usage office`);
    expect(room).toMatchObject({ number: '1-02', usage: 'office' });
    expect(last('for i in 0..2 { level "{i}" at i }\nroom A at (1, 1) on @"1" number 3b')).toEqual({
      level_id: '@1',
      name: 'A',
      point: { x: 1000, y: 1000 },
      number: '3b',
    });
  });

  test('a length with an unknown unit is not a room number', () => {
    expect(errorOf(`${GROUND}wall (0, 0) to (12b, 0)`).message).toContain('found the unit `b`');
    expect(errorOf(`${GROUND}room A at (1, 1) occupancy 12m`).message).toContain('12m');
  });
});
