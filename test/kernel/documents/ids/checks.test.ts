/** @module checks: every facet with its cardinalities and restrictions, over small files. */
import { describe, expect, test } from 'vitest';

import {
  attribute,
  bounds,
  classification,
  entity,
  idsText,
  ifcText,
  material,
  oneOf,
  partOf,
  pattern,
  property,
  resultOf,
  restriction,
  verdictOf,
  WALL,
  wallVerdict,
} from './ids-case.ts';

const wallWith = (name: string): readonly string[] => [
  `IFCWALL('0000000000000000000001',$,${name},$,$,$,$,$,$)`,
];

describe('attributes', () => {
  test.each([
    [attribute('Name'), "'A'", 'pass'],
    [attribute('Name'), '$', 'fail attribute-missing'],
    [attribute('Name'), "''", 'fail attribute-empty'],
    [attribute('Name', 'A'), "'A'", 'pass'],
    [attribute('Name', 'A'), "'a'", 'fail attribute-value'],
    [attribute('Name', 'A', 'optional'), '$', 'pass'],
    [attribute('Name', 'A', 'optional'), "''", 'fail attribute-empty'],
    [attribute('Name', 'A', 'optional'), "'B'", 'fail attribute-value'],
    [attribute('Name', null, 'prohibited'), '$', 'pass'],
    [attribute('Name', null, 'prohibited'), "''", 'fail prohibited'],
    [attribute('Name', null, 'prohibited'), "'A'", 'fail prohibited'],
    [attribute('Name', 'A', 'prohibited'), "'A'", 'fail prohibited'],
    [attribute('Name', 'A', 'prohibited'), "'B'", 'pass'],
    [attribute('Name', 'A', 'prohibited'), '$', 'pass'],
    [attribute(oneOf('Name', 'Description')), "'A'", 'pass'],
    [attribute(pattern('N.*|Desc.*'), 'A'), "'A'", 'pass'],
    [attribute(pattern('N.*'), null, 'prohibited'), "'A'", 'fail prohibited'],
    [attribute('Name', oneOf('A', 'B')), "'B'", 'pass'],
    [attribute('Name', oneOf('A', 'B')), "'C'", 'fail attribute-value'],
    [attribute('Name', pattern('A', 'B.')), "'Bx'", 'pass'],
    [attribute('Name', pattern('A', 'B.')), "'Ax'", 'fail attribute-value'],
    [
      attribute('Name', restriction('string', '<xs:length value="2"/>')),
      "'\\X2\\D83DDE00\\X0\\x'",
      'pass',
    ],
    [
      attribute('Name', restriction('string', '<xs:minLength value="2"/>')),
      "'A'",
      'fail attribute-value',
    ],
    [attribute('Name', restriction('string', '<xs:maxLength value="2"/>')), "'AB'", 'pass'],
  ])('%s with the name %s: %s', (requirement, name, expected) => {
    expect(wallVerdict(requirement, wallWith(name))).toBe(expected);
  });

  test('numbers are compared with the tolerance of the standard, in SI units', () => {
    const door = (height: string): string =>
      ifcText([
        'IFCPROJECT($,$,$,$,$,$,$,$,#2)',
        'IFCUNITASSIGNMENT((#3))',
        'IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)',
        `IFCDOOR('0000000000000000000001',$,$,$,$,$,$,$,${height},$,$,$,$)`,
      ]);
    const found = (value: string, height: string): string =>
      verdictOf(idsText(entity('IFCDOOR'), attribute('OverallHeight', value)), door(height));
    expect(found('2.1', '2100.')).toBe('pass');
    expect(found('2.1', '2100.003')).toBe('pass');
    expect(found('2.1', '2100.004')).toBe('fail attribute-value');
    expect(found('2,1', '2100.')).toBe('fail attribute-value');
    expect(found(bounds('minInclusive 2.1'), '2100.')).toBe('pass');
    expect(found(bounds('minExclusive 2.1'), '2100.')).toBe('fail attribute-value');
    expect(found(bounds('maxExclusive 2.1'), '2099.9999999')).toBe('pass');
    expect(found(pattern('2.*'), '2100.')).toBe('fail attribute-value');
  });
});

