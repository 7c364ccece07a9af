/** @module tests of curtain walls: their grid calculated by hand, doors, corners and refusals. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { overlapOf } from '../../../../../../kernel/building/geometry/convex/overlap.ts';
import { isWatertight, meshVolume } from '../../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../../kernel/building/model/state-view.ts';
import { measuresOf } from '../../../../../../servers/building/rows.ts';
import { created } from '../../../model/build.ts';
import { building, P, verdict } from '../../bench.ts';

/** 6,000 x 3,200 mm, 200 thick, of 4 columns and 2 rows; mullions 50 x 150, panels 30. */
const GRID = {
  wall_type: 'curtain',
  start: P(0, 0),
  end: P(6000, 0),
  height: 3200,
  curtain: { panel_width: 1500, panel_height: 1600 },
} as const satisfies Partial<ParamsOf<'wall'>>;

function measures(view: StateView, id: string): Readonly<Record<string, unknown>> {
  const element = view.element(id);
  if (element === undefined) throw new Error(`no ${id}`);
  return measuresOf(view, element);
}

/** Common volume of the bodies of two elements, mm³. */
function shared(view: StateView, a: string, b: string): number {
  const [first, second] = [view.pieces(a) ?? [], view.pieces(b) ?? []];
  return first
    .flatMap((one) => second.map((other) => overlapOf(one, other)?.volume_mm3 ?? 0))
    .reduce((sum, volume) => sum + volume, 0);
}

/** Expects a closed body whose pieces do not overlap and have its volume. */
function expectSound(view: StateView, id: string): number {
  const [mesh, pieces] = [view.mesh(id), view.pieces(id)];
  if (mesh === null || pieces === null) throw new Error(`no body of ${id}`);
  expect(isWatertight(mesh)).toBe(true);
  const volume = meshVolume(mesh);
  expect(pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0)).toBeCloseTo(volume, 0);
  const overlaps = pieces.flatMap((a, i) =>
    pieces.slice(i + 1).map((b) => overlapOf(a, b)?.volume_mm3 ?? 0),
  );
  expect(Math.max(0, ...overlaps)).toBeLessThan(1e-3);
  return volume;
}

