/** @module topic-data: the members of a topic as plain values. */
import { attributeOf, childOf, childrenOf, childText, localName } from './xml-node.ts';
import type { XmlElement } from './xml-tree.ts';

/** A comment. Dates are texts of XML Schema; null for a missing or invalid one. */
export type CommentData = {
  readonly guid: string;
  readonly date: string | null;
  readonly author: string | null;
  readonly text: string;
  /** GUID of its viewpoint. */
  readonly viewpoint: string | null;
  readonly modified_date: string | null;
  readonly modified_author: string | null;
  /** Only of version 2.0: the comment that it answers, and its statuses. */
  readonly reply_to: string | null;
  readonly status: string | null;
  readonly verbal_status: string | null;
};

/** A file of a viewpoint in the markup: names in the folder of the topic. */
export type ViewpointEntry = {
  readonly guid: string;
  readonly file: string | null;
  readonly snapshot: string | null;
  readonly index: number | null;
};

/** The members of a topic. */
export type TopicData = {
  readonly guid: string;
  readonly server_id: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly title: string;
  readonly priority: string | null;
  readonly labels: readonly string[];
  readonly links: readonly string[];
  readonly created_at: string | null;
  readonly author: string | null;
  readonly modified_at: string | null;
  readonly modified_author: string | null;
  readonly due_date: string | null;
  readonly assigned_to: string | null;
  readonly stage: string | null;
  readonly description: string | null;
  readonly snippet: {
    readonly type: string | null;
    readonly is_external: boolean;
    readonly reference: string | null;
    readonly schema: string | null;
  } | null;
  /** `document` is the GUID of a document in the archive, `path` a path from the folder of the topic. */
  readonly documents: readonly {
    readonly guid: string | null;
    readonly document: string | null;
    readonly path: string | null;
    readonly url: string | null;
    readonly description: string | null;
  }[];
  /** GUIDs of related topics. */
  readonly related: readonly string[];
  /** Files that the topic is about. */
  readonly files: readonly {
    readonly name: string | null;
    readonly date: string | null;
    readonly reference: string | null;
    readonly project: string | null;
    readonly spatial_element: string | null;
    readonly is_external: boolean;
  }[];
  readonly comments: readonly CommentData[];
  readonly viewpoints: readonly ViewpointEntry[];
};

const DATE =
  /^-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;
const GUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Whether a text is a date and time of XML Schema. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text.slice(0, 10)));
}

/** Whether a text is a GUID in lower case. */
export function isGuid(text: string): boolean {
  return GUID.test(text);
}

/** A GUID as it is compared: in lower case, without braces and spaces. */
export function sameGuid(text: string): string {
  return text.trim().replaceAll(/[{}]/g, '').toLowerCase();
}

/**
 * The members of a topic in the wide form.
 *
 * @param guid GUID of the topic if the markup has none
 * @param warn is called for each invalid value, which is then null
 */
