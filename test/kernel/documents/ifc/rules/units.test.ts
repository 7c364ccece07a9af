/** @module tests of SI prefixes: of a square millimetre 1e-6, of a cubic one 1e-9. */
import { expect, test } from 'vitest';

import { prefixFactor } from '../../../../../kernel/documents/ifc/rules/properties/units.ts';

test.each([
  ['MILLI', 'METRE', 1e-3],
  ['MILLI', 'SQUARE_METRE', 1e-6],
  ['CENTI', 'SQUARE_METRE', 1e-4],
  ['MILLI', 'CUBIC_METRE', 1e-9],
  ['KILO', 'PASCAL', 1e3],
  [null, 'SQUARE_METRE', 1],
  ['UNKNOWN', 'METRE', 1],
])('%s %s', (prefix, name, factor) => {
  expect(prefixFactor(prefix, name)).toBeCloseTo(factor, 12);
});
