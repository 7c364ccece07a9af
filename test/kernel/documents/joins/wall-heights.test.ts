/**
 * @module tests of a 3 m wall at the corner of two 6 m walls in plans, sections, elevations, IFC and GLB files; figures
 * computed by hand.
 */
import { beforeAll, describe, expect, test } from 'vitest';

import { deepEqual } from '../../../../kernel/base/canonical/deep-equal.ts';
import { signedArea } from '../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import { outlineAt } from '../../../../kernel/building/geometry/walls/height-bands.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import { glbOf } from '../../../../kernel/documents/gltf/glb.ts';
import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { publicFile } from '../../../public-files.ts';
import { World } from '../../../servers/building/world.ts';
import { cornersOf, readGlb, volumeOf } from '../gltf/read-glb.ts';
import { readWithIfcLite } from '../ifc/write/ifc-lite.ts';
import { differences, exported } from '../ifc/write/reread.ts';
import { ruleFaults } from '../ifc/write/rule-faults.ts';
import { readWithWebIfc } from '../ifc/write/web-ifc.ts';

const SCRIPT = [
  'level Hall at 0 height 6',
  'wall (100, 0) to (110, 0) height 6 thickness 0.35 line right as a',
  'wall (110, 0) to (110, 10) height 6 thickness 0.35 line right as b',
  'wall (110, 0) to (120, 0) height 3 thickness 0.35 line right as c',
].join('\n');

/** Volumes, m³: below 3 m the corner between the three walls, above it the mitre of the two high ones. */
const TOTAL_M3 = 3 * 29.65 * 0.35 + 3 * 19.65 * 0.35;

let view: ModelView;
let level_id: string;
let ids: readonly string[];

beforeAll(async () => {
  const world = await World.create();
  await world.do('run_script', { script: SCRIPT });
  view = world.view;
  level_id = view.levels()[0]?.id ?? '';
  ids = [...view.elementsOf('wall')].map(({ id }) => id);
});

const SCALE = 100;

/** Outlines of what a view cuts, in mm of the building. */
function cutRings(definition: ViewDefinition): readonly (readonly Point2[])[] {
  return (drawView(definition, view)?.items ?? []).flatMap((item) =>
    item.shape === 'area' && item.fill.layer === 'WALLS-CUT'
      ? item.rings.map((ring) => ring.map(({ x, y }) => ({ x: x * SCALE, y: y * SCALE })))
      : [],
  );
}

/** Cut area, m². */
function cutArea(definition: ViewDefinition): number {
  return Math.abs(cutRings(definition).reduce((sum, ring) => sum + signedArea(ring), 0)) / 1e6;
}

