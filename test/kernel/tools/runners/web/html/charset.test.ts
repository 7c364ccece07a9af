/** @module charset.test: a page is decoded by the character set that browsers take for it. */
import { expect, test } from 'vitest';

import { readPage } from '../../../../../../kernel/tools/runners/web/page.ts';

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const read = (body: Uint8Array, content_type: string) =>
  readPage({ body, content_type, base: 'https://site.test/' });

test.each([
  ['a mark, against the answer', utf8('\ufeff<p>Tür'), 'text/html; charset=iso-8859-1'],
  ['a mark, against the page', utf8('\ufeff<meta charset="iso-8859-1"><p>Tür'), 'text/html'],
  ['a mark of a text', utf8('\ufeffTür'), 'text/plain; charset=iso-8859-1'],
  [
    'the answer, against the page',
    latin('<meta charset="utf-8"><p>Tür'),
    'text/html; charset="latin1"',
  ],
  [
    'meta, if the answer names none',
    latin('<meta charset="latin1"><p>Tür'),
    'text/html; charset=none',
  ],
  [
    'the next meta, if one is unknown',
    latin('<meta charset="x-no"><meta charset=latin1><p>Tür'),
    'text/html',
  ],
  ['meta utf-16 as UTF-8', utf8('<meta charset="utf-16"><p>Tür'), 'text/html'],
  [
    'meta after a comment',
    utf8('<!-- <meta charset="latin1"> --><meta charset="utf-8"><p>Tür'),
    'text/html',
  ],
  [
    'http-equiv',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=latin1"><p>Tür'),
    'text/html',
  ],
  [
    'no meta whose content says charset',
    utf8('<meta name="description" content="about charset=latin1"><p>Tür'),
    'text/html',
  ],
  ['UTF-8 without a declaration', utf8('<p>Tür'), 'text/html'],
  ['windows-1252 without a declaration', latin('<p>Tür'), 'text/html'],
  ['windows-1252 of a text', latin('Tür'), 'text/plain'],
])('by %s', (_, body, type) => {
  expect(read(body, type)).toMatchObject({ markdown: 'Tür', notice: null });
});

test('replaced bytes are counted, but not characters that the page itself contains', () => {
  expect(
    read(Buffer.concat([utf8('<p>\ufffd'), latin('Tür für')]), 'text/html; charset=utf-8'),
  ).toMatchObject({
    markdown: '\ufffdT\ufffdr f\ufffdr',
    notice: '2 characters not valid in the character set `utf-8`, replaced by \ufffd',
  });
});
