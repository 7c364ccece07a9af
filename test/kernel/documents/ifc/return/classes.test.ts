/** @module tests of returned products whose element is of another kind, or that shape another product. */
import { expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { deletes, modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import { axes, extrusion, fileOf, point, polygon } from '../recognise/building-text.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { differences, imported, returned } from './returned.ts';

const TEXT = exported(randomHouse(7), 'IFC4').file.toString('latin1');

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

test('a beam that is a member in the file stays one, with its own property set', async () => {
  const members = TEXT.replaceAll('=IFCBEAM(', '=IFCMEMBER(');
  expect(count(members, '=IFCMEMBER(')).toBeGreaterThan(0);
  const read = await imported(Buffer.from(members, 'latin1'));
  const beams = [...read.view.elementsOf('beam')];
  expect(beams.length).toBe(count(members, '=IFCMEMBER('));
  const changes = beams.map((beam) =>
    modifies(beam, {
      elevation_offset: beam.params.elevation_offset - 120,
      properties: { Pset_BeamCommon: { FireRating: 'R60' } },
    }),
  );
  const view = read.view.apply(changes);
  const made = returned(read, view);
  expect([made.not_expressible, damage(read.source.bytes, made.file)]).toEqual([[], []]);
  const text = made.file.toString('latin1');
  expect([count(text, '=IFCBEAM('), count(text, '=IFCMEMBER(')]).toEqual([0, beams.length]);
  expect(text).toContain("'Pset_MemberCommon'");
  const again = (await imported(made.file)).view;
  const ofBeams = (one: StateView): readonly unknown[] =>
    [...one.elementsOf('beam')].map(({ id }) => one.bounds(id));
  expect(ofBeams(again)).toEqual(ofBeams(view));
});

test('an opening that is a niche of a wall is removed with its old body, and the niche stays', async () => {
  const plain = await imported(Buffer.from(TEXT, 'latin1'));
  const wall = [...plain.view.elementsOf('wall')].find(
    ({ id, params }) => (params.via ?? null) === null && plain.view.hostedBy(id).length === 0,
  );
  const row = plain.source.rows.find(({ element }) => element?.id === wall?.id);
  const bounds = plain.view.bounds(wall?.id ?? '');
  if (wall === undefined || row === undefined || bounds === null) throw new Error('no wall');
  const { start, end, thickness } = wall.params;
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const aside = thickness / 2 / Math.hypot(dx, dy);
  // On the left face of the wall.
  const middle = [(start.x + end.x) / 2 - dy * aside, (start.y + end.y) / 2 + dx * aside];
  const corner = [...middle, (bounds.min.z + bounds.max.z) / 2].map((one) => one.toFixed(3));
  const lines = [
    "#900001=IFCOPENINGELEMENT('3Opening00000000000001',$,'niche',$,$,#900002,#900005,$,$);",
    '#900002=IFCLOCALPLACEMENT($,#900003);',
    '#900003=IFCAXIS2PLACEMENT3D(#900004,#900009,#900014);',
    `#900014=IFCDIRECTION((${dx.toFixed(3)},${dy.toFixed(3)},0.));`,
    `#900004=IFCCARTESIANPOINT((${corner.join()}));`,
    '#900005=IFCPRODUCTDEFINITIONSHAPE($,$,(#900006));',
    "#900006=IFCSHAPEREPRESENTATION(#900012,'Body','SweptSolid',(#900007));",
    '#900007=IFCEXTRUDEDAREASOLID(#900008,#900010,#900009,60.);',
    '#900008=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,60.,60.);',
    '#900009=IFCDIRECTION((0.,0.,1.));',
    '#900010=IFCAXIS2PLACEMENT3D(#900011,$,$);',
    '#900011=IFCCARTESIANPOINT((0.,0.,0.));',
    "#900012=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#900010,$);",
    `#900013=IFCRELVOIDSELEMENT('3Voids0000000000000001',$,$,$,#${row.record},#900001);`,
  ];
  const ending = TEXT.lastIndexOf('ENDSEC;');
  const text = [TEXT.slice(0, ending), ...lines, TEXT.slice(ending)].join('\n');
  const before = await imported(Buffer.from(text, 'latin1'));
  const niche = before.source.rows.find(({ name }) => name === 'niche');
  expect(niche).toMatchObject({ outcome: 'parametric', element: null, part_of: wall.id });
  expect(before.view.elementOf(wall.id, 'wall')?.params.cut_planes).toHaveLength(1);
  const unedited = returned(before, before.view);
  expect(unedited.file.equals(before.source.bytes)).toBe(true);
  // A higher wall would have another outline above its neighbours, which is not recognised.
  const height = wall.params.height - 45;
  const change = modifies(before.view.element(wall.id), { height, pins: null });
  const view = before.view.apply([change]);
  const made = returned(before, view);
  expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
  expect(made.file.toString('latin1')).not.toContain("'niche'");
  const again = (await imported(made.file)).view;
  expect(again.elementOf(wall.id, 'wall')?.params.cut_planes).toHaveLength(1);
  expect(differences(view, again)).toEqual([]);
});

test('a wall of faces gets a body without the hole of a deleted opening', async () => {
  const block = (x: number, y: number, z: number, sizes: readonly number[]): string => {
    const [dx = 0, dy = 0, dz = 0] = sizes;
    const area = polygon([x, y], [x + dx, y], [x + dx, y + dy], [x, y + dy]);
    return extrusion(area, dz, axes(point(0, 0, z)));
  };
  const hole = block(1000, -50, 900, [800, 300, 600]);
  const cut = `{IFCBOOLEANRESULT(.DIFFERENCE.,${block(0, 0, 0, [4000, 200, 2500])},${hole})}`;
  const file = fileOf([
    { entity: 'IFCWALL', name: 'wall', items: [cut], openings: [{ items: [hole] }] },
  ]);
  const read = await imported(file);
  const [wall] = [...read.view.elementsOf('wall')];
  const [opening] = [...read.view.elementsOf('opening')];
  expect(read.view.measures(wall?.id ?? '').volume_mm3).toBeCloseTo(2e9 - 0.096e9, 0);
  const view = read.view.apply([deletes(opening)]);
  const made = returned(read, view);
  expect(made.not_expressible).toEqual([]);
  const again = (await imported(made.file)).view;
  expect(again.measures(wall?.id ?? '').volume_mm3).toBeCloseTo(2e9, 0);
  expect([...again.elementsOf('opening')]).toEqual([]);
});
