/** @module main-part: finds the main part of a page, from which nothing but navigation is left out. */
import { keptOf } from './kept.ts';
import type { Kept } from './kept.ts';
import { isFrame } from './left-out.ts';
import { HEADING_LEVEL, isBlock } from './markdown.ts';
import { attributeOf, nameOf, plainText, TEXT } from './node.ts';
import type { HtmlNode } from './node.ts';
import { elementsIn, elementsOf } from './page-document.ts';
import type { PageDocument, PageElement } from './page-document.ts';

/** The main part of a page. */
export type MainPart = {
  readonly title: string | null;
  readonly byline: string | null;
  /** The elements that are the main part, in the order of the page. */
  readonly parts: readonly PageElement[];
  /** Elements among the content that are left out. */
  readonly without: readonly PageElement[];
  /** Elements of the parts before or after the content. */
  readonly outside: readonly PageElement[];
};

/**
 * Finds the main part. Readability decides where it is; it drops content by class names and shape, so that the content
 * itself is taken from the page: from the whole `article` or `main` around it, else from its first to its last kept element.
 *
 * @param page the document of `html`
 * @param keep class names and ids of elements that always belong to the main part
 */
export function mainPartOf(
  page: PageDocument,
  html: string,
  keep: readonly string[],
): MainPart | undefined {
  const kept = keptOf(html);
  if (kept === undefined) return undefined;
  const elements = new Elements(page);
  const choice = new Choice(elements, kept, keep);
  return { title: kept.title, byline: kept.byline, ...choice.parts() };
}

/** The elements of a document by their places. */
class Elements {
  readonly all: readonly PageElement[];
  readonly #place = new Map<HtmlNode, number>();

  constructor(page: PageDocument) {
    this.all = elementsOf(page);
    for (const [at, element] of this.all.entries()) this.#place.set(element, at);
  }

  placeOf(element: HtmlNode): number {
    return this.#place.get(element) ?? -1;
  }
}

const MAIN = (element: HtmlNode): boolean =>
  nameOf(element) === 'main' || attributeOf(element, 'role') === 'main';
const ARTICLE = (element: HtmlNode): boolean =>
  nameOf(element) === 'article' || attributeOf(element, 'role') === 'article';
const NAVIGATION = (element: HtmlNode): boolean =>
  nameOf(element) === 'nav' || /^(?:navigation|menu|menubar)$/.test(attributeOf(element, 'role'));
/** Elements that group others. */
const SECTIONS: ReadonlySet<string> = new Set('article body center div main section td'.split(' '));
/** Elements of text. */
const PROSE: ReadonlySet<string> = new Set('blockquote dl ol p pre table ul'.split(' '));
/** Smallest share of links in the text of an element that counts as navigation. */
const LINK_SHARE = 0.5;

/** Chooses the parts of a page from what Readability kept. */
class Choice {
  readonly #elements: Elements;
  readonly #kept: Kept;
  readonly #keep: ReadonlySet<string>;
  readonly #without: PageElement[] = [];
  readonly #outside: PageElement[] = [];
  readonly #first: number;
  readonly #last: number;
  /** Elements that contain a kept one, or are one. */
  readonly #around = new Set<HtmlNode>();
  /** Elements that contain a main or named one. */
  readonly #aroundNamed = new Set<HtmlNode>();

