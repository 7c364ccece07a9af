/**
 * @module tests of XML text: reserved characters are escaped, and characters that XML cannot represent are replaced.
 */
import { expect, test } from 'vitest';

import { xmlAttribute, xmlText } from '../../../../kernel/base/text/xml-text.ts';

test.each([
  ['a & <b> "c"', 'a &amp; &lt;b&gt; "c"'],
  ['\t\n\r', '\t\n&#13;'],
  ['Tür 🚪 ]]>', 'Tür 🚪 ]]&gt;'],
  ['\u0000\u0007\u001F\uFFFE\uFFFF', '\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['lone \uD83D surrogate', 'lone \uFFFD surrogate'],
])('xmlText escapes %j', (text, escaped) => {
  expect(xmlText(text)).toBe(escaped);
});

test('xmlAttribute also escapes double quotes, line breaks and tabs', () => {
  expect(xmlAttribute('a & "b"\n\r\tc')).toBe('a &amp; &quot;b&quot;&#10;&#13;&#9;c');
});
