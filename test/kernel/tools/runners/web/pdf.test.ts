/** @module pdf.test: PDF files are converted to text, and pages without text have notices. */
import { describe, expect, test } from 'vitest';

import { readPage } from '../../../../../kernel/tools/runners/web/page.ts';
import { readPdf } from '../../../../../kernel/tools/runners/web/pdf.ts';
import { pdfOf } from '../../../../corpus/pdf.ts';

describe('PDF files', () => {
  test('are read page by page', async () => {
    const file = pdfOf(['Doors: 900 mm.\nTables follow.', 'Page two: T\u00fcr'], 'Rules of doors');
    expect(await readPdf(file)).toMatchObject({
      title: 'Rules of doors',
      markdown: '## Page 1\n\nDoors: 900 mm.\nTables follow.\n\n## Page 2\n\nPage two: T\u00fcr',
      cut: false,
      notice: null,
    });
  });

  test('are cut after 500 pages', async () => {
    const { markdown, cut } = await readPdf(pdfOf(Array.from({ length: 501 }, (_, n) => `p${n}`)));
    expect([cut, markdown.endsWith('## Page 500\n\np499')]).toEqual([true, true]);
  });

  test('without text have a notice', async () => {
    expect((await readPdf(pdfOf(['']))).notice).toMatch(/its pages are pictures/);
  });

  test.each([
    ['a file that is not a PDF', Buffer.from('<html>')],
    ['the first half of a PDF', pdfOf(['a']).subarray(0, 300)],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is refused', async (_, bytes) => {
    await expect(readPdf(bytes)).rejects.toMatchObject({ code: 'TOOL_FAIL' });
  });
});

describe('the notice that a page needs JavaScript', () => {
  const noticeOf = (html: string): string | null =>
    readPage({ body: Buffer.from(html), content_type: 'text/html', base: 'https://a.test/' })
      .notice;

  test.each([
    '<div id="root"></div><script src="/app.js"></script>',
    '<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript><script>x</script>',
    '<app-root></app-root><script type="module" src="main.js"></script>',
    '<script src="x.js"></script>',
  ])('is set for %s', (html) => {
    expect(noticeOf(html)).toMatch(/needs JavaScript/);
  });

  test.each([
    `<p>${'A whole text. '.repeat(40)}</p><div id="root"></div><script src="/app.js"></script>`,
    '<p>A short page with a counter of visits on it.</p><script src="count.js"></script>',
    '<p>short</p>',
  ])('is not set for %s', (html) => {
    expect(noticeOf(html)).toBeNull();
  });
});