describe('a curtain wall', () => {
  test('a curtain wall consists of panels between mullions', () => {
    const view = building(created('wall', 'X', GRID));
    // Columns are 1,425, 1,450, 1,450 and 1,425 mm clear, rows 1,525 twice.
    expect(measures(view, 'X')).toMatchObject({
      panel_columns: 4,
      panel_rows: 2,
      panel_count: 8,
      // 5 vertical mullions, and 4 pieces of each of 3 horizontal lines.
      mullion_count: 17,
      glass_area_mm2: 5750 * 3050,
      mullion_length_mm: 5 * 3200 + 3 * 5750,
      area_mm2: 6000 * 3200,
      volume_mm3: 775_500_000,
    });
    expect(expectSound(view, 'X')).toBeCloseTo(775_500_000, 3);
  });

  test('a door in a curtain wall has a frame that interrupts grid lines', () => {
    const view = building(
      created('wall', 'X', GRID),
      created('door', 'D', { host_id: 'X', offset: 2000, width: 1000, height: 2100 }),
    );
    // The vertical mullion at 3,000 is interrupted by the post at 3,000 to 3,050; the line at 1,600 stops at both posts.
    expect(measures(view, 'X')).toMatchObject({
      panel_count: 9,
      mullion_count: 20,
      glass_area_mm2: 4700 * 3050 + 1000 * 1000,
      mullion_length_mm: 6 * 3200 + 2 * 4700 + 5700 + 1000,
      area_mm2: 6000 * 3200 - 2_100_000,
      volume_mm3: 724_800_000,
    });
    expect(expectSound(view, 'X')).toBeCloseTo(724_800_000, 3);
    expect(shared(view, 'X', 'D')).toBe(0);
  });

  test('a door that fills a panel from line to line has no separate frame', () => {
    const clear = { offset: 1525, width: 1450, height: 1575 };
    const view = building(
      created('wall', 'X', GRID),
      created('door', 'D', { host_id: 'X', ...clear }),
    );
    // Without one panel and the foot below it.
    expect(measures(view, 'X')).toMatchObject({
      panel_count: 7,
      mullion_count: 16,
      glass_area_mm2: 5750 * 3050 - 1450 * 1525,
      mullion_length_mm: 5 * 3200 + 3 * 5750 - 1450,
    });
    expectSound(view, 'X');
  });

  test('a window in a curtain wall has a frame on all sides', () => {
    const view = building(
      created('wall', 'X', GRID),
      created('window', 'N', {
        host_id: 'X',
        offset: 200,
        width: 1000,
        height: 800,
        sill_height: 400,
      }),
    );
    // Posts at 150 and 1,200 up to the line at 1,575; head and sill of 1,000; panels at the sides, below and above.
    expect(measures(view, 'X')).toMatchObject({
      panel_count: 8 + 3,
      mullion_length_mm: 5 * 3200 + 3 * 5750 + 2 * 1575 - 2 * 50 + 2 * 1000,
      glass_area_mm2: 5750 * 3050 - 2 * 50 * 1525 - 1000 * (800 + 100),
    });
    expectSound(view, 'X');
    expect(shared(view, 'X', 'N')).toBe(0);
  });

  test('a curtain wall meets another one and a solid wall at corners without overlap', () => {
    const view = building(
      created('wall', 'X', GRID),
      created('wall', 'Y', { ...GRID, start: P(6000, 0), end: P(6000, 6000) }),
      created('wall', 'S', { start: P(0, 0), end: P(0, 4000), height: 3200, thickness: 300 }),
      created('wall', 'T', { start: P(3000, 0), end: P(3000, 3000), height: 3200 }),
    );
    expectSound(view, 'X');
    // Free at its end, mitred at its start: a corner mullion with a triangle of 150 x 150 mm as foot, and 75 mm less panel.
    const triangle = (150 * 150) / 2;
    const across = 5950 - 75 - 3 * 50;
    const volume =
      3200 * 150 * 50 * 4 + 3200 * triangle + across * 3 * 50 * 150 + across * 3050 * 30;
    expect(expectSound(view, 'Y')).toBeCloseTo(volume, 0);
    for (const other of ['Y', 'S', 'T']) expect(shared(view, 'X', other)).toBeLessThan(1e-3);
  });

  test('a curtain wall without a grid is solid, and other walls ignore a grid', () => {
    const view = building(
      created('wall', 'X', { ...GRID, curtain: null }),
      created('wall', 'Y', { ...GRID, start: P(0, 5000), end: P(6000, 5000), wall_type: 'basic' }),
    );
    for (const id of ['X', 'Y']) {
      expect(measures(view, id)).not.toHaveProperty('panel_count');
      expect(expectSound(view, id)).toBeCloseTo(6000 * 3200 * 200, 3);
    }
  });

  test.each([
    ['takes mullions as deep as it is thick', { mullion_depth: 200 }, { length_mm: 6000 }],
    ['may not have mullions deeper than the wall', { mullion_depth: 200.001 }, 'OUT_OF_RANGE'],
    ['takes panels as thick as its mullions', { panel_thickness: 150 }, { length_mm: 6000 }],
    ['may not have panels thicker than the mullions', { panel_thickness: 150.001 }, 'OUT_OF_RANGE'],
    ['takes panels of 10 mm', { columns: 50, mullion_width: 220 / 3 }, { length_mm: 6000 }],
    [
      'may not have panels narrower than the least',
      { columns: 50, mullion_width: 73.334 },
      'OUT_OF_RANGE',
    ],
    ['takes 1,000 panels', { columns: 40, rows: 25, mullion_width: 20 }, { length_mm: 6000 }],
    [
      'may not have more than the greatest number of panels',
      { columns: 41, rows: 25, mullion_width: 20 },
      'OUT_OF_RANGE',
    ],
    ['takes counts or sizes', { columns: 4, panel_width: 1500 }, 'OUT_OF_RANGE'],
  ])('%s', (_what, curtain, expected) => {
    expect(verdict('wall', { ...GRID, curtain })).toEqual(expected);
  });
});
