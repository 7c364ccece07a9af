/** @module topic-states: the topics of a branch, as its events define them. */
import type { BuildingView, TopicEvent } from '../../../kernel/building/view/view.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import type { StoredEventOf } from '../../../schemas/events.ts';
import {
  type ImportedTopic,
  isUnknownElement,
  MANY_NAMED,
  MANY_UNKNOWN,
  TOPIC_LIMITS,
  TopicChanges,
  type TopicComment,
  type TopicCreated,
  topicKey,
  type TopicMembers,
  TOPICS,
} from '../../../schemas/topics/topics.ts';
import { type StatedComment, textKey, withSources } from './comment-texts.ts';

/** A topic. */
export type TopicState = {
  readonly topic_id: string;
  /** Aggregate of its changes: a plan that changes it, or comments on it, relies on the version of this id. */
  readonly key: string;
  /** Elements that it is about, and all elements that it ever named, such as those that a viewpoint hides. */
  readonly element_ids: readonly string[];
  readonly named_ids: readonly string[];
  /** The members as they are now, and as they were created or imported. */
  readonly members: TopicMembers;
  readonly base: TopicMembers;
  /** What the archive states; null for a topic of the workspace. */
  readonly imported: ImportedTopic | null;
  /** Names of what else the archive has; null if the log does not list it. */
  readonly parts: readonly string[] | null;
  readonly location: NonNullable<TopicCreated['own']>['location'];
  /** Members that the workspace has changed since the archive was read. */
  readonly changes: TopicChanges;
  /** All comments that it ever had, in the order in which they came. */
  readonly comments: readonly StatedComment[];
  /** The last change of the workspace that the archive does not have: ISO 8601, UTC. */
  readonly changed: { readonly at: string; readonly author: string } | null;
  /** Ledger seq of its first event, for the order of lists. */
  readonly seq: number;
};

/** A topic while its events are read: lists grow in place, so that the time is linear in the number of events. */
type Draft = { -readonly [Name in keyof TopicState]: TopicState[Name] } & {
  comments: StatedComment[];
};

/** The topics of the branch that the reader may see, by id, in the order of their creation. */
export async function topicsOn(
  view: Pick<BuildingView, 'topicEvents'>,
): Promise<ReadonlyMap<string, TopicState>> {
  const topics = new Map<string, Draft>();
  for await (const event of view.topicEvents()) {
    const before = topics.get(event.payload.topic_id);
    if (before !== undefined) {
      if (event.type === 'topic.updated') update(before, event);
      continue;
    }
    const created = createdBy(event);
    if (created !== null) topics.set(created.topic_id, created);
  }
  return topics;
}

/** The topic as its first event states it. Null for an update without a topic. */
function createdBy({ type, payload, at, seq, aggregate_id }: TopicEvent) {
  const { topic_id, imported, element_ids } = payload;
  const own = type === 'topic.created' ? payload.own : null;
  const found = imported ?? own;
  if (found === null) return null;
  const members = imported === null ? { ...found.members, created_at: at } : found.members;
  const topic: Draft = {
    topic_id,
    key: aggregate_id === TOPICS ? topicKey(topic_id) : aggregate_id,
    element_ids: found.element_ids,
    named_ids: element_ids,
    members,
    base: members,
    imported,
    parts: imported?.parts ?? null,
    location: own?.location ?? null,
    changes: {},
    comments: [],
    changed: null,
    seq,
  };
  if (imported !== null) {
    topic.comments.push(...newComments([], withSources(imported, imported.guid ?? topic_id)));
  }
  return topic;
}

function update(topic: Draft, event: StoredEventOf<'topic.updated'>): void {
  const { author, comments, imported, element_ids } = event.payload;
  if (imported !== null) {
    const guid = imported.guid ?? topic.topic_id;
    topic.parts = imported.parts ?? topic.parts;
    Object.assign(topic, reimported(topic, imported));
    topic.named_ids = allNamed(topic.named_ids, element_ids);
    topic.comments.push(...newComments(topic.comments, withSources(imported, guid)));
  }
  const read = TopicChanges.safeParse(event.payload.changes);
  const changes = read.success ? read.data : {};
  for (const [index, { text, viewpoint }] of comments.entries()) {
    const guid = bcfGuid(`comment ${event.event_id} ${index}`);
    topic.comments.push({ guid, at: event.at, author, text, viewpoint });
  }
  if (Object.keys(changes).length === 0) return;
  const last = { modified_at: event.at, modified_author: author };
  topic.changes = { ...topic.changes, ...changes };
  topic.members = { ...topic.members, ...changes, ...last };
  topic.changed = { at: event.at, author };
}

