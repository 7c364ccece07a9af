/** @module tests of placements: chains, grids, maps and units. */
import { describe, expect, test } from 'vitest';

import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { unitsOf } from '../../../../../kernel/documents/ifc/shape/units.ts';
import {
  axes,
  block,
  boxOf,
  direction,
  extrusion,
  type FileOptions,
  METRE,
  point,
  polyline,
  profile,
  readerOf,
  solidOf,
  UP,
  whyNot,
} from './shape-text.ts';

const SMALL = block(0, 0, 0, 10, 20, 30);

function local(origin: string, parent = '$', axis = '$', reference = '$'): string {
  return `{IFCLOCALPLACEMENT(${parent},${axes(origin, axis, reference)})}`;
}

/** The origin and the x axis of the product's placement, rounded to 0.000001. */
function placeOf(options: FileOptions): readonly number[] {
  const { reader, row } = readerOf(SMALL, options);
  const [a, , , d, e, , , h, i, , , l] = reader.place(row);
  return [d, h, l, a, e, i].map((value) => Math.round(value * 1e6) / 1e6 + 0);
}

describe('the placement of a product', () => {
  test('is the product of its chain', () => {
    const quarter = local(point(1000, 0, 0), '$', UP, direction(0, 1, 0));
    const nested = local(
      point(100, 0, 5),
      local(point(10, 0, 0), quarter),
      '$',
      direction(0, 1, 0),
    );
    expect(placeOf({ placement: nested })).toEqual([1000, 110, 5, -1, 0, 0]);
  });

  test('has default axes', () => {
    // z along x: the x axis is y by default.
    expect(placeOf({ placement: local(point(1, 2, 3), '$', direction(1, 0, 0)) })).toEqual([
      1, 2, 3, 0, 1, 0,
    ]);
    expect(placeOf({ placement: local(point(1, 2, 3), '$', direction(0, 1, 0)) })).toEqual([
      1, 2, 3, 1, 0, 0,
    ]);
  });

  test('has axes at right angles, whatever the reference', () => {
    const place = placeOf({ placement: local(point(0, 0, 0), '$', UP, direction(3, 4, 99)) });
    expect(place).toEqual([0, 0, 0, 0.6, 0.8, 0]);
    const parallel = placeOf({ placement: local(point(0, 0, 0), '$', UP, UP) });
    expect(parallel).toEqual([0, 0, 0, 1, 0, 0]);
  });

  test('without a placement is the origin', () => {
    expect(placeOf({})).toEqual([0, 0, 0, 1, 0, 0]);
  });

  test('is shifted', () => {
    const { model, row } = readerOf(SMALL, { placement: local(point(1e9, 0, 0)) });
    const reader = new ShapeReader(model, { x: -1e9, y: 5, z: 0 });
    const [, , , x, , , , y] = reader.place(row);
    expect([x, y]).toEqual([0, 5]);
  });

  test('relative to itself ends there, with a fault', () => {
    const data = `#50=IFCLOCALPLACEMENT(#51,${axes(point(1, 0, 0))});\n#51=IFCLOCALPLACEMENT(#50,${axes(point(2, 0, 0))});`;
    const { reader, row, model } = readerOf(SMALL, { placement: '#50', data });
    expect(reader.place(row)[3]).toBe(3);
    expect(reader.faults).toEqual([
      { row: model.file.rowOf(50), why: 'the placement is relative to itself' },
    ]);
  });

  test('that cannot be read is that of its parent, with a fault', () => {
    const data = `#50=IFCLOCALPLACEMENT(${local(point(7, 0, 0))},#99);`;
    const { reader, row } = readerOf(SMALL, { placement: '#50', data });
    expect(reader.place(row)[3]).toBe(7);
    expect(reader.faults[0]?.why).toContain('expected an instance as RelativePlacement');
  });

  test('along an alignment is its position in the file', () => {
    const placement = `{IFCLINEARPLACEMENT($,$,${axes(point(1, 2, 3))})}`;
    expect(placeOf({ schema: 'IFC4X3', placement })).toEqual([1, 2, 3, 1, 0, 0]);
  });
});

