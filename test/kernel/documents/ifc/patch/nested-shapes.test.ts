/** @module tests of changed shapes in maps, cuts, curves and boxes, and of what follows a copied shape. */
import { describe, expect, test } from 'vitest';

import { refs } from '../../../../../kernel/documents/ifc/patch/patch-value.ts';
import { damage, difference, patchOf, recordsOf, sampleOf } from './patching.ts';
import { ID, sampleText } from './sample.ts';

describe('nested shapes', () => {
  test('an extrusion in a map changes for one product', () => {
    const { patch, bytes, row } = sampleOf('IFC4');
    patch.setExtrusion({ product: row(ID.door), item: row(94) }, { rectangle: { y: 60 } });
    const after = patch.write();
    const records = recordsOf(after);
    for (const id of [92, 93, 94, 95, 138]) {
      expect(records.get(String(id))).toBe(recordsOf(bytes).get(String(id)));
    }
    // The map, its representation, the solid, and the profile; and an owner history.
    expect(difference(bytes, after)).toEqual([
      '~98',
      '~101',
      '+197',
      '+198',
      '+199',
      '+200',
      '+201',
    ]);
    expect(records.get('200')).toBe('#200=IFCRECTANGLEPROFILEDEF(.AREA.,$,#96,900.,60.);');
    expect(damage(bytes, after)).toEqual([]);
  });

  test('an extrusion that is cut keeps its cuts', () => {
    const cut =
      '#700=IFCPLANE(#13);\n#701=IFCHALFSPACESOLID(#700,.F.);\n' +
      '#702=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#58,#701);\n#150=';
    const text = sampleText('IFC4').replace("'SweptSolid',(#58)", "'Clipping',(#702)");
    const { patch, bytes, row } = patchOf(text.replace('#150=', cut));
    patch.setExtrusion({ product: row(ID.wallB), item: row(ID.extrusionB) }, { depth: 3000 });
    expect(difference(bytes, patch.write())).toEqual(['~58', '~61', '+703']);
  });

  test('a position that is omitted is added, and an equal one is not copied', () => {
    const text = sampleText('IFC4').replace('SOLID(#33,#13,', 'SOLID(#33,$,');
    const { patch, bytes, row } = patchOf(text);
    const place = { product: row(ID.wallA), item: row(ID.extrusionA) };
    patch.setExtrusion(place, { position: { location: [0, 0, 100] } });
    expect(recordsOf(patch.write()).get('36')).toBe(
      '#36=IFCEXTRUDEDAREASOLID(#33,#198,#11,2500.);',
    );
    expect(damage(bytes, patch.write())).toEqual([]);
    const other = { product: row(ID.wallB), item: row(ID.extrusionB) };
    patch.setExtrusion(other, { depth: 1, position: { location: [0, 0, 0] } });
    expect(recordsOf(patch.write()).get('58')).toBe('#58=IFCEXTRUDEDAREASOLID(#53,#13,#11,1.);');
  });
});

