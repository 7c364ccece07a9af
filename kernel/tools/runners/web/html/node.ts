/** @module node: the members of a DOM node that the conversion of a page uses. */

/** A node of a parsed page. */
export type HtmlNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
};

/** Values of `nodeType`. */
export const ELEMENT = 1;
export const TEXT = 3;

/** The name of an element in lower case; '' for other nodes. */
export function nameOf(node: HtmlNode): string {
  return node.nodeType === ELEMENT ? node.nodeName.toLowerCase() : '';
}

/** The value of an attribute; '' if it is missing. */
export function attributeOf(node: HtmlNode, name: string): string {
  return node.nodeType === ELEMENT ? (node.getAttribute?.(name) ?? '') : '';
}

/** All text of a node, unchanged. */
export function plainText(node: HtmlNode): string {
  if (node.nodeType === TEXT) return node.nodeValue ?? '';
  const parts: string[] = [];
  for (const child of node.childNodes) parts.push(plainText(child));
  return parts.join('');
}

/** Whether an element below a node fulfils a condition. */
export function hasBelow(node: HtmlNode, fits: (element: HtmlNode) => boolean): boolean {
  for (const child of node.childNodes) {
    if (child.nodeType === ELEMENT && (fits(child) || hasBelow(child, fits))) return true;
  }
  return false;
}
