/** @module tests of values against the schema: each wrong value is one finding, and right values have none. */
import { describe, expect, test } from 'vitest';

import { IFC_RULES } from '../../../../../kernel/documents/ifc/rules/all-rules.ts';
import {
  type IfcFinding,
  runIfcRules,
} from '../../../../../kernel/documents/ifc/rules/run-rules.ts';
import { readText, stepText } from '../step-text.ts';

/** Findings of the rules of a group, or of one rule: id, line and message. */
function found(data: string, ids: RegExp, schema = 'IFC4'): readonly string[] {
  const said = ({ rule, line, message }: IfcFinding): string => `${rule.id} ${line}: ${message}`;
  return runIfcRules(readText(stepText(schema, data)), IFC_RULES)
    .filter(({ rule }) => ids.test(rule.id))
    .flatMap(({ findings }) => findings.map(said));
}

const TEXT = /^S(?:TP|CH)/u;

describe('an integer is no REAL, which has a decimal point', () => {
  const wrong = (line: number, what: string, more = ''): string =>
    `SCH003 ${line}: ${what}${more} has an integer, expected a REAL, which has a decimal point`;

  test.each([
    ['#1=IFCCARTESIANPOINT((0,0,0));', wrong(8, 'Coordinates of `IfcCartesianPoint #1`')],
    ['#1=IFCCARTESIANPOINT((0.,0.,-1));', wrong(8, 'Coordinates of `IfcCartesianPoint #1`')],
    [
      "#1=IFCPROPERTYSINGLEVALUE('A',$,IFCREAL(1),$);",
      wrong(8, 'NominalValue of `IfcPropertySingleValue #1`'),
    ],
    [
      "#1=IFCPROPERTYSINGLEVALUE('A',$,IFCLENGTHMEASURE(1),$);",
      wrong(8, 'NominalValue of `IfcPropertySingleValue #1`'),
    ],
    [
      "#1=IFCPROPERTYENUMERATEDVALUE('A',$,(IFCLABEL('a'),IFCREAL(2)),$);",
      wrong(8, 'EnumerationValues of `IfcPropertyEnumeratedValue #1`'),
    ],
    ["#1=IFCQUANTITYLENGTH('Length',$,$,2,$);", wrong(8, 'LengthValue of `IfcQuantityLength #1`')],
    [
      '#1=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0)));',
      wrong(8, 'CoordList of `IfcCartesianPointList2D #1`'),
    ],
  ])('%s', (data, message) => {
    expect(found(data, TEXT)).toEqual([message]);
  });

  test('of many instances the first is reported with their number, for each attribute', () => {
    const points = Array.from({ length: 300 }, (_, i) => `#${i + 1}=IFCCARTESIANPOINT((${i},0.));`);
    const data = `${points.join('\n')}\n#900=IFCDIRECTION((0,1));\n#901=IFCDIRECTION((0.,1.));`;
    expect(found(data, TEXT)).toEqual([
      wrong(8, 'Coordinates of `IfcCartesianPoint #1`', ', the first of 300 instances,'),
      wrong(308, 'DirectionRatios of `IfcDirection #900`'),
    ]);
  });

  test('another fault of the same attribute is reported instead', () => {
    expect(found("#1=IFCDIRECTION((0,'a'));", TEXT)).toEqual([
      'SCH003 8: DirectionRatios of `IfcDirection #1`: expected REAL, found a text',
    ]);
  });

  test.each([
    "#1=IFCPROPERTYSINGLEVALUE('A',$,IFCNUMERICMEASURE(1),$);",
    "#1=IFCPROPERTYSINGLEVALUE('A',$,IFCNUMERICMEASURE(1.),$);",
    "#1=IFCPROPERTYSINGLEVALUE('A',$,IFCINTEGER(1),$);",
    '#1=IFCDIRECTION((0.,1.E0));',
  ])('right: %s', (data) => {
    expect(found(data, TEXT)).toEqual([]);
  });
});

