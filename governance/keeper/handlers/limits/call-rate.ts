/** @module call-rate: the keeper's token buckets that limit calls per minute and principal over all processes. */
import * as z from 'zod';

import type { AuditRow, LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import type { CallsReply, CallsRequest } from '../../protocol/protocol.ts';

const MINUTE_MS = 60_000;
/** Cost of one call: the credit that a rate of one call per minute adds in a minute. */
const COST = MINUTE_MS;
/** Entries per page. */
const PAGE = 1000;

/** `credit`: a call costs 60,000; each millisecond adds the rate in calls per minute, so that all values are integers. */
type Bucket = { readonly credit: number; readonly at_ms: number };

/** The fields of an entry that count. Clients write entries, so their form is not guaranteed. */
const Entry = z.looseObject({
  kind: z.literal('call'),
  principal: z.looseObject({ name: z.string() }),
  error: z.unknown().optional(),
});

/**
 * A bucket per principal with the capacity of one minute, which refills evenly. A new keeper fills each bucket according to
 * the calls of the last minute in the log. Calls of a rolled-back transaction are returned. Calls on other machines are subtracted
 * when they reach the log, so that until then each machine grants the full rate.
 */
export class CallRates {
  readonly #buckets = new Map<string, Bucket>();
  /** The buckets of the running transaction as they were before it. */
  readonly #before = new Map<string, Bucket>();

  /** Grants as many of the calls as the bucket allows; if it allows none, returns the time to wait. */
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

  /** Keeps the calls taken by the transaction if it has committed, and returns them otherwise. */
  ended(committed: boolean): void {
    if (!committed) for (const [name, bucket] of this.#before) this.#buckets.set(name, bucket);
    this.#before.clear();
  }

  /** Subtracts the calls that are recorded in these rows. */
  othersCalled(rows: readonly AuditRow[]): void {
    if (this.#buckets.size === 0) return;
    for (const row of rows) {
      const name = callerIn(row);
      const bucket = name === null ? undefined : this.#buckets.get(name);
      if (name === null || bucket === undefined) continue;
      // The credit may become negative: otherwise each machine would grant the excess once more.
      this.#buckets.set(name, { ...bucket, credit: bucket.credit - COST });
    }
  }
}

/** Refusals of calls that were not admitted: by the rate limit, or because the log could not be written. */
const NOT_ADMITTED: ReadonlySet<unknown> = new Set([
  'RATE_LIMITED',
  'STORE_UNAVAILABLE',
  'AUDIT_UNAVAILABLE',
]);

/** The principal of the call in a row; null when the row is not a call that counts. */
function callerIn({ body }: AuditRow): string | null {
  const { data } = Entry.safeParse(JSON.parse(body));
  return data === undefined || NOT_ADMITTED.has(data.error) ? null : data.principal.name;
}

/** The time of an entry, which the keeper sets. */
const Timed = z.looseObject({ at: z.string() });

function timeOf({ body }: AuditRow): number {
  return Date.parse(Timed.safeParse(JSON.parse(body)).data?.at ?? '');
}

/** Number of calls of this principal in the log since then, without calls that were not admitted. */
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
