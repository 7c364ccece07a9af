/** @module xml.test: workbook XML is parsed equally in any pieces, and invalid XML is refused. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { XmlScan } from '../../../../../../kernel/tools/runners/data/xlsx/xml.ts';

/** Events of a text written in pieces of `step` UTF-16 units. */
function events(xml: string, step = xml.length): readonly string[] {
  const seen: string[] = [];
  const scan = new XmlScan('p', {
    open: (name, attributes) => seen.push(`<${name} ${JSON.stringify(attributes)}`),
    // Text may arrive in several pieces
    text: (text) =>
      seen.at(-1)?.startsWith('"') === true
        ? seen.push(`"${seen.pop()?.slice(1)}${text}`)
        : seen.push(`"${text}`),
    close: (name) => seen.push(`/${name}`),
  });
  for (let at = 0; at < xml.length; at += Math.max(step, 1)) scan.write(xml.slice(at, at + step));
  scan.end();
  return seen;
}

describe('well-formed XML', () => {
  test.each([
    ['<a/>', ['<a {}', '/a']],
    ['<x:a b="1" x:c=\'>\'>t</x:a>', ['<a {"b":"1","x:c":">"}', '"t', '/a']],
    ['<a>&lt;&#65;&#x1F600;&amp;amp;</a>', ['<a {}', '"<A😀&amp;', '/a']],
    ['<a b="&quot;"/>', ['<a {"b":"\\""}', '/a']],
    ['\ufeff<?xml version="1.0"?><!-- <b> --><a><![CDATA[<&]]>x</a>\n', ['<a {}', '"<&x', '/a']],
    ['<a b="x\r\ny">1\r\n2\r3</a>', ['<a {"b":"x y"}', '"1\n2\n3', '/a']],
  ])('is parsed: %s', (xml, wanted) => {
    expect(events(xml)).toEqual(wanted);
  });

  test('is parsed equally, wherever the text is cut', () => {
    const piece = fc.constantFrom(
      '<b c="1 > 2"/>',
      'text',
      '&amp;',
      '<!-- > <x> -->',
      '<![CDATA[ ]] > ]]>',
      '<?p > ?>',
      '\r\n',
      "<d e='\"'>in</d >",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 9 }), (pieces, step) => {
        const xml = `<a>${pieces.join('')}</a>`;
        expect(events(xml, step)).toEqual(events(xml));
      }),
    );
  });
});

describe('XML that is invalid or too large', () => {
  test.each([
    ['<a><b></a>', /unexpected close tag/],
    ['</a>', /unmatched closing tag: a/],
    ['<a>', /unclosed tag: a/],
    ['<a', /unexpected end|root element/],
    ['<a><!-- ', /unclosed tag: a/],
    ['', /must contain a root element/],
    ['<a/><b/>', /only one root/],
    ['<a/>text', /outside of root/],
    ['text<a/>', /outside of root/],
    ['<a b/>', /disallowed character in attribute name/],
    ['<a b=1/>', /unquoted attribute value/],
    ['<a b="1" b="2"/>', /duplicate attribute: b/],
    ['<a b="<"/>', /disallowed character/],
    ['<a>&x;</a>', /undefined entity/],
    ['<a>&lt</a>', /unclosed tag: a/],
    ['<a>&#0;</a>', /malformed character entity/],
    ['<a>&#xD800;</a>', /malformed character entity/],
    ['<a>& b</a>', /unclosed tag: a/],
    ['< a/>', /disallowed character/],
    ['<!ELEMENT a>', /incorrect syntax/],
    ['<a>\u0001</a>', /disallowed character/],
    ['<a>]]></a>', /disallowed in char data/],
    ['<!DOCTYPE a><a/>', /has a DTD/],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /has a DTD/],
  ])('is refused: %s', (xml, cause) => {
    expect(() => events(xml)).toThrow(cause);
    expect(() => events(xml, 1)).toThrow(cause);
  });

  test.each(['<!DOCTYPE a [', '<a><!--', '<a b="', '<a>&', '<a><?p ', '<a><![CDATA['])(
    'is refused if a piece that begins with `%s` does not end',
    (start) => {
      const scan = new XmlScan('p', {});
      scan.write(start);
      const piece = 'x'.repeat(65_536);
      expect(() => {
        for (let at = 0; at < 17; at += 1) scan.write(piece);
      }).toThrow(/more than 1048576 characters in one piece/);
    },
  );

  test('is ignored after the handler is done', () => {
    let opened = 0;
    const scan = new XmlScan('p', { open: () => (opened += 1), done: () => opened === 2 });
    expect(scan.write('<a><b/></c><d/>')).toBe(false);
    expect(opened).toBe(2);
  });

  test('is refused above the limits of depth and attributes', () => {
    const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    const wide = (count: number): string =>
      `<a ${Array.from({ length: count }, (_, at) => `b${at}=""`).join(' ')}/>`;
    expect(events(deep(64))).toHaveLength(128);
    expect(() => events(deep(65))).toThrow(/deeper than 64/);
    expect(events(wide(128))).toHaveLength(2);
    expect(() => events(wide(129))).toThrow(/more than 128 attributes/);
  });
});
