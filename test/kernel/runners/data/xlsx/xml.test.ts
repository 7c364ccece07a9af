/** @module xml.test: the XML of workbooks parses the same for any division into pieces, and other XML is refused. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { XmlScan } from '../../../../../kernel/runners/data/xlsx/xml.ts';

/** Events of a text that is written in pieces of `step` units. */
function events(xml: string, step = xml.length): readonly string[] {
  const heard: string[] = [];
  const scan = new XmlScan('p', {
    open: (name, attributes) => heard.push(`<${name} ${JSON.stringify(attributes)}`),
    // Text may come in several pieces
    text: (text) =>
      heard.at(-1)?.startsWith('"') === true
        ? heard.push(`"${heard.pop()?.slice(1)}${text}`)
        : heard.push(`"${text}`),
    close: (name) => heard.push(`/${name}`),
  });
  for (let at = 0; at < xml.length; at += Math.max(step, 1)) scan.write(xml.slice(at, at + step));
  scan.end();
  return heard;
}

describe('what is read', () => {
  test.each([
    ['<a/>', ['<a {}', '/a']],
    ['<x:a b="1" x:c=\'>\'>t</x:a>', ['<a {"b":"1","x:c":">"}', '"t', '/a']],
    ['<a>&lt;&#65;&#x1F600;&amp;amp;</a>', ['<a {}', '"<A😀&amp;', '/a']],
    ['<a b="&quot;"/>', ['<a {"b":"\\""}', '/a']],
    ['\ufeff<?xml version="1.0"?><!-- <b> --><a><![CDATA[<&]]>x</a>\n', ['<a {}', '"<&x', '/a']],
  ])('%s', (xml, wanted) => {
    expect(events(xml)).toEqual(wanted);
  });

  test('it is the same wherever the text is cut', () => {
    const piece = fc.constantFrom(
      '<b c="1 > 2"/>',
      'text',
      '&amp;',
      '<!-- > <x> -->',
      '<![CDATA[ ]] > ]]>',
      '<?p > ?>',
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

describe('what is refused', () => {
  test.each([
    ['<a><b></a>', /`a` closes `b`/],
    ['</a>', /`a` closes `nothing`/],
    ['<a>', /`a` is not closed/],
    ['<a', /ends inside a piece/],
    ['<a><!-- ', /ends inside a piece/],
    ['', /no element/],
    ['<a/><b/>', /is no element here/],
    ['<a/>text', /ends inside a piece|outside of the elements/],
    ['text<a/>', /outside of the elements/],
    ['<a b/>', /is no attribute/],
    ['<a b=1/>', /is no attribute/],
    ['<a b="1" b="2"/>', /stands there twice/],
    ['<a b="<"/>', /is no attribute/],
    ['<a>&x;</a>', /`&x;` is no entity/],
    ['<a>&lt</a>', /is no entity/],
    ['<a>&#0;</a>', /is no entity/],
    ['<a>&#xD800;</a>', /is no entity/],
    ['<a>& b</a>', /is no entity/],
    ['< a/>', /is no element/],
    ['<!ELEMENT a>', /declaration/],
    ['<!DOCTYPE a><a/>', /has a DTD/],
  ])('%s', (xml, cause) => {
    expect(() => events(xml)).toThrow(cause);
    expect(() => events(xml, 1)).toThrow(cause);
  });

  test('depth and attributes at their limits', () => {
    const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    const wide = (count: number): string =>
      `<a ${Array.from({ length: count }, (_, at) => `b${at}=""`).join(' ')}/>`;
    expect(events(deep(64))).toHaveLength(128);
    expect(() => events(deep(65))).toThrow(/deeper than 64/);
    expect(events(wide(128))).toHaveLength(2);
    expect(() => events(wide(129))).toThrow(/more than 128 attributes/);
  });
});
