/** @module tests of grids with given lines, sizes, depths and panels of their own, calculated by hand. */
import { describe, expect, test } from 'vitest';

import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../../kernel/building/kinds/elements.ts';
import { glazed } from '../../../../../../kernel/building/kinds/wall/curtain/glazed.ts';
import {
  gridFault,
  panelFault,
} from '../../../../../../kernel/building/kinds/wall/curtain/grid-faults.ts';
import { mirroredCurtain } from '../../../../../../kernel/building/kinds/wall/curtain/mirrored.ts';
import type { CurtainRequest } from '../../../../../../kernel/building/kinds/wall/curtain/params.ts';
import { measuresOf } from '../../../../../../servers/building/rows.ts';
import { created } from '../../../model/build.ts';
import { building, P } from '../../bench.ts';

/** 6,000 x 3,200 mm and 200 thick, with these doors. */
function wallOf(
  curtain: CurtainRequest,
  doors: readonly (readonly [offset: number, width: number, height: number])[] = [],
) {
  const params = { ...WALL, curtain } as const satisfies Partial<ParamsOf<'wall'>>;
  const view = building(
    created('wall', 'X', params),
    ...doors.map(([offset, width, height], i) =>
      created('door', `D${i}`, { host_id: 'X', offset, width, height }),
    ),
  );
  const [element, mesh] = [view.element('X'), view.mesh('X')];
  if (element === undefined || mesh === null) throw new Error('no wall');
  expect(isWatertight(mesh)).toBe(true);
  const { glass } = glazed(element, mesh);
  return {
    measures: measuresOf(view, element),
    volume: meshVolume(mesh),
    glass: glass === null ? 0 : meshVolume(glass),
    box: meshBounds(mesh),
  };
}

const WALL = {
  wall_type: 'curtain',
  start: P(0, 0),
  end: P(6000, 0),
  height: 3200,
  thickness: 200,
} as const;

/** Clear columns of 1,895, 1,450 and 2,395 mm, clear rows of 900 and 2,100 mm. */
const LINES = {
  column_positions: [2000, 3500],
  row_positions: [1000],
  mullion_width: 50,
  mullion_depth: 100,
  edge_width: 80,
  edge_depth: 150,
  transom_width: 40,
  transom_depth: 60,
};
/** Glass, border, uprights between the border, and transoms. */
const LINES_VOLUME =
  5740 * 3000 * 30 + (6000 * 3200 - 5840 * 3040) * 150 + 2 * 50 * 3040 * 100 + 5740 * 40 * 60;

