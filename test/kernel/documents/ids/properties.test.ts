/** @module properties: properties and quantities of all forms, of objects, types, materials and projects. */
import { describe, expect, test } from 'vitest';

import {
  bounds,
  entity,
  idsText,
  ifcText,
  oneOf,
  pattern,
  property,
  restriction,
  verdictOf,
  WALL,
  wallVerdict,
} from './ids-case.ts';

const guid = (at: number): string => `'${String(at).padStart(22, '0')}'`;

/** A wall with one property in the set `S`; lengths in millimetres. */
const wallWith = (stated: string): readonly string[] => [
  WALL,
  'IFCPROJECT($,$,$,$,$,$,$,$,#3)',
  'IFCUNITASSIGNMENT((#4))',
  'IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)',
  stated,
  `IFCPROPERTYSET(${guid(6)},$,'S',$,(#5))`,
  `IFCRELDEFINESBYPROPERTIES(${guid(7)},$,$,$,(#1),#6)`,
  'IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.)',
];
const single = (value: string): string => `IFCPROPERTYSINGLEVALUE('P',$,${value},$)`;
const P = 'S.P';

describe('single values', () => {
  test.each([
    [property(P), single("IFCLABEL('A')"), 'pass'],
    [property(P), single('$'), 'fail property-empty'],
    [property(P), single("IFCLABEL('')"), 'fail property-empty'],
    [property(P), single('IFCLOGICAL(.U.)'), 'fail property-empty'],
    [property('S.Q'), single("IFCLABEL('A')"), 'fail property-missing'],
    [property('R.P'), single("IFCLABEL('A')"), 'fail set-missing'],
    [property(P, { type: 'IFCTEXT' }), single("IFCLABEL('A')"), 'fail property-type'],
    [property(P, { type: 'IFCLABEL', value: 'A' }), single("IFCLABEL('A')"), 'pass'],
    [property(P, { type: 'IFCLABEL', value: 'A' }), single("IFCLABEL('a')"), 'fail property-value'],
    [property(P, { type: 'IFCLABEL', value: 'A', cardinality: 'optional' }), single('$'), 'pass'],
    [
      property('S.Q', { type: 'IFCLABEL', cardinality: 'optional' }),
      single("IFCTEXT('A')"),
      'pass',
    ],
    [
      property(P, { type: 'IFCLABEL', cardinality: 'optional' }),
      single("IFCTEXT('A')"),
      'fail property-type',
    ],
    [property(P, { cardinality: 'prohibited' }), single("IFCLABEL('A')"), 'fail prohibited'],
    [property(P, { cardinality: 'prohibited' }), single('$'), 'fail prohibited'],
    [property('S.Q', { cardinality: 'prohibited' }), single('$'), 'pass'],
    [
      property(P, { type: 'IFCLABEL', value: 'B', cardinality: 'prohibited' }),
      single("IFCLABEL('A')"),
      'pass',
    ],
    [property(P, { type: 'IFCBOOLEAN', value: 'true' }), single('IFCBOOLEAN(.T.)'), 'pass'],
    [
      property(P, { type: 'IFCBOOLEAN', value: 'TRUE' }),
      single('IFCBOOLEAN(.T.)'),
      'fail property-value',
    ],
    [property(P, { type: 'IFCBOOLEAN', value: '0' }), single('IFCBOOLEAN(.F.)'), 'pass'],
    [property(P, { type: 'IFCINTEGER', value: '3' }), single('IFCINTEGER(3)'), 'pass'],
    [
      property(P, { type: 'IFCINTEGER', value: '3.0' }),
      single('IFCINTEGER(3)'),
      'fail property-value',
    ],
    [property(P, { type: 'IFCREAL', value: '3' }), single('IFCREAL(3.)'), 'pass'],
    [property(P, { type: 'IFCREAL', value: '1e3' }), single('IFCREAL(1.E3)'), 'pass'],
    [property(P, { type: 'IFCLABEL', value: '3' }), single("IFCLABEL('3')"), 'pass'],
    [
      property(P, { type: 'IFCLENGTHMEASURE', value: '2.5' }),
      single('IFCLENGTHMEASURE(2500.)'),
      'pass',
    ],
    [
      property(P, { type: 'IFCLENGTHMEASURE', value: '2500' }),
      single('IFCLENGTHMEASURE(2500.)'),
      'fail property-value',
    ],
    [
      property(P, { type: 'IFCLENGTHMEASURE', value: '2.5' }),
      "IFCPROPERTYSINGLEVALUE('P',$,IFCLENGTHMEASURE(250.),#8)",
      'pass',
    ],
    [property(P, { type: 'IFCLABEL', value: 'Ä' }), single(String.raw`IFCLABEL('\X\C4')`), 'pass'],
    [property(P, { type: 'IFCLABEL', value: "a'b" }), single("IFCLABEL('a''b')"), 'pass'],
    [
      property(P, {
        type: 'IFCDATE',
        value: restriction('date', '<xs:minInclusive value="2026-01-01"/>'),
      }),
      single("IFCDATE('2026-03-01')"),
      'pass',
    ],
    [
      property(P, {
        type: 'IFCDATE',
        value: restriction('date', '<xs:minInclusive value="2026-01-01"/>'),
      }),
      single("IFCDATE('2025-12-31')"),
      'fail property-value',
    ],
    [
      property(P, {
        type: 'IFCDURATION',
        value: restriction('duration', '<xs:maxInclusive value="P1D"/>'),
      }),
      single("IFCDURATION('PT23H')"),
      'pass',
    ],
  ])('%s of %s: %s', (requirement, stated, expected) => {
    expect(wallVerdict(requirement, wallWith(stated))).toBe(expected);
  });
});

