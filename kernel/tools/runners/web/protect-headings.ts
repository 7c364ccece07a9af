/** @module protect-headings: keeps headings and tables of a page from being dropped because of their class names. */
import { LEVEL_ATTRIBUTE } from './markdown.ts';

/** The members of an element that are used here. */
export type PageElement = {
  readonly nodeName: string;
  readonly parentElement: PageElement | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
};

type ProtectedPage = { querySelectorAll(selector: string): Iterable<PageElement> };

/** Elements of tables and lists of definitions. */
const PARTS = 'table, caption, thead, tbody, tfoot, tr, th, td, dl, dt, dd';
/** Class names of the frame of a heading. */
const FRAME_OF_HEADING = /head|title|anchor/i;
/** Number of elements around a heading whose class names are looked at. */
const FRAMES_MAX = 3;

/**
 * Removes class names and ids that make Readability drop headings, their frames and tables, such as `sidebar-title` and
 * `header-cell`. Readability makes every `h1` an `h2`; the level of a heading is therefore kept in an attribute.
 */
export function protectHeadings(page: ProtectedPage): void {
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    heading.setAttribute(LEVEL_ATTRIBUTE, heading.nodeName.slice(1));
    unname(heading);
    let frame = heading.parentElement;
    for (let nth = 0; nth < FRAMES_MAX && frame !== null; nth += 1) {
      const names = `${frame.getAttribute('class') ?? ''} ${frame.getAttribute('id') ?? ''}`;
      if (FRAME_OF_HEADING.test(names)) unname(frame);
      frame = frame.parentElement;
    }
  }
  for (const part of page.querySelectorAll(PARTS)) unname(part);
}

function unname(element: PageElement): void {
  element.removeAttribute('class');
  element.removeAttribute('id');
}
