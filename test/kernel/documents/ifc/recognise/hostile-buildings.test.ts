/** @module hostile-buildings.test: the work of recognition grows as the file does, whatever its parts share. */
import { expect, test } from 'vitest';

import { workOf } from './counted.ts';
import { HOSTILE } from './hostile-buildings.ts';

const SIZE = 60;
/** Four times as large files take at most five times as much work. */
const [TIMES, GROWTH] = [4, 5];
/** Work that does not depend on the size. */
const FIXED = 2000;

test.each(Object.keys(HOSTILE))('%s take linear work', (name) => {
  const make = HOSTILE[name];
  if (make === undefined) throw new Error(`no file ${name}`);
  const [small, large] = [workOf(make(SIZE)), workOf(make(TIMES * SIZE))];
  for (const what of ['reads', 'parsed', 'evaluations'] as const) {
    expect({ what, work: large[what] <= FIXED + GROWTH * small[what] }).toEqual({
      what,
      work: true,
    });
  }
});

test('maps that double are refused without resolving them', () => {
  const make = HOSTILE['mapped items that double'];
  expect(make === undefined ? Infinity : workOf(make(20)).reads).toBeLessThan(5000);
});
