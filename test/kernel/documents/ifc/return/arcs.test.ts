/** @module tests of holes in walls along arcs and in sloping floors of returned files, which two other readers judge. */
import { describe, expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { axes, extrusion, fileOf, point, polyline } from '../recognise/building-text.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import type { ReadBody } from '../write/measured.ts';
import { exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { importedAs, judged } from './judged.ts';
import { imported, returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });
const SQUARE = [P(0, -9000), P(4000, -9000), P(4000, -5000), P(0, -5000)];

const HOUSE = modelOf(
  created('wall', 'wall', {
    level_id: 'L1',
    start: P(0, 0),
    end: P(8000, 0),
    thickness: 200,
    height: 2800,
  }),
  created('door', 'door', { host_id: 'wall', offset: 1000, width: 900, height: 2000 }),
  created('window', 'window', {
    host_id: 'wall',
    offset: 3000,
    width: 1200,
    height: 1000,
    sill_height: 900,
  }),
  created('opening', 'hatch', {
    host_id: 'wall',
    offset: 6000,
    width: 600,
    height: 500,
    sill: 1200,
  }),
  created('floor', 'slope', {
    level_id: 'L1',
    boundary_points: SQUARE.map(({ x, y }) => P(x + 9000, y)),
    thickness: 200,
    slope: { point: P(9000, -9000), direction_deg: 20, pitch_deg: 12, edges: 'plumb' },
  }),
);

type Edit = (view: StateView) => readonly PlannedEvent[];

const bent: Edit = (view) => [modifies(view.element('wall'), { via: P(4000, 2500), pins: null })];
const EDITS: readonly (readonly [string, Edit])[] = [
  ['a wall with openings becomes an arc', bent],
  [
    'holes of an arc are moved and resized',
    (view) => [
      ...bent(view),
      modifies(view.element('door'), { offset: 700, width: 1000, height: 2100 }),
      modifies(view.element('window'), { offset: 3300, height: 1100, sill_height: 800 }),
    ],
  ],
  [
    'an arc gets new holes, and another thickness',
    (view) => [
      modifies(view.element('wall'), { via: P(4000, -2500), pins: null, thickness: 300 }),
      created('door', 'new-door', { host_id: 'wall', offset: 4800, width: 800, height: 2000 }),
    ],
  ],
  [
    'a sloping floor, which has no openings, gets a hole in its outline',
    (view) => [
      modifies(view.element('slope'), {
        holes: [[P(10_000, -8000), P(11_000, -8000), P(11_000, -7000), P(10_000, -7000)]],
      }),
    ],
  ],
];

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const { file } = exported(HOUSE, schema);

  test.each(EDITS)('%s', async (_, edit) => {
    const before = await importedAs(HOUSE, file);
    expect(await judged(before.view, file)).toEqual([]);
    const view = before.view.apply(edit(before.view));
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(file, made.file)).toEqual([]);
    // A leaf of the file stays flat where its wall becomes an arc.
    const found = await judged(view, made.file);
    expect(found.filter((one) => !/: (?:door door|window window): /u.test(one))).toEqual([]);
    const { bodies } = readWithWebIfc(made.file);
    expect(['door', 'window'].filter((id) => !isInHole(bodies.get(ifcGuid(id)), view, id))).toEqual(
      [],
    );
  });
});

/** Largest distance of a flat leaf from the box of its hole in an arc, mm. */
const SAGITTA_MM = 60;

function isInHole(body: ReadBody | undefined, view: StateView, id: string): boolean {
  const box = view.bounds(id);
  return (
    body !== undefined &&
    box !== null &&
    (['min', 'max'] as const).every((side) =>
      (['x', 'y', 'z'] as const).every(
        (axis) => Math.abs(body.box[side][axis] - box[side][axis]) <= SAGITTA_MM,
      ),
    )
  );
}

/** A quarter of a ring around the origin as the only wall of a file, with a building and a context. */
function quarterRing(): Buffer {
  const centre = axes(point(0, 0, 0))
    .replace('IFCAXIS2PLACEMENT3D', 'IFCAXIS2PLACEMENT2D')
    .replace(',$,$)', ',$)');
  const arc = (radius: number, ends: readonly [string, string], sense: string): string =>
    `{IFCTRIMMEDCURVE({IFCCIRCLE(${centre},${radius}.)},(IFCPARAMETERVALUE(${ends[0]})),(IFCPARAMETERVALUE(${ends[1]})),.${sense}.,.PARAMETER.)}`;
  const [zero, half] = ['0.', '1.5707963267948966'];
  const pieces = [
    arc(5200, [zero, half], 'T'),
    polyline([0, 5200], [0, 5000]),
    arc(5000, [half, zero], 'F'),
    polyline([5000, 0], [5200, 0]),
  ].map((curve) => `{IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,${curve})}`);
  const curve = `{IFCCOMPOSITECURVE((${pieces.join()}),.F.)}`;
  const body = extrusion(`{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${curve})}`, 2500);
  const text = fileOf([{ entity: 'IFCWALL', name: 'wall', items: [body] }], {
    data: BUILDING,
    length: UNITS,
  });
  const inContext = text
    .toString('latin1')
    .replaceAll('IFCSHAPEREPRESENTATION($,', 'IFCSHAPEREPRESENTATION(#940,');
  return Buffer.from(inContext, 'latin1');
}

const UNITS =
  '{IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)},{IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)}';

const BUILDING = [
  "#940=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#941,$);",
  '#941=IFCAXIS2PLACEMENT3D(#942,$,$);',
  '#942=IFCCARTESIANPOINT((0.,0.,0.));',
  "#943=IFCBUILDING('building',$,'B',$,$,#944,$,$,.ELEMENT.,$,$,$);",
  '#944=IFCLOCALPLACEMENT($,#941);',
  "#945=IFCRELAGGREGATES('agg',$,$,$,#943,(#10));",
].join('\n');

test('a wall along an arc of another program gets a door and a window', async () => {
  const file = quarterRing();
  const before = await imported(file);
  const [wall] = before.view.elementsOf('wall');
  const host_id = wall?.id ?? '';
  const view = before.view.apply([
    created('door', 'door', { host_id, offset: 2000, width: 1000, height: 2000 }),
    created('window', 'window', { host_id, offset: 5000, width: 800, height: 900 }),
  ]);
  const made = returned(before, view);
  expect(made.not_expressible).toEqual([]);
  expect(damage(file, made.file)).toEqual([]);
  const guid = before.source.rows.find(({ element }) => element?.id === host_id)?.guid ?? '';
  const holes = view.uncutMesh(host_id);
  const cut = [view.measures(host_id).volume_mm3 ?? 0, holes === null ? 0 : meshVolume(holes)];
  const [old, now] = [readWithWebIfc(file), readWithWebIfc(made.file)];
  const [was, is] = [old, now].map(({ bodies }) => bodies.get(guid)?.volume ?? 0);
  // Both are drawn with chords of their own.
  expect((is ?? 0) / (was ?? 1)).toBeCloseTo((cut[0] ?? 0) / (cut[1] ?? 1), 2);
  const lite = await readWithIfcLite(made.file);
  for (const { bodies } of [now, lite]) {
    expect([...bodies.keys()]).toEqual(expect.arrayContaining(['door', 'window'].map(ifcGuid)));
  }
});
