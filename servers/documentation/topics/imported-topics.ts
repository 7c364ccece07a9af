/** @module imported-topics: the events that bring the topics of a BCF archive to a branch. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { checkpoint } from '../../../kernel/base/work/checkpoint.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { bcfGuid } from '../../../kernel/documents/bcf/bcf-guid.ts';
import type { ReadBcf, ReadTopic } from '../../../kernel/documents/bcf/read/read-bcf.ts';
import type { CommentData } from '../../../kernel/documents/bcf/read/topic-data.ts';
import { componentGuids } from '../../../kernel/documents/bcf/read/view-data.ts';
import { guidOf } from '../../../kernel/documents/ifc/guid.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { IdSource } from '../../../schemas/plan.ts';
import {
  type ImportedTopic,
  TOPIC_LIMITS,
  type TopicComment,
  topicKey,
  unknownElement,
} from '../../../schemas/topics/topics.ts';
import { filesOf, lackingParts, partsOf, type TopicFiles } from './archive-parts.ts';
import { clipped, statedText } from './comment-texts.ts';
import {
  allNamed,
  commentsToState,
  otherTexts,
  previousOf,
  reimported,
  type TopicState,
} from './topic-states.ts';

/** A topic of an archive on a branch. */
export type TopicImport = {
  readonly topic_id: string;
  readonly change: 'created' | 'updated' | 'unchanged';
  readonly imported: ImportedTopic;
  /** All elements that it names, and those that the branch does not have. */
  readonly named_ids: readonly string[];
  readonly event: PlannedEvent | null;
  /** GUIDs of comments that have another text in the archive; both texts are kept. */
  readonly other_texts: readonly string[];
  /** Whether texts or lists were cut for the log; the archive has all of them. */
  readonly cut: boolean;
};

/** The elements among which components are found. */
type Elements = Pick<BuildingView, 'withImportedGuid' | 'elements' | 'importedAs'>;

/** The archive as events name it. */
type Source = ImportedTopic['source'];

/**
 * The topics of an archive, compared with those of the branch: unknown ones are created, and known ones updated if their
 * files or their elements have changed.
 *
 * @param author name of the principal
 * @param ids for a principal that may not see all topics; null for one that does
 */
export function topicImports(
  archive: ReadBcf,
  known: ReadonlyMap<string, TopicState>,
  view: Elements,
  {
    source,
    author,
    ids,
  }: { readonly source: Source; readonly author: string; readonly ids: IdSource | null },
): readonly TopicImport[] {
  const elements = new ElementsByGuid(view);
  const files = filesOf(archive);
  const by_guid = byGuid(known);
  return archive.topics.map((topic, done) => {
    checkpoint({ done, total: archive.topics.length, doing: 'topics' });
    const found = importedTopic(topic, elements, {
      source,
      own: files.get(topic.folder) ?? { content: sha256Hex(''), files: [] },
    });
    const before = known.get(topic.guid) ?? by_guid.get(topic.guid);
    return before === undefined
      ? creation(topic.guid, found, ids)
      : update(before, topic.guid, found, author);
  });
}

/** Topics whose GUID in their archive is not their id; the first one of a GUID. */
function byGuid(known: ReadonlyMap<string, TopicState>): ReadonlyMap<string, TopicState> {
  const found = new Map<string, TopicState>();
  for (const topic of known.values()) {
    const guid = topic.imported?.guid;
    if (guid !== undefined && !found.has(guid)) found.set(guid, topic);
  }
  return found;
}

/**
 * The creation of a topic. SECURITY: with `ids`, for a caller that does not see all topics, the id of the topic is new,
 * whether or not a hidden topic has the GUID.
 */
function creation(
  guid: string,
  { imported: stated, named_ids, cut }: Found,
  ids: IdSource | null,
): TopicImport {
  const key = ids?.next('topic') ?? topicKey(guid);
  const topic_id = ids === null ? guid : bcfGuid(key);
  const imported = ids === null ? stated : { ...stated, guid };
  const payload = { element_ids: [...named_ids], imported, own: null, topic_id };
  const event: PlannedEvent = { type: 'topic.created', aggregate_id: key, payload };
  return { topic_id, change: 'created', imported, named_ids, event, cut, other_texts: [] };
}

function update(
  before: TopicState,
  guid: string,
  { imported: stated, named_ids, cut }: Found,
  author: string,
): TopicImport {
  const { topic_id, key, members } = before;
  const imported = guid === topic_id ? stated : { ...stated, guid };
  const about = { topic_id, imported, named_ids, cut };
  if (before.imported !== null && isSame(before.imported, imported)) {
    return { ...about, change: 'unchanged', event: null, other_texts: [] };
  }
  // What the log has is not written again.
  const { parts = [], ...others } = { ...imported, comments: commentsToState(before, imported) };
  const lacking =
    before.imported === null ? {} : lackingParts(before.parts, before.imported, parts);
  const payload = {
    author,
    changes: {},
    comments: [],
    element_ids: [...allNamed(before.named_ids, named_ids)],
    imported: isSameList(before.parts, parts) ? others : { ...others, parts: [...parts] },
    previous: { ...previousOf(members, reimported(before, imported).members), ...lacking },
    title: members.title,
    topic_id,
  };
  const event: PlannedEvent = { type: 'topic.updated', aggregate_id: key, payload };
  const other_texts = otherTexts(before, imported).map((comment) => comment.guid);
  return { ...about, change: 'updated', event, other_texts };
}

