/** @module verify-events: every event row against the digest that an audit entry has of it, in step with the chain. */
import { CanonicalJsonError } from '../../kernel/canonical/json.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import { eventDigest } from './event-digest.ts';
import type { EffectEntry } from './governing.ts';
import type { AuditSource, Report } from './verify-report.ts';

/** Rows read at once. */
const PAGE = 2000;

/** An event row, or the number of one that cannot be read. */
type Read = { readonly seq: number; readonly event: StoredEvent | null };

/** Walks the events once. */
export interface EventWalk {
  /** The events of one entry, each as its digest says; null when one is not. */
  readonly take: (effect: EffectEntry) => Promise<readonly StoredEvent[] | null>;
  /** Reports what no entry vouches for; returns the number of events that one does. */
  readonly finish: (isExecuted: (approval_id: string) => boolean) => Promise<number>;
}

/** A walk from the first event. */
export function openEventWalk(source: Pick<AuditSource, 'eventsAfter'>, report: Report): EventWalk {
  let waiting: Read[] = [];
  let position = 0;
  let read = 0;
  let vouched = 0;
  const extras: StoredEvent[] = [];

  const peek = async (ahead: number): Promise<Read | null> => {
    if (position + ahead >= waiting.length) {
      const more = await readFrom(source, read);
      waiting = [...waiting.slice(position), ...more];
      position = 0;
      read = more.at(-1)?.seq ?? read;
    }
    return waiting[position + ahead] ?? null;
  };

  /** The row that stands where `seq` belongs; what stands before is extra. */
  const rowOf = async (seq: number): Promise<Read | null> => {
    for (;;) {
      const row = await peek(0);
      if (row === null || row.seq === seq) return row;
      const next = await peek(1);
      if (next?.seq === seq + 1) return row;
      if (row.seq > seq) return null;
      if (row.event !== null) extras.push(row.event);
      position += 1;
    }
  };

  return {
    take: async (effect) => {
      const events: StoredEvent[] = [];
      for (const [index, digest] of effect.events_digest.entries()) {
        const seq = effect.first_seq + index;
        const row = await rowOf(seq);
        if (row === null) {
          report('event_missing', seq, `entry ${effect.seq} recorded it`);
          continue;
        }
        position += 1;
        if (row.event !== null && digestMatches(row.event, digest)) events.push(row.event);
        else report('event_edited', seq, `it is not the one that entry ${effect.seq} recorded`);
      }
      vouched += events.length;
      return events.length === effect.events_digest.length ? events : null;
    },
    finish: async (isExecuted) => {
      for (let row = await peek(0); row !== null; row = await peek(0)) {
        if (row.event === null) report('event_extra', row.seq, 'it cannot be read');
        else extras.push(row.event);
        position += 1;
      }
      for (const { seq, approval_id } of extras) {
        report('event_extra', seq, 'no entry recorded it');
        if (approval_id !== null && isExecuted(approval_id))
          report('approval_replayed', seq, `\`${approval_id}\` had been executed already`);
      }
      return vouched;
    },
  };
}

function digestMatches(event: StoredEvent, digest: string): boolean {
  try {
    return eventDigest(event) === digest;
  } catch (error) {
    if (error instanceof CanonicalJsonError) return false;
    throw error;
  }
}

/** The next page; where the store cannot read a row, one row at a time, so that its number is known. */
async function readFrom(
  source: Pick<AuditSource, 'eventsAfter'>,
  after: number,
): Promise<readonly Read[]> {
  const page = await readable(source, after, PAGE);
  if (page !== null) {
    const [last, before] = [page.at(-1), page.at(-2)];
    // An edited number in the last row would lead the next page astray: that row is read again then.
    const astray = page.length === PAGE && last?.seq !== (before?.seq ?? after) + 1;
    return (astray ? page.slice(0, -1) : page).map((event) => ({ seq: event.seq, event }));
  }
  const one = await readable(source, after, 1);
  if (one === null) return [{ seq: after + 1, event: null }];
  return one.map((event) => ({ seq: event.seq, event }));
}

async function readable(
  source: Pick<AuditSource, 'eventsAfter'>,
  after: number,
  limit: number,
): Promise<readonly StoredEvent[] | null> {
  try {
    return await source.eventsAfter(after, limit);
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'CORRUPT') return null;
    throw error;
  }
}
