/** @module topic-text: events about topics in words, with titles, and old and new values. */
import { printableJson } from '../../kernel/base/text/printable.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type {
  TopicComment,
  TopicCreated,
  TopicMembers,
  TopicUpdated,
} from '../../schemas/topics/topics.ts';

/** Members of a new topic that a sentence states if they have a value; its name has the title. */
const STATED = [
  'type',
  'status',
  'description',
  'priority',
  'assigned_to',
  'labels',
  'due_date',
  'stage',
] as const satisfies readonly (keyof TopicMembers)[];

/** What an event does to a topic, one sentence for each part; none for other events. All texts of others are in quotes. */
export function topicTexts(event: PlannedEvent): readonly string[] {
  if (event.type === 'topic.created') return [createdText(event.payload)];
  return event.type === 'topic.updated' ? updatedTexts(event.payload) : [];
}

/** What an event does to a topic, with the names of the members that change; null for other events. */
export function topicSummary(event: PlannedEvent): string | null {
  if (event.type === 'topic.created') {
    return `${event.payload.imported === null ? 'creates' : 'imports'} ${nameOf(event.payload)}`;
  }
  if (event.type !== 'topic.updated') return null;
  const { changes, imported, comments } = event.payload;
  const name = nameOf(event.payload);
  if (imported !== null) return `imports ${name} again`;
  const members = Object.keys(changes).map(words).join(', ');
  if (members !== '') return `changes ${members} of ${name}`;
  return comments.length === 0 ? `changes ${name}` : `comments on ${name}`;
}

/** The topics that events create or change, in words, by the aggregates of the events. */
export function topicNames(events: readonly PlannedEvent[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'topic.created' || event.type === 'topic.updated'
        ? [[event.aggregate_id, nameOf(event.payload)] as const]
        : [],
    ),
  );
}

function nameOf(payload: TopicCreated | TopicUpdated): string {
  const title = 'author' in payload ? payload.title : membersOf(payload)?.title;
  return title === undefined
    ? `the topic ${printableJson(payload.topic_id)}`
    : `the topic ${printableJson(title)} (${printableJson(payload.topic_id)})`;
}

function membersOf({ own, imported }: TopicCreated): TopicMembers | undefined {
  return own?.members ?? imported?.members;
}

function createdText(payload: TopicCreated): string {
  const { own, imported } = payload;
  const members = membersOf(payload);
  const stated = STATED.flatMap((name) => {
    const value = members?.[name] ?? null;
    return value === null || value.length === 0 ? [] : [`${words(name)} ${printableJson(value)}`];
  });
  const ids = own?.element_ids ?? imported?.element_ids ?? [];
  const at = own?.location ?? null;
  const what = [
    ...stated,
    ...(ids.length === 0 ? [] : [`about ${ids.map((id) => printableJson(id)).join(', ')}`]),
    ...(at === null ? [] : [`at ${at.x}, ${at.y}, ${at.z} mm`]),
    ...(imported?.comments ?? []).map(said),
  ];
  const verb = imported === null ? 'creates' : 'imports';
  return `+ ${verb} ${nameOf(payload)}${fileText(imported)}: ${what.join('; ')}`;
}

function updatedTexts(payload: TopicUpdated): readonly string[] {
  const { changes, comments, imported, previous = {} } = payload;
  const now: Readonly<Record<string, unknown>> = { ...imported?.members, ...changes };
  const names = [...new Set([...Object.keys(previous), ...Object.keys(changes)])];
  const edits = names.map((name) => {
    const before = Object.hasOwn(previous, name) ? `${valueText(previous[name])} → ` : '→ ';
    return `${words(name)} ${before}${valueText(now[name])}`;
  });
  const there = (imported?.comments ?? []).map(said);
  const what = [...edits, ...(there.length === 0 ? [] : [`the file says: ${there.join('; ')}`])];
  const name = nameOf(payload);
  return [
    ...(imported === null
      ? []
      : [`~ imports ${name} again${fileText(imported)}: ${what.join('; ') || 'other files'}`]),
    ...(imported === null && edits.length > 0 ? [`~ changes ${name}: ${edits.join('; ')}`] : []),
    ...comments.map(({ text }) => `+ comments on ${name}: ${printableJson(text)}`),
  ];
}

function said({ author, text, digest }: TopicComment): string {
  const who = author === null ? 'somebody' : printableJson(author);
  const rest =
    digest === undefined
      ? ''
      : ` (the beginning of a longer text, which only the file has; SHA-256 of the text ${digest})`;
  return `${who} wrote ${printableJson(text)}${rest}`;
}

function fileText(imported: TopicCreated['imported']): string {
  return imported === null ? '' : ` from ${printableJson(imported.source.name)}`;
}

function words(name: string): string {
  const text = printableJson(name).slice(1, -1);
  // Parts of archives have the names that other programs gave them.
  return text.includes(' ') ? text : text.replaceAll('_', ' ');
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? 'none' : printableJson(value);
}
