/** @module audit: what no model can have is reported with place, found and expected. */
import { describe, expect, test } from 'vitest';

import { auditIds } from '../../../../kernel/documents/ids/audit/audit-ids.ts';
import {
  attribute,
  bounds,
  type CaseOptions,
  classification,
  entity,
  idsText,
  material,
  oneOf,
  partOf,
  pattern,
  property,
  restriction,
} from './ids-case.ts';

const rules = (
  applicability: string,
  requirements: string | null,
  options?: CaseOptions,
): readonly string[] =>
  auditIds(idsText(applicability, requirements, options)).findings.map(
    ({ severity, rule, found }) => `${severity} ${rule}: ${found}`,
  );
const wall = entity('IFCWALL');

describe('entities', () => {
  test.each([
    [entity('IFCRABBIT'), 'IFC4', ['error entity-name: `IFCRABBIT`']],
    [entity('IfcWall'), 'IFC4', ['error entity-name: `IfcWall`']],
    [entity('IFCBUILDINGELEMENT'), 'IFC4', ['warning entity-abstract: `IFCBUILDINGELEMENT`']],
    [entity('IFCCHIMNEY'), 'IFC2X3 IFC4', ['error entity-name: `IFCCHIMNEY`']],
    [entity('IFCAIRTERMINAL'), 'IFC2X3', []],
    [entity(oneOf('IFCFACILITY', 'IFCBUILDING')), 'IFC2X3 IFC4X3_ADD2', []],
    [entity(oneOf('IFCWALL', 'IFCRABBIT')), 'IFC4', ['error entity-name: `IFCRABBIT`']],
    [entity(pattern('IFC.*TYPE')), 'IFC4', []],
    [entity(pattern('Ifc.*')), 'IFC4', ['error entity-name: a restriction that accepts no entity']],
    [entity('IFCWALL', 'WALDO'), 'IFC4', []],
    [entity('IFCBUILDINGSTOREY', 'X'), 'IFC4', ['error predefined-type: a predefined type']],
    [entity('IFCWALL', 'SHEAR'), 'IFC2X3', []],
  ])('%s in %s', (applicability, versions, expected) => {
    expect(rules(applicability, attribute('Name'), { versions })).toEqual(expected);
  });

  test('a predefined type must exist where users cannot define any', () => {
    const segment = entity('IFCALIGNMENTVERTICALSEGMENT', 'X');
    const options = { versions: 'IFC4X3_ADD2' };
    expect(rules(segment, attribute('StartTag'), options)).toEqual(['error predefined-type: `X`']);
  });

  test('a requirement must be possible for the objects to which the specification applies', () => {
    expect(rules(wall, entity('IFCSLAB'))).toEqual([
      'error entity-contradiction: the requirement `IFCSLAB`',
    ]);
    expect(rules(wall, entity(oneOf('IFCWALL', 'IFCSLAB')))).toEqual([]);
    const terminal = entity('IFCFLOWTERMINAL');
    expect(rules(terminal, entity('IFCAIRTERMINAL', 'X'), { versions: 'IFC2X3' })).toEqual([]);
    expect(rules(wall, partOf('IFCWALL', 'IFCRELASSIGNSTOGROUP'))).toEqual([
      'error relation: `IFCWALL`',
    ]);
    expect(rules(entity('IFCCARTESIANPOINT'), partOf('IFCWALL', 'IFCRELNESTS'))).toEqual([
      'error relation: `IFCCARTESIANPOINT`',
    ]);
    expect(rules(entity('IFCCARTESIANPOINT'), material())).toEqual([
      'error owner: `IFCCARTESIANPOINT`',
    ]);
    expect(rules(wall, attribute('Name'), { occurs: 'minOccurs="0" maxOccurs="0"' })).toEqual([
      'error prohibited-requirements: 1 requirements',
    ]);
  });
});

describe('attributes', () => {
  test.each([
    [wall, attribute('Tag'), []],
    [wall, attribute('OverallHeight'), ['error attribute-name: `OverallHeight`']],
    [wall, attribute('IsDefinedBy'), ['error attribute-name: `IsDefinedBy`']],
    [wall, attribute('name'), ['warning attribute-name: `name`']],
    [wall, attribute(oneOf('Name', 'Nam')), ['error attribute-name: `Nam`']],
    [wall, attribute('ObjectPlacement', 'X'), ['error attribute-object: a value']],
    [
      entity('IFCCARTESIANPOINT'),
      attribute('Coordinates', '1'),
      ['warning attribute-list: a value'],
    ],
    [entity('IFCCARTESIANPOINT'), attribute('Dim'), ['error attribute-name: `Dim`']],
    [entity('IFCDOOR'), attribute('OverallHeight', '2,1'), ['error value-type: `2,1`']],
    [
      entity('IFCDOOR'),
      attribute('OverallHeight', pattern('2.*')),
      ['error restriction-type: `xs:string`'],
    ],
    [entity('IFCDOOR'), attribute('OverallHeight', bounds('minInclusive 2')), []],
    [entity('IFCTASK'), attribute('IsMilestone', 'FALSE'), ['error value-type: `FALSE`']],
    [entity('IFCSTAIRFLIGHT'), attribute('NumberOfRisers', '42.0'), ['error value-type: `42.0`']],
    [wall, attribute('Name', null, 'optional'), ['error optional-without-value: no value']],
  ])('%s: %s', (applicability, requirement, expected) => {
    expect(rules(applicability, requirement)).toEqual(expected);
  });
});

