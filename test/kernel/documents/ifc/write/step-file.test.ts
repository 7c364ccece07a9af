/** @module tests of the writer: it refuses content that the schema does not allow, and encodes values by the standard. */
import { Buffer } from 'node:buffer';

import { describe, expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { schemaOf } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { IfcFault } from '../../../../../kernel/documents/ifc/write/ifc-fault.ts';
import { LineNumbers } from '../../../../../kernel/documents/ifc/write/step/line-numbers.ts';
import { StatedEntities } from '../../../../../kernel/documents/ifc/write/step/stated-entities.ts';
import type { Attributes } from '../../../../../kernel/documents/ifc/write/step/step-file.ts';
import { StepFile } from '../../../../../kernel/documents/ifc/write/step/step-file.ts';
import { stepReal, stepText } from '../../../../../kernel/documents/ifc/write/step/step-text.ts';
import { typed } from '../../../../../kernel/documents/ifc/write/step/step-value.ts';

function written(file: StepFile): string {
  return Buffer.concat(file.finish()).toString('latin1');
}

test.each([
  [0, '0.'],
  [-0, '0.'],
  [5, '5.'],
  [-1.25, '-1.25'],
  [1e21, '1.E21'],
  [1.5e-7, '1.5E-7'],
  [1e-7, '1.E-7'],
  [0.1 + 0.2, '0.30000000000000004'],
])('the real %s is %s', (value, text) => {
  expect(stepReal(value)).toBe(text);
});

test.each([Number.NaN, Infinity, -Infinity])('%s is refused as a real', (value) => {
  expect(() => stepReal(value)).toThrow('expected a finite number');
});

test.each([
  ['', "''"],
  ["it's", "'it''s'"],
  ['a\\b', "'a\\\\b'"],
  ['Tür', "'T\\X2\\00FC\\X0\\r'"],
  ['äö', "'\\X2\\00E400F6\\X0\\'"],
  ['é👍b', "'\\X2\\00E9\\X0\\\\X4\\0001F44D\\X0\\b'"],
  ['a\nb', "'a\\X2\\000A\\X0\\b'"],
  ['\uD800', "'\\X2\\FFFD\\X0\\'"],
])('the text %j is %s', (value, text) => {
  expect(stepText(value)).toBe(text);
});

describe('an entity that the schema does not allow is refused', () => {
  const file = new StepFile(schemaOf('IFC4'));
  const point = file.add('IfcCartesianPoint', { Coordinates: [0, 0, 0] });
  const guid = ifcGuid('used');
  file.add('IfcWall', { GlobalId: guid });
  const cases: readonly (readonly [string, string, Attributes, string])[] = [
    ['unknown', 'IfcNothing', {}, 'IFC4 has no entity `IfcNothing`'],
    ['abstract', 'IfcElement', { GlobalId: ifcGuid('a') }, 'is abstract'],
    ['mandatory', 'IfcWall', {}, 'IfcWall.GlobalId is missing'],
    [
      'unknown attribute',
      'IfcWall',
      { GlobalId: ifcGuid('a'), Height: 3 },
      'has no attribute `Height`',
    ],
    ['GUID', 'IfcWall', { GlobalId: 'x'.repeat(22) }, 'is not an IFC GUID'],
    ['GUID twice', 'IfcWall', { GlobalId: guid }, 'is used twice'],
    [
      'enumeration',
      'IfcWall',
      { GlobalId: ifcGuid('a'), PredefinedType: 'NOTANENUM' },
      'IfcWall.PredefinedType: `NOTANENUM` was given; expected IfcWallTypeEnum',
    ],
    [
      'reference',
      'IfcWall',
      { GlobalId: ifcGuid('a'), ObjectPlacement: point },
      '#1 of IfcCartesianPoint was given; expected IfcObjectPlacement',
    ],
    ['too many', 'IfcCartesianPoint', { Coordinates: [0, 0, 0, 0] }, 'expected LIST [1:3]'],
    ['depth', 'IfcCartesianPointList3D', { CoordList: [1, 2, 3] }, 'expected LIST [3:3]'],
    ['number', 'IfcCartesianPoint', { Coordinates: [Number.NaN] }, 'expected a finite number'],
    ['text for a number', 'IfcCartesianPoint', { Coordinates: ['1'] }, 'expected REAL'],
    ['twice in a set', 'IfcPolyLoop', { Polygon: [point, point, point] }, 'is not unique'],
    [
      'select',
      'IfcPropertySingleValue',
      { Name: 'a', NominalValue: typed('IfcWall', 1) },
      'expected IfcValue',
    ],
    [
      'long text',
      'IfcPropertySingleValue',
      { Name: 'x'.repeat(256) },
      'the text has 256 characters',
    ],
  ];
  test.each(cases)('%s', (_name, entity, attributes, message) => {
    expect(() => file.add(entity, attributes)).toThrow(message);
  });

  test.each(cases)(
    '%s, also where entities are kept as values',
    (_name, entity, attributes, message) => {
      const stated = new StatedEntities();
      const kept = new StepFile(schemaOf('IFC4'), new LineNumbers(1, 0), { stated });
      kept.add('IfcWall', { GlobalId: guid });
      expect(() => kept.add(entity, attributes)).toThrow(message);
      expect(stated.all).toHaveLength(1);
    },
  );

  const parts = cases.filter(([name]) => !name.startsWith('GUID'));
  test.each(parts)('%s, also in a part that is only checked', (_name, entity, attributes) => {
    const stated = new StatedEntities(() => false);
    const kept = new StepFile(schemaOf('IFC4'), new LineNumbers(1, 0), { stated });
    const { Name } = attributes;
    const part = { ...attributes, Name: typeof Name === 'string' ? Name : '' };
    expect(() => kept.addPart([], 'Set', [entity, part])).toThrow(IfcFault);
  });

  test('a refused entity leaves nothing in the file', () => {
    expect(written(file)).toBe(
      `#1=IFCCARTESIANPOINT((0.,0.,0.));\n#2=IFCWALL('${guid}',$,$,$,$,$,$,$,$);\n`,
    );
  });
});

test('derived attributes, selects and lists of lists are written correctly', () => {
  const file = new StepFile(schemaOf('IFC4'));
  file.add('IfcSIUnit', { UnitType: 'LENGTHUNIT', Prefix: 'MILLI', Name: 'METRE' });
  file.add('IfcPropertySingleValue', { Name: 'a', NominalValue: typed('IfcLabel', "o'x") });
  file.add('IfcPropertySingleValue', { Name: 'b', NominalValue: typed('IfcBoolean', true) });
  file.add('IfcCartesianPointList3D', { CoordList: [[1, 2, 3.5]] });
  expect(written(file).split('\n')).toEqual([
    '#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);',
    "#2=IFCPROPERTYSINGLEVALUE('a',$,IFCLABEL('o''x'),$);",
    "#3=IFCPROPERTYSINGLEVALUE('b',$,IFCBOOLEAN(.T.),$);",
    '#4=IFCCARTESIANPOINTLIST3D(((1.,2.,3.5)));',
    '',
  ]);
});

test('a rollback leaves no trace: number and GUID can be used again', () => {
  const file = new StepFile(schemaOf('IFC4'));
  file.begin();
  file.root('IfcWall', 'w', {});
  file.add('IfcCartesianPoint', { Coordinates: [1] });
  file.abort();
  file.begin();
  file.root('IfcWall', 'w', {});
  file.commit();
  expect(written(file)).toBe(`#1=IFCWALL('${ifcGuid('w')}',$,$,$,$,$,$,$,$);\n`);
  expect([...file.counts]).toEqual([['IfcWall', 1]]);
});

test('a reference to an entity that is never written is refused', () => {
  const file = new StepFile(schemaOf('IFC4'));
  const placement = file.later('IfcLocalPlacement');
  file.root('IfcWall', 'w', { ObjectPlacement: placement });
  expect(() => file.finish()).toThrow('#1 of IfcLocalPlacement was never written');
  const axes = file.add('IfcAxis2Placement3D', {
    Location: file.add('IfcCartesianPoint', { Coordinates: [0, 0, 0] }),
  });
  file.write(placement, { RelativePlacement: axes });
  expect(file.finish()).toHaveLength(1);
});

test('attributes from facets are ignored if the entity does not have them', () => {
  const file = new StepFile(schemaOf('IFC2X3'));
  const plain = { Tag: 'w', PredefinedType: ['STANDARD'], ShapeType: 'x' };
  file.history = file.later('IfcOwnerHistory');
  file.root('IfcWall', 'w', { Name: 'W' }, plain);
  expect(() => file.root('IfcDirection', 'd', { DirectionRatios: [1] })).toThrow('has no GUID');
  expect(() => file.root('IfcWall', 'v', { Height: 3 }, plain)).toThrow(
    'has no attribute `Height`',
  );
  expect(file.counts.get('IfcWall')).toBe(1);
});
