/** @module tests of axes, and of strips along them. */
import { describe, expect, test } from 'vitest';

import { requireLine, stripCorners } from '../../../../../kernel/building/kinds/rules/line.ts';
import { context, P, refusalOf } from '../bench.ts';

describe('an axis', () => {
  test('an axis needs two ends that differ on the grid', () => {
    expect(refusalOf(() => requireLine(P(0, 0), P(0, 0.001), context))).toBeNull();
    expect(refusalOf(() => requireLine(P(0, 0), P(0, 0.0004), context))).toBe('OUT_OF_RANGE');
    expect(refusalOf(() => requireLine(P(0, 2e7), P(0, 0), context))).toBe('OUT_OF_MODEL_BOUNDS');
    expect(refusalOf(() => requireLine(P(0, 0), P(0, 2e7), context))).toBe('OUT_OF_MODEL_BOUNDS');
  });

  test('stripCorners has half the width on each side, left first', () => {
    expect(stripCorners(P(0, 0), P(30, 40), 10)).toEqual([
      P(-4, 3),
      P(4, -3),
      P(26, 43),
      P(34, 37),
    ]);
  });
});
