/** @module event-notes: events that change no single element, in words: undo, merge, import, files, checks, runs. */
import type { EventType, StoredEvent } from '../../../schemas/events.ts';
import { importText, undoneText } from '../../../servers/approvals/effect-text.ts';
import { maskedText } from './masked.ts';

/** Most names that one note lists. */
const NAMES_MAX = 20;

/** Events that the list of changed elements has, and names, which are noted together. */
const WITHOUT_NOTE: ReadonlySet<EventType> = new Set([
  'level.created',
  'element.created',
  'element.modified',
  'element.deleted',
  'element.hosted',
  'name.given',
]);

/** The audit entry of an operation; null if it is not in the report. */
type EntryOf = (operation_id: string) => number | null;

/** The notes on the events of one operation, in their order. */
export function eventNotes(events: readonly StoredEvent[], entryOf: EntryOf): readonly string[] {
  const notes = events.flatMap((event) =>
    WITHOUT_NOTE.has(event.type)
      ? []
      : (modelNote(event, entryOf) ?? recordNote(event) ?? runNote(event)),
  );
  const names = events.flatMap((event) => (event.type === 'name.given' ? [event.payload] : []));
  if (names.length === 0) return notes;
  const more = names.length - NAMES_MAX;
  const given = names.slice(0, NAMES_MAX).map(({ name }) => `$${maskedText(name)}`);
  const rest = more > 0 ? ` and ${more} more` : '';
  return [...notes, `names for later calls of the requester: ${given.join(', ')}${rest}`];
}

/** An event about the model as a whole; null for any other. */
function modelNote(event: StoredEvent, entryOf: EntryOf): string | null {
  if (event.type === 'elements.joined') {
    const { element_ids, join_type } = event.payload;
    return `joins ${element_ids.slice(0, NAMES_MAX).join(', ')} as \`${join_type}\``;
  }
  if (event.type === 'model.imported') return maskedText(importText(event.payload));
  if (event.type === 'import.reverted') return undoneText(event.payload);
  if (event.type === 'import.matched') {
    const { matches, import_id } = event.payload;
    return `assigns ${matches.length} products of the import ${import_id} to elements`;
  }
  if (event.type === 'branch.created') {
    return `creates the branch ${event.payload.name} from ${event.payload.from}`;
  }
  if (event.type === 'branch.discarded') return `discards the branch ${event.payload.name}`;
  if (event.type === 'branch.merged') {
    return `merges the branch ${event.payload.source} into ${event.payload.target}`;
  }
  if (event.type === 'branch.restored') {
    return `returns the branch to its state after event ${event.payload.to_seq}`;
  }
  if (event.type === 'event.reverted') {
    const { operation_id } = event.payload;
    const entry = entryOf(operation_id);
    return `undoes the operation \`${operation_id}\`${entry === null ? '' : ` of entry ${entry}`}`;
  }
  if (event.type === 'event.passed_over') {
    return `event ${event.seq} (${event.payload.type}) was excluded by an approver later and has no effect`;
  }
  if (event.type !== 'event.voided') return null;
  const { seq, approver, reason } = event.payload;
  return `${approver} excludes event ${seq}${reason === null ? '' : `: ${reason}`}`;
}

/** An event that records a check, a file or a decision on a finding; null for any other. */
function recordNote(event: StoredEvent): string | null {
  if (event.type === 'validation.run') {
    return `runs ${event.payload.tool}: ${event.payload.found} findings`;
  }
  if (event.type === 'schedule.generated' || event.type === 'export.created') {
    const { path, bytes, sha256 } = event.payload.file;
    return `makes the file \`${path}\`, ${bytes} bytes, sha256 \`${sha256}\``;
  }
  if (event.type === 'view.created' || event.type === 'sheet.created') {
    return `defines \`${event.aggregate_id}\``;
  }
  if (event.type === 'topic.created') {
    const { own, imported, topic_id } = event.payload;
    const { title = '' } = own?.members ?? imported?.members ?? {};
    const how = imported === null ? 'creates' : 'imports';
    return `${how} the topic \`${topic_id}\`: ${maskedText(title)}`;
  }
  if (event.type === 'topic.updated') {
    return `changes the topic \`${event.payload.topic_id}\``;
  }
  if (event.type !== 'clash.excluded') return null;
  const { clash_id, because, excluded } = event.payload;
  const what = excluded ? 'accepts' : 'no longer accepts';
  return `${what} the clash \`${clash_id}\`: ${maskedText(because)}`;
}

/** An event about a run. Types that the report has no words for are named. */
function runNote(event: StoredEvent): string {
  if (event.type === 'run.permitted') {
    return `permits ${event.payload.server}.${event.payload.tool} to run once`;
  }
  if (event.type === 'run.started') {
    return `starts the permitted run of ${event.payload.server}.${event.payload.tool}`;
  }
  if (event.type === 'run.begun') return `begins a run of ${event.payload.tool}`;
  if (event.type === 'run.unfinished') {
    return `a run of ${event.payload.tool} has no end: ${event.payload.because}`;
  }
  if (event.type === 'experiment.run') return `records the experiment ${event.payload.run_id}`;
  if (event.type !== 'tool.run') return `records ${event.type} \`${event.aggregate_id}\``;
  const { tool, kind, termination } = event.payload;
  const what = [tool, kind].find((name) => typeof name === 'string') ?? 'a tool';
  const end = typeof termination === 'string' ? `: ${termination}` : '';
  return `records a run of ${what}${end}`;
}
