/** @module main-part.test: no content of the main part of a page is lost without a notice. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readPage } from '../../../../../../kernel/tools/runners/web/page.ts';

const LONG =
  'This guide has enough words in its first paragraph to be taken for an article, so that nobody can say that it was too short, which is what happens to short pages. The clear width is measured between the leaf and the stop, and never as the width of the leaf alone, as inspectors know well.';
// Three of these are more than the 500 characters from which Readability is content with its first attempt
const frameOf = (content: string): string =>
  `<title>Handbook | Site</title><nav><a href="/">Home</a></nav>${content}<footer>Footer words</footer>`;
const articleOf = (content: string): string =>
  frameOf(
    `<article><h1>Handbook</h1><p>${LONG}</p><p>${LONG}</p>${content}<p>${LONG}</p></article>`,
  );
const read = (html: string, keep: readonly string[] = []) =>
  readPage({
    body: Buffer.from(html),
    content_type: 'text/html',
    base: 'https://site.test/',
    keep,
  });

/** Class names, ids and attributes by which Readability drops elements. */
const SUSPECT =
  'remark supplemental legends extra footer-note comment related menu-item banner sidebar-note social pager popup header author-note byline share sponsor ad-break pagination'.split(
    ' ',
  );
const EXCEPTION = 'Exception: doors of 700 mm are allowed.';

describe('an article', () => {
  test.each([
    ...SUSPECT.map((name) => `<div class="${name}"><p>${EXCEPTION}</p></div>`),
    ...SUSPECT.map((name) => `<p id="${name}">${EXCEPTION}</p>`),
    `<ul class="extra-list"><li>${EXCEPTION}</li></ul>`,
    `<pre class="comment">${EXCEPTION}</pre>`,
    `<blockquote class="comment">${EXCEPTION}</blockquote>`,
    `<div class="footer-terms"><dl><dt>Stop</dt><dd>${EXCEPTION}</dd></dl></div>`,
    `<aside class="note"><p>${EXCEPTION}</p></aside>`,
    `<div role="alert">${EXCEPTION}</div>`,
    `<div role="complementary">${EXCEPTION}</div>`,
    `<footer><p>${EXCEPTION}</p></footer>`,
    `<details class="popup"><summary>More</summary>${EXCEPTION}</details>`,
    `<nav><p>${EXCEPTION}</p></nav>`,
    `<form><fieldset>${EXCEPTION}</fieldset></form>`,
    `<ul><li><a href="/1">${EXCEPTION}</a></li></ul>`,
  ])('keeps %s', (html) => {
    const { markdown, notice } = read(articleOf(html));
    expect(markdown).toContain(EXCEPTION);
    expect(markdown).not.toContain('Footer words');
    expect(notice).toBeNull();
  });

  test('leaves out a menu of links and counts it', () => {
    const { markdown, notice, left_out } = read(
      articleOf('<nav><ul><li><a href="/1">One</a></li><li><a href="/2">Two</a></li></ul></nav>'),
    );
    expect(markdown).not.toContain('One');
    // Home, Footerwords, One, Two
    expect(left_out).toEqual({ characters: 21, headings: [], tables: 0, lists: 1 });
    expect(notice).toBe(
      'only the main part of the page is shown; 21 characters left out: call again with whole: true to read them',
    );
  });

  test('includes the article around a longer comment that is an article of its own', () => {
    const html = frameOf(
      `<article><section class="remark"><div>${EXCEPTION}</div></section><section><article><p>${LONG}</p><p>${LONG}</p><p>${LONG}</p></article></section></article>`,
    );
    expect(read(html)).toMatchObject({ notice: null });
    expect(read(html).markdown).toContain(EXCEPTION);
  });

  test('does not count the table around it as left out', () => {
    const html = frameOf(
      `<table><tr><td><h1>Handbook</h1><p>${LONG}</p><p>${LONG}</p></td></tr></table>`,
    );
    expect(read(html)).toMatchObject({ left_out: { tables: 0 }, notice: null });
  });
});

