/** @module wide-markup: a markup file of any version in one form, that of version 3.0 with all members of earlier ones. */
import { WIDE_MARKUP } from './forms.ts';
import { others, tidied } from './tidy.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  element,
  elementsOf,
  textOf,
  withChildren,
} from './xml-node.ts';
import type { XmlElement } from './xml-tree.ts';

/**
 * The markup of a topic in one form; null for a file without a topic. Members are found in any case, with any prefix, and
 * at the place of any version: comments and viewpoints next to the topic or in it, in a list or not. Everything that no
 * version defines is kept.
 */
export function wideMarkup(root: XmlElement): XmlElement | null {
  const topic = childOf(root, 'Topic');
  if (topic === undefined) return null;
  const header = childOf(root, 'Header');
  const further = others(root, 'Header', 'Topic', 'Comment', 'Comments', 'Viewpoints', 'Viewpoint');
  const tree = element('Markup', root.attributes, [
    ...(header === undefined ? [] : [wideHeader(header)]),
    wideTopic(topic, root),
    ...further,
  ]);
  return tidied(tree, WIDE_MARKUP);
}

function wideHeader(header: XmlElement): XmlElement {
  const files = [
    ...childrenOf(header, 'File'),
    ...childrenOf(header, 'Files').flatMap((many) => childrenOf(many, 'File')),
  ];
  return withChildren(header, [
    ...(files.length === 0 ? [] : [element('Files', [], files.map(withExternal))]),
    ...others(header, 'File', 'Files'),
  ]);
}

/** The same element; its attribute `isExternal` is written as in version 3.0. */
function withExternal(of: XmlElement): XmlElement {
  return {
    ...of,
    attributes: of.attributes.map(([name, value]) =>
      name.toLowerCase() === 'isexternal' ? ['IsExternal', value] : [name, value],
    ),
  };
}

/** Names that hold lists of a topic in some version. */
const LISTS = [
  'ReferenceLink',
  'ReferenceLinks',
  'Labels',
  'Label',
  'BimSnippet',
  'DocumentReference',
  'DocumentReferences',
  'RelatedTopic',
  'RelatedTopics',
  'Comment',
  'Comments',
  'Viewpoint',
  'Viewpoints',
] as const;

function wideTopic(topic: XmlElement, markup: XmlElement): XmlElement {
  const both = [topic, markup];
  return withChildren(topic, [
    ...others(topic, ...LISTS),
    ...list('ReferenceLinks', textEntries(topic, 'ReferenceLinks', 'ReferenceLink')),
    ...list('Labels', textEntries(topic, 'Labels', 'Label')),
    ...childrenOf(topic, 'BimSnippet').map(withExternal),
    ...list(
      'DocumentReferences',
      entriesOf(topic, 'DocumentReferences', 'DocumentReference').map(wideDocument),
    ),
    ...list('RelatedTopics', entriesOf(topic, 'RelatedTopics', 'RelatedTopic')),
    ...list(
      'Comments',
      both.flatMap((parent) => entriesOf(parent, 'Comments', 'Comment')),
    ),
    ...list(
      'Viewpoints',
      both.flatMap((parent) => entriesOf(parent, 'Viewpoints', 'ViewPoint')),
    ),
  ]);
}

function list(name: string, entries: readonly XmlElement[]): readonly XmlElement[] {
  return entries.length === 0 ? [] : [element(name, [], entries)];
}

/** Entries with text: in a list, next to each other under the name of an entry, or under the name of the list. */
function textEntries(parent: XmlElement, many: string, entry: string): readonly XmlElement[] {
  return [
    ...childrenOf(parent, many).flatMap((one) =>
      textOf(one) === null ? childrenOf(one, entry) : [{ ...one, name: entry }],
    ),
    ...childrenOf(parent, entry),
  ];
}

/**
 * Entries with members. An element with the name of the list is a list if it has entries with members, and else an entry,
 * as in version 2.0.
 */
function entriesOf(parent: XmlElement, many: string, entry: string): readonly XmlElement[] {
  return [
    ...childrenOf(parent, many).flatMap((one) => {
      const entries = childrenOf(one, entry).filter(isEntry);
      if (entries.length > 0) return entries;
      return isEntry(one) ? [{ ...one, name: entry }] : [];
    }),
    ...childrenOf(parent, entry).filter(isEntry),
  ];
}

function isEntry(one: XmlElement): boolean {
  return elementsOf(one).length > 0 || attributeOf(one, 'Guid') !== null;
}

/** A reference to a document. Its path in versions 2 is a URL if it is marked as external. */
function wideDocument(reference: XmlElement): XmlElement {
  const isExternal = attributeOf(reference, 'isExternal')?.toLowerCase();
  const outside = isExternal === 'true' || isExternal === '1';
  return {
    name: 'DocumentReference',
    attributes: reference.attributes.filter(([name]) => name.toLowerCase() !== 'isexternal'),
    children: reference.children.map((node) =>
      outside && typeof node !== 'string' && node.name.toLowerCase() === 'referenceddocument'
        ? { ...node, name: 'Url' }
        : node,
    ),
  };
}
