/** @module native-markup: a markup file in the form of one version. */
import { bcfGuid } from '../bcf-guid.ts';
import { MARKUP, type ReadVersion, VIEW } from '../read/forms.ts';
import { namesIn, others, tidied, withinForm } from '../read/tidy.ts';
import { isDate, isGuid, sameGuid } from '../read/topic-data.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  element,
  elementsOf,
  renamed,
  textOf,
  withChildren,
} from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';

/** How a topic is converted. */
export type Conversion = {
  readonly from: ReadVersion;
  readonly to: ReadVersion;
  /** GUID of the document at a path from the folder of the topic; null if the archive has none. */
  readonly documentAt: (path: string) => string | null;
  /** Path of a document from the folder of the topic; null if the archive has none. */
  readonly pathOf: (document: string) => string | null;
  /** Called for each member that the version cannot have. */
  readonly warn: (message: string) => void;
};

/** Names that some version defines. */
export const DEFINED: ReadonlySet<string> = namesIn([
  ...Object.values(MARKUP),
  ...Object.values(VIEW),
]);

/** Values of members that versions require and a topic does not have. */
export const MISSING = {
  type: 'Issue',
  status: 'Open',
  text: '–',
  date: '1970-01-01T00:00:00Z',
} as const;

/**
 * The markup in the form of a version. In its own version everything is kept; in another one, members that only the
 * source version has are left out and reported, and members that it requires are added.
 */
export function nativeMarkup(wide: XmlElement, conversion: Conversion): XmlElement {
  const { from, to, warn } = conversion;
  const form = MARKUP[to];
  const shaped = to === '3.0' ? shaped3(wide, conversion) : shaped2(wide, conversion);
  if (from === to) return tidied(shaped, form);
  const fitted = withinForm(shaped, form, DEFINED, (path) => {
    // It repeats the GUID of the topic that has the comment.
    if (path !== 'Comment/Topic') warn(`BCF ${to} has no \`${path}\`; it is left out`);
  });
  return tidied(completed(fitted, conversion), form);
}

/** References to documents get the GUID that version 3.0 requires, and the GUID of a document instead of its path. */
function shaped3(wide: XmlElement, { documentAt, from }: Conversion): XmlElement {
  const guid = attributeOf(childOf(wide, 'Topic'), 'Guid') ?? '';
  return mapAt(wide, ['Topic', 'DocumentReferences', 'DocumentReference'], (reference, index) => {
    const path = childText(reference, 'ReferencedDocument');
    if (from === '3.0') return reference;
    const named = attributeOf(reference, 'Guid') ?? bcfGuid(`document ${index} of topic ${guid}`);
    return {
      name: reference.name,
      attributes: [['Guid', named], ...reference.attributes.filter(([name]) => name !== 'Guid')],
      children: [
        ...(path === null ? [] : [documentTarget(path, documentAt(path))]),
        ...others(reference, 'ReferencedDocument'),
      ],
    };
  });
}

function documentTarget(path: string, guid: string | null): XmlElement {
  return guid === null ? element('Url', [], [path]) : element('DocumentGuid', [], [guid]);
}

function shaped2(wide: XmlElement, { to, pathOf }: Conversion): XmlElement {
  const topic = childOf(wide, 'Topic') ?? element('Topic', [], []);
  const guid = attributeOf(topic, 'Guid') ?? '';
  const lists =
    to === '2.0' ? ['DocumentReferences', 'RelatedTopics'] : ['DocumentReference', 'RelatedTopic'];
  const [document = '', related = ''] = lists;
  const within = (many: string, one: string): readonly XmlElement[] =>
    childrenOf(childOf(topic, many), one);
  const header = childOf(wide, 'Header');
  const files = childrenOf(childOf(header, 'Files'), 'File').map(withSmallExternal);
  const heading = [...files, ...others(header, 'Files')];
  return withChildren(wide, [
    ...(header === undefined || heading.length === 0 ? [] : [withChildren(header, heading)]),
    withChildren(topic, [
      ...others(
        topic,
        'ReferenceLinks',
        'Labels',
        'BimSnippet',
        'DocumentReferences',
        'RelatedTopics',
        'Comments',
        'Viewpoints',
      ),
      ...within('ReferenceLinks', 'ReferenceLink'),
      ...within('Labels', 'Label').map((one) => renamed(one, 'Labels')),
      ...childrenOf(topic, 'BimSnippet').map(withSmallExternal),
      ...within('DocumentReferences', 'DocumentReference').map((one) =>
        renamed(document2(one, pathOf), document),
      ),
      ...within('RelatedTopics', 'RelatedTopic').map((one) => renamed(one, related)),
    ]),
    ...within('Comments', 'Comment').map((one) => (to === '2.0' ? comment20(one, guid) : one)),
    ...within('Viewpoints', 'ViewPoint').map((one) => renamed(one, 'Viewpoints')),
    ...others(wide, 'Header', 'Topic'),
  ]);
}

function withSmallExternal(of: XmlElement): XmlElement {
  return {
    ...of,
    attributes: of.attributes.map(([name, value]) =>
      name === 'IsExternal' ? ['isExternal', value] : [name, value],
    ),
  };
}