describe('entities', () => {
  const wall = (type: string): readonly string[] => [
    `IFCWALL('0000000000000000000001',$,$,$,'Own',$,$,$,${type})`,
  ];
  test.each([
    [entity('IFCWALL'), '$', 'pass'],
    [entity('IFCSLAB'), '$', 'fail wrong-entity'],
    [entity(pattern('IFC.*')), '$', 'pass'],
    [entity('IFCWALL', 'SOLIDWALL'), '.SOLIDWALL.', 'pass'],
    [entity('IFCWALL', 'SOLIDWALL'), '$', 'fail wrong-predefined-type'],
    [entity('IFCWALL', 'USERDEFINED'), '.USERDEFINED.', 'pass'],
    [entity('IFCWALL', 'Own'), '.USERDEFINED.', 'pass'],
    [entity('IFCWALL', 'OWN'), '.USERDEFINED.', 'fail wrong-predefined-type'],
  ])('%s of a wall of the type %s: %s', (requirement, type, expected) => {
    expect(wallVerdict(requirement, wall(type))).toBe(expected);
  });

  test('the predefined type of the type object comes first, except NOTDEFINED', () => {
    const typed = (own: string, shared: string): readonly string[] => [
      ...wall(own),
      `IFCWALLTYPE('0000000000000000000002',$,$,$,$,$,$,$,'Element',${shared})`,
      "IFCRELDEFINESBYTYPE('0000000000000000000003',$,$,$,(#1),#2)",
    ];
    const found = (type: string, own: string, shared: string): string =>
      wallVerdict(entity('IFCWALL', type), typed(own, shared));
    expect(found('SHEAR', '.SOLIDWALL.', '.SHEAR.')).toBe('pass');
    expect(found('SOLIDWALL', '.SOLIDWALL.', '.SHEAR.')).toBe('fail wrong-predefined-type');
    expect(found('SOLIDWALL', '.SOLIDWALL.', '.NOTDEFINED.')).toBe('pass');
    expect(found('Element', '.SOLIDWALL.', '.USERDEFINED.')).toBe('pass');
  });
});

describe('specifications', () => {
  const found = (occurs: string, requirement: string | null, lines: readonly string[]): string =>
    verdictOf(idsText(entity('IFCWALL'), requirement, { occurs }), ifcText(lines));
  const slab = "IFCSLAB('0000000000000000000001',$,$,$,$,$,$,$,$)";

  test('are required, optional or prohibited', () => {
    const [required, optional] = ['maxOccurs="unbounded"', 'minOccurs="0" maxOccurs="unbounded"'];
    const prohibited = 'minOccurs="0" maxOccurs="0"';
    expect(found(required, attribute('Name'), [WALL])).toBe('pass');
    expect(found(required, attribute('Name'), [slab])).toBe('fail no-applicable-object');
    expect(found(optional, attribute('Name'), [slab])).toBe('not_applicable');
    expect(found(optional, attribute('Description'), [WALL])).toBe('fail attribute-missing');
    expect(found(prohibited, null, [WALL])).toBe('fail prohibited');
    expect(found(prohibited, null, [slab])).toBe('pass');
  });

  test('count objects, and name each failure with what was found and how to correct it', () => {
    const ids = idsText(
      entity('IFCWALL'),
      attribute('Name', pattern('W.')) + attribute('Tag', null, 'prohibited'),
    );
    const plain = (guid: string, name: string): string =>
      `IFCWALL('${guid}',$,'${name}',$,$,$,$,$,$)`;
    const result = resultOf(
      ids,
      ifcText([WALL, plain('0000000000000000000002', 'W2'), plain('0000000000000000000003', 'X')]),
    );
    expect(result).toMatchObject({ applicable: 3, passed: 1, failed: 2, isForSchema: true });
    expect(result.groups).toEqual([
      {
        requirement: 0,
        facet: 'attribute',
        cause: 'attribute-value',
        expected: 'it has the attribute `Name` with a value that is a text of the pattern `W.`',
        fix: 'set the attribute `Name` to a text of the pattern `W.`',
        count: 1,
        failures: [
          {
            element_id: null,
            guid: '0000000000000000000003',
            name: 'X',
            record: '#3',
            entity: 'IFCWALL',
            found: '`X` as `Name`',
          },
        ],
      },
      {
        requirement: 1,
        facet: 'attribute',
        cause: 'prohibited',
        expected: 'it does not have the attribute `Tag`',
        fix: 'change the object so that it does not have the attribute `Tag`',
        count: 1,
        failures: [
          {
            element_id: null,
            guid: '0000000000000000000001',
            name: 'W1',
            record: '#1',
            entity: 'IFCWALL',
            found: '`T1` as `Tag`',
          },
        ],
      },
    ]);
  });

  test.each([
    [entity(oneOf('IFCSLAB', 'IFCBEAM')), 'it has an entity that is one of `IFCSLAB` or `IFCBEAM`'],
    [entity('IFCWALL', 'X'), 'it has the entity `IFCWALL` and the predefined type `X`'],
    [
      attribute('Tag', 'A', 'optional'),
      'it has the attribute `Tag` with the value `A`, if it states one at all',
    ],
    [material('A'), 'it has a material with the name or category `A`'],
    [
      classification('A', pattern('1.*')),
      'it is classified in the system `A` with a code that is a text of the pattern `1.*`',
    ],
    [partOf('IFCSPACE', 'IFCRELNESTS'), 'it is nested in an object with the entity `IFCSPACE`'],
    [
      partOf(pattern('.*'), null),
      'it is a part of an object with an entity that is a text of the pattern `.*`',
    ],
  ])('say in words what %s expects', (requirement, expected) => {
    const { groups } = resultOf(idsText(entity('IFCWALL'), requirement), ifcText([WALL]));
    expect(groups.map((group) => group.expected)).toEqual([expected]);
  });

  test('apply to objects that satisfy all facets of the applicability', () => {
    const ids = (facet: string): string =>
      idsText(entity('IFCWALL') + facet, attribute('Description'), {
        occurs: 'minOccurs="0" maxOccurs="unbounded"',
      });
    expect(verdictOf(ids(attribute('Name', 'W1')), ifcText([WALL]))).toBe('fail attribute-missing');
    expect(verdictOf(ids(attribute('Name', 'W2')), ifcText([WALL]))).toBe('not_applicable');
  });

  test('without entity apply to objects of any entity', () => {
    const ids = idsText(attribute('Name', pattern('W.*')), attribute('Tag'));
    expect(resultOf(ids, ifcText([WALL, slab]))).toMatchObject({ applicable: 1, passed: 1 });
  });
});

