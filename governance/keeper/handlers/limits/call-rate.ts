/** @module call-rate: calls per minute and principal over all processes of a workspace, as a token bucket of the keeper. */
import * as z from 'zod';

import type { AuditRow, LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import type { CallsReply, CallsRequest } from '../../protocol/protocol.ts';

const MINUTE_MS = 60_000;
/** Of a call: what one call per minute brings in a minute. */
const COST = MINUTE_MS;
/** Entries that are read at once. */
const PAGE = 1000;

/** `credit`: a call costs 60,000 of it, and each millisecond brings as much as calls per minute: whole numbers. */
type Bucket = { readonly credit: number; readonly at_ms: number };

/** What the rate reads of an entry. Clients write entries, so nothing about their form is certain. */
const Entry = z.looseObject({
  kind: z.literal('call'),
  principal: z.looseObject({ name: z.string() }),
  error: z.unknown().optional(),
});

/**
 * A bucket per principal that holds one minute's calls and refills evenly. A new keeper begins each with what the log of
 * the last minute leaves of it. What a transaction that was rolled back has taken is put back. Calls on
 * other machines are taken off when they are on the log, so that for a moment each grants what the others have too.
 */
export class CallRates {
  readonly #buckets = new Map<string, Bucket>();
  /** The buckets of the running transaction as they were before it. */
  readonly #before = new Map<string, Bucket>();

  /** Grants as many of the calls as there is room for, at least one or none with the time to wait. */
  async take(
    read: LedgerRead,
    { name, calls }: CallsRequest,
    per_minute: number | null,
    now: Date,
  ): Promise<CallsReply> {
    if (per_minute === null) return { granted: calls, retry_after_ms: 0 };
    const now_ms = now.getTime();
    const known = this.#buckets.get(name);
    const bucket = known ?? {
      credit: Math.max(0, per_minute - (await callsSince(read, name, now_ms - MINUTE_MS))) * COST,
      at_ms: now_ms,
    };
    const refill = Math.max(0, now_ms - bucket.at_ms) * per_minute;
    const credit = Math.min(per_minute * COST, bucket.credit + refill);
    const granted = Math.max(0, Math.min(calls, Math.floor(credit / COST)));
    if (!this.#before.has(name)) this.#before.set(name, bucket);
    this.#buckets.set(name, { credit: credit - granted * COST, at_ms: now_ms });
    const retry_after_ms = granted > 0 ? 0 : Math.ceil((COST - credit) / per_minute);
    return { granted, retry_after_ms };
  }

  /** Keeps what the transaction has taken if it has committed, and puts it back otherwise. */
  ended(committed: boolean): void {
    if (!committed) for (const [name, bucket] of this.#before) this.#buckets.set(name, bucket);
    this.#before.clear();
  }

  /** Takes off the calls that are entered in these rows. */
  othersCalled(rows: readonly AuditRow[]): void {
    if (this.#buckets.size === 0) return;
    for (const row of rows) {
      const name = callerIn(row);
      const bucket = name === null ? undefined : this.#buckets.get(name);
      if (name === null || bucket === undefined) continue;
      // Below nothing too: what is forgotten there each machine would grant once more.
      this.#buckets.set(name, { ...bucket, credit: bucket.credit - COST });
    }
  }
}

/** Refusals of calls that were not let in: for the rate, or while nothing could be entered. */
const TURNED_AWAY: ReadonlySet<unknown> = new Set([
  'RATE_LIMITED',
  'STORE_UNAVAILABLE',
  'AUDIT_UNAVAILABLE',
]);

/** The principal whose call is entered in a row; null where it is no call that counts. */
function callerIn({ body }: AuditRow): string | null {
  const { data } = Entry.safeParse(JSON.parse(body));
  return data === undefined || TURNED_AWAY.has(data.error) ? null : data.principal.name;
}

/** The time of an entry, which the keeper sets. */
const Timed = z.looseObject({ at: z.string() });

function timeOf({ body }: AuditRow): number {
  return Date.parse(Timed.safeParse(JSON.parse(body)).data?.at ?? '');
}

/** Calls of this principal that are on the log since then; those that were refused for the rate are none. */
async function callsSince(read: LedgerRead, name: string, since_ms: number): Promise<number> {
  const head = (await read.auditHead())?.seq ?? 0;
  let count = 0;
  for (let seq = head; seq > 0; seq -= PAGE) {
    const from = Math.max(0, seq - PAGE);
    const rows = await read.auditAfter(from, seq - from);
    const recent = rows.filter((row) => timeOf(row) > since_ms);
    count += recent.filter((row) => callerIn(row) === name).length;
    if (recent.length < rows.length) break;
  }
  return count;
}