describe('a page without an article', () => {
  const page = (content: string, after = ''): string =>
    frameOf(
      `<div class="page"><div class="text"><h1>Handbook</h1><p>${LONG}</p><p>${LONG}</p>${content}<p>${LONG}</p></div>${after}</div>`,
    );

  test.each(SUSPECT)('keeps a block of the class %s between its paragraphs', (name) => {
    const { markdown, notice } = read(page(`<div class="${name}">${EXCEPTION}</div>`));
    expect(markdown).toContain(EXCEPTION);
    expect(notice).toBeNull();
  });

  test('has a notice about text after its paragraphs, and keeps it if its class is to be kept', () => {
    const html = page('', `<div class="remark wide"><div>${EXCEPTION}</div></div>`);
    const { markdown, notice } = read(html);
    expect(markdown).not.toContain(EXCEPTION);
    expect(notice).toMatch(
      /^only the main part of the page is shown; \d+ characters left out: call/,
    );
    const kept = read(html, ['Remark']);
    expect(kept.markdown).toContain(EXCEPTION);
    expect(kept.notice).toBeNull();
  });

  test('includes a short main element next to longer text', () => {
    const { markdown } = read(
      `<title>T</title><main><h1>Door 12</h1><p>Width 900.</p></main><div><p>${LONG}</p><p>${LONG}</p></div>`,
    );
    expect(markdown).toContain('# Door 12\n\nWidth 900.');
  });
});

/** A random tree of elements, in which every text is a word of its own. */
type Tree = {
  readonly tag: string;
  readonly attributes: string;
  readonly children: readonly Tree[];
};

const names = fc.constantFrom(
  '',
  ...SUSPECT.map((name) => ` class="${name}"`),
  ' role="alert"',
  ' role="complementary"',
  ' id="sidebar"',
  ' style="display:block"',
);
const TAGS =
  'p div section span aside footer header nav ul ol li table tr td th caption dl dt dd pre code blockquote a b sup h2 h4 figure figcaption details summary form math'.split(
    ' ',
  );
const treeOf = fc.memo((depth) =>
  fc.record({
    tag: fc.constantFrom(...TAGS),
    attributes: names,
    children: depth === 1 ? fc.constant<Tree[]>([]) : fc.array(treeOf(depth - 1), { maxLength: 3 }),
  }),
) as (depth: number) => fc.Arbitrary<Tree>;
const trees = fc.array(treeOf(4), { maxLength: 4 });

function htmlOf({ tag, attributes, children }: Tree, words: string[]): string {
  const word = (): string => {
    words.push(`w${words.length}q`);
    return words.at(-1) ?? '';
  };
  const link = tag === 'a' ? ' href="/x"' : '';
  return `<${tag}${attributes}${link}>${word()} ${children.map((child) => `${htmlOf(child, words)} ${word()} `).join('')}</${tag}>`;
}

describe('a random page', () => {
  const frames: readonly (readonly [string, (content: string) => string])[] = [
    ['in an article', articleOf],
    ['in a main element', (content) => articleOf(content).replaceAll('article>', 'main>')],
    ['without either', (content) => articleOf(content).replaceAll('article>', 'div>')],
  ];

  test.each(frames)(
    '%s has each of its words in the Markdown or counted by the notice',
    (_, frame) => {
      fc.assert(
        fc.property(trees, (parts) => {
          const words: string[] = [];
          const html = frame(parts.map((part) => htmlOf(part, words)).join(''));
          const { markdown, left_out, notice } = read(html);
          const shown = new Set(markdown.match(/w\d+q/g));
          const missing = words.filter((word) => !shown.has(word));
          if (missing.length === 0) return;
          // Home and Footer words are outside of the main part
          expect(left_out.characters).toBe(15 + missing.join('').length);
          expect(notice).toContain(`${left_out.characters} characters left out`);
        }),
        { numRuns: 150 },
      );
    },
  );

  test('has each of its words in the Markdown of the whole page, once', () => {
    fc.assert(
      fc.property(trees, (parts) => {
        const words: string[] = [];
        const html = parts.map((part) => htmlOf(part, words)).join('');
        const { markdown } = readPage({
          body: Buffer.from(html),
          content_type: 'text/html',
          base: 'https://site.test/',
          whole: true,
        });
        expect((markdown.match(/w\d+q/g) ?? []).toSorted()).toEqual(words.toSorted());
      }),
      { numRuns: 150 },
    );
  });
});

test.each([
  ['whose main part is not looked for', '<p>seen</p>', false],
  ['of more than 400,000 characters', `<p>seen</p>${'<p>a</p>'.repeat(49_999)}`, true],
])('a page %s is shown whole, with a notice', (_, html, extract) => {
  const page = readPage({
    body: Buffer.from(`<nav>menu</nav><article>${html}</article>`),
    content_type: 'text/html; charset=utf-8',
    base: 'https://site.test/',
    extract,
  });
  expect(page.extracted).toBe(false);
  expect(page.markdown).toMatch(/^menu\s+seen/);
  expect(page.notice).toBe(
    'the page is too large or too deeply nested to find its main part: the whole page is shown',
  );
});
