/** @module read-ids: reading of IDS files, and of files that are none or mean harm. */
import { describe, expect, test } from 'vitest';

import { readIds } from '../../../../kernel/documents/ids/read/read-ids.ts';
import { attribute, entity, idsText, pattern, property, restriction } from './ids-case.ts';

/** Rules of the findings with what was found. */
const foundIn = (text: string | Uint8Array): readonly string[] =>
  readIds(text).findings.map(({ rule, severity, found }) => `${severity} ${rule}: ${found}`);

describe('a valid file', () => {
  test('is read with all of its parts and their places', () => {
    const text = idsText(
      entity('IFCWALL', 'SOLIDWALL'),
      property('S.P', {
        type: 'IFCLABEL',
        cardinality: 'optional',
        value: restriction(
          'string',
          '<xs:annotation><xs:documentation>why</xs:documentation></xs:annotation><xs:pattern value="A"/><xs:pattern value="B"/><xs:maxLength value="3"/>',
        ),
      }),
    );
    const { ids, findings } = readIds(text);
    expect(findings).toEqual([]);
    expect(ids?.info.title).toBe('Case');
    const [specification] = ids?.specifications ?? [];
    expect(specification).toMatchObject({
      name: 'One',
      ifcVersion: ['IFC4'],
      cardinality: 'required',
      applicability: [
        {
          facet: 'entity',
          name: { kind: 'simple', text: 'IFCWALL' },
          predefinedType: { kind: 'simple', text: 'SOLIDWALL' },
        },
      ],
    });
    expect(specification?.requirements[0]).toMatchObject({
      facet: 'property',
      cardinality: 'optional',
      dataType: 'IFCLABEL',
      place: {
        line: 5,
        path: 'ids/specifications/specification/requirements/property',
      },
      value: {
        kind: 'restriction',
        base: 'string',
        patterns: ['A', 'B'],
        lengths: { maxLength: 3 },
        annotation: 'why',
      },
    });
  });

  test('may have a byte order mark, prefixes, and be in UTF-16', () => {
    const text = idsText(entity('IFCWALL'), attribute('Name', 'Ä'));
    const value = (file: Uint8Array): unknown => {
      const facet = readIds(file).ids?.specifications[0]?.requirements[0];
      return facet?.facet === 'attribute' ? facet.value : null;
    };
    const expected = expect.objectContaining({ text: 'Ä' });
    expect(value(Buffer.from(`\ufeff${text}`))).toEqual(expected);
    const wide = text.replace('UTF-8', 'UTF-16');
    expect(value(Buffer.from(`\ufeff${wide}`, 'utf16le'))).toEqual(expected);
    const prefixed = text
      .replaceAll(/<(\/?)(?!xs:|\?|\/)(\w)/gu, '<$1i:$2')
      .replace('xmlns=', 'xmlns:i=');
    expect(value(Buffer.from(prefixed))).toEqual(expected);
  });
});