describe('other forms', () => {
  const length = (value: string): string => property(P, { type: 'IFCLENGTHMEASURE', value });
  const label = (value: string): string => property(P, { type: 'IFCLABEL', value });
  const list = "IFCPROPERTYLISTVALUE('P',$,(IFCLABEL('X'),IFCLABEL('Y')),$)";
  const chosen = "IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('X')),$)";
  const lengths = "IFCPROPERTYLISTVALUE('P',$,(IFCLENGTHMEASURE(1000.),IFCLENGTHMEASURE(3000.)),$)";
  const table = "IFCPROPERTYTABLEVALUE('P',$,(IFCLABEL('X')),(IFCLENGTHMEASURE(1000.)),$,$,$,$)";
  const range = (upper: string, lower: string, set = '$'): string => {
    const typed = [upper, lower].map((one) => (one === '$' ? one : `IFCLENGTHMEASURE(${one})`));
    const point = set === '$' ? set : `IFCLENGTHMEASURE(${set})`;
    return `IFCPROPERTYBOUNDEDVALUE('P',$,${typed.join(',')},$,${point})`;
  };
  const between = restriction('double', '<xs:minExclusive value="2"/><xs:maxInclusive value="5"/>');
  test.each([
    [label('Y'), list, 'pass'],
    [label('Z'), list, 'fail property-value'],
    [label(oneOf('Y', 'Z')), list, 'pass'],
    [label('X'), chosen, 'pass'],
    [label('Y'), chosen, 'fail property-value'],
    [length(bounds('minInclusive 1')), lengths, 'pass'],
    [length(bounds('minInclusive 2')), lengths, 'fail property-value'],
    [label('X'), table, 'pass'],
    [length('1'), table, 'pass'],
    [label('1'), table, 'fail property-value'],
    [length(between), range('4000.', '3000.'), 'pass'],
    [length(between), range('5000.', '3000.'), 'pass'],
    [length(between), range('3000.', '2000.'), 'fail property-value'],
    [length(between), range('4000.', '$'), 'fail property-value'],
    [length(between), range('$', '3000.'), 'fail property-value'],
    [length(between), range('$', '$', '3000.'), 'fail property-value'],
    [length(bounds('minInclusive 2')), range('$', '2000.'), 'pass'],
    [length(bounds('minInclusive 2')), range('4000.', '$'), 'fail property-value'],
    [length(bounds('maxInclusive 5')), range('4000.', '$'), 'pass'],
    [length('3'), range('4000.', '2000.'), 'pass'],
    [length('2'), range('4000.', '2000.'), 'pass'],
    [length('5'), range('4000.', '2000.'), 'fail property-value'],
    [length('2'), range('$', '2000.'), 'pass'],
    [length('3'), range('$', '2000.'), 'fail property-value'],
    [length('3'), range('5000.', '1000.', '3000.'), 'pass'],
    [length('2'), range('5000.', '1000.', '3000.'), 'fail property-value'],
    [property(P), range('$', '2000.'), 'pass'],
    [property(P), "IFCPROPERTYREFERENCEVALUE('P',$,$,#4)", 'fail property-form'],
    [property(P), "IFCCOMPLEXPROPERTY('P',$,'use',(#4))", 'fail property-form'],
  ])('%s of %s: %s', (requirement, stated, expected) => {
    expect(wallVerdict(requirement, wallWith(stated))).toBe(expected);
  });

  test('quantities have the type of their entity', () => {
    const quantity = [
      ...wallWith("IFCQUANTITYLENGTH('P',$,$,2500.,$)").slice(0, 5),
      `IFCELEMENTQUANTITY(${guid(6)},$,'S',$,$,(#5))`,
      `IFCRELDEFINESBYPROPERTIES(${guid(7)},$,$,$,(#1),#6)`,
    ];
    expect(wallVerdict(length('2.5'), quantity)).toBe('pass');
    expect(wallVerdict(property(P, { type: 'IFCAREAMEASURE' }), quantity)).toBe(
      'fail property-type',
    );
  });

  test('predefined sets have their attributes as properties', () => {
    const door = [
      `IFCDOOR(${guid(1)},$,$,$,$,$,$,$,2.,1.,$,$,$)`,
      `IFCDOORPANELPROPERTIES(${guid(2)},$,'S',$,$,.SWINGING.,$,.MIDDLE.,$)`,
      `IFCRELDEFINESBYPROPERTIES(${guid(3)},$,$,$,(#1),#2)`,
    ];
    const found = (value: string): string =>
      verdictOf(
        idsText(
          entity('IFCDOOR'),
          property('S.PanelOperation', { type: 'IFCDOORPANELOPERATIONENUM', value }),
        ),
        ifcText(door),
      );
    expect(found('SWINGING')).toBe('pass');
    expect(found('FOLDING')).toBe('fail property-value');
  });
});

