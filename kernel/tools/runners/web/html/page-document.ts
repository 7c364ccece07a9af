/** @module page-document: parses the pruned HTML of a page. */
import { parseHTML } from 'linkedom';

import { ELEMENT } from './node.ts';
import type { HtmlNode } from './node.ts';

/** The members of an element that are used here. */
export type PageElement = HtmlNode & {
  readonly parentElement: PageElement | null;
  readonly attributes: Iterable<{ readonly name: string }>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
  append(node: HtmlNode): void;
  replaceChild(node: HtmlNode, old: HtmlNode): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

/** The members of a document that are used here. */
export type PageDocument = {
  createElement(name: string): PageElement;
  readonly body: PageElement;
  querySelector(
    selector: string,
  ): { readonly textContent: string | null; getAttribute(name: string): string | null } | null;
  append(node: HtmlNode): void;
  replaceChild(node: HtmlNode, old: HtmlNode): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

/** Parses pruned HTML. */
export function documentOf(html: string): PageDocument {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return document;
}

/** The elements of the body, in the order of the document. */
export function elementsOf({ body }: PageDocument): PageElement[] {
  return [body, ...body.querySelectorAll('*')];
}

/** The child elements of a node. */
export function* elementsIn(node: HtmlNode): Generator<PageElement> {
  for (const child of node.childNodes) if (isElement(child)) yield child;
}

function isElement(node: HtmlNode): node is PageElement {
  return node.nodeType === ELEMENT;
}
