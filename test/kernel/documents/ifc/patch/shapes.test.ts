/** @module tests of moved products and changed shapes. */
import { describe, expect, test } from 'vitest';

import { PatchFault } from '../../../../../kernel/documents/ifc/patch/patch-fault.ts';
import { real } from '../../../../../kernel/documents/ifc/patch/patch-value.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { damage, difference, patchOf, recordsOf, sampleOf } from './patching.ts';
import { ID, sampleText } from './sample.ts';

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  test('a wall moves with its opening and its door', () => {
    const { patch, bytes, row } = sampleOf(schema);
    expect(patch.setPlacement(row(ID.wallA), { location: [1200, 0, 0] })).toBe(true);
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['~32', '~43', '+197']);
    expect(recordsOf(after).get('32')).toBe('#32=IFCCARTESIANPOINT((1200.,0.,0.));');
    const stale = patch.stale().map(({ kind, product }) => `${kind} ${patch.idText(product)}`);
    expect(stale).toEqual(['space_boundary 43', 'path_connection 43', 'space_boundary 101']);
  });

  test('an edit that is undone makes nothing stale and modifies no owner history', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const refused = (): void =>
      patch.together(() => {
        patch.setPlacement(row(ID.wallA), { location: [1200, 0, 0] });
        throw new PatchFault('refused');
      });
    expect(refused).toThrow('refused');
    expect(patch.stale()).toEqual([]);
    expect(patch.write().equals(bytes)).toBe(true);
  });

  test('a placement on shared records gets its own', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setPlacement(row(ID.door), { location: [10, 0, 0] });
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['~90', '~101', '+197', '+198', '+199']);
    const records = recordsOf(after);
    expect(records.get('90')).toBe('#90=IFCLOCALPLACEMENT(#70,#197);');
    expect(records.get('197')).toBe('#197=IFCAXIS2PLACEMENT3D(#198,$,$);');
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a turn adds both directions', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.setPlacement(row(ID.wallA), { ref_direction: [0, 1, 0] });
    const records = recordsOf(patch.write());
    expect(records.get('31')).toBe('#31=IFCAXIS2PLACEMENT3D(#32,#198,#197);');
    expect(records.get('198')).toBe('#198=IFCDIRECTION((0.,0.,1.));');
    patch.setPlacement(row(ID.wallA), { axis: null, ref_direction: null });
    expect(difference(bytes, patch.write())).toEqual(['~43', '+199']);
  });

  test('the same place changes nothing', () => {
    const { patch, bytes, row } = sampleOf(schema);
    expect(patch.setPlacement(row(ID.wallA), { location: [1000, 0, 0], axis: [0, 0, 1] })).toBe(
      false,
    );
    expect(patch.setPlacement(row(ID.space), { location: [0, 0, 0], axis: [0, 0, 1] })).toBe(false);
    expect(patch.write()).toBe(bytes);
  });

  test('children can stay where they are', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const edit = { location: [1000, 500, 0], ref_direction: [0, 1, 0] } as const;
    patch.setPlacement(row(ID.wallA), edit, { keepChildren: true });
    const after = patch.write();
    const records = recordsOf(after);
    // The wall now points along y, so what was 500 along x is -500 along its y, and 500 back along its x.
    expect(records.get('72')).toBe('#72=IFCCARTESIANPOINT((-500.,-500.,0.));');
    expect(records.get('71')).toMatch(/^#71=IFCAXIS2PLACEMENT3D\(#72,#\d+,#\d+\);$/);
    expect(after.toString()).toContain('IFCDIRECTION((0.,-1.,0.))');
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a placement that two products have is split', () => {
    const text = sampleText(schema).replace(',#50,#60,', ',#30,#60,');
    const { patch, bytes, row } = patchOf(text);
    patch.setPlacement(row(ID.wallA), { location: [0, 0, 50] });
    const after = patch.write();
    const records = recordsOf(after);
    expect(records.get('61')).toContain(',#30,#60,');
    expect(records.get('32')).toBe('#32=IFCCARTESIANPOINT((1000.,0.,0.));');
    expect(records.get('43')).toContain(',#197,#42,');
    // The opening is that of wall A.
    expect(records.get('70')).toBe('#70=IFCLOCALPLACEMENT(#197,#71);');
    expect(damage(bytes, after)).toEqual([]);
  });

  test('a rectangle gets other sizes', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const place = { product: row(ID.wallA), item: row(ID.extrusionA) };
    expect(patch.setExtrusion(place, { rectangle: { x: 3800 }, centre: [1900, 0] })).toBe(true);
    expect(difference(bytes, patch.write())).toEqual(['~33', '~35', '~43', '+197']);
    expect(patch.setExtrusion(place, { rectangle: { x: 3800 }, centre: [1900, 0] })).toBe(false);
    patch.setExtrusion(place, { depth: 2600 });
    expect(recordsOf(patch.write()).get('36')).toBe('#36=IFCEXTRUDEDAREASOLID(#33,#13,#11,2600.);');
    const stale = patch.stale().map(({ kind, name }) => `${kind} ${name}`);
    expect(stale).toContain('representation Axis');
    patch.setCurve({ product: row(ID.wallA), item: row(ID.axisOfA) }, [
      [0, 0],
      [3800, 0],
    ]);
    expect(recordsOf(patch.write()).get('40')).toBe('#40=IFCCARTESIANPOINT((3800.,0.));');
    expect(patch.stale().map(({ name }) => name)).not.toContain('Axis');
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a shared profile position is copied', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const place = { product: row(ID.openingA), item: row(ID.extrusionOfOpening) };
    patch.setExtrusion(place, { rectangle: { x: 1025 }, centre: [512.5, 0] });
    patch.setAttribute(row(ID.door), 'OverallWidth', real(1025));
    const after = patch.write();
    const records = recordsOf(after);
    expect(records.get('74')).toBe('#74=IFCAXIS2PLACEMENT2D(#75,$);');
    expect(records.get('73')).toBe('#73=IFCRECTANGLEPROFILEDEF(.AREA.,$,#197,1025.,300.);');
    expect(records.get('101')).toContain(',2100.,1025.');
    expect(damage(bytes, after)).toEqual([]);
    expect(patch.stale().map(({ product }) => product)).toContain(row(ID.wallA));
  });

  test('an outline keeps the points that stay', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const place = { product: row(ID.wallB), item: row(ID.extrusionB) };
    patch.setExtrusion(place, {
      points: [
        [200, 0],
        [3000, 0],
        [3000, 200],
        [200, 200],
      ],
    });
    const records = recordsOf(patch.write());
    expect(records.get('39')).toBe('#39=IFCCARTESIANPOINT((0.,0.));');
    expect(records.get('54')).toBe('#54=IFCPOLYLINE((#197,#55,#56,#57,#197));');
    expect(records.get('57')).toBe('#57=IFCCARTESIANPOINT((200.,200.));');
    patch.setExtrusion(place, {
      points: [
        [200, 0],
        [3000, 0],
        [3000, 200],
      ],
    });
    const after = patch.write();
    expect(recordsOf(after).get('54')).toBe('#54=IFCPOLYLINE((#197,#55,#56,#197));');
    expect(recordsOf(after).has('57')).toBe(false);
    expect(damage(bytes, after)).toEqual([]);
  });

  test('an outline whose first point is written twice stays closed', () => {
    const twice = '(#39,#55,#56,#57,#700));\n#700=IFCCARTESIANPOINT((0.,0.));';
    const text = sampleText(schema).replace('(#39,#55,#56,#57,#39));', twice);
    const { patch, bytes, row } = patchOf(text);
    const place = { product: row(ID.wallB), item: row(ID.extrusionB) };
    patch.setExtrusion(place, {
      points: [
        [5, 0],
        [3000, 0],
        [3000, 200],
        [0, 200],
      ],
    });
    const records = recordsOf(patch.write());
    expect(records.get('54')).toBe('#54=IFCPOLYLINE((#701,#55,#56,#57,#700));');
    expect(records.get('700')).toBe('#700=IFCCARTESIANPOINT((5.,0.));');
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a rectangle becomes an outline', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const place = { product: row(ID.wallA), item: row(ID.extrusionA) };
    patch.setExtrusion(place, {
      points: [
        [0, 0],
        [4000, 0],
        [0, 200],
      ],
    });
    const records = recordsOf(patch.write());
    expect(records.get('36')).toMatch(/^#36=IFCEXTRUDEDAREASOLID\(#201,/);
    expect(records.get('201')).toBe('#201=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#200);');
    expect(records.has('33')).toBe(false);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a mapped shape is scaled for one product', () => {
    const { patch, bytes, row } = sampleOf(schema);
    const place = { product: row(ID.door), item: row(ID.mappedDoor) };
    patch.scaleMapped(place, { factors: [1.25, 1, 1] });
    const after = patch.write();
    expect(difference(bytes, after)).toEqual(['~98', '~101', '+197', '+198']);
    expect(recordsOf(after).get('197')).toBe(
      '#197=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,#10,1.25,$,1.,1.);',
    );
    patch.scaleMapped(place, { factors: [0.8, 1, 2], origin: [5, 0, 0] });
    const again = recordsOf(patch.write());
    expect(again.get('197')).toMatch(/\(\$,\$,#\d+,1\.,\$,1\.,2\.\);$/);
    expect(again.get('10')).toBe('#10=IFCCARTESIANPOINT((0.,0.,0.));');
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a mapping that scales is scaled further', () => {
    const text = sampleText(schema).replace('($,$,#10,1.,$)', '($,$,#10,2.,$)');
    const { patch, bytes, row } = patchOf(text);
    const place = { product: row(ID.door), item: row(ID.mappedDoor) };
    expect(patch.scaleMapped(place, { factors: [1, 1, 1] })).toBe(false);
    expect(patch.write()).toBe(bytes);
    patch.scaleMapped(place, { factors: [1, 3, 1] });
    expect(recordsOf(patch.write()).get('197')).toContain('#10,2.,$,6.,2.)');
    patch.scaleMapped(place, { factors: [1, 1, 2] });
    expect(recordsOf(patch.write()).get('197')).toContain('#10,2.,$,6.,4.)');
  });

  test('a scaled mapping of one product leaves no operator that nothing uses', () => {
    const text = sampleText(schema).replace('(#92,#97);\n#139', '(#92,#700);\n#139');
    const operator = '#700=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#10,$,$);\n#150=';
    const { patch, bytes, row } = patchOf(text.replace('#150=', operator));
    patch.scaleMapped(
      { product: row(ID.window), item: row(ID.mappedWindow) },
      { factors: [2, 2, 2] },
    );
    expect(difference(bytes, patch.write())).toEqual(['-700', '~138', '~141', '+701', '+702']);
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('a body is removed', () => {
    const { patch, bytes, row } = sampleOf(schema);
    patch.removeRepresentation(row(ID.wallA), row(ID.bodyA));
    expect(recordsOf(patch.write()).get('42')).toContain('(#41)');
    patch.removeRepresentation(row(ID.wallA), row(41));
    const records = recordsOf(patch.write());
    expect(records.get('43')).toContain(',#30,$,');
    expect(records.has('42')).toBe(false);
    expect(records.has('36')).toBe(false);
    expect(records.get('48')).toContain('(#59)');
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});

describe('refusals', () => {
  const cases: readonly (readonly [
    string,
    (sample: ReturnType<typeof sampleOf>) => unknown,
    string,
  ])[] = [
    [
      'no extrusion',
      ({ patch, row }) =>
        patch.setExtrusion({ product: row(ID.door), item: row(ID.mappedDoor) }, { depth: 1 }),
      'got #98 IfcMappedItem, expected IfcExtrudedAreaSolid',
    ],
    [
      'of another product',
      ({ patch, row }) =>
        patch.setExtrusion({ product: row(ID.wallB), item: row(ID.extrusionA) }, { depth: 1 }),
      '#61 IfcWall has no #36 IfcExtrudedAreaSolid in its shape',
    ],
    [
      'no depth',
      ({ patch, row }) =>
        patch.setExtrusion({ product: row(ID.wallA), item: row(ID.extrusionA) }, { depth: 0 }),
      'got a depth of `0`, expected one above 0',
    ],
    [
      'no size',
      ({ patch, row }) =>
        patch.setExtrusion(
          { product: row(ID.wallA), item: row(ID.extrusionA) },
          { rectangle: { y: -1 } },
        ),
      'got a size of `-1`, expected one above 0',
    ],
    [
      'no rectangle',
      ({ patch, row }) =>
        patch.setExtrusion(
          { product: row(ID.wallB), item: row(ID.extrusionB) },
          { depth: 7, rectangle: { y: 1 } },
        ),
      'got #53 IfcArbitraryClosedProfileDef, expected IfcRectangleProfileDef',
    ],
    [
      'no outline',
      ({ patch, row }) =>
        patch.setExtrusion(
          { product: row(ID.wallB), item: row(ID.extrusionB) },
          { points: [[0, 0]] },
        ),
      'got an outline of 1 points, expected at least 3',
    ],
    [
      'no mapped item',
      ({ patch, row }) =>
        patch.scaleMapped(
          { product: row(ID.wallA), item: row(ID.extrusionA) },
          { factors: [1, 1, 1] },
        ),
      'got #36 IfcExtrudedAreaSolid, expected IfcMappedItem',
    ],
    [
      'no factor',
      ({ patch, row }) =>
        patch.scaleMapped(
          { product: row(ID.door), item: row(ID.mappedDoor) },
          { factors: [0, 1, 1] },
        ),
      'got a factor of `0`, expected one above 0',
    ],
    [
      'no placement',
      ({ patch, row }) => patch.setPlacement(row(18), { location: [0, 0, 0] }),
      '#18 IfcProject has no placement, expected IfcLocalPlacement with IfcAxis2Placement3D',
    ],
    [
      'no curve',
      ({ patch, row }) =>
        patch.setCurve({ product: row(ID.wallA), item: row(ID.extrusionA) }, [[0, 0]]),
      'got #36 IfcExtrudedAreaSolid, expected IfcPolyline or IfcIndexedPolyCurve',
    ],
    [
      'no box',
      ({ patch, row }) =>
        patch.setBox(
          { product: row(ID.wallA), item: row(ID.extrusionA) },
          { corner: [], sizes: [] },
        ),
      'got #36 IfcExtrudedAreaSolid, expected IfcBoundingBox',
    ],
    [
      'no representation',
      ({ patch, row }) => patch.removeRepresentation(row(ID.wallA), row(ID.extrusionA)),
      '#36 IfcExtrudedAreaSolid is no representation of #43 IfcWall',
    ],
  ];
  test.each(cases)('%s', (_, edit, message) => {
    const sample = sampleOf('IFC4');
    expect(() => edit(sample)).toThrow(message);
    expect(sample.patch.write()).toBe(sample.bytes);
  });
});
