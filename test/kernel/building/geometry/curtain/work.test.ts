/** @module tests of the work that the layout of a curtain wall takes with many panels that span many cells. */
import { describe, expect, test } from 'vitest';

import { membersOf } from '../../../../../kernel/building/geometry/curtain/curtain-grid.ts';
import { layoutOf } from '../../../../../kernel/building/geometry/curtain/curtain-layout.ts';
import type {
  CurtainGrid,
  PanelCells,
} from '../../../../../kernel/building/geometry/curtain/curtain-sizes.ts';

const FACE = { length: 200_000, height: 100_000, from: 10, to: 199_990 };
const SIZE = { width: 10, depth: 100 };
const ACROSS = { right: -10, left: 10 };

type Counted = { readonly grid: CurtainGrid; readonly reads: () => number };

/** A grid with panels that each span all columns and some rows; counts how often these are read. */
function gridOf(columns: number, rows: number, count: number, laps: boolean): Counted {
  let reads = 0;
  const panels = Array.from({ length: count }, (_, i): PanelCells => ({
    get column() {
      reads += 1;
      return 1;
    },
    row: 1 + (i % rows),
    columns,
    rows: 1 + (i % 3),
    kind: 'glass',
    across: ACROSS,
  }));
  const grid: CurtainGrid = {
    columns,
    rows,
    stations: null,
    heights: null,
    mullion: SIZE.width,
    depth: SIZE.depth,
    edge: SIZE,
    transom: SIZE,
    mullion_offset: 0,
    glass: 20,
    panel_offset: 0,
    laps,
    panels,
  };
  return { grid, reads: () => reads };
}

describe('a grid with 1,000 panels that span all its columns', () => {
  test.each([
    [1000, 1, false],
    [1000, 1, true],
    [400, 2, false],
    [40, 25, true],
  ])('of %i columns and %i rows, lapped %s: each is read a few times', (columns, rows, laps) => {
    const { grid, reads } = gridOf(columns, rows, 1000, laps);
    const pieces = layoutOf(FACE, grid, []);
    expect(reads()).toBeLessThanOrEqual(10 * 1000);
    expect(pieces.filter(({ role }) => role === 'panel').length).toBeLessThanOrEqual(rows);
  });

  test('has one gap in a line for panels in the same rows', () => {
    const gapsOf = (count: number): number => {
      const { grid } = gridOf(500, 2, count, false);
      return membersOf(FACE, grid, []).reduce((sum, { gaps }) => sum + gaps.length, 0);
    };
    expect(gapsOf(1000)).toBe(gapsOf(6));
  });
});