describe('sets', () => {
  const typed = [
    WALL,
    `IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('own'),$)`,
    `IFCPROPERTYSET(${guid(3)},$,'S',$,(#2))`,
    `IFCRELDEFINESBYPROPERTIES(${guid(4)},$,$,$,(#1),#3)`,
    `IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('type'),$)`,
    `IFCPROPERTYSINGLEVALUE('Q',$,IFCLABEL('type'),$)`,
    `IFCPROPERTYSET(${guid(7)},$,'S',$,(#5,#6))`,
    `IFCPROPERTYSET(${guid(8)},$,'T',$,(#6))`,
    `IFCWALLTYPE(${guid(9)},$,$,$,$,(#7,#8),$,$,$,.SHEAR.)`,
    `IFCRELDEFINESBYTYPE(${guid(10)},$,$,$,(#1),#9)`,
  ];
  const label = (path: string, value: string): string =>
    property(path, { type: 'IFCLABEL', value });
  test.each([
    [label('S.P', 'own'), 'pass'],
    [label('S.P', 'type'), 'fail property-value'],
    [label('S.Q', 'type'), 'pass'],
    [label('T.Q', 'type'), 'pass'],
  ])('of an object and its type: %s: %s', (requirement, expected) => {
    expect(wallVerdict(requirement, typed)).toBe(expected);
    const type = idsText(entity('IFCWALLTYPE'), label('S.P', 'type'));
    expect(verdictOf(type, ifcText(typed))).toBe('pass');
  });

  test('all sets and properties with accepted names must meet a requirement', () => {
    const any = (set: string, name: string, value: string): string =>
      `<property dataType="IFCLABEL"><propertySet>${pattern(set)}</propertySet><baseName>${pattern(name)}</baseName><value>${value}</value></property>`;
    const both = oneOf('own', 'type');
    expect(wallVerdict(any('S', '[PQ]', both), typed)).toBe('pass');
    expect(wallVerdict(any('S', '[PQ]', oneOf('own')), typed)).toBe('fail property-value');
    expect(wallVerdict(any('[ST]', 'Q', both), typed)).toBe('pass');
    expect(wallVerdict(any('[ST]', 'P', both), typed)).toBe('fail property-missing');
    // It is stated in one of the sets, so the optional requirement applies to the other set, too.
    const optional = any('[ST]', 'P', both).replace(
      '<property',
      '<property cardinality="optional"',
    );
    expect(wallVerdict(optional, typed)).toBe('fail property-missing');
    const nowhere = any('[ST]', 'R', both).replace('<property', '<property cardinality="optional"');
    expect(wallVerdict(nowhere, typed)).toBe('pass');
  });

  test('of materials and projects', () => {
    const label2 = property('M.P', { type: 'IFCLABEL' });
    const ifc4 = [
      "IFCMATERIAL('C',$,$)",
      "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$)",
      "IFCMATERIALPROPERTIES('M',$,(#2),#1)",
    ];
    const ifc2x3 = [
      "IFCMATERIAL('C')",
      "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$)",
      "IFCEXTENDEDMATERIALPROPERTIES(#1,(#2),$,'M')",
    ];
    const project = [
      `IFCPROJECT(${guid(1)},$,$,$,$,$,$,$,$)`,
      "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$)",
      `IFCPROPERTYSET(${guid(3)},$,'M',$,(#2))`,
      `IFCRELDEFINESBYPROPERTIES(${guid(4)},$,$,$,(#1),#3)`,
    ];
    const found = (name: string, lines: readonly string[], schema: string): string =>
      verdictOf(idsText(entity(name), label2, { versions: schema }), ifcText(lines, schema));
    expect(found('IFCMATERIAL', ifc4, 'IFC4')).toBe('pass');
    expect(found('IFCMATERIAL', ifc4.slice(0, 2), 'IFC4')).toBe('fail set-missing');
    expect(found('IFCMATERIAL', ifc2x3, 'IFC2X3')).toBe('pass');
    expect(found('IFCMATERIAL', ifc2x3.slice(0, 2), 'IFC2X3')).toBe('fail set-missing');
    expect(found('IFCPROJECT', project, 'IFC4')).toBe('pass');
    expect(found('IFCPROJECT', project, 'IFC2X3')).toBe('pass');
    expect(found('IFCPROJECT', project.slice(0, 3), 'IFC2X3')).toBe('fail set-missing');
  });
});

