/** @module xml-node: questions about XML elements, and their text. Names are compared without prefix and case. */
import { xmlAttribute, xmlText } from '../../../base/text/xml-text.ts';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/** The name of an element or attribute without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether a name is the given one, in any case and with any prefix. */
export function isNamed(name: string, wanted: string): boolean {
  return localName(name).toLowerCase() === wanted.toLowerCase();
}

/** The child elements of this name. */
export function childrenOf(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return elementsOf(parent).filter((node) => isNamed(node.name, name));
}

/** The first child element of this name. */
export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(parent).find((node) => isNamed(node.name, name));
}

/** All child elements. */
export function elementsOf(parent: XmlElement | undefined): readonly XmlElement[] {
  return (parent?.children ?? []).filter((node) => typeof node !== 'string');
}

/** The text of an element without that of its child elements, trimmed; null if there is none. */
export function textOf(one: XmlElement | undefined): string | null {
  const text = (one?.children ?? []).filter((node) => typeof node === 'string').join('');
  return text.trim() === '' ? null : text.trim();
}

/** The trimmed text of the first child element of this name; null if there is none. */
export function childText(parent: XmlElement | undefined, name: string): string | null {
  return textOf(childOf(parent, name));
}

/** The trimmed value of an attribute; null if it is missing or blank. */
export function attributeOf(one: XmlElement | undefined, name: string): string | null {
  const found = one?.attributes.find(([key]) => isNamed(key, name))?.[1].trim();
  return found === undefined || found === '' ? null : found;
}

/** An element. */
export function element(
  name: string,
  attributes: XmlElement['attributes'],
  children: readonly XmlNode[],
): XmlElement {
  return { name, attributes, children };
}

/** The same element with other children. */
export function withChildren(parent: XmlElement, children: readonly XmlNode[]): XmlElement {
  return { ...parent, children };
}

/** The same element under another name. */
export function renamed(one: XmlElement, name: string): XmlElement {
  return { name, attributes: one.attributes, children: one.children };
}

/** An element as XML text, indented by two spaces per level; text content is written as it is. */
function xmlOf(node: XmlElement, indent = ''): string {
  const attributes = node.attributes
    .map(([key, value]) => ` ${key}="${xmlAttribute(value)}"`)
    .join('');
  if (node.children.length === 0) return `${indent}<${node.name}${attributes}/>`;
  if (node.children.some((child) => typeof child === 'string')) {
    const content = node.children.map((child) =>
      typeof child === 'string' ? xmlText(child) : xmlOf(child),
    );
    return `${indent}<${node.name}${attributes}>${content.join('')}</${node.name}>`;
  }
  const content = elementsOf(node).map((child) => xmlOf(child, `${indent}  `));
  return [`${indent}<${node.name}${attributes}>`, ...content, `${indent}</${node.name}>`].join(
    '\n',
  );
}

/** An XML file with this root element. */
export function xmlFileOf(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf(root)}\n`;
}