describe('an attribute that the entity derives is `*`', () => {
  const unit = (dimensions: string): string =>
    `#1=IFCSIUNIT(${dimensions},.LENGTHUNIT.,$,.METRE.);\n#2=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);`;
  const expected =
    'SCH003 8: Dimensions of `IfcSIUnit #1`: expected `*`, because the entity derives it, found';

  test.each([
    [unit('$'), [`${expected} \`$\``]],
    [unit('#2'), [`${expected} \`#2\``]],
    [unit('()'), [`${expected} a list`]],
    [unit('*'), []],
    [
      '#1=IFCDIRECTION(*);',
      ['SCH003 8: DirectionRatios of `IfcDirection #1`: expected a list, found `*`'],
    ],
    [
      "#1=IFCGROUP('0004DuGz89YXxbZvu$uSpk',*,$,$,$);",
      ['SCH003 8: OwnerHistory of `IfcGroup #1`: expected a reference, found `*`'],
    ],
    [
      '#1=IFCDIRECTION((1.,*));',
      ['SCH003 8: DirectionRatios of `IfcDirection #1`: expected REAL, found `*`'],
    ],
  ])('%s', (data, messages) => {
    expect(found(data, TEXT)).toEqual(messages);
  });
});

describe('a SET, and a LIST OF UNIQUE, has each item once', () => {
  const units = '#2=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);';
  const points =
    '#2=IFCCARTESIANPOINT((0.,0.));\n#3=IFCCARTESIANPOINT((1.,0.));\n#4=IFCCARTESIANPOINT((1.,1.));';
  test.each([
    [
      `#1=IFCUNITASSIGNMENT((#2,#3,#2));\n${units}`,
      [
        'SCH003 8: Units of `IfcUnitAssignment #1`: the list has `#2` twice, expected each item once',
      ],
    ],
    [
      `#1=IFCUNITASSIGNMENT((#2,#3,#02));\n${units}`,
      [
        'SCH003 8: Units of `IfcUnitAssignment #1`: the list has `#2` twice, expected each item once',
      ],
    ],
    [`#1=IFCUNITASSIGNMENT((#2,#3));\n${units}`, []],
    [
      `#1=IFCPOLYLOOP((#2,#3,#4,#2));\n${points}`,
      ['SCH003 8: Polygon of `IfcPolyLoop #1`: the list has `#2` twice, expected each item once'],
    ],
    [`#1=IFCPOLYLOOP((#2,#3,#4));\n${points}`, []],
    [`#1=IFCPOLYLINE((#2,#3,#4,#2));\n${points}`, []],
    [
      "#1=IFCPROPERTYENUMERATION('A',(IFCLABEL('a'),IFCLABEL('b'),IFCLABEL('a')),$);",
      [
        'SCH003 8: EnumerationValues of `IfcPropertyEnumeration #1`: the list has `IFCLABEL` twice, expected each item once',
      ],
    ],
    ["#1=IFCPROPERTYENUMERATION('A',(IFCLABEL('a'),IFCLABEL('b'),IFCTEXT('a')),$);", []],
    ['#1=IFCDIRECTION((1.,1.));', []],
  ])('%s', (data, messages) => {
    expect(found(data, TEXT)).toEqual(messages);
  });
});

test.each([
  ["#1=IFCGROUP('a',$,$,$,$);", []],
  ["#1=IFCOBJECT('a',$,$,$,$);", ['SCH001 8: `IfcObject` is abstract']],
  ["#1=IFCNOTHING('a');", ['SCH001 8: IFC4 has no entity `IFCNOTHING`']],
])('the entity of %s is one that can have instances', (data, messages) => {
  expect(found(data, TEXT).filter((text) => text.startsWith('SCH001'))).toEqual(messages);
});