describe('a file that differs from the format', () => {
  test.each([
    ['<ids/>', ['error root: the root element `ids` of the namespace ``']],
    [
      idsText(entity('IFCWALL'), attribute('Name')).replace('<title>', '<title lang="de">'),
      ['error attribute-unknown: the attribute `lang`'],
    ],
    [
      idsText(entity('IFCWALL'), attribute('Name'), { versions: 'IFC5' }),
      ['error attribute-value: `IFC5`'],
    ],
    [
      idsText(entity('IFCWALL'), attribute('Name')).replace(' name="One"', ''),
      ['error attribute-missing: no such attribute'],
    ],
    [
      idsText(attribute('Name') + entity('IFCWALL'), attribute('Name')),
      ['error element-order: `entity` after `attribute`'],
    ],
    [idsText(entity('IFCWALL'), '<attribute/>'), ['error element-count: 0 elements `name`']],
    [
      idsText(entity('IFCWALL'), '<attribute><name/></attribute>'),
      ['error element-count: 0 values'],
    ],
    [idsText(entity('IFCWALL'), '<door/>'), ['error element-unknown: `door`']],
    [idsText(entity('IFCWALL'), `text${attribute('Name')}`), ['error text-unexpected: `text`']],
    [
      idsText(
        entity('IFCWALL'),
        attribute('Name', null, null).replace('<attribute>', '<attribute cardinality="maybe">'),
      ),
      ['error attribute-value: `maybe`'],
    ],
    [
      idsText(entity('IFCWALL'), property('A.B', { type: 'IfcLabel' })),
      ['error attribute-value: `IfcLabel`'],
    ],
    [
      idsText(
        entity('IFCWALL'),
        attribute('Name', restriction('string', '<xs:length value="x"/>')),
      ),
      ['error restriction-value: `x`'],
    ],
    [
      idsText(
        entity('IFCWALL'),
        attribute('Name', restriction('string', '<xs:totalDigits value="2"/>')),
      ),
      ['error restriction-unsupported: `xs:totalDigits`'],
    ],
    [
      idsText(entity('IFCWALL'), attribute('Name'), { occurs: 'minOccurs="2" maxOccurs="1"' }),
      ['error occurs: minOccurs `2`, maxOccurs `1`'],
    ],
    [
      idsText(entity('IFCWALL'), attribute('Name')).replace(
        '<title>Case</title>',
        '<title>Case</title><author>nobody</author><date>2026-13-01</date>',
      ),
      ['error text-value: `nobody`', 'error text-value: `2026-13-01`'],
    ],
    [
      idsText(entity('IFCWALL'), attribute('Name')).replace(
        'xmlns:xs',
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://standards.buildingsmart.org/IDS other.xsd" xmlns:xs',
      ),
      [
        'error schema-location: the schema location `http://standards.buildingsmart.org/IDS other.xsd`',
      ],
    ],
  ])('case %#: is reported', (text, expected) => {
    expect(foundIn(text)).toEqual(expected);
  });
});

describe('a file that is no IDS, or means harm', () => {
  const messageOf = (file: string | Uint8Array): string | undefined => {
    const { ids, findings } = readIds(file);
    expect(ids).toBeNull();
    expect(findings.map(({ rule }) => rule)).toEqual(['xml']);
    return findings[0]?.message;
  };

  test.each([
    ['', 'document must contain a root element'],
    ['GIF89a', 'text data outside of root node'],
    ['<ids>', 'unclosed tag'],
    ['<ids a="1" a="2"/>', 'duplicate attribute'],
    ['<ids>&nbsp;</ids>', 'undefined entity'],
    ['<!DOCTYPE ids [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><ids>&b;</ids>', 'has a DTD'],
    ['<!DOCTYPE ids SYSTEM "file:///etc/passwd"><ids/>', 'has a DTD'],
    ['<a>'.repeat(100_000), 'nested deeper than 32'],
    [`<ids>${'<a/>'.repeat(200_001)}</ids>`, 'more than 200000 elements'],
    [`<ids>${'x'.repeat(10_000_000)}</ids>`, 'more than 65536 characters'],
    [`<ids a="${'x'.repeat(200_000)}"/>`, 'more than 65536 characters'],
    [`<!--${'x'.repeat(1_000_000)}--><ids/>`, 'more than 65536 characters'],
    [`<ids ${Array.from({ length: 40 }, (_, at) => `a${at}="1"`).join(' ')}/>`, '40 attributes'],
  ])('case %#: is refused', (text, expected) => {
    expect(messageOf(text)).toContain(expected);
  });

  test('bytes that are no text, or too many, are refused', () => {
    expect(messageOf(Buffer.from([0x3c, 0xff, 0x3e]))).toContain('no text in UTF-8');
    expect(messageOf(Buffer.from([0xfe, 0xff, 0xd8]))).toContain('not valid UTF-16BE');
    expect(messageOf(Buffer.alloc(16 * 1024 * 1024 + 1, 0x20))).toContain(
      'expected at most 16777216',
    );
  });

  test('at most 500 findings are kept, and the others counted', () => {
    const { findings } = readIds(idsText(entity('IFCWALL'), '<door/>'.repeat(1000)));
    expect(findings).toHaveLength(501);
    expect(findings.at(-1)?.found).toBe('at least 1000 findings');
  });

  test('a pattern beyond the limits accepts nothing', () => {
    const text = idsText(entity('IFCWALL'), attribute('Name', pattern('(a{1000}){1000}')));
    expect(foundIn(text)).toEqual([]);
  });
});