test('the walls of the hall of a school meet above a lower wall as if it were not there', async () => {
  const file = publicFile('practice/school.plumb');
  if (file === null) return;
  const parts = file.toString('utf8').split(/^# next part$/mu);
  const [alone, whole] = [await World.create(), await World.create()];
  await alone.do('run_script', { script: parts[0] });
  for (const script of parts) await whole.do('run_script', { script });
  const hall = [...alone.view.elementsOf('wall')];
  const met = hall.filter(({ params: { start, end } }) => {
    const twin = [...whole.view.elementsOf('wall')].find(
      ({ params }) =>
        typeof params.top_under === 'string' && deepEqual([params.start, params.end], [start, end]),
    );
    const footprint = twin === undefined ? null : whole.view.footprint(twin.id);
    const own = alone.view.footprint(
      hall.find(({ params }) => deepEqual([params.start, params.end], [start, end]))?.id ?? '',
    );
    if (footprint === null || own === null) throw new Error('the hall has four walls');
    expect(outlineAt(footprint, 3501).ring).toEqual(own.ring);
    return footprint.bands !== undefined;
  });
  expect(met).toHaveLength(3);
});

describe('a corner of two high walls and a lower one', () => {
  test('has its volume, which is that of the union', () => {
    const volumes = ids.map((id) => (view.measures(id).volume_mm3 ?? 0) / 1e9);
    expect(volumes.reduce((sum, one) => sum + one, 0)).toBeCloseTo(TOTAL_M3, 9);
    // Side areas are length times height, by their definition.
    expect(ids.map((id) => (view.measures(id).area_mm2 ?? 0) / 1e6)).toEqual([60, 60, 30]);
  });

  test.each([
    { operation: 'move', delta: { x: 3210, y: 50_000 } },
    { operation: 'rotate', about: { x: 0, y: 0 }, angle_deg: 37 },
    { operation: 'mirror', from: { x: 0, y: -9000 }, to: { x: 1000, y: -9000 } },
    { operation: 'to_levels' },
  ])('has the same volumes in a copy: %j', async (change) => {
    const world = await World.create();
    await world.do('run_script', { script: SCRIPT });
    const walls = [...world.view.elementsOf('wall')].map(({ id }) => id);
    const level = await world.make('create_level', {
      name: 'Upper',
      elevation: 6000,
      height: 6000,
    });
    const how = change.operation === 'to_levels' ? { to_level_ids: [level] } : { copy: true };
    await world.do('transform_elements', { element_ids: walls, ...change, ...how });
    const copies = [...world.view.elementsOf('wall')].filter(({ id }) => !walls.includes(id));
    expect(copies).toHaveLength(3);
    const sorted = (list: readonly string[]): readonly number[] =>
      list.map((id) => (world.view.measures(id).volume_mm3 ?? 0) / 1e9).toSorted((a, b) => a - b);
    const was = sorted(walls);
    for (const [i, volume] of sorted(copies.map(({ id }) => id)).entries()) {
      expect(volume).toBeCloseTo(was[i] ?? NaN, 4);
    }
  });

  test.each([
    [1000, 29.65 * 0.35],
    [2999, 29.65 * 0.35],
    [3001, 19.65 * 0.35],
    [4000, 19.65 * 0.35],
  ])('is cut by a plan at %i mm as the walls there meet', (cut_height, area) => {
    const definition = { view: 'plan', level_id, scale: SCALE, cut_height } as const;
    expect(cutArea(definition)).toBeCloseTo(area, 5);
    expect(cutRings(definition)).toHaveLength(1);
  });

  test('is cut by sections without a notch', () => {
    const section = (x: number, y: number, normal: Point2): ViewDefinition => {
      const origin = { x, y, z: 0 };
      return { view: 'section', origin, normal: { ...normal, z: 0 }, depth: null, scale: SCALE };
    };
    // Along the first and third wall: 20 x 3 and 10 x 3; along the second: 10 x 6.
    const along = section(0, 175, { x: 0, y: -1 });
    expect(cutArea(along)).toBeCloseTo(90, 4);
    // One outline, without a seam where the second wall would begin.
    expect(cutRings(along)).toHaveLength(1);
    expect(cutArea(section(109_900, 0, { x: 1, y: 0 }))).toBeCloseTo(60, 4);
    expect(cutArea(section(109_675, 0, { x: 1, y: 0 }))).toBeCloseTo(60, 4);
  });

  test('has one flush face from corner to corner in the elevation', () => {
    const drawing = drawView({ view: 'elevation', direction: 'east', scale: SCALE }, view);
    const lines = (drawing?.items ?? []).flatMap((item) =>
      item.shape === 'polyline' && ids.includes(item.element ?? '') ? [item.points] : [],
    );
    const foot = Math.min(...lines.flat().map(({ y }) => y));
    const level = lines.flatMap(([from, to]) =>
      from !== undefined && to !== undefined && Math.abs(from.y - to.y) < 1e-6
        ? [[from.y - foot, Math.abs(to.x - from.x)].map((mm) => Math.round(mm * SCALE))]
        : [],
    );
    // The top of the low wall is as wide as that wall; no line runs along the face where the bands change.
    expect(level.toSorted(([y0 = 0], [y1 = 0]) => y0 - y1)).toEqual([
      [0, 10_000],
      [3000, 350],
      [6000, 10_000],
    ]);
  });

  test.each(IFC_SCHEMAS)('is read from %s with equal boxes and volumes', async (schema) => {
    const made = exported(view, schema);
    expect([made.warnings, ruleFaults(made.file)]).toEqual([[], []]);
    const [web, lite] = [readWithWebIfc(made.file), await readWithIfcLite(made.file)];
    for (const read of [web, lite]) {
      expect(differences(view, made, read)).toEqual([]);
      const sum = ids.reduce((all, id) => all + (read.bodies.get(ifcGuid(id))?.volume ?? 0), 0);
      expect(sum / 1e9).toBeCloseTo(TOTAL_M3, 3);
    }
  });

  test('has its volume in a GLB file', () => {
    const read = readGlb(glbOf(view).bytes);
    const nodes = (read.document.nodes ?? []).filter(({ mesh }) => mesh !== undefined);
    expect(nodes).toHaveLength(3);
    const sum = nodes.reduce((all, node) => all + volumeOf(cornersOf(read, node)), 0);
    expect(sum / 1e9).toBeCloseTo(TOTAL_M3, 2);
  });
});