describe('a placement on a grid', () => {
  const line = (...ends: readonly (readonly number[])[]): string => polyline(...ends);
  const data = [
    `#60=IFCGRIDAXIS('A',${line([0, 0], [1000, 0])},.T.);`,
    `#61=IFCGRIDAXIS('1',${line([300, -100], [300, 100])},.T.);`,
    `#62=IFCGRIDAXIS('2',${line([800, -100], [800, 100])},.F.);`,
    `#63=IFCGRIDAXIS('B',${line([0, 500], [1000, 500])},.T.);`,
    `#64=IFCGRID('0$Grid00000000000000000',$,$,$,$,#65,$,(#60,#63),(#61,#62),$,$);`,
    `#65=IFCLOCALPLACEMENT($,${axes(point(0, 0, 3000), UP, direction(0, 1, 0))});`,
  ].join('\n');
  const at = (location: string, towards = '$'): readonly number[] =>
    placeOf({ placement: `{IFCGRIDPLACEMENT(${location},${towards})}`, data });

  test('is at the intersection of two axes, in the frame of the grid', () => {
    expect(at('{IFCVIRTUALGRIDINTERSECTION((#60,#61),(0.,0.))}')).toEqual([0, 300, 3000, 0, 1, 0]);
  });

  test('is offset to the left of both axes', () => {
    // Left of axis A is +y of the grid, left of axis 1 is -x: both in the turned frame of the grid.
    expect(at('{IFCVIRTUALGRIDINTERSECTION((#60,#61),(50.,20.,7.))}')).toEqual([
      -50, 280, 3007, 0, 1, 0,
    ]);
  });

  test('is offset to the other side of an axis of the opposite sense', () => {
    expect(at('{IFCVIRTUALGRIDINTERSECTION((#60,#62),(0.,20.))}')).toEqual([0, 820, 3000, 0, 1, 0]);
  });

  test('points to a second intersection', () => {
    const [first, second] = ['(#60,#61)', '(#63,#61)'].map(
      (pair) => `{IFCVIRTUALGRIDINTERSECTION(${pair},(0.,0.))}`,
    );
    expect(at(first ?? '', second)).toEqual([0, 300, 3000, -1, 0, 0]);
  });

  test('points in a direction', () => {
    expect(at('{IFCVIRTUALGRIDINTERSECTION((#60,#61),(0.,0.))}', direction(0, 1, 0))).toEqual([
      0, 300, 3000, -1, 0, 0,
    ]);
  });

  test('at parallel axes is a fault', () => {
    const placement = '{IFCGRIDPLACEMENT({IFCVIRTUALGRIDINTERSECTION((#60,#63),(0.,0.))},$)}';
    const { reader, row } = readerOf(SMALL, { placement, data });
    reader.place(row);
    expect(reader.faults[0]?.why).toContain('two axes of a grid that are not parallel');
  });

  test('whose grid is placed on itself is a fault', () => {
    const own = data.replace('#65=', '#66=').replace('$,$,$,$,#65', '$,$,$,$,#65');
    const cycle = `${own}\n#65=IFCGRIDPLACEMENT({IFCVIRTUALGRIDINTERSECTION((#60,#61),(0.,0.))},$);`;
    const { reader, row } = readerOf(SMALL, { placement: '#65', data: cycle });
    reader.place(row);
    expect(reader.faults.map(({ why }) => why).join()).toContain('expected at most 8 grids');
  });
});

describe('a mapped item', () => {
  const map = (items: string, origin = axes(point(0, 0, 0))): string =>
    `{IFCREPRESENTATIONMAP(${origin},{IFCSHAPEREPRESENTATION($,'Body','Any',(${items}))})}`;
  const mapped = (source: string, operator: string): string =>
    `{IFCMAPPEDITEM(${source},${operator})}`;
  const operator = (origin: string, x = '$', y = '$', scale = '1.'): string =>
    `{IFCCARTESIANTRANSFORMATIONOPERATOR3D(${x},${y},${origin},${scale},$)}`;

  test('is moved, turned and scaled', () => {
    const item = mapped(
      map(SMALL),
      operator(point(100, 0, 0), direction(0, 1, 0), direction(-1, 0, 0), '2.'),
    );
    const body = solidOf(item);
    expect(boxOf(body)).toEqual([60, 0, 0, 100, 20, 60]);
    expect(body.volume_mm3).toBeCloseTo(8 * 6000, 6);
  });

  test('is relative to the origin of its map', () => {
    const item = mapped(
      map(SMALL, axes(point(10, 0, 0), UP, direction(0, 1, 0))),
      operator(point(0, 0, 0)),
    );
    expect(boxOf(solidOf(item))).toEqual([0, 0, 0, 20, 10, 30]);
  });

  test('is mirrored with a positive volume and faces seen from outside', () => {
    const wedge = extrusion(profile('IFCTRAPEZIUMPROFILEDEF', 100, 20, 50, 0), 10);
    const item = mapped(
      map(wedge),
      operator(point(0, 0, 0), direction(-1, 0, 0), direction(0, 1, 0)),
    );
    const body = solidOf(item);
    expect(body.volume_mm3).toBeCloseTo(30_000, 6);
    expect(boxOf(body)).toEqual([-50, -25, 0, 50, 25, 10]);
    // The short side ends at the other hand.
    const top = body.mesh().positions.filter((_, i, all) => i % 3 === 0 && all[i + 1] === 25);
    expect([Math.min(...top), Math.max(...top)]).toEqual([30, 50]);
  });

  test('is scaled by a factor for each axis', () => {
    const target = `{IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM($,$,${point(0, 0, 0)},2.,$,3.,4.)}`;
    expect(boxOf(solidOf(mapped(map(SMALL), target)))).toEqual([0, 0, 0, 20, 60, 120]);
  });

  test('may be in a mapped item', () => {
    const inner = mapped(map(SMALL), operator(point(100, 0, 0)));
    const item = mapped(map(`${inner},${SMALL}`), operator(point(0, 1000, 0)));
    const { reader, row } = readerOf(item);
    expect(reader.body(row)?.items).toHaveLength(2);
    expect(boxOf(solidOf(item))).toEqual([0, 1000, 0, 110, 1020, 30]);
  });

  test('in its own map is refused', () => {
    const data = [
      `#50=IFCREPRESENTATIONMAP(${axes(point(0, 0, 0))},#51);`,
      `#51=IFCSHAPEREPRESENTATION($,'Body','Any',(#52));`,
      `#52=IFCMAPPEDITEM(#50,${operator(point(0, 0, 0))});`,
    ].join('\n');
    expect(whyNot('#52', { data })).toContain('the map contains itself');
  });
});

