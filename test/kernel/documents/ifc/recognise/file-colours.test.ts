/** @module tests of colours of bodies: styles of items, booleans and materials of the file, in pictures, glTF and IFC. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { coloursOf } from '../../../../../kernel/building/kinds/facets/appearance.ts';
import {
  isGlass,
  isGlassProduct,
} from '../../../../../kernel/documents/ifc/recognise/appearance/glass-items.ts';
import { FileColours } from '../../../../../kernel/documents/ifc/recognise/file-colours.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
} from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { importedWorld } from '../../../../servers/building/import-file.ts';
import type { World } from '../../../../servers/building/world.ts';
import { exported } from '../write/reread.ts';
import { extrusion, fileOf, polygon } from './building-text.ts';

const HOUSE = join(import.meta.dirname, '../../../../fixtures/imports/Duplex_A_20110907.ifczip');

const box = (n: number): string =>
  extrusion(polygon([n, 0], [n + 500, 0], [n + 500, 200], [n, 200]), 1000);
/** A style of a colour, with a transparency, as its own records from `id` on. */
function style(id: number, [red, green, blue]: readonly number[], clear = 0): readonly string[] {
  return [
    `#${id}=IFCCOLOURRGB($,${red}.,${green}.,${blue}.);`,
    `#${id + 1}=IFCSURFACESTYLERENDERING(#${id},${clear === 0 ? '0.' : clear},$,$,$,$,$,$,.NOTDEFINED.);`,
    `#${id + 2}=IFCSURFACESTYLE($,.BOTH.,(#${id + 1}));`,
    `#${id + 3}=IFCPRESENTATIONSTYLEASSIGNMENT((#${id + 2}));`,
  ];
}
const RED = style(9000, [1, 0, 0]);
const BLUE = style(9010, [0, 0, 1]);
const GLASS = style(9020, [0, 1, 1], 0.8);
const paint = (id: number, item: string, of: number): string =>
  `#${id}=IFCSTYLEDITEM(${item},(#${of + 3}),$);`;

