/** @module left-out: compares the extracted main part of a page with the whole page. */
import type { HtmlNode } from './markdown.ts';
import { HEADING_LEVEL, nameOf } from './markdown.ts';

/** Content of a page that is not in its main part. */
export type LeftOut = {
  /** Characters other than white space. */
  readonly characters: number;
  /** Texts of the headings, in the order of the page, at most 50. */
  readonly headings: readonly string[];
  readonly tables: number;
  readonly lists: number;
};

export const NOTHING_LEFT_OUT: LeftOut = { characters: 0, headings: [], tables: 0, lists: 0 };

/** Number of headings that are listed. */
const HEADINGS_MAX = 50;
/** Longest text of a listed heading, UTF-16 units. */
const HEADING_CHARS_MAX = 120;

/** The content of `whole` that is not in `main`. */
export function leftOutOf(whole: HtmlNode, main: HtmlNode): LeftOut {
  const all = contentOf(whole);
  const kept = contentOf(main);
  const counts = new Map<string, number>();
  for (const heading of kept.headings) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  const headings = all.headings.filter((heading) => {
    const count = counts.get(heading) ?? 0;
    counts.set(heading, count - 1);
    return count <= 0;
  });
  return {
    characters: Math.max(0, all.characters - kept.characters),
    headings: headings
      .slice(0, HEADINGS_MAX)
      .map((heading) => heading.slice(0, HEADING_CHARS_MAX).toWellFormed()),
    tables: Math.max(0, all.tables - kept.tables),
    lists: Math.max(0, all.lists - kept.lists),
  };
}

type Content = { characters: number; readonly headings: string[]; tables: number; lists: number };

function contentOf(node: HtmlNode): Content {
  const content: Content = { characters: 0, headings: [], tables: 0, lists: 0 };
  addContent(node, content);
  return content;
}

function addContent(node: HtmlNode, content: Content): void {
  const name = nameOf(node);
  if (name === 'title') return;
  if (name === 'table') content.tables += 1;
  if (name === 'ul' || name === 'ol' || name === 'dl') content.lists += 1;
  if (name === '') content.characters += (node.nodeValue ?? '').replaceAll(/\s+/g, '').length;
  if (HEADING_LEVEL.has(name)) {
    const text = textOf(node).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') content.headings.push(text);
  }
  for (const child of node.childNodes) addContent(child, content);
}

function textOf(node: HtmlNode): string {
  if (nameOf(node) === '') return node.nodeValue ?? '';
  const parts: string[] = [];
  for (const child of node.childNodes) parts.push(textOf(child));
  return parts.join('');
}