describe('the body of a product', () => {
  const other = (identifier: string, items: string): string =>
    `{IFCSHAPEREPRESENTATION($,'${identifier}','Any',(${items}))}`;

  test('is the representation Body', () => {
    const representations = other('Reference', block(0, 0, 0, 1, 1, 1));
    expect(boxOf(solidOf(SMALL, { representations }))).toEqual([0, 0, 0, 10, 20, 30]);
  });

  test('is any representation with a solid if there is no Body', () => {
    const representations = other('Facetation', SMALL);
    expect(
      boxOf(solidOf(polyline([0, 0], [1, 0]), { identifier: 'Axis', representations })),
    ).toEqual([0, 0, 0, 10, 20, 30]);
  });

  test('is null without a solid', () => {
    const { reader, row } = readerOf(polyline([0, 0], [1, 0]), { identifier: 'Axis' });
    expect(reader.body(row)).toBeNull();
  });

  test('is in metres if the file is', () => {
    expect(boxOf(solidOf(SMALL, { length: METRE }))).toEqual([0, 0, 0, 10_000, 20_000, 30_000]);
  });
});

describe('units', () => {
  const units = (length: string, angle: string) =>
    unitsOf(readerOf(SMALL, { length, angle }).model);
  const si = (prefix: string): string => `{IFCSIUNIT(*,.LENGTHUNIT.,${prefix},.METRE.)}`;
  const radian = '{IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)}';
  const converted = (name: string, factor: string, of: string): string =>
    `{IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'${name}',{IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(${factor}),${of})})}`;

  test.each([
    ['metres', si('$'), 1000, 'METRE'],
    ['millimetres', si('.MILLI.'), 1, 'MILLIMETRE'],
    ['centimetres', si('.CENTI.'), 10, 'CENTIMETRE'],
    ['kilometres', si('.KILO.'), 1e6, 'KILOMETRE'],
    ['feet', converted('Foot', '0.3048', si('$')), 304.8, 'FOOT'],
    ['inches of millimetres', converted('INCH', '25.4', si('.MILLI.')), 25.4, 'INCH'],
    ['yards of feet', converted('YARD', '3.', converted('FOOT', '0.3048', si('$'))), 914.4, 'YARD'],
  ])('of %s', (_, length, mm, name) => {
    expect(units(length, radian)).toEqual({ mm, rad: 1, name, faults: [] });
  });

  test('that are missing are metres and radians, with a fault', () => {
    expect(units(radian, '{IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.)}')).toEqual({
      mm: 1000,
      rad: 1,
      name: 'METRE',
      faults: ['expected a unit of type LENGTHUNIT, found none; METRE is used'],
    });
  });

  test('that are based on themselves are metres, with a fault', () => {
    const data = `#70=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'X',#71);\n#71=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(2.),#70);`;
    const { model } = readerOf(SMALL, { length: '#70', data });
    expect(unitsOf(model)).toMatchObject({
      mm: 1000,
      faults: ['the unit `#70` of type LENGTHUNIT cannot be read; METRE is used'],
    });
  });
});
