/** @module topic-states: the topics of a branch, as its events define them. */
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import type { StoredEvent, StoredEventOf } from '../../../schemas/events.ts';
import {
  type ImportedTopic,
  TopicChanges,
  type TopicComment,
  type TopicCreated,
  type TopicMembers,
  TOPICS,
} from '../../../schemas/topics/topics.ts';

/** Maximum number of events about topics that are read; older ones do not count. */
const MAX_READ = 50_000;

/** A comment that was written in the workspace. Its GUID is derived from `key`, the same in every export. */
export type OwnComment = {
  readonly key: string;
  readonly at: string;
  readonly author: string;
  readonly text: string;
  readonly viewpoint: string | null;
};

/** A topic. */
export type TopicState = {
  readonly topic_id: string;
  /** Elements that it is about, and all elements that it names, such as those that a viewpoint hides. */
  readonly element_ids: readonly string[];
  readonly named_ids: readonly string[];
  /** The members as they are now, and as they were created or imported. */
  readonly members: TopicMembers;
  readonly base: TopicMembers;
  /** What the archive states; null for a topic of the workspace. */
  readonly imported: ImportedTopic | null;
  readonly location: NonNullable<TopicCreated['own']>['location'];
  /** Members that the workspace has changed since the archive was read. */
  readonly changes: TopicChanges;
  /** Comments of the workspace that the archive does not have. */
  readonly comments: readonly OwnComment[];
  /** The last change of the workspace that the archive does not have: ISO 8601, UTC. */
  readonly changed: { readonly at: string; readonly author: string } | null;
  /** Ledger seq of its first event, for the order of lists. */
  readonly seq: number;
};

/** The topics of the branch that the reader may see, by id, in the order of their creation. */
export async function topicsOn(
  view: Pick<BuildingView, 'history'>,
): Promise<ReadonlyMap<string, TopicState>> {
  const events = await view.history({ element_id: TOPICS, limit: MAX_READ });
  const topics = new Map<string, TopicState>();
  for (const event of events.toReversed()) applyTo(topics, event);
  return topics;
}

function applyTo(topics: Map<string, TopicState>, event: StoredEvent): void {
  if (event.type !== 'topic.created' && event.type !== 'topic.updated') return;
  const { topic_id, imported } = event.payload;
  const before = topics.get(topic_id);
  if (before === undefined) {
    const created = createdBy(event);
    if (created !== null) topics.set(topic_id, created);
    return;
  }
  if (event.type === 'topic.created') return;
  const after = imported === null ? before : reimported(before, imported);
  const named_ids = imported === null ? before.named_ids : event.payload.element_ids;
  topics.set(topic_id, { ...updated(after, event), named_ids });
}

/** The topic as its first event states it; the reader may not see an earlier one. Null for an update without a topic. */
function createdBy({
  type,
  payload,
  at,
  seq,
}: StoredEventOf<'topic.created' | 'topic.updated'>): TopicState | null {
  const { topic_id, imported, element_ids } = payload;
  const own = type === 'topic.created' ? payload.own : null;
  const found = imported ?? own;
  if (found === null) return null;
  const members = imported === null ? { ...found.members, created_at: at } : found.members;
  return {
    topic_id,
    element_ids: found.element_ids,
    named_ids: element_ids,
    members,
    base: members,
    imported,
    location: own?.location ?? null,
    changes: {},
    comments: [],
    changed: null,
    seq,
  };
}

/**
 * The topic with what a later archive states. A member that the archive has changed takes its value; other changes of the
 * workspace stay, and so do comments that the archive does not have.
 */
function reimported(topic: TopicState, imported: ImportedTopic): TopicState {
  const { base } = topic;
  const names = Object.keys(topic.changes).filter(isChanged);
  const kept = names.filter(
    (name) =>
      isSame(base[name], imported.members[name]) &&
      !isSame(topic.changes[name], imported.members[name]),
  );
  const changes = picked(topic.changes, kept);
  const known = new Set(imported.comments.map(({ guid }) => guid));
  const comments = topic.comments.filter(({ key }) => !known.has(bcfGuid(key)));
  return {
    ...topic,
    element_ids: imported.element_ids,
    imported,
    base: imported.members,
    members: { ...imported.members, ...changes },
    changes,
    comments,
    changed: kept.length === 0 ? null : topic.changed,
  };
}

function updated(topic: TopicState, event: StoredEventOf<'topic.updated'>): TopicState {
  const { author, comments } = event.payload;
  const read = TopicChanges.safeParse(event.payload.changes);
  const changes = read.success ? read.data : {};
  const added = comments.map(({ text, viewpoint }, index) => ({
    key: `comment ${event.event_id} ${index}`,
    at: event.at,
    author,
    text,
    viewpoint,
  }));
  const isEdit = Object.keys(changes).length > 0;
  const last = { modified_at: event.at, modified_author: author };
  return {
    ...topic,
    changes: { ...topic.changes, ...changes },
    members: { ...topic.members, ...changes, ...(isEdit ? last : {}) },
    comments: [...topic.comments, ...added],
    changed: isEdit ? { at: event.at, author } : topic.changed,
  };
}

const CHANGED = TopicChanges.keyof();

function isChanged(name: string): name is keyof TopicChanges {
  return CHANGED.safeParse(name).success;
}

function picked(changes: TopicChanges, names: readonly string[]): TopicChanges {
  const kept = Object.entries(changes).filter(([name]) => names.includes(name));
  return TopicChanges.parse(Object.fromEntries(kept));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** All comments of a topic, those of the archive first. */
export function commentsOf({ imported, comments }: TopicState): readonly TopicComment[] {
  return [
    ...(imported?.comments ?? []),
    ...comments.map(({ key, ...comment }) => ({ ...comment, guid: bcfGuid(key) })),
  ];
}