describe('materials and classifications', () => {
  const associated = [
    WALL,
    "IFCMATERIAL('C30',$,'concrete')",
    "IFCMATERIALLAYER(#2,0.1,$,'Core',$,'Load',$)",
    "IFCMATERIALLAYERSET((#3),'Set',$)",
    'IFCMATERIALLAYERSETUSAGE(#4,.AXIS2.,.POSITIVE.,0.,$)',
    "IFCRELASSOCIATESMATERIAL('0000000000000000000002',$,$,$,(#1),#5)",
    "IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$)",
    "IFCCLASSIFICATIONREFERENCE($,'EF_25',$,#7,$,$)",
    "IFCCLASSIFICATIONREFERENCE($,'EF_25_10','Walls',#8,$,$)",
    "IFCRELASSOCIATESCLASSIFICATION('0000000000000000000003',$,$,$,(#1),#9)",
  ];
  test.each([
    [material(), 'pass'],
    [material(null, 'prohibited'), 'fail prohibited'],
    [material('C30'), 'pass'],
    [material('concrete'), 'pass'],
    [material('Core'), 'pass'],
    [material('Load'), 'pass'],
    [material('Set'), 'pass'],
    [material('c30'), 'fail material-value'],
    [material('Wood', 'optional'), 'fail material-value'],
    [material('Wood', 'prohibited'), 'pass'],
    [classification('Uniclass'), 'pass'],
    [classification('Uniclass', 'EF_25_10'), 'pass'],
    [classification('Uniclass', 'EF_25'), 'pass'],
    [classification('Uniclass', pattern('EF_.*')), 'pass'],
    [classification('Uniclass', 'EF_30'), 'fail classification-code'],
    [classification('Uniclass', 'EF_30', 'optional'), 'fail classification-code'],
    [classification('Uniclass', 'EF_25', 'prohibited'), 'fail prohibited'],
    [classification('OmniClass'), 'fail classification-missing'],
    [classification('OmniClass', 'X', 'optional'), 'pass'],
    [classification('OmniClass', null, 'prohibited'), 'pass'],
  ])('%s: %s', (requirement, expected) => {
    expect(wallVerdict(requirement, associated)).toBe(expected);
  });

  test.each([
    [material(), 'fail material-missing'],
    [material('C30', 'optional'), 'pass'],
    [material(null, 'prohibited'), 'pass'],
    [classification(pattern('.+')), 'fail classification-missing'],
  ])('%s of a wall without any: %s', (requirement, expected) => {
    expect(wallVerdict(requirement, [WALL])).toBe(expected);
  });

  test('those of the type are inherited: materials as a whole, classifications by system', () => {
    const typed = [
      WALL,
      "IFCWALLTYPE('0000000000000000000002',$,$,$,$,$,$,$,$,.SHEAR.)",
      "IFCRELDEFINESBYTYPE('0000000000000000000003',$,$,$,(#1),#2)",
      "IFCMATERIAL('Typed',$,$)",
      "IFCRELASSOCIATESMATERIAL('0000000000000000000004',$,$,$,(#2),#4)",
      "IFCCLASSIFICATION($,$,$,'A',$,$,$)",
      "IFCCLASSIFICATION($,$,$,'B',$,$,$)",
      "IFCCLASSIFICATIONREFERENCE($,'a-type',$,#6,$,$)",
      "IFCCLASSIFICATIONREFERENCE($,'b-type',$,#7,$,$)",
      "IFCCLASSIFICATIONREFERENCE($,'a-own',$,#6,$,$)",
      "IFCRELASSOCIATESCLASSIFICATION('0000000000000000000005',$,$,$,(#2),#8)",
      "IFCRELASSOCIATESCLASSIFICATION('0000000000000000000006',$,$,$,(#2),#9)",
      "IFCRELASSOCIATESCLASSIFICATION('0000000000000000000007',$,$,$,(#1),#10)",
    ];
    expect(wallVerdict(material('Typed'), typed)).toBe('pass');
    expect(wallVerdict(classification('A', 'a-own'), typed)).toBe('pass');
    expect(wallVerdict(classification('A', 'a-type'), typed)).toBe('fail classification-code');
    expect(wallVerdict(classification('B', 'b-type'), typed)).toBe('pass');
  });
});

