/** @module tests of edited imports: the file with the edits is read again as the edited model. */
import { describe, expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { created, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { EDITED_FILES, EDITS, EDITS_TOGETHER } from './edits.ts';
import { banded, straight, unpinned } from './picks.ts';
import { FAULTLESS, reread } from './reread.ts';
import { differences, imported, type Read, returned } from './returned.ts';
import type { Edits } from './together.ts';

const SEEDS = [7, 4711] as const;

/** Files with the edits that are made in each: all alone in small files, in groups in large ones. */
const FILES: readonly (readonly [string, Buffer | null, Edits])[] = [
  ...SEEDS.flatMap((seed) =>
    IFC_SCHEMAS.map((schema) => {
      const { file } = exported(randomHouse(seed), schema);
      return [`house ${seed} in ${schema}`, file, EDITS] as const;
    }),
  ),
  ...EDITED_FILES.map(
    (name) => [name, publicFile(`ifc-real/cases/${name}.ifc`), EDITS_TOGETHER] as const,
  ),
];

test('properties are set, changed and removed', async () => {
  const read = await imported(exported(randomHouse(7), 'IFC4').file);
  const wall = [...read.view.elementsOf('wall')][0];
  const properties = { Pset_WallCommon: { Status: 'EXISTING' }, Own: { Note: 'ü', Price: 12 } };
  const view = read.view.apply([
    modifies(wall, { properties, fire_rating_min: 90, load_bearing: !wall?.params.load_bearing }),
  ]);
  const made = returned(read, view);
  expect(made.not_expressible).toEqual([]);
  expect(damage(read.source.bytes, made.file)).toEqual([]);
  const again = (await imported(made.file)).view.elementOf(wall?.id ?? '', 'wall');
  expect(again?.params.load_bearing).toBe(!wall?.params.load_bearing);
  const text = made.file.toString('latin1');
  expect(text).toContain("'90 min'");
  expect(text).toContain("'Note'");
});

test.each(IFC_SCHEMAS)('a member gets a rolled section in %s', async (schema) => {
  const site = modelOf(
    created('column', 'column', { level_id: 'L1', location: { x: 0, y: 0 }, profile: '200x300' }),
    created('beam', 'beam', {
      start: { x: 0, y: 900 },
      end: { x: 3000, y: 900 },
      profile: '90x90',
    }),
  );
  const read = await imported(exported(site, schema).file);
  const [column] = read.view.elementsOf('column');
  const [beam] = read.view.elementsOf('beam');
  const view = read.view.apply([
    modifies(column, { profile: 'HEA200' }),
    modifies(beam, { profile: 'L 100x65x7' }),
  ]);
  const made = returned(read, view);
  expect([made.not_expressible, damage(read.source.bytes, made.file)]).toEqual([[], []]);
  const text = made.file.toString('latin1');
  expect(text).toContain("IFCISHAPEPROFILEDEF(.AREA.,'HEA200'");
  expect(text).toContain('IFCLSHAPEPROFILEDEF(');
  const again = await imported(made.file);
  for (const id of [column?.id ?? '', beam?.id ?? '']) {
    const [volume, other] = [view, again.view].map((one) => one.measures(id).volume_mm3 ?? 0);
    expect((other ?? 0) / (volume ?? 1)).toBeCloseTo(1, 3);
    expect(again.view.bounds(id)).toEqual(view.bounds(id));
  }
});

test('an opening that only shaped the old body of a wall is removed with it', async () => {
  const { file } = exported(randomHouse(7), 'IFC4');
  const plain = await imported(file);
  const wall = straight(plain.view).find(({ id }) => plain.view.hostedBy(id).length === 0);
  const row = plain.source.rows.find(({ element }) => element?.id === wall?.id);
  const bounds = plain.view.bounds(wall?.id ?? '');
  if (wall === undefined || row === undefined || bounds === null) throw new Error('no wall');
  const { start, end } = wall.params;
  const moved = (point: typeof start) => ({ x: point.x + 600, y: point.y - 550 });
  const middle = moved({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
  const corner = [middle.x, middle.y, (bounds.min.z + bounds.max.z) / 2].map((one) =>
    one.toFixed(3),
  );
  const lines = [
    "#900001=IFCOPENINGELEMENT('3Opening00000000000001',$,'mitre',$,$,#900002,#900005,$,$);",
    '#900002=IFCLOCALPLACEMENT($,#900003);',
    '#900003=IFCAXIS2PLACEMENT3D(#900004,#900009,#900014);',
    `#900014=IFCDIRECTION((${(end.x - start.x).toFixed(3)},${(end.y - start.y).toFixed(3)},0.));`,
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
  const at = file.lastIndexOf('ENDSEC;');
  const text = [
    file.subarray(0, at).toString('latin1'),
    ...lines,
    file.subarray(at).toString('latin1'),
  ];
  const before = await imported(Buffer.from(text.join('\n'), 'latin1'));
  expect(differences(plain.view, before.view)).toEqual([]);
  const ends = { start: moved(start), end: moved(end), ...unpinned(wall) };
  const view = before.view.apply([modifies(wall, ends)]);
  const made = returned(before, view);
  expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
  expect(made.file.toString('latin1')).not.toContain("'mitre'");
  expect(differences(view, (await imported(made.file)).view, banded(view))).toEqual([]);
});

describe.each(FILES)('%s', (_, bytes, edits) => {
  let first: Promise<Read> | null = null;
  const read = async (): Promise<Read> => {
    first ??= imported(bytes ?? Buffer.alloc(0));
    return await first;
  };

  test.skipIf(bytes === null)('without an edit the bytes are those of the file', async () => {
    const before = await read();
    const made = returned(before, before.view);
    expect(made.file.equals(bytes ?? Buffer.alloc(0))).toBe(true);
    expect(made.not_expressible).toEqual([]);
  });

  test.skipIf(bytes === null).each(edits)('%s', { timeout: 60_000 }, async (_name, edit) => {
    const before = await read();
    const view = edit(before.view, before);
    if (view === null) return;
    const { faults } = await reread(before, view);
    expect(faults).toEqual(FAULTLESS);
  });
});