/**
 * What a later archive changes. A member that the archive has changed takes its value; other changes of the workspace stay.
 */
export function reimported(
  topic: Pick<TopicState, 'base' | 'changes' | 'changed'>,
  imported: ImportedTopic,
): Pick<TopicState, 'element_ids' | 'imported' | 'base' | 'members' | 'changes' | 'changed'> {
  const { base } = topic;
  const names = Object.keys(topic.changes).filter(isChanged);
  const kept = names.filter(
    (name) =>
      isSame(base[name], imported.members[name]) &&
      !isSame(topic.changes[name], imported.members[name]),
  );
  const changes = picked(topic.changes, kept);
  return {
    element_ids: imported.element_ids,
    imported,
    base: imported.members,
    members: { ...imported.members, ...changes },
    changes,
    changed: kept.length === 0 ? null : topic.changed,
  };
}

/**
 * Comments of an archive that the topic does not have. A comment is never replaced: one of a known GUID with another text
 * becomes another comment.
 */
function newComments(
  known: readonly StatedComment[],
  comments: readonly StatedComment[],
): readonly StatedComment[] {
  return unknownComments(known, comments).map(([comment, guid]) =>
    guid === comment.guid ? comment : Object.assign({}, comment, { guid }),
  );
}

/** The comments of an archive that an update of the topic must state: those that it does not have. */
export function commentsToState(
  { comments }: Pick<TopicState, 'comments'>,
  imported: ImportedTopic,
): TopicComment[] {
  return unknownComments(comments, imported.comments).map(([comment]) => comment);
}

/** Comments that are not known, each with the GUID that it gets. */
function unknownComments<Comment extends TopicComment>(
  known: readonly TopicComment[],
  comments: readonly Comment[],
): readonly (readonly [Comment, string])[] {
  const texts = new Map(known.map((comment) => [comment.guid, textKey(comment)]));
  const added: (readonly [Comment, string])[] = [];
  for (const comment of comments) {
    const own = texts.get(comment.guid);
    const key = textKey(comment);
    if (own === key) continue;
    const { digest, text } = comment;
    const guid =
      own === undefined ? comment.guid : bcfGuid(`another ${comment.guid} ${digest ?? text}`);
    if (texts.has(guid)) continue;
    texts.set(guid, key);
    added.push([comment, guid]);
  }
  return added;
}

/** Comments of an archive that have another text than the topic has under the same GUID. */
export function otherTexts(
  { comments }: Pick<TopicState, 'comments'>,
  imported: ImportedTopic,
): readonly TopicComment[] {
  const texts = new Map(comments.map((comment) => [comment.guid, textKey(comment)]));
  return imported.comments.filter((comment) => {
    const key = textKey(comment);
    return (texts.get(comment.guid) ?? key) !== key;
  });
}

/**
 * All elements that a topic names after an event, and components that are none; one entry stands for too many components.
 * SECURITY: an element always has an entry of its own, because readers and scopes are judged by it.
 */
export function allNamed(before: readonly string[], added: readonly string[]): readonly string[] {
  const all = [...new Set([...before, ...added])];
  if (all.length <= TOPIC_LIMITS.named) return all;
  const elements = all.filter((id) => !isUnknownElement(id) || id === MANY_NAMED);
  return elements.length === all.length ? all : [...elements, MANY_UNKNOWN];
}

/** The values of the members that `after` changes, for the event that changes them. */
export function previousOf(before: TopicMembers, after: TopicChanges | TopicMembers): TopicChanges {
  const names = Object.keys(after).filter(isChanged);
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return picked(before, changed);
}

const CHANGED = TopicChanges.keyof();

function isChanged(name: string): name is keyof TopicChanges {
  return CHANGED.safeParse(name).success;
}

function picked(changes: TopicChanges | TopicMembers, names: readonly string[]): TopicChanges {
  const kept = Object.entries(changes).filter(([name]) => names.includes(name));
  return TopicChanges.parse(Object.fromEntries(kept));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
