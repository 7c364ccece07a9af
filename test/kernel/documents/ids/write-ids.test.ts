/** @module write-ids: files that are written are valid, and are read as they were. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';

import { type Constraint, type Ids, NOWHERE } from '../../../../kernel/documents/ids/ids.ts';
import { readIds } from '../../../../kernel/documents/ids/read/read-ids.ts';
import { writeIds } from '../../../../kernel/documents/ids/write/write-ids.ts';
import { publicCases, publicFolder } from '../../../public-files.ts';
import {
  attribute,
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

/** Content without places. */
function plain(ids: Ids | null): unknown {
  return JSON.parse(
    JSON.stringify(ids, (key, value: unknown) => (key === 'place' ? undefined : value)),
  );
}

function read(text: string | Uint8Array): Ids {
  const { ids, findings } = readIds(text);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (ids === null) throw new Error('no IDS');
  return ids;
}

const ALL = idsText(
  [
    entity(oneOf('IFCWALL', 'IFCSLAB'), 'USERDEFINED'),
    partOf('IFCBUILDING', 'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT'),
    attribute('Name', pattern('A.*', 'B&amp;&lt;&quot;')),
    material(),
  ].join(''),
  [
    property('S.P', {
      type: 'IFCREAL',
      cardinality: 'optional',
      value: restriction(
        'double',
        '<xs:annotation><xs:documentation>a  b</xs:documentation></xs:annotation><xs:minInclusive value="1"/><xs:maxExclusive value="2"/>',
      ),
    }).replace(
      '<property',
      '<property uri="https://example.org/a?b=1&amp;c" instructions="first&#10;second"',
    ),
    classification('Uniclass', ' EF ', 'prohibited'),
    attribute('Tag', restriction('string', '<xs:minLength value="1"/><xs:maxLength value="9"/>')),
    material('Ä', 'optional'),
    entity(pattern('IFC.*')),
    partOf('IFCBUILDING', null, 'prohibited'),
  ].join(''),
);

/** The schemas of XML Schema are loaded from beside, because the check has no network. */
async function faultsOf(contents: string, folder: string): Promise<readonly string[]> {
  const file = (name: string, as = name): { fileName: string; contents: string } => ({
    fileName: as,
    contents: readFileSync(join(folder, 'xsd', name), 'utf8')
      .replaceAll(/schemaLocation="[^"]*\/xml\.xsd"/gu, 'schemaLocation="xml.xsd"')
      .replaceAll(/schemaLocation="[^"]*\/XMLSchema\.xsd"/gu, 'schemaLocation="xsdschema.xsd"')
      .replaceAll(/<xs:import namespace="[^"]*XMLSchema-instance"[^>]*>/gu, ''),
  });
  const { errors } = await validateXML({
    xml: { fileName: 'file.ids', contents },
    schema: file('ids.xsd'),
    preload: [file('xml.xsd'), file('xsdschema.xsd')],
  });
  return errors.map(({ message }) => message);
}

describe('writing', () => {
  test('loses nothing, and gives the same bytes again', () => {
    const ids = read(ALL);
    const text = writeIds(ids);
    expect(plain(read(text))).toEqual(plain(ids));
    expect(writeIds(read(text))).toBe(text);
    expect(text).toContain('instructions="first&#10;second"');
    expect(text).toContain('<simpleValue> EF </simpleValue>');
  });

  test('keeps any text that XML can contain', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((one) => !/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(one));
    const constraint = fc.oneof(
      text.map((one): Constraint => ({ kind: 'simple', text: one, place: NOWHERE })),
      fc
        .tuple(fc.array(text), fc.array(text), fc.option(text))
        .map(([enumeration, patterns, annotation]): Constraint => ({
          kind: 'restriction',
          base: 'string',
          enumeration,
          patterns,
          bounds: {},
          lengths: { minLength: 2 },
          digits: {},
          annotation: annotation === null ? null : annotation.trim(),
          place: NOWHERE,
        })),
    );
    const ids = read(ALL);
    const [first] = ids.specifications;
    if (first === undefined) throw new Error('no specification');
    const common = { cardinality: 'required', place: NOWHERE } as const;
    fc.assert(
      fc.property(text, fc.option(text), constraint, (name, instructions, value) => {
        const requirement = {
          facet: 'attribute',
          name: value,
          value,
          instructions,
          ...common,
        } as const;
        const specification = { ...first, name, instructions, requirements: [requirement] };
        const content = { ...ids, specifications: [specification] };
        expect(plain(read(writeIds(content)))).toEqual(plain(content));
      }),
      { numRuns: 40 },
    );
  });

  test('is valid by the XSD', async () => {
    const folder = publicFolder('ids');
    if (folder === null) return;
    expect(await faultsOf(writeIds(read(ALL)), folder)).toEqual([]);
    const wrong = ALL.replace('<title>Case</title>', '');
    expect(await faultsOf(wrong, folder)).not.toEqual([]);
  });

  test.each([
    ['<title>Case</title>', '<title>Case</title><title/>'],
    ['<title>Case</title>', '<version>1</version><title>Case</title>'],
    ['<title>', '<title lang="de">'],
    [' name="One"', ''],
    ['"IFC4"', '"IFC4 IFC5"'],
    ['minOccurs="1"', 'minOccurs="many"'],
    ['<baseName>', '<baseName>text'],
    ['<baseName>', '<baseName><simpleValue/>'],
    ['<xs:minLength value="1"/>', '<xs:minLength/>'],
    ['<xs:minLength value="1"/>', '<xs:minLength value="1" unit="m"/>'],
    ['<xs:minLength value="1"/>', '<xs:shortest value="1"/>'],
    ['<requirements>', '<requirements><entity/>'],
    ['cardinality="optional"', 'cardinality="sometimes"'],
    ['dataType="IFCREAL"', 'dataType="IfcReal"'],
    [' relation=', ' kind='],
    // Valid ones.
    ['<requirements>', '<requirements description="why">'],
    ['minOccurs="1"', ''],
    ['<title>Case</title>', '<title/>'],
  ])('the reader judges %s → %s as the XSD does', async (from, to) => {
    const folder = publicFolder('ids');
    if (folder === null) return;
    const changed = ALL.replace(from, to);
    expect(changed).not.toBe(ALL);
    const errors = readIds(changed).findings.filter(({ severity }) => severity === 'error');
    const faults = await faultsOf(changed, folder);
    expect(errors.length > 0).toBe(faults.length > 0);
  });

  test('keeps the content of all public cases', () => {
    for (const one of publicCases('ids') ?? []) {
      const { ids, findings } = readIds(one.read());
      if (ids === null || findings.length > 0) continue;
      expect(plain(read(writeIds(ids)))).toEqual(plain(ids));
    }
  });

  test('refuses what the format cannot express', () => {
    const ids = read(ALL);
    const [first] = ids.specifications;
    if (first === undefined) throw new Error('no specification');
    const { applicability } = first;
    expect(() => writeIds({ ...ids, specifications: [] })).toThrow('at least one specification');
    const nowhere = { ...ids, specifications: [{ ...first, ifcVersion: [] }] };
    expect(() => writeIds(nowhere)).toThrow('names no schema');
    const double = { ...first, applicability: [...applicability, ...applicability] };
    expect(() => writeIds({ ...ids, specifications: [double] })).toThrow('several entities');
  });
});
