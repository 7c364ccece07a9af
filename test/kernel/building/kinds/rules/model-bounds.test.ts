/** @module tests of the bounds of the model. */
import { describe, expect, test } from 'vitest';

import {
  requireInModel,
  requirePointsInModel,
} from '../../../../../kernel/building/kinds/rules/model-bounds.ts';
import { context, P, refusalOf } from '../bench.ts';

describe('the model', () => {
  test.each([
    [1e7, null],
    [-1e7, null],
    // Less than half a grid step does not count.
    [1e7 + 0.0004, null],
    [1e7 + 0.001, 'OUT_OF_MODEL_BOUNDS'],
    [-1e7 - 0.001, 'OUT_OF_MODEL_BOUNDS'],
  ])('at %d', (value, code) => {
    expect(refusalOf(() => requireInModel('it', { x: 0, y: value }, context))).toBe(code);
  });

  test('the refusal names the value, its axis and the index of the point', () => {
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
