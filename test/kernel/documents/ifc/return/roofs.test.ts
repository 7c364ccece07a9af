/** @module tests of edited roofs and cut slabs: the file with the edits is read again as the edited model. */
import { expect, test } from 'vitest';

import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import { isCeiling } from '../../../../../kernel/building/kinds/floor/params.ts';
import { planModify } from '../../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { context, rectangle } from '../../../building/kinds/bench.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { axes, extrusion, fileOf, point, polygon } from '../recognise/building-text.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import { exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { misplaced } from './misplaced.ts';
import { differences, imported, returned } from './returned.ts';

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

type Edit = (view: StateView) => StateView | null;

function firstRoof(view: StateView, isFlat: boolean): ElementOf<'roof'> | undefined {
  return [...view.elementsOf('roof')].find(
    ({ params }) => (params.roof_type === 'flat') === isFlat,
  );
}

function moved(view: StateView, id: string | undefined, z = 150): StateView | null {
  if (id === undefined) return null;
  const delta = { x: 300, y: -200, z };
  return view.apply(planMove({ element_id: id, delta }, view, context).events);
}

function cutFloor(view: StateView, isSloping: boolean): ElementOf<'floor'> | undefined {
  return [...view.elementsOf('floor')].find(
    ({ params: { cut_planes = null, slope = null } }) =>
      cut_planes !== null && (slope !== null) === isSloping,
  );
}

const EDITS: readonly (readonly [string, Edit])[] = [
  ['a sloping roof is moved', (view) => moved(view, firstRoof(view, false)?.id)],
  ['a flat roof is moved', (view) => moved(view, firstRoof(view, true)?.id)],
  [
    'a sloping roof is made thicker',
    (view) => {
      const roof = firstRoof(view, false);
      return roof === undefined ? null : view.apply([modifies(roof, { thickness: 230 })]);
    },
  ],
  [
    'a roof is deleted with its opening',
    (view) => {
      const roof = firstRoof(view, false);
      if (roof === undefined) return null;
      const doomed = view.cascadeOf(roof.id).toReversed();
      return view.apply(doomed.map(({ id, cascade_of }) => deletes(view.element(id), cascade_of)));
    },
  ],
  [
    'an opening of a roof is moved and made larger',
    (view) => {
      const opening = [...view.elementsOf('opening')].find(
        ({ params: { host_id } }) => view.element(host_id)?.kind === 'roof',
      );
      if (opening === undefined) return null;
      const { outline = null } = opening.params;
      if (outline === null) return null;
      const [middle] = outline;
      const to = outline.map(({ x, y }) => ({
        x: Math.round(x + 100 + (x > (middle?.x ?? 0) ? 80 : 0)),
        y: Math.round(y - 50),
      }));
      const change = { element_id: opening.id, parameter_name: 'outline', value: to };
      return view.apply(planModify(change, view, context).events);
    },
  ],
  [
    'a ceiling gets another outline',
    (view) => {
      const ceiling = [...view.elementsOf('floor')].find(({ params }) => isCeiling(params));
      if (ceiling === undefined) return null;
      const boundary_points = ceiling.params.boundary_points.map(({ x, y }, i) => {
        return { x: x + (i === 0 ? 50 : 0), y };
      });
      return view.apply([modifies(ceiling, { boundary_points })]);
    },
  ],
  ['a sloping plate that planes cut is moved', (view) => moved(view, cutFloor(view, true)?.id)],
  ['a level slab that planes cut is moved', (view) => moved(view, cutFloor(view, false)?.id)],
];

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ...IFC_SCHEMAS.map((schema) => [`roofs in ${schema}`, exported(HOUSE, schema).file] as const),
  ['SampleHouse4', publicFile('ifc-real/cases/SampleHouse4.ifc')],
  ['Roof-01_BCAD', publicFile('import/files/Roof-01_BCAD.ifc')],
  ['House', publicFile('ifc-real/cases/House.ifc')],
  ['V_L_Constructief', publicFile('ifc-real/cases/V_L_Constructief.ifc')],
];

/** Largest difference of planes and boxes that are read from the rounded corners of triangles, mm. */
const ROUNDED_MM = 0.05;

/** Whether a difference is more than rounding. */
function isApart(text: string): boolean {
  const [, was, is] = /(?:distance|min \w|max \w) (\S+) → (\S+)$/u.exec(text) ?? [];
  return was === undefined || Math.abs(Number(was) - Number(is)) > ROUNDED_MM;
}

for (const [name, bytes] of FILES) {
  test.skipIf(bytes === null).each(EDITS)(`${name}: %s`, { timeout: 60_000 }, async (_, edit) => {
    const before = await imported(bytes ?? Buffer.alloc(0));
    const view = edit(before.view);
    if (view === null) return;
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(before.source.bytes, made.file)).toEqual([]);
    const again = await imported(made.file);
    expect(differences(view, again.view).filter(isApart)).toEqual([]);
    const misread = new Set(misplaced(before, before.view, before.source.bytes));
    expect(misplaced(before, view, made.file).filter((id) => !misread.has(id))).toEqual([]);
    const [lite, web] = [await readWithIfcLite(made.file), readWithWebIfc(made.file)];
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
