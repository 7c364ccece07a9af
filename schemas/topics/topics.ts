/** @module topics: topics (issues) of a branch, as events state them. Keys are in the order of storage. */
import * as z from 'zod';

/** Limits of topics in events; an imported archive keeps the rest. */
export const TOPIC_LIMITS = {
  /** Characters of a title, of a description or comment, and of any other text. */
  title_chars: 500,
  text_chars: 10_000,
  name_chars: 200,
  labels: 50,
  comments: 500,
  viewpoints: 100,
  /** Elements that a topic is about, all that it names, and GUIDs of components that are no elements. */
  elements: 1000,
  named: 20_000,
  unmatched: 100,
  /** Names of the parts of an archive. */
  parts: 300,
} as const;

/** The new value of a member, not checked here. */
const AnyValue: z.ZodType<string | null | readonly string[]> = z.any();

const Name = z.string().max(TOPIC_LIMITS.name_chars);
const Text = z.string().max(TOPIC_LIMITS.text_chars);
const Title = z.string().max(TOPIC_LIMITS.title_chars);
const Labels = z.array(Name).max(TOPIC_LIMITS.labels);
const ElementIds = z.array(z.string().min(1).max(100)).max(TOPIC_LIMITS.elements);
/** Ids of elements, and `unknownElement` of components that are none. */
const NamedIds = z.array(z.string().min(1).max(300)).max(TOPIC_LIMITS.named);
/** GUID of a topic, comment or viewpoint: of BCF, or as another program wrote it. */
const Guid = z.string().min(1).max(TOPIC_LIMITS.name_chars);

/** The members of a topic. Dates are ISO 8601 or XML Schema texts; null for a member that the topic does not have. */
export const TopicMembers = z.strictObject({
  assigned_to: Name.nullable(),
  author: Name.nullable(),
  created_at: Name.nullable(),
  description: Text.nullable(),
  due_date: Name.nullable(),
  labels: Labels,
  modified_at: Name.nullable(),
  modified_author: Name.nullable(),
  priority: Name.nullable(),
  stage: Name.nullable(),
  status: Name.nullable(),
  title: Title,
  type: Name.nullable(),
});
export type TopicMembers = z.output<typeof TopicMembers>;

/** Members that an update changes. */
export const TopicChanges = z.strictObject({
  assigned_to: Name.nullable().exactOptional(),
  description: Text.nullable().exactOptional(),
  due_date: Name.nullable().exactOptional(),
  labels: Labels.exactOptional(),
  priority: Name.nullable().exactOptional(),
  stage: Name.nullable().exactOptional(),
  status: Name.nullable().exactOptional(),
  title: Title.exactOptional(),
  type: Name.nullable().exactOptional(),
});
export type TopicChanges = z.output<typeof TopicChanges>;

/** A comment of an imported topic. */
const Comment = z.strictObject({
  at: Name.nullable(),
  author: Name.nullable(),
  /** SHA-256 of the full text, if `text` is not all of it; absent in events of earlier versions. */
  digest: z.string().length(64).exactOptional(),
  guid: Guid,
  text: Text,
  viewpoint: Guid.nullable(),
});
export type TopicComment = z.output<typeof Comment>;

/**
 * What an archive states about a topic: `content` is a digest of the files of the topic, `source` the archive, a blob by
 * its digest, and `unmatched` GUIDs of components that are no elements of the branch.
 */
const Imported = {
  comments: z.array(Comment).max(TOPIC_LIMITS.comments),
  content: z.string().length(64),
  element_ids: ElementIds,
  /** GUID of the topic in the archive, if it is not `topic_id`. */
  guid: Guid.exactOptional(),
  members: TopicMembers,
  /** Names of what else the archive has of the topic; absent in an update if the same as before, and in earlier versions. */
  parts: z.array(Name).max(TOPIC_LIMITS.parts).exactOptional(),
  source: z.strictObject({
    bytes: z.number().int().min(1),
    name: z.string().min(1).max(255),
    sha256: z.string().length(64),
    version: z.enum(['2.0', '2.1', '3.0']),
  }),
  unmatched: z.array(Name).max(TOPIC_LIMITS.unmatched),
  viewpoints: z
    .array(z.strictObject({ element_ids: ElementIds, guid: Guid, snapshot: z.boolean() }))
    .max(TOPIC_LIMITS.viewpoints),
} as const;
/** In an update, `comments` are those of the archive that the topic does not have. */
export const ImportedTopic = z.strictObject(Imported);
export type ImportedTopic = z.output<typeof ImportedTopic>;