function isSameList(a: readonly string[] | null, b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isSame(a: ImportedTopic, b: ImportedTopic): boolean {
  return contentKey(a) === contentKey(b);
}

function contentKey({ content, element_ids, unmatched }: ImportedTopic): string {
  return JSON.stringify([content, element_ids, unmatched]);
}

/** Finds elements by their GUID in exports: that of an imported file, or the derived one. */
class ElementsByGuid {
  readonly #view: Elements;
  #derived: ReadonlyMap<string, string> | null = null;

  constructor(view: Elements) {
    this.#view = view;
  }

  find(guid: string): string | null {
    return this.#view.withImportedGuid(guid) ?? this.#byDerived().get(guid) ?? null;
  }

  #byDerived(): ReadonlyMap<string, string> {
    if (this.#derived !== null) return this.#derived;
    const found = new Map<string, string>();
    for (const { id } of this.#view.elements()) found.set(guidOf(id, this.#view), id);
    this.#derived = found;
    return found;
  }
}

type Found = Pick<TopicImport, 'imported' | 'named_ids' | 'cut'>;

function importedTopic(
  topic: ReadTopic,
  elements: ElementsByGuid,
  { source, own: { content, files } }: { readonly source: Source; readonly own: TopicFiles },
): Found {
  const { data, views } = topic;
  const clip = new Clip();
  const named = new Set<string>();
  const about = new Set<string>();
  const unmatched = new Set<string>();
  const viewpoints = views.map((view) => {
    const shown = view.data;
    const own = new Set<string>();
    for (const guid of shown === null ? [] : componentGuids(shown)) {
      const id = elements.find(guid);
      if (id === null) unmatched.add(clip.name(guid));
      else named.add(id);
    }
    const marked = [
      ...(shown?.selection ?? []),
      ...(shown?.colouring ?? []).flatMap(({ components }) => components),
    ];
    // A viewpoint that marks nothing is about the elements that it alone shows.
    const alone = shown?.default_visibility === false ? shown.exceptions : [];
    for (const { ifc_guid } of marked.length > 0 ? marked : alone) {
      const id = ifc_guid === null ? null : elements.find(ifc_guid);
      if (id !== null) own.add(id);
    }
    for (const id of own) about.add(id);
    const element_ids = clip.list([...own], TOPIC_LIMITS.elements);
    return { element_ids, guid: clip.name(view.guid), snapshot: view.snapshot !== null };
  });
  const imported: ImportedTopic = {
    comments: clip.list(data.comments, TOPIC_LIMITS.comments).map((one) => clip.comment(one)),
    content,
    element_ids: clip.list([...about], TOPIC_LIMITS.elements),
    members: {
      assigned_to: clip.nameOr(data.assigned_to),
      author: clip.nameOr(data.author),
      created_at: clip.nameOr(data.created_at),
      description: data.description === null ? null : clip.text(data.description),
      due_date: clip.nameOr(data.due_date),
      labels: clip.list(data.labels, TOPIC_LIMITS.labels).map((label) => clip.name(label)),
      modified_at: clip.nameOr(data.modified_at),
      modified_author: clip.nameOr(data.modified_author),
      priority: clip.nameOr(data.priority),
      stage: clip.nameOr(data.stage),
      status: clip.nameOr(data.status),
      title: clip.title(data.title),
      type: clip.nameOr(data.type),
    },
    parts: [...partsOf(topic, files)],
    source,
    unmatched: clip.list([...unmatched], TOPIC_LIMITS.unmatched),
    viewpoints: clip.list(viewpoints, TOPIC_LIMITS.viewpoints),
  };
  const named_ids = allNamed([...named], [...unmatched].map(unknownElement));
  return { imported, named_ids, cut: clip.cut };
}

/** Cuts texts and lists to the limits of events, and notes that it did. */
class Clip {
  cut = false;

  name(text: string): string {
    return this.#clipped(text, TOPIC_LIMITS.name_chars);
  }
  nameOr(text: string | null): string | null {
    return text === null ? null : this.name(text);
  }
  title(text: string): string {
    return this.#clipped(text, TOPIC_LIMITS.title_chars);
  }
  text(text: string): string {
    return this.#clipped(text, TOPIC_LIMITS.text_chars);
  }
  comment({ date, author, guid, text, viewpoint }: CommentData): TopicComment {
    const stated = statedText(text);
    this.cut ||= stated.digest !== undefined;
    return {
      at: this.nameOr(date),
      author: this.nameOr(author),
      ...stated,
      guid: this.name(guid),
      viewpoint: this.nameOr(viewpoint),
    };
  }
  list<T>(items: readonly T[], most: number): T[] {
    this.cut ||= items.length > most;
    return items.slice(0, most);
  }
  #clipped(text: string, most: number): string {
    this.cut ||= text.length > most;
    return clipped(text, most);
  }
}