describe('parts', () => {
  const guid = (at: number): string => `'${String(at).padStart(22, '0')}'`;
  const lines = [
    WALL,
    `IFCOPENINGELEMENT(${guid(2)},$,$,$,$,$,$,$,.OPENING.)`,
    `IFCDOOR(${guid(3)},$,$,$,$,$,$,$,2.,1.,$,$,$)`,
    `IFCRELVOIDSELEMENT(${guid(4)},$,$,$,#1,#2)`,
    `IFCRELFILLSELEMENT(${guid(5)},$,$,$,#2,#3)`,
    `IFCBUILDINGSTOREY(${guid(6)},$,$,$,$,$,$,$,$,$)`,
    `IFCBUILDING(${guid(7)},$,$,$,$,$,$,$,$,$,$,$)`,
    `IFCRELAGGREGATES(${guid(8)},$,$,$,#7,(#6))`,
    `IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid(9)},$,$,$,(#1),#6)`,
    `IFCGROUP(${guid(10)},$,$,$,$)`,
    `IFCSYSTEM(${guid(11)},$,$,$,$)`,
    `IFCRELASSIGNSTOGROUP(${guid(12)},$,$,$,(#3),$,#10)`,
    `IFCRELASSIGNSTOGROUP(${guid(13)},$,$,$,(#10),$,#11)`,
    `IFCDISCRETEACCESSORY(${guid(14)},$,$,$,$,$,$,$,$)`,
    `IFCFASTENER(${guid(15)},$,$,$,$,$,$,$,$)`,
    `IFCRELNESTS(${guid(16)},$,$,$,#3,(#14))`,
    `IFCRELNESTS(${guid(17)},$,$,$,#14,(#15))`,
    // A circle.
    `IFCRELASSIGNSTOGROUP(${guid(18)},$,$,$,(#11),$,#10)`,
  ];
  const contained = 'IFCRELCONTAINEDINSPATIALSTRUCTURE';
  const group = 'IFCRELASSIGNSTOGROUP';
  test.each([
    ['IFCWALL', partOf('IFCBUILDINGSTOREY', contained), 'pass'],
    ['IFCWALL', partOf('IFCBUILDING', contained), 'pass'],
    ['IFCWALL', partOf('IFCBUILDING', contained, 'prohibited'), 'fail prohibited'],
    ['IFCWALL', partOf('IFCBUILDING', 'IFCRELAGGREGATES'), 'fail whole-missing'],
    ['IFCWALL', partOf('IFCSITE', contained), 'fail whole-missing'],
    ['IFCBUILDINGSTOREY', partOf('IFCBUILDING', 'IFCRELAGGREGATES'), 'pass'],
    ['IFCBUILDINGSTOREY', partOf('IFCBUILDING', contained), 'fail whole-missing'],
    ['IFCDOOR', partOf('IFCGROUP', group), 'pass'],
    ['IFCDOOR', partOf('IFCSYSTEM', group), 'pass'],
    ['IFCDOOR', partOf('IFCSYSTEM', group, 'prohibited'), 'fail prohibited'],
    ['IFCDOOR', partOf('IFCZONE', group, 'prohibited'), 'pass'],
    ['IFCDOOR', partOf('IFCWALL', 'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT'), 'pass'],
    ['IFCOPENINGELEMENT', partOf('IFCWALL', 'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT'), 'pass'],
    ['IFCDOOR', partOf('IFCBUILDING', null), 'pass'],
    ['IFCFASTENER', partOf('IFCDOOR', 'IFCRELNESTS'), 'pass'],
    ['IFCFASTENER', partOf('IFCSYSTEM', null), 'pass'],
    ['IFCFASTENER', partOf('IFCSYSTEM', 'IFCRELNESTS'), 'fail whole-missing'],
  ])('%s: %s: %s', (name, requirement, expected) => {
    expect(verdictOf(idsText(entity(name), requirement), ifcText(lines))).toBe(expected);
  });

  test.each([
    ['Own', null, 'pass'],
    ['USERDEFINED', null, 'pass'],
    ['own', null, 'fail whole-missing'],
    ['Own', 'prohibited', 'fail prohibited'],
    ['Other', 'prohibited', 'pass'],
  ])('of a whole of the predefined type %s, %s: %s', (type, cardinality, expected) => {
    const nested = [
      `IFCFURNITURE(${guid(1)},$,$,$,'Own',$,$,$,.USERDEFINED.)`,
      `IFCDISCRETEACCESSORY(${guid(2)},$,$,$,$,$,$,$,$)`,
      `IFCRELNESTS(${guid(3)},$,$,$,#1,(#2))`,
    ];
    const by = cardinality === null ? '' : ` cardinality="${cardinality}"`;
    for (const relation of ['', ' relation="IFCRELNESTS"']) {
      const requirement = `<partOf${relation}${by}>${entity('IFCFURNITURE', type)}</partOf>`;
      const ids = idsText(entity('IFCDISCRETEACCESSORY'), requirement);
      expect(verdictOf(ids, ifcText(nested))).toBe(expected);
    }
  });

  test('a part of a contained assembly is contained too', () => {
    const assembly = [
      WALL,
      `IFCELEMENTASSEMBLY(${guid(2)},$,$,$,$,$,$,$,$,$)`,
      `IFCRELAGGREGATES(${guid(3)},$,$,$,#2,(#1))`,
      `IFCSPACE(${guid(4)},$,$,$,$,$,$,$,$,$,$)`,
      `IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid(5)},$,$,$,(#2),#4)`,
    ];
    expect(wallVerdict(partOf('IFCSPACE', contained), assembly)).toBe('pass');
  });
});

