/** @module terminal-size.test: a terminal that reports no size has 24 × 80. */
import { expect, test } from 'vitest';

import { terminalSize } from '../../clients/plumbline/terminal-size.ts';

test.each([
  [undefined, undefined, 24, 80],
  [0, 0, 24, 80],
  [1, 1, 8, 40],
  [8, 40, 8, 40],
  [9, 41, 9, 41],
  [60, 200, 60, 200],
])('%s × %s is %i × %i', (rows, columns, asRows, asColumns) => {
  expect(terminalSize({ rows, columns })).toEqual({ rows: asRows, columns: asColumns });
});