export function topicData(
  markup: XmlElement,
  guid: string,
  warn: (message: string) => void,
): TopicData {
  const topic = childOf(markup, 'Topic');
  const read = readerOf(warn);
  const list = (many: string, one: string): readonly XmlElement[] =>
    childrenOf(childOf(topic, many), one);
  return {
    guid,
    server_id: attributeOf(topic, 'ServerAssignedId'),
    type: attributeOf(topic, 'TopicType'),
    status: attributeOf(topic, 'TopicStatus'),
    title: childText(topic, 'Title') ?? '',
    priority: childText(topic, 'Priority'),
    labels: list('Labels', 'Label').flatMap(textsOf),
    links: list('ReferenceLinks', 'ReferenceLink').flatMap(textsOf),
    created_at: read.date(topic, 'CreationDate'),
    author: childText(topic, 'CreationAuthor'),
    modified_at: read.date(topic, 'ModifiedDate'),
    modified_author: childText(topic, 'ModifiedAuthor'),
    due_date: read.date(topic, 'DueDate'),
    assigned_to: childText(topic, 'AssignedTo'),
    stage: childText(topic, 'Stage'),
    description: childText(topic, 'Description'),
    snippet: snippetOf(childOf(topic, 'BimSnippet')),
    documents: list('DocumentReferences', 'DocumentReference').map((one) => ({
      guid: attributeOf(one, 'Guid'),
      document: childText(one, 'DocumentGuid'),
      path: childText(one, 'ReferencedDocument'),
      url: childText(one, 'Url'),
      description: childText(one, 'Description'),
    })),
    related: list('RelatedTopics', 'RelatedTopic').flatMap((one) => guidsOf(one)),
    files: childrenOf(childOf(childOf(markup, 'Header'), 'Files'), 'File').map((one) => ({
      name: childText(one, 'Filename'),
      date: read.date(one, 'Date'),
      reference: childText(one, 'Reference'),
      project: attributeOf(one, 'IfcProject'),
      spatial_element: attributeOf(one, 'IfcSpatialStructureElement'),
      is_external: isTrue(attributeOf(one, 'IsExternal') ?? 'true'),
    })),
    comments: list('Comments', 'Comment').map((one, index) =>
      commentOf(one, `${guid} comment ${index}`, read),
    ),
    viewpoints: list('Viewpoints', 'ViewPoint').map((one, index) => ({
      guid: guidsOf(one)[0] ?? `${guid} viewpoint ${index}`,
      file: childText(one, 'Viewpoint'),
      snapshot: childText(one, 'Snapshot'),
      index: integerOf(childText(one, 'Index')),
    })),
  };
}

type Reader = { readonly date: (of: XmlElement | undefined, name: string) => string | null };

function readerOf(warn: (message: string) => void): Reader {
  return {
    date(of, name) {
      const value = childText(of, name);
      if (value === null || isDate(value)) return value;
      warn(
        `\`${name}\` of \`${localName(of?.name ?? '')}\` is \`${value.slice(0, 40)}\`, expected a date such as 2026-11-30T12:00:00Z`,
      );
      return null;
    },
  };
}

function commentOf(comment: XmlElement, fallback: string, read: Reader): CommentData {
  return {
    guid: guidsOf(comment)[0] ?? fallback,
    date: read.date(comment, 'Date'),
    author: childText(comment, 'Author'),
    text: childText(comment, 'Comment') ?? '',
    viewpoint: guidsOf(childOf(comment, 'Viewpoint'))[0] ?? null,
    modified_date: read.date(comment, 'ModifiedDate'),
    modified_author: childText(comment, 'ModifiedAuthor'),
    reply_to: guidsOf(childOf(comment, 'ReplyToComment'))[0] ?? null,
    status: childText(comment, 'Status'),
    verbal_status: childText(comment, 'VerbalStatus'),
  };
}

function snippetOf(snippet: XmlElement | undefined): TopicData['snippet'] {
  if (snippet === undefined) return null;
  return {
    type: attributeOf(snippet, 'SnippetType'),
    is_external: isTrue(attributeOf(snippet, 'IsExternal') ?? 'false'),
    reference: childText(snippet, 'Reference'),
    schema: childText(snippet, 'ReferenceSchema'),
  };
}

function guidsOf(one: XmlElement | undefined): readonly string[] {
  const guid = attributeOf(one, 'Guid');
  return guid === null ? [] : [sameGuid(guid)];
}

function textsOf(one: XmlElement): readonly string[] {
  const found = one.children
    .filter((node) => typeof node === 'string')
    .join('')
    .trim();
  return found === '' ? [] : [found];
}

function isTrue(value: string): boolean {
  return value.toLowerCase() === 'true' || value === '1';
}

function integerOf(value: string | null): number | null {
  return value !== null && /^[+-]?\d{1,9}$/.test(value) ? Number(value) : null;
}