describe('every schema', () => {
  const guid = (at: number): string => `'${String(at).padStart(22, '0')}'`;
  const lines = (schema: string): readonly string[] => {
    const isOld = schema === 'IFC2X3';
    return [
      `IFCWALL(${guid(1)},$,'W',$,$,$,$,$${isOld ? '' : ',.SHEAR.'})`,
      `IFCWALLTYPE(${guid(2)},$,$,$,$,(#10),$,$,$,.SHEAR.)`,
      `IFCRELDEFINESBYTYPE(${guid(3)},$,$,$,(#1),#2)`,
      `IFCMATERIAL('C'${isOld ? '' : ',$,$'})`,
      `IFCRELASSOCIATESMATERIAL(${guid(5)},$,$,$,(#1),#4)`,
      isOld ? "IFCCLASSIFICATION('a','1',$,'U')" : "IFCCLASSIFICATION($,$,$,'U',$,$,$)",
      `IFCCLASSIFICATIONREFERENCE($,'EF_1',$,#6${isOld ? '' : ',$,$'})`,
      `IFCRELASSOCIATESCLASSIFICATION(${guid(8)},$,$,$,(#1),#7)`,
      "IFCPROPERTYSINGLEVALUE('P',$,IFCLABEL('x'),$)",
      `IFCPROPERTYSET(${guid(10)},$,'S',$,(#9))`,
      `IFCBUILDINGSTOREY(${guid(11)},$,$,$,$,$,$,$,$,$)`,
      `IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid(12)},$,$,$,(#1),#11)`,
    ];
  };
  test.each(['IFC2X3', 'IFC4', 'IFC4X3'])('%s has all facets', (schema) => {
    for (const requirement of [
      entity('IFCWALL', 'SHEAR'),
      attribute('Name', 'W'),
      property('S.P', { type: 'IFCLABEL', value: 'x' }),
      material('C'),
      classification('U', 'EF_1'),
      partOf('IFCBUILDINGSTOREY', 'IFCRELCONTAINEDINSPATIALSTRUCTURE'),
    ]) {
      expect(wallVerdict(requirement, lines(schema), schema)).toBe('pass');
    }
    const { isForSchema } = resultOf(
      idsText(entity('IFCWALL'), attribute('Name'), { versions: 'IFC4' }),
      ifcText(lines(schema), schema),
    );
    expect(isForSchema).toBe(schema === 'IFC4');
  });
});
