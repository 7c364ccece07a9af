/** @module cases: pages that are expensive to read; add a row to add a case. */

/** A page that must be read within the limits. */
export type HostilePage = {
  readonly name: string;
  readonly html: () => string;
  /** Whether the page is expected to be cut. */
  readonly cut?: boolean;
};

export const HOSTILE_PAGES: readonly HostilePage[] = [
  {
    name: '100 KB of open tags',
    html: () => '<div>'.repeat(20_000),
    cut: true,
  },
  {
    name: 'tags nested 1000 deep around a text',
    html: () => `${'<div>'.repeat(1000)}deep text${'</div>'.repeat(1000)}`,
    cut: false,
  },
  {
    name: 'open tags, then closing tags of another name',
    html: () => '<div>'.repeat(4000) + '</span>'.repeat(200_000),
    cut: false,
  },
  {
    name: 'a text of 1.5 MB without a tag',
    html: () => `<p>${'word '.repeat(300_000)}</p>`,
    cut: true,
  },
  {
    name: 'a word of 500 KB',
    html: () => `<p>${'a'.repeat(500_000)}</p>`,
    cut: true,
  },
  {
    name: '60,000 paragraphs',
    html: () => '<p>a</p>'.repeat(60_000),
    cut: true,
  },
  {
    name: 'a tag of 20,000 attributes',
    html: () =>
      `<p ${Array.from({ length: 20_000 }, (_, at) => `a${at}="x"`).join(' ')}>the text</p>`,
    cut: false,
  },
  {
    name: 'an attribute of 1 MB',
    html: () => `<a href="http://x.test/${'y'.repeat(1_000_000)}">the text</a>`,
    cut: false,
  },
  {
    name: 'lists in lists',
    html: () => `${'<ul><li>item '.repeat(2000)}end`,
    cut: false,
  },
  {
    name: 'tables in tables',
    html: () => `${'<table><tr><td>cell '.repeat(1500)}end`,
    cut: false,
  },
  {
    name: 'a comment without an end',
    html: () => `<p>before</p><!--${'<b>'.repeat(300_000)}`,
    cut: false,
  },
  {
    name: 'backquotes, brackets and stars',
    html: () => `<p>${'`[*_'.repeat(20_000)}</p><code>${'`'.repeat(50_000)}</code>`,
    cut: false,
  },
];
