/** @module tests of returned files: a curtain wall that is one body, and one of many parts, by another program. */
import { describe, expect, test } from 'vitest';

import { meshBounds, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { CurtainRequest } from '../../../../../kernel/building/kinds/wall/curtain/params.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { axes, extrusion, fileOf, point, polygon } from '../recognise/building-text.ts';
import { exported } from '../write/reread.ts';
import { imported, type Read, returned } from './returned.ts';

type Range = readonly [from: number, to: number];

function box([x, X]: Range, [y, Y]: Range, [z, Z]: Range): string {
  return extrusion(polygon([x, y], [X, y], [X, Y], [x, Y]), Z - z, axes(point(0, 0, z)));
}

/** A curtain wall of 2,050 by 1,000 mm: two panels between three uprights, and a bar at foot and top. */
const ITEMS = [
  box([50, 1000], [-10, 10], [50, 950]),
  box([1050, 2000], [-10, 10], [50, 950]),
  ...[0, 1000, 2000].map((x) => box([x, x + 50], [-75, 75], [0, 1000])),
  ...[0, 950].flatMap((z) => [50, 1050].map((x) => box([x, x + 950], [-75, 75], [z, z + 50]))),
];

/** As one body. */
const WHOLE = fileOf([{ entity: 'IFCCURTAINWALL', items: ITEMS, rest: ',$,$' }]);

/** The rows of the parts below. */
const ROWS = Array.from({ length: ITEMS.length + 2 }, (_, i) => `#${101 + i}`);

/** As parts, of which the file has two more than the grid: uprights are divided. */
const LOOSE = fileOf(
  [
    { entity: 'IFCCURTAINWALL', items: [], rest: ',$,$' },
    ...ITEMS.map((item, i) => ({
      entity: i < 2 ? 'IFCPLATE' : 'IFCMEMBER',
      items: [item],
      rest: ',$,$',
      contained: false,
    })),
    ...[0, 1].map((i) => ({
      entity: 'IFCMEMBER',
      items: [box([2000 * i, 2000 * i + 50], [-75, 75], [0, 500])],
      rest: ',$,$',
      contained: false,
    })),
  ],
  {
    data: `#900=IFCRELAGGREGATES('parts',$,$,$,#100,(${ROWS.join()}));
#902=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,${axes(point(0, 0, 0))},$);`,
  },
);

/** New bodies need the context of the old ones. */
const PARTS = Buffer.from(
  LOOSE.toString('latin1').replaceAll('IFCSHAPEREPRESENTATION($', 'IFCSHAPEREPRESENTATION(#902'),
  'latin1',
);

function wallOf({ view }: Read) {
  const [wall] = view.elementsOf('wall');
  const mesh = wall === undefined ? null : view.mesh(wall.id);
  if (wall === undefined || mesh === null) throw new Error('no wall');
  return { wall, box: meshBounds(mesh), volume: meshVolume(mesh) };
}

test.each([
  ['one body', WHOLE],
  ['parts that are divided otherwise', PARTS],
])('%s: a moved and a changed wall are read back as they are', async (_, file) => {
  const before = await imported(file);
  const { wall } = wallOf(before);
  const grid = { columns: 2, rows: 1, mullion_width: 50, mullion_depth: 150, panel_thickness: 20 };
  expect(wall.params.curtain).toEqual(grid);
  const [start, end] = [
    { x: 300, y: 100 },
    { x: 2350, y: 100 },
  ];
  for (const edit of [
    { start, end, pins: null },
    { height: 1200 },
    { curtain: { ...grid, columns: 3 } },
  ]) {
    const view = before.view.apply([modifies(wall, edit)]);
    const made = returned(before, view);
    expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
    const again = wallOf(await imported(made.file));
    const own = wallOf({ ...before, view });
    expect(again.wall.params.curtain).toEqual(own.wall.params.curtain);
    expect(again.volume).toBeCloseTo(own.volume, 0);
    for (const side of ['min', 'max'] as const) {
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(again.box[side][axis]).toBeCloseTo(own.box[side][axis], 2);
      }
    }
  }
});

/** A grid of two columns with a solid panel in the second one. */
const SOLID = {
  columns: 2,
  rows: 1,
  mullion_width: 50,
  mullion_depth: 150,
  panel_thickness: 20,
  panels: [{ column: 2, row: 1, kind: 'solid' as const }],
};
const { panels: _, ...GLASS } = SOLID;

/** The grid of the wall of a file after this edit of it was written into it. */
async function gridAfter(file: Buffer, curtain: CurtainRequest) {
  const before = await imported(file);
  const view = before.view.apply([modifies(wallOf(before).wall, { curtain })]);
  const made = returned(before, view);
  expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
  return { file: made.file, grid: wallOf(await imported(made.file)).wall.params.curtain };
}

describe.each([
  ['one body', WHOLE],
  ['parts that are divided otherwise', PARTS],
  ...IFC_SCHEMAS.map((schema): [string, Buffer] => {
    const wall = { start: { x: 0, y: 0 }, end: { x: 6000, y: 0 }, wall_type: 'curtain' } as const;
    return [
      `own parts in ${schema}`,
      exported(modelOf(created('wall', 'X', { ...wall, curtain: GLASS })), schema).file,
    ];
  }),
])('a panel of a wall of %s', (_name, file) => {
  test('that becomes solid, and glass again, is read back as it is', async () => {
    const solid = await gridAfter(file, SOLID);
    expect(solid.grid).toEqual(SOLID);
    const glass = await gridAfter(solid.file, GLASS);
    expect(glass.grid).toEqual(GLASS);
  });

  test('that is solid stays so in a grid of other columns', async () => {
    const more = { ...SOLID, columns: 3 };
    expect((await gridAfter(file, more)).grid).toEqual(more);
  });
});

test('a new grid with a solid panel is written into SampleHouse4.ifc', async () => {
  const file = publicFile('ifc-real/cases/SampleHouse4.ifc');
  if (file === null) return;
  const before = await imported(file);
  const curtainOf = (read: Read): (readonly [string, CurtainRequest])[] =>
    read.view
      .elementsOf('wall')
      .flatMap(({ id, params: { curtain = null } }) =>
        curtain === null ? [] : [[id, curtain] as const],
      );
  const [[id, known] = ['', {}]] = curtainOf(before);
  const { columns: _columns, column_positions: _stations, rows: _rows, ...others } = known;
  const { row_positions: _heights, panels: _panels, ...sizes } = others;
  const panels = [{ column: 2, row: 1, kind: 'solid' as const }];
  const curtain = { ...sizes, columns: 4, rows: 2, panels };
  const made = returned(
    before,
    before.view.apply([modifies(before.view.element(id), { curtain })]),
  );
  expect(made.not_expressible).toEqual([]);
  const [[, after] = ['', {}]] = curtainOf(await imported(made.file));
  expect(after).toMatchObject({ columns: 4, rows: 2, panels });
});
