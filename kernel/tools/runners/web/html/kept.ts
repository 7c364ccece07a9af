/** @module kept: what Readability takes for the main part of a page. */
import { Readability } from '@mozilla/readability';

import { attributeOf, nameOf, TEXT } from './node.ts';
import type { HtmlNode } from './node.ts';
import { documentOf, elementsOf } from './page-document.ts';
import type { PageDocument, PageElement } from './page-document.ts';

/** What Readability kept, by places in the document (see `elementsOf`). */
export type Kept = {
  readonly title: string | null;
  readonly byline: string | null;
  readonly elements: ReadonlySet<number>;
  /** The innermost elements with text or a picture. */
  readonly holders: ReadonlySet<number>;
};

/** Runs Readability on a page; undefined if it finds nothing. */
export function keptOf(html: string): Kept | undefined {
  const copy = documentOf(html);
  mark(copy);
  protectHeadings(copy);
  const found = new Readability<HtmlNode>(copy, {
    disableJSONLD: true,
    serializer: (node: HtmlNode) => node,
  }).parse();
  if (found?.content === null || found?.content === undefined) return undefined;
  return { title: found.title ?? null, byline: found.byline ?? null, ...keptIn(found.content) };
}

/** The attribute that identifies an element by its place in the document. */
const MARK = 'data-at';
/**
 * Elements that Readability merges with a single one inside, which takes over all attributes. They have no mark, so that
 * none is replaced; with marks of different names, the attributes add up with the depth of the page.
 */
const MERGED: ReadonlySet<string> = new Set(['div', 'section']);

function mark(document: PageDocument): void {
  for (const [at, element] of elementsOf(document).entries()) {
    if (MERGED.has(nameOf(element))) markText(document, element, String(at));
    else element.setAttribute(MARK, String(at));
  }
}

/** Marks the text directly in an element by a `span`: Readability replaces a `div` of text by a new paragraph. */
function markText(document: PageDocument, element: PageElement, at: string): void {
  for (const child of element.childNodes) {
    if (!isText(child) && !isScriptLink(child)) continue;
    const span = document.createElement('span');
    span.setAttribute(MARK, at);
    element.replaceChild(span, child);
    span.append(child);
  }
}

function isText(node: HtmlNode): boolean {
  return node.nodeType === TEXT && (node.nodeValue ?? '').trim() !== '';
}

/** Whether Readability replaces a link by its text. */
function isScriptLink(node: HtmlNode): boolean {
  return nameOf(node) === 'a' && attributeOf(node, 'href').startsWith('javascript:');
}

/** Class names of the frame of a heading. */
const FRAME_OF_HEADING = /head|title|anchor/i;
/** Number of elements around a heading whose class names are looked at. */
const FRAMES_MAX = 3;

/** Removes class names and ids of headings and their frames, by which Readability drops them, such as `sidebar-title`. */
function protectHeadings(page: PageDocument): void {
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    unname(heading);
    let frame = heading.parentElement;
    for (let nth = 0; nth < FRAMES_MAX && frame !== null; nth += 1) {
      const names = `${frame.getAttribute?.('class') ?? ''} ${frame.getAttribute?.('id') ?? ''}`;
      if (FRAME_OF_HEADING.test(names)) unname(frame);
      frame = frame.parentElement;
    }
  }
}

function unname(element: PageElement): void {
  element.removeAttribute('class');
  element.removeAttribute('id');
}

function keptIn(content: HtmlNode): Pick<Kept, 'elements' | 'holders'> {
  const elements = new Set<number>();
  const holders = new Set<number>();
  const visit = (node: HtmlNode, holder: number | undefined): void => {
    if (node.nodeType === TEXT) {
      if (isText(node) && holder !== undefined) holders.add(holder);
      return;
    }
    const place = attributeOf(node, MARK);
    const own = place === '' ? holder : Number(place);
    if (own !== undefined) elements.add(own);
    if (nameOf(node) === 'img' && own !== undefined) holders.add(own);
    for (const child of node.childNodes) visit(child, own);
  };
  visit(content, undefined);
  return { elements, holders };
}
