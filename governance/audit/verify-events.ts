/** @module verify-events: compares every event row with its digest in an audit entry, in step with the chain. */
import type * as z from 'zod';

import { parseJson } from '../../kernel/base/canonical/parse-json.ts';
import type { EventText } from '../../kernel/ledger/ledger.ts';
import {
  eventRecords,
  hasProtoKey,
  isEventType,
  storedEvents,
} from '../../schemas/event-schemas.ts';
import type { EventRecord, StoredEvent } from '../../schemas/events.ts';
import { compareVoided } from './approval-states.ts';
import { writtenEvent } from './event-digest.ts';
import type { EffectEntry } from './governing.ts';
import type { AuditSource, Report } from './verify-report.ts';

/** Rows per page. */
const PAGE = 2000;
/** Lower than the number of any row. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
/** Columns that repeat fields of the event's text for lookups. */
const COLUMNS = [
  'seq',
  'event_id',
  'operation_id',
  'branch',
  'branch_seq',
  'aggregate_id',
] as const satisfies readonly (keyof EventText & keyof EventRecord)[];

/** A row as it was read: null fields for text that is not an event; `digest` is also null for an event that cannot be stored. */
type Read = {
  readonly event: EventRecord | null;
  readonly known: ReturnType<typeof storedEvents.validate> | null;
  readonly digest: string | null;
  /** The fault of the row by itself, regardless of its entry. */
  readonly because: string | null;
};

/** The events of an entry. */
type Recorded = Pick<EffectEntry, 'seq' | 'first_seq' | 'events_digest'>;

/** Reads the events once. */
export interface EventWalk {
  /** The events of one entry, each with its recorded digest; null when one differs. */
  readonly take: (effect: Recorded) => Promise<readonly StoredEvent[] | null>;
  /** Reports events that no entry records; returns the number of recorded events. */
  readonly finish: (known: {
    readonly isExecuted: (approval_id: string) => boolean;
    /** Digests of voided events, by their seq. */
    readonly voided: ReadonlyMap<number, string>;
  }) => Promise<number>;
}

/** Called with each event, recorded or not, in order; `known` is null for an unreadable or unsupported event. */
type EachEvent = (
  event: Pick<EventText, 'seq' | 'branch' | 'branch_seq' | 'aggregate_id'>,
  known: StoredEvent | null,
) => void;

/** A walk from the first event. */
export function openEventWalk(
  source: Pick<AuditSource, 'eventTextsAfter'>,
  report: Report,
  each: EachEvent,
): EventWalk {
  let waiting: readonly EventText[] = [];
  let position = 0;
  let read = BEFORE_ALL;
  let recorded = 0;
  const extras: EventRecord[] = [];
  const unknown: { readonly event: EventRecord; readonly because: string }[] = [];

  const peek = async (): Promise<EventText | null> => {
    if (position >= waiting.length) {
      waiting = await source.eventTextsAfter(read, PAGE);
      position = 0;
      read = waiting.at(-1)?.seq ?? read;
    }
    return waiting[position] ?? null;
  };

  /** Reads a row and passes it on. */
  const visited = (row: EventText): Read => {
    const found = readRow(row);
    const { event, because } = found;
    if (because !== null) report('event_edited', row.seq, because);
    each(event ?? row, found.known !== null && 'data' in found.known ? found.known.data : null);
    return found;
  };

  /** A row that no entry records. */
  const addExtra = (row: EventText): void => {
    const { event } = visited(row);
    if (event === null) report('event_extra', row.seq, 'it cannot be read');
    else extras.push(event);
  };

  /** The row of `seq`; null without one. Rows before it are extra. */
  const rowOf = async (seq: number): Promise<EventText | null> => {
    for (;;) {
      const row = await peek();
      if (row === null || row.seq > seq) return null;
      position += 1;
      if (row.seq === seq) return row;
      addExtra(row);
    }
  };

  return {
    take: async (effect) => {
      const events: StoredEvent[] = [];
      for (const [index, digest] of effect.events_digest.entries()) {
        const seq = effect.first_seq + index;
        const row = await rowOf(seq);
        if (row === null) {
          report('event_missing', seq, `it is recorded in entry ${effect.seq}`);
          continue;
        }
        const { event, known, digest: found } = visited(row);
        if (event === null || known === null || found !== digest) {
          report('event_edited', seq, `it differs from its record in entry ${effect.seq}`);
          continue;
        }
        recorded += 1;
        if ('data' in known) events.push(known.data);
        else unknown.push({ event, because: unknownBecause(event, known.error) });
      }
      return events.length === effect.events_digest.length ? events : null;
    },
    finish: async ({ isExecuted, voided }) => {
      for (let row = await peek(); row !== null; row = await peek()) {
        position += 1;
        addExtra(row);
      }
      for (const { event, because } of unknown) {
        if (!voided.has(event.seq)) report('event_unknown', event.seq, because);
      }
      await compareVoided(source, voided, report);
      for (const { seq, approval_id } of extras) {
        report('event_extra', seq, 'no entry recorded it');
        if (approval_id !== null && isExecuted(approval_id)) {
          report('approval_replayed', seq, `\`${approval_id}\` had already been executed`);
        }
      }
      return recorded;
    },
  };
}

function unknownBecause({ type }: EventRecord, { issues: [issue] }: z.ZodError): string {
  if (!isEventType(type)) return `this version does not support events of type \`${type}\``;
  return `the payload of \`${type}\` is not supported: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
}

function readRow(row: EventText): Read {
  const event = eventIn(row.body);
  if (event === null) return { event, known: null, digest: null, because: null };
  const column = COLUMNS.find((name) => row[name] !== event[name]);
  const written = writtenEvent(event);
  return {
    event,
    known: storedEvents.validate(event),
    digest: written?.digest ?? null,
    because:
      column === undefined
        ? textFault(row.body, written?.body)
        : `the column \`${column}\` differs from the text of the event`,
  };
}

function textFault(body: string, canonical: string | undefined): string | null {
  return body === canonical
    ? null
    : 'its text differs from the text that was written, although both read the same';
}

/** The event in the text of a row, as it was written; null for any other text. */
export function eventIn(body: string): EventRecord | null {
  const value = parseJson(body);
  const record = eventRecords.validate(value);
  return 'data' in record && !hasProtoKey(value) ? record.data : null;
}