/** The colours of the bodies of a file with one proxy of these items. */
async function coloursIn(
  items: number,
  data: (rows: readonly string[]) => readonly string[],
  schema: IfcSchemaName = 'IFC4',
): Promise<{ readonly world: World; readonly colours: readonly (string | null | undefined)[] }> {
  const product = {
    entity: 'IFCBUILDINGELEMENTPROXY',
    items: Array.from({ length: items }, (_, n) => box(1000 * n)),
    name: 'P',
    rest: ',$,$',
  };
  const plain = fileOf([product], { schema }).toString('latin1');
  const rows = [...plain.matchAll(/#(\d+)=IFCEXTRUDEDAREASOLID/gu)].map(([, id]) => `#${id}`);
  const file = fileOf([product], {
    schema,
    data: [...RED, ...BLUE, ...GLASS, ...data(rows)].join('\n'),
  });
  const world = await importedWorld(file);
  return { world, colours: [...world.view.elementsOf('body')].map(({ params }) => params.colour) };
}

describe('a body', () => {
  test.each([
    [
      'of one styled item',
      1,
      (rows: readonly string[]) => [paint(9100, rows[0] ?? '', 9000)],
      '#ff0000',
    ],
    [
      'of items with two colours has that of most',
      3,
      (rows: readonly string[]) => [
        paint(9100, rows[0] ?? '', 9000),
        paint(9101, rows[1] ?? '', 9010),
        paint(9102, rows[2] ?? '', 9010),
      ],
      '#0000ff',
    ],
    [
      'of glass and a frame has that of the frame',
      3,
      (rows: readonly string[]) => [
        paint(9100, rows[0] ?? '', 9020),
        paint(9101, rows[1] ?? '', 9020),
        paint(9102, rows[2] ?? '', 9000),
      ],
      '#ff0000',
    ],
    [
      'without a style has that of its material',
      1,
      () => [
        "#9100=IFCMATERIAL('Red',$,$);",
        "#9101=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);",
        '#9102=IFCSTYLEDITEM($,(#9003),$);',
        "#9103=IFCSTYLEDREPRESENTATION(#9101,'Style','Material',(#9102));",
        '#9104=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#9103),#9100);',
        "#9105=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#100),#9100);",
      ],
      '#ff0000',
    ],
    ['without either has none', 1, () => [], undefined],
    [
      'of a malformed colour has none',
      1,
      (rows: readonly string[]) => [
        '#9100=IFCCOLOURRGB($,7.,0.,0.);',
        '#9101=IFCSURFACESTYLESHADING(#9100,$);',
        '#9102=IFCSURFACESTYLE($,.BOTH.,(#9101));',
        `#9103=IFCSTYLEDITEM(${rows[0] ?? ''},(#9102),$);`,
      ],
      undefined,
    ],
  ])('%s', async (_, items, data, colour) => {
    expect((await coloursIn(items, data)).colours).toEqual([colour]);
  });

  test('is drawn and exported in its colour, and keeps it', async () => {
    const { world } = await coloursIn(1, (rows) => [paint(9100, rows[0] ?? '', 9000)]);
    const [body] = [...world.view.elementsOf('body')];
    if (body === undefined) throw new Error('no body');
    const { appearance } = world.view.kinds.of(body);
    expect(coloursOf(appearance, body)).toMatchObject({ picture: [255, 0, 0], gltf: [1, 0, 0] });
    await expect(
      world.do('modify_parameter', { element_id: body.id, parameter_name: 'colour', value: null }),
    ).rejects.toThrow('the imported file states it');
    for (const schema of IFC_SCHEMAS) {
      const again = await importedWorld(exported(world.view, schema).file);
      expect([...again.view.elementsOf('body')].map(({ params }) => params.colour)).toEqual([
        '#ff0000',
      ]);
    }
  });
});

test.each([
  ['an item without a transparency is none', style(9030, [1, 0, 0]), false],
  ['an item that is nearly opaque is none', style(9030, [1, 0, 0], 0.2), false],
  ['a transparent item is glass', style(9030, [1, 0, 0], 0.25), true],
])('glass: %s', async (_, records, glass) => {
  const product = { entity: 'IFCBUILDINGELEMENTPROXY', items: [box(0)], name: 'P', rest: ',$,$' };
  const plain = fileOf([product], { schema: 'IFC4' }).toString('latin1');
  const item = /#(\d+)=IFCEXTRUDEDAREASOLID/u.exec(plain)?.[1] ?? '';
  const data = [...records, paint(9100, `#${item}`, 9030)].join('\n');
  const { model } = await openIfc(fileOf([product], { schema: 'IFC4', data }));
  const colours = new FileColours(model);
  const [row = -1] = model.rows('IfcExtrudedAreaSolid');
  expect(isGlass(row, colours)).toBe(glass);
});

test.each([
  ['of a transparent material is', 0.25, null, true],
  ['of an opaque material is not', 0.2, null, false],
  ['with an opaque style is not, whatever its material', 0.8, 0, false],
  ['with a transparent style is, whatever its material', 0, 0.8, true],
])('a product %s glass', async (_, material, own, glass) => {
  const product = { entity: 'IFCPLATE', items: [box(0)], name: 'P', rest: ',$,$' };
  const plain = fileOf([product], { schema: 'IFC4' }).toString('latin1');
  const item = /#(\d+)=IFCEXTRUDEDAREASOLID/u.exec(plain)?.[1] ?? '';
  const data = [
    ...style(9030, [0, 1, 1], material),
    "#9100=IFCMATERIAL('Pane',$,$);",
    "#9101=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);",
    '#9102=IFCSTYLEDITEM($,(#9033),$);',
    "#9103=IFCSTYLEDREPRESENTATION(#9101,'Style','Material',(#9102));",
    '#9104=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#9103),#9100);',
    "#9105=IFCRELASSOCIATESMATERIAL('m',$,$,$,(#100),#9100);",
    ...(own === null ? [] : [...style(9040, [1, 0, 0], own), paint(9106, `#${item}`, 9040)]),
  ];
  const { model } = await openIfc(fileOf([product], { schema: 'IFC4', data: data.join('\n') }));
  const [row = -1] = model.rows('IfcExtrudedAreaSolid');
  const [plate = -1] = model.rows('IfcPlate');
  const items = new ShapeReader(model, { x: 0, y: 0, z: 0 }).body(plate)?.items ?? [];
  expect(items.map((one) => one.row)).toEqual([row]);
  expect(isGlassProduct(plate, items, null, new FileColours(model))).toBe(glass);
});

test('bodies of a public house have several colours', async () => {
  const { bytes } = await openIfc(readFileSync(HOUSE));
  const { view } = await importedWorld(bytes);
  const colours = new Set([...view.elementsOf('body')].map(({ params }) => params.colour));
  expect(colours.size).toBeGreaterThan(2);
});

test('a style that many items share is read once', async () => {
  const count = 20;
  const items = Array.from({ length: count }, (_, n) => box(1000 * n));
  const product = { entity: 'IFCBUILDINGELEMENTPROXY', items, name: 'P', rest: ',$,$' };
  const rows = [
    ...fileOf([product])
      .toString()
      .matchAll(/#(\d+)=IFCEXTRUDEDAREASOLID/gu),
  ];
  const { model } = await openIfc(
    fileOf([product], {
      data: [
        '#9000=IFCCOLOURRGB($,1.,0.,0.);',
        '#9001=IFCSURFACESTYLELIGHTING(#9000,#9000,#9000,#9000);',
        `#9002=IFCSURFACESTYLE($,.BOTH.,(${Array.from({ length: 500 }, () => '#9001').join()}));`,
        '#9003=IFCPRESENTATIONSTYLEASSIGNMENT((#9002));',
        ...rows.map(([, id], n) => paint(9100 + n, `#${id}`, 9000)),
      ].join('\n'),
    }),
  );
  const read = vi.spyOn(model, 'refs');
  const colours = new FileColours(model);
  for (const item of model.rows('IfcExtrudedAreaSolid')) colours.transparencyOf(item);
  const ofStyles = read.mock.calls.filter(([row]) =>
    ['IfcSurfaceStyle', 'IfcPresentationStyleAssignment'].includes(model.typeOf(row)),
  );
  expect(rows).toHaveLength(count);
  expect(ofStyles).toHaveLength(2);
});
