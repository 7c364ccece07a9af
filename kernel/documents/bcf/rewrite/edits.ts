/** @module edits: changes of a topic, applied to its markup in the wide form. */
import { WIDE_MARKUP } from '../read/forms.ts';
import { tidied } from '../read/tidy.ts';
import { childOf, element, elementsOf, isNamed, withChildren } from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';

/**
 * A comment that is added, or that takes the place of the one with the same GUID. `viewpoint` is the GUID of a viewpoint of
 * the topic.
 */
export type AddedComment = {
  readonly guid: string;
  /** ISO 8601, or as another program wrote it. */
  readonly at: string | null;
  readonly author: string | null;
  readonly text: string;
  readonly viewpoint: string | null;
};

/** Members that change: null removes one; absent members stay as they are. */
export type MemberEdits = {
  readonly title?: string;
  readonly type?: string | null;
  readonly status?: string | null;
  readonly priority?: string | null;
  readonly assigned_to?: string | null;
  readonly due_date?: string | null;
  readonly stage?: string | null;
  readonly description?: string | null;
  readonly labels?: readonly string[];
};

/** What changes in a topic. */
export type TopicEdits = {
  readonly members: MemberEdits;
  readonly comments: readonly AddedComment[];
  /** Time (ISO 8601, UTC) and author of the last change of members; null if none changes. */
  readonly modified: { readonly at: string; readonly author: string } | null;
};

/** Nothing changes. */
export const NO_EDITS: TopicEdits = { members: {}, comments: [], modified: null };

/** Whether nothing changes. */
export function isUnedited({ members, comments }: TopicEdits): boolean {
  return Object.keys(members).length === 0 && comments.length === 0;
}

const TEXTS = [
  ['title', 'Title'],
  ['priority', 'Priority'],
  ['assigned_to', 'AssignedTo'],
  ['due_date', 'DueDate'],
  ['stage', 'Stage'],
  ['description', 'Description'],
] as const;

/** The markup after the changes. `markup` is in the wide form. */
export function editedMarkup(markup: XmlElement, edits: TopicEdits): XmlElement {
  if (isUnedited(edits)) return markup;
  const found = childOf(markup, 'Topic') ?? element('Topic', [], []);
  const { members, comments, modified } = edits;
  let topic = found;
  for (const [member, name] of TEXTS) {
    const value = members[member];
    if (value !== undefined) topic = withText(topic, name, value);
  }
  if (members.type !== undefined) topic = withAttribute(topic, 'TopicType', members.type);
  if (members.status !== undefined) topic = withAttribute(topic, 'TopicStatus', members.status);
  if (members.labels !== undefined) {
    const labels = members.labels.map((label) => element('Label', [], [label]));
    topic = withList(topic, 'Labels', labels);
  }
  if (modified !== null) {
    topic = withText(topic, 'ModifiedDate', modified.at);
    topic = withText(topic, 'ModifiedAuthor', modified.author);
  }
  if (comments.length > 0) {
    topic = withList(
      topic,
      'Comments',
      withComments(elementsOf(childOf(topic, 'Comments')), comments),
    );
  }
  const children = markup.children.map((node) => (node === found ? topic : node));
  return tidied(withChildren(markup, children), WIDE_MARKUP);
}

/** The comments with the added ones; one of a known GUID gets the text and author of the added one. */
function withComments(
  before: readonly XmlElement[],
  comments: readonly AddedComment[],
): readonly XmlElement[] {
  const by_guid = new Map(comments.map((comment) => [comment.guid, comment]));
  const found = new Set<string>();
  const kept = before.map((one) => {
    const guid = one.attributes.find(([name]) => isNamed(name, 'Guid'))?.[1] ?? '';
    const comment = by_guid.get(guid);
    if (comment === undefined) return one;
    found.add(guid);
    return withText(withText(one, 'Author', comment.author), 'Comment', comment.text);
  });
  const added = comments.filter(({ guid }) => !found.has(guid));
  return [...kept, ...added.map(commentElement)];
}

/** Date and author of a comment that states none; all versions require them. */
const MISSING = { date: '1970-01-01T00:00:00Z', author: '–' } as const;

function commentElement({ guid, at, author, text, viewpoint }: AddedComment): XmlElement {
  return element(
    'Comment',
    [['Guid', guid]],
    [
      element('Date', [], [at ?? MISSING.date]),
      element('Author', [], [author ?? MISSING.author]),
      element('Comment', [], [text]),
      ...(viewpoint === null ? [] : [element('Viewpoint', [['Guid', viewpoint]], [])]),
    ],
  );
}

/** The element with another text in the first child of this name, or without this child. */
function withText(parent: XmlElement, name: string, text: string | null): XmlElement {
  const found = childOf(parent, name);
  const kept = parent.children.filter((node) => node !== found);
  if (text === null || text === '') return withChildren(parent, kept);
  const attributes = found?.attributes ?? [];
  return withChildren(parent, [...kept, element(name, attributes, [text])]);
}

function withList(parent: XmlElement, name: string, entries: readonly XmlElement[]): XmlElement {
  const found = childOf(parent, name);
  const kept = parent.children.filter((node) => node !== found);
  if (entries.length === 0) return withChildren(parent, kept);
  return withChildren(parent, [...kept, element(name, found?.attributes ?? [], entries)]);
}

function withAttribute(parent: XmlElement, name: string, value: string | null): XmlElement {
  const others = parent.attributes.filter(([key]) => !isNamed(key, name));
  const attributes = value === null ? others : [...others, [name, value] as const];
  return { ...parent, attributes };
}