function document2(reference: XmlElement, pathOf: Conversion['pathOf']): XmlElement {
  const url = childText(reference, 'Url');
  const document = childText(reference, 'DocumentGuid');
  const path = url ?? (document === null ? null : (pathOf(sameGuid(document)) ?? document));
  if (path === null) return reference;
  return {
    name: reference.name,
    attributes: [
      ...reference.attributes,
      ...(url === null ? [] : ([['isExternal', 'true']] as const)),
    ],
    children: [
      element('ReferencedDocument', [], [path]),
      ...others(reference, 'Url', 'DocumentGuid'),
    ],
  };
}

/** Version 2.0 requires a status, and the topic, in each comment. */
function comment20(comment: XmlElement, topic: string): XmlElement {
  const missing = [
    element('Status', [], ['Unknown']),
    element('Topic', [['Guid', topic]], []),
  ].filter(({ name }) => childOf(comment, name) === undefined);
  // Comments of other programs stay as they are.
  const isComplete = childOf(comment, 'VerbalStatus') !== undefined || missing.length === 0;
  return isComplete ? comment : withChildren(comment, [...comment.children, ...missing]);
}

/** The markup with what a version requires, and without blank or invalid values that it does not allow. */
function completed(markup: XmlElement, { to, warn }: Conversion): XmlElement {
  const strict = to === '3.0';
  const cleaned = strict ? withStrictValues(markup) : markup;
  const complete = mapAt(cleaned, ['Topic'], (topic) => {
    const created = validDate(topic, 'CreationDate') ?? validDate(topic, 'ModifiedDate');
    if (created === null) warn('it has no creation date; 1970 is written');
    const author = childText(topic, 'CreationAuthor') ?? MISSING.text;
    const attributes = strict
      ? [
          ...topic.attributes,
          ...missingAttribute(topic, 'TopicType', MISSING.type),
          ...missingAttribute(topic, 'TopicStatus', MISSING.status),
        ]
      : topic.attributes;
    return {
      name: topic.name,
      attributes,
      children: [
        element('Title', [], [childText(topic, 'Title') ?? MISSING.text]),
        element('CreationDate', [], [created ?? MISSING.date]),
        element('CreationAuthor', [], [author]),
        ...others(topic, 'Title', 'CreationDate', 'CreationAuthor').filter(isValidDate),
      ],
    };
  });
  const path = strict ? ['Topic', 'Comments', 'Comment'] : ['Comment'];
  return mapAt(complete, path, (comment) =>
    withChildren(comment, [
      element('Date', [], [validDate(comment, 'Date') ?? MISSING.date]),
      element('Author', [], [childText(comment, 'Author') ?? MISSING.text]),
      ...(strict || childOf(comment, 'Comment') !== undefined ? [] : [element('Comment', [], [])]),
      ...others(comment, 'Date', 'Author').filter(isValidDate),
    ]),
  );
}

function missingAttribute(
  of: XmlElement,
  name: string,
  value: string,
): readonly (readonly [string, string])[] {
  return attributeOf(of, name) === null ? [[name, value]] : [];
}

function validDate(parent: XmlElement, name: string): string | null {
  const text = childText(parent, name);
  return text !== null && isDate(text) ? text : null;
}

const DATES = new Set(['ModifiedDate', 'DueDate']);

function isValidDate(child: XmlElement): boolean {
  return !DATES.has(child.name) || isDate(textOf(child) ?? '');
}

/** The elements without blank texts and attributes that versions define; GUIDs are in lower case, invalid ones are replaced by derived ones. */
function withStrictValues(of: XmlElement): XmlElement {
  const attributes = of.attributes
    .filter(([name, value]) => value.trim() !== '' || !DEFINED.has(`@${name}`))
    .map(([name, value]) => [name, name === 'Guid' ? strictGuid(value) : value] as const);
  const children = of.children.flatMap((node): XmlElement['children'] => {
    if (typeof node === 'string') return [of.name === 'DocumentGuid' ? strictGuid(node) : node];
    if (!DEFINED.has(node.name)) return [node];
    const child = withStrictValues(node);
    const isBlank = child.children.length === 0 && child.attributes.length === 0;
    const isBlankText = elementsOf(child).length === 0 && textOf(child) === null;
    return isBlank || (isBlankText && child.attributes.length === 0) ? [] : [child];
  });
  return { name: of.name, attributes, children };
}

/** A GUID as version 3.0 requires it. Text in another form becomes a derived GUID, the same one everywhere. */
export function strictGuid(value: string): string {
  const guid = sameGuid(value);
  return isGuid(guid) ? guid : bcfGuid(`foreign guid ${guid}`);
}

/** The tree in which `change` replaces the elements at a path of names below it. */
function mapAt(
  tree: XmlElement,
  [name, ...rest]: readonly string[],
  change: (one: XmlElement, index: number) => XmlElement,
): XmlElement {
  let index = -1;
  return withChildren(
    tree,
    tree.children.map((node) => {
      if (typeof node === 'string' || node.name !== name) return node;
      if (rest.length > 0) return mapAt(node, rest, change);
      index += 1;
      return change(node, index);
    }),
  );
}
