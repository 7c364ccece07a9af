/** @module tests of the ends of the model. */
import { describe, expect, test } from 'vitest';

import {
  requireInModel,
  requirePointsInModel,
} from '../../../../kernel/kinds/rules/model-bounds.ts';
import { context, P, refusalOf } from '../bench.ts';

describe('the model', () => {
  test.each([
    [1e7, null],
    [-1e7, null],
    // Less than half a step of the grid is none.
    [1e7 + 0.0004, null],
    [1e7 + 0.001, 'OUT_OF_MODEL_BOUNDS'],
    [-1e7 - 0.001, 'OUT_OF_MODEL_BOUNDS'],
  ])('at %d', (value, code) => {
    expect(refusalOf(() => requireInModel('it', { x: 0, y: value }, context))).toBe(code);
  });

  test('names the value and its axis, and which of several points', () => {
    const far = P(0, 2e7);
    expect(() => requireInModel('`start`', { x: 0, y: 2e7 }, context)).toThrow(
      '`start` has y = `20000000` mm',
    );
    expect(() => requirePointsInModel('`path`', [P(0, 0), far], context)).toThrow(
      '`path`[1] has y',
    );
    expect(() => requirePointsInModel('`location`', [far], context)).toThrow('`location` has y');
  });
});