const Coordinate = z.number().min(-1e9).max(1e9);

/** A topic of the workspace itself. `location` is in world coordinates, mm. */
const Own = z.strictObject({
  element_ids: ElementIds,
  location: z.strictObject({ x: Coordinate, y: Coordinate, z: Coordinate }).nullable(),
  members: TopicMembers,
});

/**
 * The payload of `topic.created`. `element_ids` are all elements that the topic names, with those that the branch does not
 * have; its readers must see them all.
 */
export const TopicCreated = z.strictObject({
  element_ids: NamedIds,
  imported: ImportedTopic.nullable(),
  own: Own.nullable(),
  topic_id: Guid,
});
export type TopicCreated = z.output<typeof TopicCreated>;

/**
 * The payload of `topic.updated`. `imported`: the topic as a later archive states it, which replaces what the earlier one
 * stated; null for a change of the workspace.
 */
export const TopicUpdated = z.strictObject({
  author: Name,
  /** `TopicChanges`, validated when they are read. */
  changes: z.record(z.string(), AnyValue),
  comments: z
    .array(z.strictObject({ text: Text, viewpoint: Guid.nullable() }))
    .max(TOPIC_LIMITS.comments),
  element_ids: NamedIds,
  imported: ImportedTopic.nullable(),
  /**
   * Values before the event of the members that it changes, and the parts of the earlier archive that the later one lacks;
   * absent in events of earlier versions.
   */
  previous: z.record(z.string(), AnyValue).exactOptional(),
  /** Title before the event; absent in events of earlier versions. */
  title: Title.exactOptional(),
  topic_id: Guid,
});
export type TopicUpdated = z.output<typeof TopicUpdated>;

/** Stands for a component that is no element of the branch, among the ids that a topic names. */
export function unknownElement(ifc_guid: string): string {
  return `${UNKNOWN}${ifc_guid}`;
}

/** Whether an id that a topic names stands for a component that is no element of the branch. */
export function isUnknownElement(id: string): boolean {
  return id.startsWith(UNKNOWN);
}
const UNKNOWN = 'ifc ';

/** Stands for many components that are no elements. */
export const MANY_UNKNOWN = unknownElement('many');
/** In events of earlier versions: stands for many components and elements. */
export const MANY_NAMED = unknownElement('others');

/**
 * Id that all events about topics touch. It is the aggregate of comments, which conflict with nothing, and of all events of
 * earlier versions.
 */
export const TOPICS = 'topics';

/** Aggregate of the changes of an imported topic, and of a topic whose first event has the aggregate `TOPICS`. */
export function topicKey(topic_id: string): string {
  return `topic ${topic_id}`;
}

/** Whether an id is the aggregate of a topic: no kind of element has this name. */
export function isTopicKey(id: string): boolean {
  return /^topic[ _]/.test(id);
}

/** A change of members: new and earlier values by name. */
export type TopicEdit = {
  readonly updates: Readonly<Record<string, TopicValue>>;
  readonly previous: Readonly<Record<string, TopicValue>>;
};
type TopicValue = string | null | readonly string[];

/** The members that an update or a later archive changes; null for an event that does not state earlier values. */
export function topicEdit({ previous, changes, imported }: TopicUpdated): TopicEdit | null {
  if (previous === undefined) return null;
  const now: Readonly<Record<string, TopicValue>> = { ...imported?.members, ...changes };
  const updates = Object.keys(previous).map((name) => [name, now[name] ?? null] as const);
  return { updates: Object.fromEntries(updates), previous };
}