describe('a grid with options', () => {
  test('counts the columns and rows that it has, without lines beyond its end', () => {
    const beyond = Array.from({ length: 999 }, (_, i) => 7000 + 100 * i);
    expect(wallOf({ column_positions: beyond, rows: 1 }).measures).toMatchObject({
      panel_columns: 1,
      panel_rows: 1,
      panel_count: 1,
    });
    const some = { column_positions: [2000, 4000, 7000], row_positions: [1000, 9000] };
    expect(wallOf(some).measures).toMatchObject({
      panel_columns: 3,
      panel_rows: 2,
      panel_count: 6,
    });
  });

  test('has lines at given places, and border mullions and transoms of their own sizes', () => {
    const { measures, volume, glass } = wallOf(LINES);
    expect(measures).toMatchObject({
      panel_columns: 3,
      panel_rows: 2,
      panel_count: 6,
      glass_area_mm2: 5740 * 3000,
    });
    expect(LINES_VOLUME).toBe(777_736_000);
    expect(volume).toBeCloseTo(LINES_VOLUME, 2);
    expect(glass).toBeCloseTo(5740 * 3000 * 30, 2);
  });

  test('has one panel in several cells without mullions between them', () => {
    const { measures, volume } = wallOf({ ...LINES, panels: [{ column: 1, row: 1, columns: 2 }] });
    expect(measures).toMatchObject({ panel_count: 5, glass_area_mm2: 5740 * 3000 + 50 * 900 });
    expect(volume).toBeCloseTo(LINES_VOLUME + 50 * 900 * (30 - 100), 2);
  });

  test('has no stub of an upright where it ends below and above a transom', () => {
    const panels = [1, 2].map((row) => ({ column: 1, row, columns: 2 }));
    const { volume } = wallOf({ ...LINES, panels });
    // The transom runs through the place of the upright.
    const change = 50 * 3000 * (30 - 100) + 50 * 40 * (60 - 100);
    expect(volume).toBeCloseTo(LINES_VOLUME + change, 2);
  });

  test('has solid panels, open cells, and glass of the others', () => {
    const panels = [
      { column: 3, row: 1, kind: 'none' },
      { column: 1, row: 2, kind: 'solid', thickness: 60, offset: 20 },
    ] as const;
    const { measures, volume, glass } = wallOf({ ...LINES, panels: [...panels] });
    const [open, solid] = [2395 * 900, 1895 * 2100];
    const glass_area_mm2 = 5740 * 3000 - open - solid;
    expect(measures).toMatchObject({ panel_count: 5, glass_area_mm2 });
    expect(volume).toBeCloseTo(LINES_VOLUME - open * 30 + solid * 30, 2);
    expect(glass).toBeCloseTo(glass_area_mm2 * 30, 2);
  });

  test('has mullions and panels at a distance from the axis', () => {
    const even = { panel_width: 1500, panel_height: 1600 };
    const { volume, glass, box } = wallOf({ ...even, mullion_offset: -20, panel_offset: 40 });
    expect(volume).toBeCloseTo(775_500_000, 2);
    expect(glass).toBeCloseTo(5750 * 3050 * 30, 2);
    expect([box.min.y, box.max.y]).toEqual([-95, 55]);
  });

  test('has panels in front of the mullions, from line to line and around doors', () => {
    const lapped = {
      columns: 4,
      rows: 2,
      mullion_depth: 50,
      mullion_offset: -50,
      panel_fit: 'lapped',
    } as const;
    const { measures, volume, box } = wallOf(lapped);
    expect(measures).toMatchObject({ panel_count: 8, glass_area_mm2: 6000 * 3200 });
    expect(volume).toBeCloseTo(6000 * 3200 * 30 + (6000 * 3200 - 5750 * 3050) * 50, 2);
    expect([box.min.y, box.max.y]).toEqual([-75, 15]);
    const { measures: around } = wallOf(lapped, [[2000, 1000, 2100]]);
    expect(around).toMatchObject({ glass_area_mm2: 6000 * 3200 - 1000 * 2100 });
  });

  test('leaves out given lines beyond the end of a shorter wall', () => {
    const { measures } = wallOf({ ...LINES, column_positions: [2000, 3500, 7000] });
    expect(measures).toMatchObject({ panel_count: 6, glass_area_mm2: 5740 * 3000 });
  });
});

test('a mirrored wall begins at its other end', () => {
  const curtain = {
    ...LINES,
    panels: [
      { column: 1, row: 1, columns: 2 },
      { column: 3, row: 2 },
    ],
  };
  const wall = { ...WALL, base_offset: 0, curtain };
  const once = mirroredCurtain(wall);
  expect(once.curtain).toEqual({
    ...LINES,
    column_positions: [2500, 4000],
    panels: [
      { column: 2, row: 1, columns: 2 },
      { column: 1, row: 2 },
    ],
  });
  expect(mirroredCurtain({ ...wall, ...once }).curtain).toEqual(curtain);
  expect(mirroredCurtain({ ...wall, curtain: { columns: 3 } })).toEqual({});
});

test.each<[string, CurtainRequest, RegExp]>([
  [
    'two statements of the columns',
    { columns: 2, column_positions: [3000] },
    /columns and column_positions/u,
  ],
  [
    'lines whose mullions overlap',
    { column_positions: [2000, 2049] },
    /line 2, expected at least 2050 mm/u,
  ],
  ['a first line before the start', { row_positions: [24] }, /line 1, expected at least 25 mm/u],
  [
    'mullions outside of the wall',
    { mullion_offset: 26 },
    /from -49 to 101 mm .* from -100 to 100 mm/u,
  ],
  [
    'panels outside of the mullions',
    { panel_offset: 61 },
    /from 46 to 76 mm .* depth of the mullions/u,
  ],
  [
    'lapped panels among the mullions',
    { panel_fit: 'lapped' },
    /in front of or behind the mullions/u,
  ],
])('%s is refused', (_, curtain, message) => {
  expect(gridFault({ ...WALL, base_offset: 0, curtain })).toMatch(message);
});

test('panels in cells that the grid does not have are refused when they are set', () => {
  const curtain = { columns: 3, rows: 1, panels: [{ column: 3, row: 1, columns: 2 }] };
  const wall = { ...WALL, base_offset: 0, curtain };
  expect(panelFault(wall)).toMatch(/columns 3 to 4 .* expected at most 3 columns and 1 rows/u);
  expect(gridFault(wall)).toBeNull();
});
