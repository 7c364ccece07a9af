/** @module tests of edited roofs and cut slabs: the file with the edits is read again as the edited model. */
import { expect, test } from 'vitest';

import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { rectangle } from '../../../building/kinds/bench.ts';
import { created, deletes } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { axes, extrusion, fileOf, point, polygon } from '../recognise/building-text.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import { exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { FAULTLESS, reread } from './reread.ts';
import { imported, type Read, returned } from './returned.ts';
import { isApart, moved, ROOF_EDITS, ROOF_EDITS_TOGETHER, ROOF_FILES } from './roof-edits.ts';
import type { Edits } from './together.ts';

const S = Math.SQRT1_2;
const UP = { x: 0, y: 0, z: 1 };

/** A gable roof with square eaves and a skylight, a flat roof of one slab, a plate with a level foot, a slab with a step. */
const HOUSE = modelOf(
  created('roof', 'gable', {
    level_id: 'L2',
    boundary_points: rectangle(0, 0, 6000, 4000),
    roof_type: 'gable',
    slope_deg: 45,
    overhang: 0,
    thickness: 200,
    base_offset: 0,
    cut_planes: [0, 4000].map((y) => ({
      point: { x: 0, y, z: 200 / S },
      normal: { x: 0, y: y === 0 ? 0 - S : S, z: 0 - S },
      within: null,
    })),
  }),
  created('opening', 'skylight', {
    host_id: 'gable',
    offset: null,
    location: { x: 2000, y: 1000 },
    width: 600,
    height: 500,
    sill: 0,
  }),
  created('roof', 'flat', {
    level_id: 'L2',
    boundary_points: rectangle(7000, 0, 9000, 4000),
    roof_type: 'flat',
    slope_deg: 0,
    overhang: 0,
    thickness: 250,
    base_offset: 0,
  }),
  created('floor', 'plate', {
    level_id: 'L2',
    boundary_points: rectangle(10_000, 0, 14_000, 3000),
    holes: [],
    thickness: 200,
    top_offset: 0,
    slope: { point: { x: 10_000, y: 0 }, direction_deg: 0, pitch_deg: 45, edges: 'plumb' },
    cut_planes: [{ point: { x: 0, y: 0, z: -100 }, normal: { x: 0, y: 0, z: -1 }, within: null }],
  }),
  created('floor', 'ceiling', {
    level_id: 'L2',
    boundary_points: rectangle(20_000, 0, 24_000, 3000),
    holes: [],
    thickness: 57,
    top_offset: 2700,
    floor_type: 'ceiling',
  }),
  created('floor', 'step', {
    level_id: 'L2',
    boundary_points: rectangle(15_000, 0, 19_000, 3000),
    holes: [],
    thickness: 300,
    top_offset: 0,
    cut_planes: [
      {
        point: { x: 0, y: 0, z: -100 },
        normal: UP,
        within: {
          origin: { x: 0, y: 0, z: 0 },
          axis: UP,
          x: { x: 1, y: 0, z: 0 },
          points: rectangle(18_000, -10, 19_010, 3010),
        },
      },
    ],
  }),
);

/** Files with the edits that are made in each: all alone in small files, in groups in large ones. */
const FILES: readonly (readonly [string, Buffer | null, Edits])[] = [
  ...IFC_SCHEMAS.map(
    (schema) => [`roofs in ${schema}`, exported(HOUSE, schema).file, ROOF_EDITS] as const,
  ),
  ...ROOF_FILES.map((path) => [path, publicFile(`${path}.ifc`), ROOF_EDITS_TOGETHER] as const),
];

for (const [name, bytes, edits] of FILES) {
  let first: Promise<Read> | null = null;
  const read = async (): Promise<Read> => {
    first ??= imported(bytes ?? Buffer.alloc(0));
    return await first;
  };
  test.skipIf(bytes === null).each(edits)(`${name}: %s`, { timeout: 60_000 }, async (_, edit) => {
    const before = await read();
    const view = edit(before.view, before);
    if (view === null) return;
    const { file, faults } = await reread(before, view);
    expect({ ...faults, differences: faults.differences.filter(isApart) }).toEqual(FAULTLESS);
    const [lite, web] = [await readWithIfcLite(file), readWithWebIfc(file)];
    expect(lite.bodies.size).toBeGreaterThan(0);
    expect(web.bodies.size).toBeGreaterThan(0);
  });
}

const CORNERS: readonly (readonly [number, number])[] = [
  [1000, 1000],
  [2000, 1000],
  [2000, 2000],
  [1000, 2000],
];
const HOLE = extrusion(polygon(...CORNERS), 500, axes(point(0, 0, -100)));
/** A slab with one hole that two openings make. */
const TWICE = fileOf([
  {
    entity: 'IFCSLAB',
    name: 'slab',
    items: [extrusion(polygon([0, 0], [4000, 0], [4000, 3000], [0, 3000]), 300)],
    rest: ',$,.FLOOR.',
    openings: [{ items: [HOLE] }, { items: [HOLE] }],
  },
]);

test.each([
  ['is deleted', (view: StateView, hole: ElementOf<'opening'>) => view.apply([deletes(hole)]), 0],
  ['is moved', (view: StateView, { id }: ElementOf<'opening'>) => moved(view, id, 0), 1],
])('a hole that two openings make %s with both', async (_, edit, left) => {
  const before = await imported(TWICE);
  const [hole] = [...before.view.elementsOf('opening')];
  const view = hole === undefined ? null : edit(before.view, hole);
  if (view === null) throw new Error('no hole');
  const made = returned(before, view);
  expect([made.not_expressible, damage(TWICE, made.file)]).toEqual([[], []]);
  const { view: again } = await imported(made.file);
  expect([...again.elementsOf('opening')]).toHaveLength(left);
});
