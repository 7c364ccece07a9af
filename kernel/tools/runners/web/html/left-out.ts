/** @module left-out: counts the content of a page that is not in its main part. */
import { HEADING_LEVEL } from './markdown.ts';
import { attributeOf, nameOf, plainText, TEXT } from './node.ts';
import type { HtmlNode } from './node.ts';

/** Content of a page that is not in its main part. */
export type LeftOut = {
  /** Characters other than white space. */
  readonly characters: number;
  /** Texts of the headings, in the order of the page, at most 50. */
  readonly headings: readonly string[];
  readonly tables: number;
  readonly lists: number;
};

/** `LeftOut` with the part of it that a reader should know of. */
export type CountedLeftOut = {
  readonly left_out: LeftOut;
  /** Number of characters outside of menus, page headers and footers, or within the main part. */
  readonly notable: number;
};

export const NOTHING_LEFT_OUT: LeftOut = { characters: 0, headings: [], tables: 0, lists: 0 };

/** Number of headings that are listed. */
const HEADINGS_MAX = 50;
/** Longest text of a listed heading, UTF-16 units. */
const HEADING_CHARS_MAX = 120;
/** The frame of a page: menus, header, footer and side notes. */
const FRAMES: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);
const FRAME_ROLE = /^(?:navigation|menu|menubar|banner|contentinfo|complementary|search)$/;

/** Whether an element belongs to the frame of a page. */
export function isFrame(element: HtmlNode): boolean {
  return FRAMES.has(nameOf(element)) || FRAME_ROLE.test(attributeOf(element, 'role'));
}

/** The parts of a page that are shown, and the elements within them that are left out. */
export type Shown = {
  readonly parts: Iterable<HtmlNode>;
  /** Elements among the content. */
  readonly without: Iterable<HtmlNode>;
  /** Elements before or after the content. */
  readonly outside: Iterable<HtmlNode>;
};

/** The content of `whole` that is not shown. */
export function leftOutOf(whole: HtmlNode, shown: Shown): CountedLeftOut {
  const counter = new Counter(shown);
  counter.visit(whole, { shown: false, frame: false });
  return counter.counted();
}

/** Where a node is: whether it is shown, and whether it belongs to the frame of the page. */
type Place = { readonly shown: boolean; readonly frame: boolean };

class Counter {
  readonly #parts: ReadonlySet<HtmlNode>;
  readonly #without: ReadonlySet<HtmlNode>;
  readonly #outside: ReadonlySet<HtmlNode>;
  readonly #headings: string[] = [];
  #characters = 0;
  #notable = 0;
  #tables = 0;
  #lists = 0;

  constructor({ parts, without, outside }: Shown) {
    this.#parts = new Set(parts);
    this.#without = new Set(without);
    this.#outside = new Set(outside);
  }

  counted(): CountedLeftOut {
    return {
      left_out: {
        characters: this.#characters,
        headings: this.#headings
          .slice(0, HEADINGS_MAX)
          .map((heading) => heading.slice(0, HEADING_CHARS_MAX).toWellFormed()),
        tables: this.#tables,
        lists: this.#lists,
      },
      notable: this.#notable,
    };
  }

  /** Visits a node. Returns whether any of it is shown. */
  visit(node: HtmlNode, around: Place): boolean {
    if (node.nodeType === TEXT) {
      if (!around.shown) this.#addText(node.nodeValue ?? '', around.frame);
      return around.shown;
    }
    const name = nameOf(node);
    if (name === 'title') return false;
    const place = this.#placeOf(node, around);
    let shown = place.shown;
    for (const child of node.childNodes) if (this.visit(child, place)) shown = true;
    // A table or list around the main part is not left out
    if (!shown) this.#addElement(node, name);
    return shown;
  }

  #placeOf(node: HtmlNode, around: Place): Place {
    if (this.#without.has(node)) return { shown: false, frame: false };
    if (this.#outside.has(node)) return { shown: false, frame: isFrame(node) };
    if (around.shown || this.#parts.has(node)) return { shown: true, frame: false };
    return { shown: false, frame: around.frame || isFrame(node) };
  }

  #addText(text: string, frame: boolean): void {
    const { length } = text.replaceAll(/\s+/g, '');
    this.#characters += length;
    if (!frame) this.#notable += length;
  }

  #addElement(node: HtmlNode, name: string): void {
    if (name === 'table') this.#tables += 1;
    if (name === 'ul' || name === 'ol' || name === 'dl') this.#lists += 1;
    if (!HEADING_LEVEL.has(name)) return;
    const text = plainText(node).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') this.#headings.push(text);
  }
}