describe('IFC2X3', () => {
  const terminal = (type: string): readonly string[] => [
    `IFCFLOWTERMINAL(${guid(1)},$,$,$,$,$,$,$)`,
    type,
    `IFCRELDEFINESBYTYPE(${guid(3)},$,$,$,(#1),#2)`,
  ];
  const air = terminal(`IFCAIRTERMINALTYPE(${guid(2)},$,$,$,$,$,$,$,'Own',.GRILLE.)`);
  const own = terminal(`IFCAIRTERMINALTYPE(${guid(2)},$,$,$,$,$,$,$,'Own',.USERDEFINED.)`);
  const lamp = terminal(`IFCLAMPTYPE(${guid(2)},$,$,$,$,$,$,$,$,.LED.)`);
  const found = (applicability: string, requirement: string, lines: readonly string[]): string =>
    verdictOf(
      idsText(applicability, requirement, { versions: 'IFC2X3' }),
      ifcText(lines, 'IFC2X3'),
    );

  test('an occurrence is also the entity that its type stands for', () => {
    const name = entity('IFCAIRTERMINAL');
    expect(found(entity('IFCFLOWTERMINAL'), name, air)).toBe('pass');
    expect(found(entity('IFCFLOWTERMINAL'), name, lamp)).toBe('fail wrong-entity');
    expect(found(name, entity('IFCAIRTERMINAL', 'GRILLE'), air)).toBe('pass');
    expect(found(name, entity('IFCAIRTERMINAL', 'Own'), own)).toBe('pass');
    expect(found(name, entity('IFCAIRTERMINAL', 'Own'), air)).toBe('fail wrong-predefined-type');
    expect(found(name, entity('IFCAIRTERMINAL'), lamp)).toBe('fail no-applicable-object');
  });
});
