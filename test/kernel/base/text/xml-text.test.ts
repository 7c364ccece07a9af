/** @module tests of text in XML: what must be escaped is, and what XML cannot say is replaced. */
import { expect, test } from 'vitest';

import { xmlAttribute, xmlText } from '../../../kernel/text/xml-text.ts';

test.each([
  ['a & <b> "c"', 'a &amp; &lt;b&gt; "c"'],
  ['\t\n\r', '\t\n&#13;'],
  ['Tür 🚪 ]]>', 'Tür 🚪 ]]&gt;'],
  ['\u0000\u0007\u001F\uFFFE\uFFFF', '\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['lone \uD83D surrogate', 'lone \uFFFD surrogate'],
])('%j', (text, escaped) => {
  expect(xmlText(text)).toBe(escaped);
});

test('in an attribute quotes are escaped too', () => {
  expect(xmlAttribute('a & "b"')).toBe('a &amp; &quot;b&quot;');
});