describe('curves and boxes', () => {
  test('an indexed curve gets other points', () => {
    const text = sampleText('IFC4')
      .replace(/#54=.*\n/, '#54=IFCINDEXEDPOLYCURVE(#700,$,$);\n')
      .replace(
        '#150=',
        '#700=IFCCARTESIANPOINTLIST2D(((0.,0.),(3000.,0.),(3000.,200.),(0.,0.)));\n#150=',
      );
    const { patch, row } = patchOf(text);
    const place = { product: row(ID.wallB), item: row(ID.extrusionB) };
    patch.setExtrusion(place, {
      points: [
        [0, 0],
        [3100, 0],
        [3100, 200],
      ],
    });
    expect(recordsOf(patch.write()).get('700')).toBe(
      '#700=IFCCARTESIANPOINTLIST2D(((0.,0.),(3100.,0.),(3100.,200.),(0.,0.)));',
    );
  });

  test('a closed indexed curve gets other segments', () => {
    const text = sampleText('IFC4')
      .replace(/#54=.*\n/, '#54=IFCINDEXEDPOLYCURVE(#700,(IFCLINEINDEX((1,2,3,1))),$);\n')
      .replace('#150=', '#700=IFCCARTESIANPOINTLIST2D(((0.,0.),(3000.,0.),(3000.,200.)));\n#150=');
    const { patch, row } = patchOf(text);
    const place = { product: row(ID.wallB), item: row(ID.extrusionB) };
    patch.setExtrusion(place, {
      points: [
        [0, 0],
        [3000, 0],
        [3000, 200],
        [0, 200],
      ],
    });
    const records = recordsOf(patch.write());
    expect(records.get('54')).toBe('#54=IFCINDEXEDPOLYCURVE(#700,(IFCLINEINDEX((1,2,3,4,1))),$);');
    expect(records.get('700')).toContain('(3000.,200.),(0.,200.))');
  });

  test('a bounding box gets other sizes', () => {
    const text = sampleText('IFC4')
      .replace('(#41,#37)', '(#41,#37,#701)')
      .replace(
        '#150=',
        "#700=IFCBOUNDINGBOX(#10,1.,2.,3.);\n#701=IFCSHAPEREPRESENTATION(#14,'Box','BoundingBox',(#700));\n#150=",
      );
    const { patch, bytes, row } = patchOf(text);
    const place = { product: row(ID.wallA), item: row(700) };
    patch.setBox(place, { corner: [0, 0, 0], sizes: [1, 2, 4] });
    expect(recordsOf(patch.write()).get('700')).toBe('#700=IFCBOUNDINGBOX(#10,1.,2.,4.);');
    patch.setBox(place, { corner: [1, 0, 0], sizes: [1, 2, 4] });
    expect(recordsOf(patch.write()).get('700')).toMatch(
      /^#700=IFCBOUNDINGBOX\(#7\d\d,1\.,2\.,4\.\);$/,
    );
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('names with sizes are stale, those of types too', () => {
    const { patch, row } = patchOf(sampleText('IFC4').replace("'T',$", "'T 200 x 4000',$"));
    const wall = { product: row(ID.wallA), item: row(ID.extrusionA) };
    patch.setExtrusion(wall, { depth: 1 });
    expect(patch.stale()).toContainEqual(
      expect.objectContaining({ kind: 'name', name: 'T 200 x 4000', row: row(ID.wallType) }),
    );
    patch.scaleMapped({ product: row(ID.door), item: row(ID.mappedDoor) }, { factors: [2, 1, 1] });
    expect(patch.stale()).toContainEqual(
      expect.objectContaining({ kind: 'name', name: '900 x 2100', product: row(ID.door) }),
    );
  });
});

describe('what describes a shape', () => {
  test('a copied representation is in the layer of the original', () => {
    const { patch, bytes, row } = sampleOf('IFC4');
    patch.setAttribute(row(42), 'Representations', refs([row(41), row(59)]));
    patch.setExtrusion({ product: row(ID.wallB), item: row(ID.extrusionB) }, { depth: 1 });
    const records = recordsOf(patch.write());
    expect(records.get('60')).toContain('(#197)');
    expect(records.get('48')).toContain('(#41,#59,#197)');
    expect(records.get('42')).toContain('(#41,#59)');
    expect(damage(bytes, patch.write())).toEqual([]);
  });

  test('an aspect of a product does not share its shape', () => {
    const aspect =
      "#700=IFCSHAPEREPRESENTATION(#14,'Body','SweptSolid',(#58));\n" +
      "#701=IFCSHAPEASPECT((#700),'Core',$,.T.,#60);\n#150=";
    const { patch, bytes, row } = patchOf(sampleText('IFC4').replace('#150=', aspect));
    patch.setExtrusion({ product: row(ID.wallB), item: row(ID.extrusionB) }, { depth: 1 });
    expect(difference(bytes, patch.write())).toEqual(['~58', '~61', '+702']);
    patch.removeProduct(row(ID.wallB));
    expect(recordsOf(patch.write()).has('700')).toBe(false);
    expect(recordsOf(patch.write()).has('701')).toBe(false);
    expect(damage(bytes, patch.write())).toEqual([]);
  });
});