describe('properties', () => {
  test.each([
    [property('Pset_WallCommon.FireRating', { type: 'IFCLABEL' }), []],
    [
      property('Pset_WallCommon.FireRating', { type: 'IFCTEXT' }),
      ['error property-type: `IFCTEXT`'],
    ],
    [property('Pset_WallCommon.Rating', { type: 'IFCLABEL' }), ['error property-name: `Rating`']],
    [
      property('Pset_WallComon.FireRating', { type: 'IFCLABEL' }),
      ['warning set-name: `Pset_WallComon`'],
    ],
    [
      property('Pset_DoorCommon.FireRating', { type: 'IFCLABEL' }),
      ['warning set-applicability: `IFCWALL`'],
    ],
    [property('Qto_WallBaseQuantities.Length', { type: 'IFCLENGTHMEASURE' }), []],
    [
      property('Qto_WallBaseQuantities.Length', { type: 'IFCAREAMEASURE' }),
      ['error property-type: `IFCAREAMEASURE`'],
    ],
    [property('Pset_WallCommon.Status', { type: 'IFCLABEL', value: 'NEW' }), []],
    [
      property('Pset_WallCommon.Status', { type: 'IFCLABEL', value: oneOf('NEW', 'Old') }),
      ['warning property-enumeration: `Old`'],
    ],
    [property('S.P', { type: 'IFCDOOR' }), ['error data-type: `IFCDOOR`']],
    [property('S.P', { type: 'IFCREAL', value: 'x' }), ['error value-type: `x`']],
    [
      property('S.P', { type: 'IFCREAL', value: oneOf('1') }),
      ['error restriction-type: `xs:string`'],
    ],
    [property('S.P', { value: 'x' }), ['warning data-type-missing: no attribute `dataType`']],
    [property('S.P', { cardinality: 'optional' }), ['error optional-without-value: no value']],
    [
      property('S.P', { type: 'IFCLABEL', cardinality: 'prohibited' }),
      ['warning prohibited-value: a prohibited combination of property, type and value'],
    ],
  ])('%s', (requirement, expected) => {
    expect(rules(wall, requirement)).toEqual(expected);
  });
});

describe('constraints', () => {
  const double = (content: string): string => restriction('double', content);
  test.each([
    ['', ['error value-empty: an empty text']],
    [restriction('string', ''), ['error restriction-empty: no constraints']],
    [restriction('token', '<xs:length value="1"/>'), ['error restriction-base: `xs:token`']],
    [pattern('[a'), ['error pattern: `[a`']],
    [pattern(''), ['error pattern: ``']],
    [pattern('^a$'), ['warning pattern-anchor: `^a$`']],
    [pattern('(a{1000}){1000}'), ['error pattern: `(a{1000}){1000}`']],
    [
      restriction('string', '<xs:minInclusive value="1"/>'),
      ['error restriction-content: `xs:minInclusive`'],
    ],
    [
      restriction('string', '<xs:minLength value="3"/><xs:maxLength value="2"/>'),
      ['error length-empty: `minLength 3` or `maxLength 2`'],
    ],
  ])('%s of a text', (value, expected) => {
    expect(rules(wall, classification('A', value))).toEqual(expected);
  });
  test.each([
    [double('<xs:length value="1"/>'), ['error restriction-content: `xs:length`']],
    [double('<xs:minInclusive value="a"/>'), ['error bound-value: `a`']],
    [
      double('<xs:minInclusive value="3"/><xs:maxInclusive value="2"/>'),
      ['error range-empty: `3` or `2`'],
    ],
    [
      double('<xs:minExclusive value="2"/><xs:maxInclusive value="2"/>'),
      ['error range-empty: `2` or `2`'],
    ],
    [double('<xs:minInclusive value="2"/><xs:maxInclusive value="2"/>'), []],
    [
      double('<xs:minInclusive value="2"/><xs:minExclusive value="1"/>'),
      ['error bound-twice: `minInclusive` or `minExclusive`'],
    ],
    [double('<xs:enumeration value="1,0"/>'), ['error enumeration-value: `1,0`']],
  ])('%s of a number', (value, expected) => {
    expect(rules(wall, property('S.P', { type: 'IFCREAL', value }))).toEqual(expected);
  });

  test('findings say where they are', () => {
    const text = idsText(wall, attribute('Nam'));
    const line = text.split('\n')[4] ?? '';
    const [finding] = auditIds(text).findings;
    expect(finding).toEqual({
      rule: 'attribute-name',
      severity: 'error',
      place: {
        line: 5,
        column: line.indexOf('<simpleValue>Nam') + 1,
        path: 'ids/specifications/specification/requirements/attribute/name/simpleValue',
      },
      message: '`IFCWALL` has no such attribute in IFC4',
      found: '`Nam`',
      expected:
        'an attribute such as `Name`, `Tag` or `GlobalId`; inverse and derived attributes cannot be checked',
    });
  });
});
