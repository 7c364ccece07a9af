/** @module hidden.test: content that readers do not see is left out and counted; content that they see is kept. */
import { expect, test } from 'vitest';

import { readPage } from '../../../../../../kernel/tools/runners/web/page.ts';

const read = (html: string) =>
  readPage({
    body: Buffer.from(`<p>a</p>${html}`),
    content_type: 'text/html; charset=utf-8',
    base: 'https://site.test/',
    whole: true,
  });

test.each([
  '<p style="--nav-display: none">seen</p>',
  '<p style="fill-opacity:0">seen</p>',
  '<p style="mso-font-size:0">seen</p>',
  '<p style="backface-visibility:hidden">seen</p>',
  '<p style="opacity:0.05">seen</p>',
  '<p style="opacity:0;transition:opacity 1s">seen</p>',
  '<p style="opacity:0;animation:fade 1s">seen</p>',
  '<p hidden="until-found">seen</p>',
  '<div role="tabpanel" hidden>seen</div>',
  '<div style="font-size:0"><p style="font-size:16px">seen</p></div>',
  '<div style="visibility:hidden"><p style="visibility:visible">seen</p></div>',
  '<p style="display:none;display:block">seen</p>',
])('shows %s', (html) => {
  expect(read(html)).toMatchObject({ markdown: 'a\n\nseen', hidden_elements: 0, notice: null });
});

test.each([
  '<p hidden>unseen</p>',
  '<p hidden="hidden">unseen</p>',
  '<p style="DISPLAY : none !important">unseen</p>',
  '<p style="color:red;display/**/:none">unseen</p>',
  '<p style="opacity:.0">unseen</p>',
  '<p style="opacity:0%">unseen</p>',
  '<p style="opacity:0;transition:none">unseen</p>',
  '<p style="visibility:collapse">unseen</p>',
  '<div style="font-size:0px"><p style="font-size:2em">unseen</p></div>',
  '<p style="font:0/0 a">unseen</p>',
  `<p style="${'color:red;'.repeat(400)}display:none">unseen</p>`,
  '<div hidden><p hidden>un<b>see</b>n</p><style>1</style></div>',
])('leaves out and counts %s', (html) => {
  expect(read(html)).toMatchObject({
    markdown: 'a',
    hidden_elements: 1,
    notice: '6 characters in 1 element that readers do not see are left out',
  });
});

test('counts only the hidden part of an element whose children are shown', () => {
  expect(read('<div style="font-size:0">ab<p style="font-size:1rem">seen</p></div>')).toMatchObject(
    {
      markdown: 'a\n\nseen',
      hidden_elements: 1,
      notice: '2 characters in 1 element that readers do not see are left out',
    },
  );
});

test.each([
  ['<table><tr><td>b<input value="unseen" style="visibility:hidden"></td></tr></table>', 'b'],
  ['<table><tr><td>b<input value="unseen" style="font-size:0"></td></tr></table>', 'b'],
  [
    '<table><tr><td>b<select style="visibility:hidden"><option>unseen</select></td></tr></table>',
    'b',
  ],
  [
    '<div style="visibility:hidden"><img alt="unseen"><span style="visibility:visible">b</span></div>',
    'b',
  ],
  ['<p>b<img alt="unseen" style="visibility:hidden"></p>', 'b'],
  [
    '<div style="font-size:0"><math alttext="unseen"></math><span style="font-size:12px">b</span></div>',
    'b',
  ],
  ['<p>b<math alttext="unse" style="visibility:hidden"><mi>en</mi></math></p>', 'b'],
])('leaves out and counts the text that stands for an element: %s', (html, shown) => {
  const { markdown, hidden_elements, notice } = read(html);
  expect(markdown).not.toContain('unse');
  expect(markdown).toContain(shown);
  expect(hidden_elements).toBe(1);
  expect(notice).toBe('6 characters in 1 element that readers do not see are left out');
});

test('shows a control and a picture that are seen in an element without text', () => {
  const cell = '<td style="visibility:hidden"><input value="seen" style="visibility:visible"></td>';
  expect(read(`<table><tr>${cell}<td>b</td></tr></table>`)).toMatchObject({
    markdown: 'a\n\n| seen | b |\n| --- | --- |',
    hidden_elements: 0,
  });
  expect(read('<div style="font-size:0"><img src="b.png" alt="seen"></div>')).toMatchObject({
    markdown: 'a\n\n(picture: seen)',
    hidden_elements: 0,
  });
});
