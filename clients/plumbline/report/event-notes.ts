/** @module event-notes: events that change no single element, in words: undo, merge, import, files, checks, runs. */
import type { JsonObject, StoredEvent } from '../../../schemas/events.ts';
import { importText, undoneText } from '../approvals/effect-text.ts';
import { maskedText } from './masked.ts';

/** Most names that one note lists. */
const NAMES_MAX = 20;

/** The notes on the events of one operation, in their order. `entryOf`: the audit entry of an operation, null if unknown. */
export function eventNotes(
  events: readonly StoredEvent[],
  entryOf: (operation_id: string) => number | null,
): readonly string[] {
  const notes = events.flatMap((event) => noteOf(event, entryOf) ?? []);
  const names = events.flatMap((event) => (event.type === 'name.given' ? [event.payload] : []));
  if (names.length === 0) return notes;
  const more = names.length - NAMES_MAX;
  const given = names.slice(0, NAMES_MAX).map(({ name }) => `$${maskedText(name)}`);
  const rest = more > 0 ? ` and ${more} more` : '';
  return [...notes, `names for later calls of the requester: ${given.join(', ')}${rest}`];
}

/** One event in words; null if the list of changed elements has it. */
function noteOf(
  event: StoredEvent,
  entryOf: (operation_id: string) => number | null,
): string | null {
  const { type } = event;
  switch (type) {
    case 'level.created':
    case 'element.created':
    case 'element.modified':
    case 'element.deleted':
    case 'element.hosted':
    case 'name.given':
      return null;
    case 'elements.joined': {
      const { element_ids, join_type } = event.payload;
      return `joins ${element_ids.slice(0, NAMES_MAX).join(', ')} as \`${join_type}\``;
    }
    case 'model.imported':
      return importText(event.payload);
    case 'import.reverted':
      return undoneText(event.payload);
    case 'import.matched': {
      const { matches, import_id } = event.payload;
      return `assigns ${matches.length} products of the import ${import_id} to elements`;
    }
    case 'branch.created':
      return `creates the branch ${event.payload.name} from ${event.payload.from}`;
    case 'branch.discarded':
      return `discards the branch ${event.payload.name}`;
    case 'branch.merged':
      return `merges the branch ${event.payload.source} into ${event.payload.target}`;
    case 'event.reverted': {
      const { operation_id } = event.payload;
      const entry = entryOf(operation_id);
      return `undoes the operation ${operation_id}${entry === null ? '' : ` of entry ${entry}`}`;
    }
    case 'event.voided':
    case 'event.passed_over':
      return passedOver(event);
    default:
      return recordNote(event);
  }
}

function passedOver(
  event: Extract<StoredEvent, { type: 'event.voided' | 'event.passed_over' }>,
): string {
  if (event.type === 'event.passed_over') {
    return `event ${event.seq} (${event.payload.type}) was excluded by an approver later and has no effect`;
  }
  const { seq, approver, reason } = event.payload;
  return `${approver} excludes event ${seq}${reason === null ? '' : `: ${maskedText(reason)}`}`;
}

/** An event that records something outside of the model. Types that this version of the report does not know are named. */
function recordNote(event: StoredEvent): string {
  switch (event.type) {
    case 'validation.run':
      return `runs ${event.payload.tool}: ${event.payload.found} findings`;
    case 'schedule.generated':
    case 'export.created': {
      const { path, bytes, sha256 } = event.payload.file;
      return `makes the file ${path}, ${bytes} bytes, sha256 ${sha256}`;
    }
    case 'view.created':
    case 'sheet.created':
      return `defines ${event.aggregate_id}`;
    case 'clash.excluded': {
      const { clash_id, because, excluded } = event.payload;
      const what = excluded ? 'accepts' : 'no longer accepts';
      return `${what} the clash ${clash_id}: ${maskedText(because)}`;
    }
    case 'run.permitted':
      return `permits ${event.payload.server}.${event.payload.tool} to run once`;
    case 'run.started':
      return `starts the permitted run of ${event.payload.server}.${event.payload.tool}`;
    case 'run.begun':
      return `begins a run of ${event.payload.tool}`;
    case 'run.unfinished':
      return `a run of ${event.payload.tool} has no end: ${event.payload.because}`;
    case 'tool.run':
      return toolRun(event.payload);
    case 'experiment.run':
      return `records the experiment ${event.payload.run_id}`;
    default:
      return `records ${event.type} ${event.aggregate_id}`;
  }
}

function toolRun({ tool, kind, termination }: JsonObject): string {
  const what = [tool, kind].find((name) => typeof name === 'string') ?? 'a tool';
  return `records a run of ${String(what)}${typeof termination === 'string' ? `: ${termination}` : ''}`;
}