  constructor(elements: Elements, kept: Kept, keep: readonly string[]) {
    this.#elements = elements;
    this.#kept = kept;
    this.#keep = new Set(keep.map((name) => name.toLowerCase()));
    let first = Infinity;
    let last = -1;
    for (const place of kept.holders) {
      first = Math.min(first, place);
      last = Math.max(last, place);
      addAround(this.#around, elements.all[place]);
    }
    for (const place of kept.elements) addAround(this.#around, elements.all[place]);
    for (const element of elements.all) {
      if (MAIN(element) || this.#isNamed(element)) {
        addAround(this.#aroundNamed, element.parentElement);
      }
    }
    this.#first = first;
    this.#last = last;
  }

  /** The parts, and the elements within them that are left out. */
  parts(): Pick<MainPart, 'parts' | 'without' | 'outside'> {
    const { all } = this.#elements;
    const holders = [...this.#kept.holders].map((place) => all[place]);
    const root = commonOf(holders.filter((element) => element !== undefined)) ?? all[0];
    const wanted = new Set<PageElement>();
    if (root !== undefined) wanted.add(meaningOf(root));
    for (const element of all) if (MAIN(element) || this.#isNamed(element)) wanted.add(element);
    // A part within another one is not a part of its own
    const parts = [...wanted].filter(
      (part) => !ancestorsOf(part).some((above) => wanted.has(above)),
    );
    parts.sort((one, other) => this.#elements.placeOf(one) - this.#elements.placeOf(other));
    for (const part of parts) {
      if (MAIN(part) || ARTICLE(part) || this.#isNamed(part)) this.#leaveOutNavigation(part);
      else this.#leaveOutDropped(part);
    }
    return { parts, without: this.#without, outside: this.#outside };
  }

  #isNamed(element: HtmlNode): boolean {
    if (this.#keep.size === 0) return false;
    const names = `${attributeOf(element, 'class')} ${attributeOf(element, 'id')}`.toLowerCase();
    return names.split(/\s+/).some((name) => this.#keep.has(name));
  }

  /** Leaves out the navigation within an element, all other content of which is kept. */
  #leaveOutNavigation(within: HtmlNode): void {
    for (const child of elementsIn(within)) {
      if (this.#isNamed(child)) continue;
      if (isNavigation(child)) this.#without.push(child);
      else this.#leaveOutNavigation(child);
    }
  }

  /** Leaves out what Readability dropped, except text between kept elements. */
  #leaveOutDropped(within: HtmlNode): void {
    const line = isLine(within);
    for (const child of elementsIn(within)) {
      // Readability replaces links to scripts by their text
      if (line && !isBlock(child)) continue;
      if (this.#isWhole(child)) this.#leaveOutNavigation(child);
      else if (this.#aroundNamed.has(child)) this.#leaveOutDropped(child);
      else if (isNavigation(child)) this.#leaveOut(child);
      else if (this.#around.has(child)) this.#leaveOutDropped(child);
      else if (this.#belongs(child)) this.#leaveOutNavigation(child);
      else this.#leaveOut(child);
    }
  }

  #leaveOut(element: PageElement): void {
    (this.#isBetween(element) ? this.#without : this.#outside).push(element);
  }

  #isBetween(element: PageElement): boolean {
    const place = this.#elements.placeOf(element);
    return place > this.#first && place < this.#last;
  }

  #isWhole(element: HtmlNode): boolean {
    if (MAIN(element) || this.#isNamed(element)) return true;
    return ARTICLE(element) && this.#around.has(element);
  }

  /** Whether an element that Readability dropped is a heading or text, or lies between kept elements. */
  #belongs(element: PageElement): boolean {
    if (isHeading(element)) return true;
    if (linkShare(element) >= LINK_SHARE) return false;
    return PROSE.has(nameOf(element)) || this.#isBetween(element);
  }
}

/** Adds an element and all around it. */
function addAround(to: Set<HtmlNode>, element: PageElement | null | undefined): void {
  let around = element;
  while (around !== null && around !== undefined && !to.has(around)) {
    to.add(around);
    around = around.parentElement;
  }
}

/** The outermost article around an element, else the innermost main element, else the innermost section. */
function meaningOf(element: PageElement): PageElement {
  const around = [element, ...ancestorsOf(element)];
  return around.findLast(ARTICLE) ?? around.find(MAIN) ?? around.find(isSection) ?? element;
}

function isSection(element: HtmlNode): boolean {
  return SECTIONS.has(nameOf(element));
}

/** Whether the inline elements in an element are parts of its text. */
function isLine(element: HtmlNode): boolean {
  if (!isSection(element)) return true;
  for (const child of element.childNodes) {
    if (child.nodeType === TEXT && (child.nodeValue ?? '').trim() !== '') return true;
  }
  return false;
}

/** Whether an element is a menu; a `nav` with text is none. */
function isNavigation(element: HtmlNode): boolean {
  return NAVIGATION(element) && linkShare(element) >= LINK_SHARE;
}

/** Whether an element is a heading, or a frame of one without other text. */
function isHeading(element: HtmlNode): boolean {
  if (isFrame(element)) return false;
  if (HEADING_LEVEL.has(nameOf(element))) return true;
  let characters = 0;
  for (const child of elementsIn(element)) if (isHeading(child)) characters += charactersOf(child);
  return characters > 0 && characters === charactersOf(element);
}

function ancestorsOf(element: PageElement): PageElement[] {
  const ancestors: PageElement[] = [];
  let above = element.parentElement;
  while (above !== null) {
    ancestors.push(above);
    above = above.parentElement;
  }
  return ancestors;
}

/** The innermost element that contains all given ones. */
function commonOf(elements: readonly PageElement[]): PageElement | undefined {
  const [first, ...others] = elements;
  if (first === undefined) return undefined;
  let common = [first, ...ancestorsOf(first)].toReversed();
  for (const other of others) {
    const around = [other, ...ancestorsOf(other)].toReversed();
    let length = 0;
    while (length < common.length && common[length] === around[length]) length += 1;
    common = common.slice(0, length);
  }
  return common.at(-1);
}

/** The share of the text of an element that is in links. */
function linkShare(element: HtmlNode): number {
  const all = charactersOf(element);
  return all === 0 ? 0 : linkedCharacters(element) / all;
}

function charactersOf(node: HtmlNode): number {
  return plainText(node).replaceAll(/\s+/g, '').length;
}

function linkedCharacters(node: HtmlNode): number {
  if (nameOf(node) === 'a') return charactersOf(node);
  let sum = 0;
  for (const child of node.childNodes) sum += linkedCharacters(child);
  return sum;
}
