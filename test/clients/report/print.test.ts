/** @module print.test: hostile texts are text in each format, and the same document gives the same bytes. */
import { parseHTML } from 'linkedom';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';

import type { ReportDocument } from '../../../clients/plumbline/report/document/blocks.ts';
import { htmlReport } from '../../../clients/plumbline/report/print/html.ts';
import { markdownReport } from '../../../clients/plumbline/report/print/markdown.ts';
import { pdfReport } from '../../../clients/plumbline/report/print/pdf.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { HOSTILE, hostileDocument, UNSEEN } from './hostile-document.ts';

/** The text of each page of a PDF, without spaces, because lines break anywhere. */
async function pagesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const file = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  return texts.map((text) => text.replaceAll(/\s/g, ''));
}

describe('HTML', () => {
  const html = htmlReport(hostileDocument);
  const { document } = parseHTML(html);

  test('has only the elements of the report, and hostile text as text', () => {
    expect(document.querySelectorAll('script, a[href^="http"], iframe, object, form')).toHaveLength(
      0,
    );
    expect(document.querySelectorAll('img')).toHaveLength(1);
    expect(document.querySelector('img')?.getAttribute('src')).toMatch(
      /^data:image\/svg\+xml;base64,/,
    );
    expect(document.querySelector('img')?.getAttribute('alt')).toBe(printable(HOSTILE));
    expect(document.querySelector('h1')?.textContent).toBe(printable(HOSTILE));
    const code = [...document.querySelectorAll('dd code')].map(({ textContent }) => textContent);
    expect(code).toContain(printable(HOSTILE));
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^style$/);
    }
  });

  test('writes control, invisible and reordering characters as code points', () => {
    expect(html).not.toMatch(UNSEEN);
    expect(html).toContain('\\u{202e}');
    expect(html).toContain('\\u{1b}[31m');
  });

  test('permits no script, no request and only its own style', () => {
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
  });

  test('has one heading of the first level, headings in order, and headers in tables', () => {
    const levels = [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => tagName);
    expect(levels).toEqual(['H1', 'H2', 'H3']);
    expect(document.querySelectorAll('th[scope=col]')).toHaveLength(2);
    expect(document.querySelectorAll('table caption')).toHaveLength(1);
  });
});

describe('Markdown', () => {
  const { text, pictures } = markdownReport(hostileDocument, (number) => `a b-${number}.svg`);

  test('has no HTML, no link but its pictures, and no characters that are unseen', () => {
    expect(text).not.toMatch(/<(?!a%20b-1\.svg>)/);
    expect(text).not.toMatch(UNSEEN);
    expect(text).not.toMatch(/(?<!\\)\]\(http/);
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/www\.evil/);
    expect(text).not.toMatch(/[^\\]@evil/);
    expect(pictures.map(({ name }) => name)).toEqual(['a b-1.svg']);
  });

  test('keeps hostile text in its cell, its quote and its line', () => {
    const table = text.split('\n').filter((line) => line.startsWith('| '));
    expect(table).toHaveLength(3);
    for (const line of table) expect(line.match(/(?<!\\)\|/g)).toHaveLength(3);
    expect(text).toContain('\n> \\# heading');
    expect(text).toContain('\n> &lt;script&gt;x&lt;/script&gt;');
    expect(text).toContain('\n1\\. &lt;img');
    expect(text).toContain('\n\\- &lt;img');
  });

  test('says that pictures are left out without a file next to which they could be', () => {
    const alone = markdownReport(hostileDocument, null);
    expect(alone.pictures).toEqual([]);
    expect(alone.text).toContain('The picture is left out here');
  });
});

describe('PDF', () => {
  test('has hostile text as text, with code points for what cannot be seen', async () => {
    const pages = await pagesOf(pdfReport(hostileDocument));
    expect(pages.length).toBeGreaterThan(1);
    const all = pages.join('');
    expect(all).toContain('<imgsrc=xonerror=alert(1)>&amp;');
    expect(all).toContain('\\u{202e}dlrow');
    expect(all).not.toMatch(UNSEEN);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`page${index + 1}of${pages.length}`);
    }
  });

  test('continues a table on the next page with its heading, and divides a row that is higher than a page', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => [`row ${row}`, 'x '.repeat(40)]);
    rows.push(['long', Array.from({ length: 4000 }, (_, word) => `w${word}`).join(' ')]);
    const columns = [
      { title: 'Name', share: 1 },
      { title: 'Heading', share: 2 },
    ];
    const table = { block: 'table', caption: 'Table', columns, rows } as const;
    const document: ReportDocument = {
      title: 'T',
      subtitle: 's',
      footer: 'f',
      sections: [{ id: 'a', title: 'A', blocks: [table], parts: [] }],
    };
    const pages = await pagesOf(pdfReport(document));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page).toContain('NameHeading');
    const all = pages.join('');
    for (const part of ['row0', 'row119', 'w0w1', 'w3999']) expect(all).toContain(part);
  });
});

test('the same document gives the same bytes in each format', () => {
  expect(htmlReport(hostileDocument)).toBe(htmlReport(hostileDocument));
  expect(markdownReport(hostileDocument, String).text).toBe(
    markdownReport(hostileDocument, String).text,
  );
  expect(pdfReport(hostileDocument).equals(pdfReport(hostileDocument))).toBe(true);
});