describe('a complex instance is well-formed, but no schema of IFC has one', () => {
  const complex = (names: string): string =>
    `SCH001 8: IFC4 combines no entities; \`(${names})\` is a complex instance`;
  test.each([
    ["#1=(IFCA(1,'(;')IFCB($,#2));", 'IFCA IFCB', 2],
    ['#1 = ( ifca ( ) /* ) */ IFCB ( "0F" ) ) ;', 'IFCA IFCB', 2],
    ['#1=(IFCDIRECTION((1.,0.)));', 'IFCDIRECTION', 1],
  ])('%s', (data, names, parts) => {
    const text = `${data}\n#2=IFCDIRECTION((1.,0.));`;
    expect(found(text, TEXT)).toEqual([complex(names)]);
    expect(readText(stepText('IFC4', text)).values(0)).toHaveLength(parts);
  });

  test('its references are those of its parts', () => {
    const file = readText(stepText('IFC4', "#1=(IFCA($,#2)IFCB('a'));"));
    expect(file.values(0)).toEqual([
      {
        kind: 'typed',
        type: 'IFCA',
        value: { kind: 'list', items: [{ kind: 'omitted' }, { kind: 'ref', id: 2 }] },
      },
      {
        kind: 'typed',
        type: 'IFCB',
        value: { kind: 'list', items: [{ kind: 'text', value: 'a' }] },
      },
    ]);
  });

  test.each([
    ['#1=(IFCA(1)IFCB);', 12, 'expected an entity or `)`'],
    ['#1=(IFCA(1),IFCB(2));', 12, 'expected an entity or `)`'],
    ['#1=(IFCA(1;', 11, 'expected `,` or `)` after a value'],
    ['#1=(IFCA(1 2)IFCB());', 12, 'expected `,` or `)` after a value'],
    ['#1=((1));', 4, 'expected the name of an entity and its arguments in brackets'],
  ])('a fault of the text: %s', (data, column, message) => {
    expect(found(data, TEXT)).toEqual([
      `STP001 8: column ${column} of line 8 in \`#1\`: ${message}`,
    ]);
  });
});

describe.each(['IFC2X3', 'IFC4', 'IFC4X3_ADD2'])('a part of itself in %s', (schema) => {
  const storey = (id: number): string =>
    `#${id}=IFCBUILDINGSTOREY('s${id}',$,'S',$,$,$,$,$,.ELEMENT.,0.);`;
  const part = (id: number, whole: number, parts: string, entity = 'IFCRELAGGREGATES'): string =>
    `#${id}=${entity}('r${id}',$,$,$,#${whole},(${parts}));`;
  const itself = (line: number, id: number): string =>
    `SCH005 ${line}: \`IfcBuildingStorey #${id}\` is a part of itself`;
  const storeys = [1, 2, 3, 4].map(storey).join('\n');

  test.each([
    [[part(10, 1, '#1')], [itself(8, 1)]],
    [[part(10, 1, '#1,#2'), part(11, 2, '#3')], [itself(8, 1)]],
    [
      [part(10, 1, '#2'), part(11, 2, '#1')],
      [itself(8, 1), itself(9, 2)],
    ],
    [
      [part(10, 4, '#1'), part(11, 1, '#2'), part(12, 2, '#3', 'IFCRELNESTS'), part(13, 3, '#1')],
      [itself(8, 1), itself(9, 2), itself(10, 3)],
    ],
    [[part(10, 1, '#2,#3'), part(11, 2, '#4'), part(12, 3, '#4')], []],
  ])('%#', (relations, messages) => {
    const findings = found(`${storeys}\n${relations.join('\n')}`, /^SCH005/u, schema);
    expect(findings.toSorted()).toEqual(messages.toSorted());
  });

  test('all rules end on a ring of a thousand', () => {
    const count = 1000;
    const ring = Array.from({ length: count }, (_, i) =>
      [storey(i + 1), part(i + 5000, i + 1, `#${((i + 1) % count) + 1}`)].join('\n'),
    );
    const results = runIfcRules(readText(stepText(schema, ring.join('\n'))), IFC_RULES);
    expect(results.find(({ rule }) => rule.id === 'SCH005')?.found).toBe(count);
  });
});
