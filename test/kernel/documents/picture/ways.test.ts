/** @module tests of reading lines from the details of a finding. */
import { expect, test } from 'vitest';

import { waysOf } from '../../../../kernel/documents/picture/ways.ts';

test('waysOf reads lists of points and ignores other values', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 1, y: 2, z: 3 },
  ];
  const way = [
    { x: 0, y: 0, z: 0 },
    { x: 1, y: 2, z: 3 },
  ];
  expect(waysOf({ path })).toEqual([way]);
  expect(waysOf({ path, paths: [path, [{ x: 1, y: 1 }], 'x', null] })).toEqual([way, way]);
  for (const odd of ['x', 7, null, {}, [1, 2], [{ x: 'a', y: 1 }, { y: 1 }]]) {
    expect(waysOf({ path: odd, paths: odd })).toEqual([]);
  }
});
