/** @module tests of the boxes by which the parts of a whole are found in a file. */
import { describe, expect, test } from 'vitest';

import type { Box3 } from '../../../../../kernel/building/geometry/vector.ts';
import { pairedByBox } from '../../../../../kernel/documents/ifc/return/wholes/part-pairs.ts';

/** A box of 1 m whose low corner is here. */
function at(x: number, y = 0): Box3 {
  return { min: { x, y, z: 0 }, max: { x: x + 1000, y: y + 1000, z: 1000 } };
}

describe('pairs by box', () => {
  test('equal boxes up to 1 mm, in any order and on either side of a cell', () => {
    expect(pairedByBox([at(0), at(2000), at(4000)], [at(4000.9), at(-0.9), at(1999.1)])).toEqual([
      1, 2, 0,
    ]);
  });

  test('the nearest of the others', () => {
    expect(pairedByBox([at(0), at(2000)], [at(1900), at(40)])).toEqual([1, 0]);
    // The other one has an equal box.
    expect(pairedByBox([at(0), at(2000)], [at(9000), at(0)])).toEqual([1, 0]);
  });

  test('the only one, wherever it is', () => {
    expect(pairedByBox([at(0)], [at(9000)])).toEqual([0]);
    expect(pairedByBox([null], [null])).toEqual([0]);
  });

  test.each([
    ['two equal boxes in the file', [at(0), at(2000)], [at(0), at(0)]],
    ['two equal parts', [at(0), at(0)], [at(0), at(2000)]],
    ['two that are as near', [at(0), at(2000)], [at(-100, 50), at(100, 50)]],
    ['one that is nearest to two', [at(0), at(200)], [at(100, 300), at(9000)]],
    ['no box to compare', [null, at(2000)], [at(9000), at(8000)]],
    ['another number', [at(0)], [at(0), at(2000)]],
  ])('none with %s', (_, parts, files) => {
    expect(pairedByBox(parts, files)).toBeNull();
  });
});
