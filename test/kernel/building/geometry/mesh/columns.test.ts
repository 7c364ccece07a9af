/**
 * @module columns tests: bodies over plan cells are closed, have the volume of their runs and split where they touch.
 */
import { expect, test } from 'vitest';

import type { Column, Columns, Run } from '../../../../../kernel/building/geometry/mesh/columns.ts';
import {
  crossingsOf,
  meshOfColumns,
} from '../../../../../kernel/building/geometry/mesh/columns.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';

/** A grid of `width` by `depth` squares with sides of 1 m, with its corners row by row. */
function field(width: number, runs: readonly (readonly (readonly [number, number])[])[]): Columns {
  const across = width + 1;
  const rows = runs.length / width + 1;
  const points = Array.from({ length: across * rows }, (_, i) => ({
    x: 1e6 * (i % across),
    y: 1e6 * Math.floor(i / across),
  }));
  const columns = runs.map((own, i): Column => {
    const from = across * Math.floor(i / width) + (i % width);
    const level = ([low, high]: readonly [number, number]): Run => ({
      low: [low, low, low, low],
      high: [high, high, high, high],
    });
    return {
      corners: [from, from + 1, from + 1 + across, from + across],
      triangles: [0, 1, 2, 0, 2, 3],
      runs: own.map(level),
    };
  });
  return { points, columns };
}

const METRE = 1e6;

test('columns of unequal heights with a gap are closed and have the volume of their runs', () => {
  const columns = field(2, [
    [[0, METRE]],
    [
      [0, 2 * METRE],
      [3 * METRE, 4 * METRE],
    ],
    [[0, 4 * METRE]],
    [],
  ]);
  const mesh = meshOfColumns(columns);
  expect(isWatertight(mesh)).toBe(true);
  expect(meshVolume(mesh)).toBeCloseTo(8e9, 0);
});

test('columns that touch along a vertical edge have separate vertices there', () => {
  const mesh = meshOfColumns(field(2, [[[0, METRE]], [], [], [[0, METRE]]]));
  expect(isWatertight(mesh)).toBe(true);
  expect(mesh.positions).toHaveLength(3 * 16);
});

test('columns that touch along a horizontal edge have separate vertices there', () => {
  const mesh = meshOfColumns(field(2, [[[0, METRE]], [[METRE, 2 * METRE]]]));
  expect(isWatertight(mesh)).toBe(true);
  expect(mesh.positions).toHaveLength(3 * 16);
});

test('a run that tapers to an edge has no face there', () => {
  const { points, columns } = field(1, [[[0, METRE]]]);
  const runs = [{ low: [0, 0, 0, 0], high: [0, 0, METRE, METRE] }];
  const wedge = columns.map(({ corners, triangles }): Column => ({ corners, triangles, runs }));
  const mesh = meshOfColumns({ points, columns: wedge });
  expect(isWatertight(mesh)).toBe(true);
  expect(mesh.positions).toHaveLength(3 * 6);
  expect(meshVolume(mesh)).toBeCloseTo(5e8, 0);
});

test('heights that cross over an edge require a corner there', () => {
  const { points, columns } = field(2, [[[0, METRE]], [[0, METRE]]]);
  const runs = [{ low: [0, 0, 0, 0], high: [0, 0, 4 * METRE, 4 * METRE] }];
  const rising = columns.map(({ corners, triangles, ...own }, i): Column => ({
    corners,
    triangles,
    runs: i === 0 ? own.runs : runs,
  }));
  expect(crossingsOf({ points, columns: rising })).toEqual([{ x: METRE, y: METRE / 4 }]);
  expect(crossingsOf({ points, columns })).toEqual([]);
});
