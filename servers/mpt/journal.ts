/** @module journal: collects the records of a call, which the gate appends to the log, and reads earlier ones. */
import { setImmediate } from 'node:timers/promises';

import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { ApexLedger } from '../../kernel/tools/apex/apex.ts';
import { isLedgerEntry } from '../../kernel/tools/mpt/contracts/contract.ts';
import type {
  EntryPage,
  ToolLedger,
  ToolLedgerEntry,
} from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { RunIntent, RunIntents } from '../../kernel/tools/mpt/records/run-intents.ts';
import { ToolRefusal } from '../../kernel/tools/mpt/refusals.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { JsonObject, PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import { derivedId } from './record-id.ts';
import type { RunCaller } from './run-caller.ts';
import { type Maker, RunPlaces } from './run-places.ts';
import { unfinishedEntry } from './unfinished-entry.ts';

/** Runs are recorded on the main branch, because they are not part of the building. */
const BRANCH = 'main';
/** Number of events per read of the log. */
const PAGE = 500;
/** Largest number of events that one page of runs scans. */
const SCANNED_MAX = 50_000;
/** Number of records that are read between two pauses for other calls. */
const RECORDS_PER_PAUSE = 200;
/** Number of warnings of a call that are returned in full. */
const WARNINGS_MAX = 10;
/** Number of ids whose record counts are kept in memory. */
const ASSIGNED_MAX = 4096;

/** Receives the records of one call. INVARIANT: an answer is sent only after the gate has committed its records. */
export type CallRecords = {
  readonly caller: RunCaller;
  readonly tools: Pick<ToolLedger, 'append'>;
  readonly apex: ApexLedger;
  readonly intents: RunIntents;
  /** Adds a record other than a tool run. `kind`: its type; `id`: its id, default a new one. */
  readonly enter: (kind: string, record: JsonObject, id?: string) => void;
  /** Adds a warning to the answer. */
  readonly warn: (warning: string) => void;
};

/** What a call returns in addition to its result. */
export type CallOutcome<T> = {
  readonly result: T;
  /** The events that record it. */
  readonly events: readonly PlannedEvent[];
  readonly warnings: readonly string[];
};

/** A record of a call. `begun`: the id under which the start of its run is recorded; null if it is not. */
type CallRecord = {
  readonly id: string;
  readonly begun: string | null;
  readonly payload: JsonObject;
};

/** Records the start of a run; returns the number of web requests that it may make. */
async function recordStart(
  caller: RunCaller,
  {
    most,
    concurrent_max,
    exec_id,
    exec_digest,
    ...intent
  }: RunIntent & { readonly record_id: string },
): Promise<number> {
  const { tool_calls_max: calls, web_requests_max: web_requests } = most;
  const permit = await caller
    .begin({
      ...intent,
      exec_id: exec_digest,
      shared_id: exec_id,
      most: { calls, web_requests, concurrent: concurrent_max },
    })
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new ToolRefusal('FRAGILITY', error.message) : error;
    });
  if (permit.status === 'begun') return permit.web_requests;
  throw new ToolRefusal('BOUND_GAS', permit.message, permit.data);
}

/** Collects the records of calls and reads earlier ones. */
export class Journal {
  readonly #reader: LedgerRead;
  readonly #randomId: () => string;
  readonly #scanned_max: number;
  readonly #places: RunPlaces;
  /** By run: the number of assigned record ids, whose records may not be in the log yet. */
  readonly #assigned = new Map<string, number>();

  /** `scanned_max`: the largest number of events that one page scans. */
  constructor(reader: LedgerRead, randomId: () => string, scanned_max = SCANNED_MAX) {
    this.#reader = reader;
    this.#randomId = randomId;
    this.#scanned_max = scanned_max;
    this.#places = new RunPlaces(reader);
  }

  /** Runs `work`; returns its result, the events that record it, and its warnings. */
  async during<T>(
    caller: RunCaller,
    work: (records: CallRecords) => Promise<T>,
  ): Promise<CallOutcome<T>> {
    const entries: CallRecord[] = [];
    const warnings: string[] = [];
    const enter: CallRecords['enter'] = (kind, record, id = this.#randomId()) => {
      entries.push({ id, begun: null, payload: { kind, ...record } });
    };
    const result = await work({
      caller,
      enter,
      warn: (warning) => void warnings.push(warning),
      tools: {
        append: async (entry) => {
          const { record_id } = entry.provenance;
          const begun = typeof record_id === 'string' ? record_id : null;
          const seq = entries.push({ id: entry.run_id, begun, payload: { ...entry } });
          return await Promise.resolve({ seq });
        },
      },
      intents: {
        begin: async (intent) => {
          const record_id = await this.#freshId(intent.run_id);
          return {
            record_id,
            web_requests: await recordStart(caller, { ...intent, record_id }),
          };
        },
      },
      apex: {
        append: async (entry) => {
          enter('apex.route', entry);
          return await Promise.resolve({ seq: entries.length });
        },
      },
    });
    const events: PlannedEvent[] = [];
    for (const { id, begun, payload } of entries) {
      const aggregate_id = begun ?? (await this.#freshId(id));
      events.push({ type: 'tool.run', aggregate_id, payload });
    }
    return { result, events, warnings: firstOf(warnings) };
  }

  /**
   * The last `limit` runs that match the filter, oldest first.
   *
   * @param before only events with a smaller seq; default all
   */
  async recent(
    limit: number,
    { before, matches = () => true }: RunFilter = {},
  ): Promise<EntryPage> {
    const found: ToolLedgerEntry[] = [];
    const top = Math.min(before ?? Infinity, (await this.#reader.headSeq()) + 1);
    const bottom = Math.max(1, top - this.#scanned_max);
    for await (const event of this.#newestFirst(top, bottom)) {
      const entry = await this.#entryOf(event);
      if (entry === null || !matches(entry, event)) continue;
      if (found.length >= limit) {
        return { entries: found.toReversed(), older_before: event.seq + 1 };
      }
      found.push(entry);
    }
    return { entries: found.toReversed(), older_before: bottom > 1 ? bottom : null };
  }

  /** The runs with an id, oldest first. A `run_id` is looked up by index; a digest or a caller's `exec_id` is searched in the log. */
  async of(
    exec_id: string,
    limit: number,
    { before, matches = () => true }: RunFilter = {},
  ): Promise<EntryPage> {
    const runs = before === undefined ? await this.#runsById(exec_id, limit, matches) : [];
    if (runs.length > 0 && runs.length <= limit) return { entries: runs, older_before: null };
    return await this.recent(limit, {
      before,
      matches: (entry, event) => hasId(entry, exec_id) && matches(entry, event),
    });
  }

  /**
   * The last `limit` runs of a maker that match, oldest first; null for an unknown cursor. INVARIANT: neither entries
   * nor cursor depend on the events of others: only the maker's runs are searched, and the cursor is the `event_id` of
   * the oldest entry of the page.
   *
   * @param matches which runs the maker may see
   * @param exec_id only runs with this `run_id`, digest or caller's `exec_id`
   * @param cursor only runs older than this entry, which the maker must be allowed to see
   */
  async own(
    maker: Maker,
    limit: number,
    { matches, exec_id, cursor }: OwnFilter,
  ): Promise<OwnPage | null> {
    const places = await this.#places.of(maker);
    const before = cursor === undefined ? Infinity : await this.#placeOf(cursor, matches);
    if (before === null) return null;
    const found: ToolLedgerEntry[] = [];
    let oldest: string | null = null;
    for (const [nth, seq] of places.toReversed().entries()) {
      await pauseRegularly(nth);
      if (seq >= before) continue;
      const [event] = await this.#reader.eventsAfter(seq - 1, 1);
      const entry = event === undefined ? null : await this.#entryOf(event);
      if (event === undefined || entry === null || !matches(entry, event)) continue;
      if (exec_id !== undefined && !hasId(entry, exec_id)) continue;
      if (found.length >= limit) return { entries: found.toReversed(), next_cursor: oldest };
      found.push(entry);
      oldest = event.event_id;
    }
    return { entries: found.toReversed(), next_cursor: null };
  }

  /** Seq of the event with this `event_id`; null if it does not exist, records no run, or does not match. */
  async #placeOf(event_id: string, matches: RunMatcher): Promise<number | null> {
    const event = await this.#reader.eventById(event_id);
    const entry = event === null ? null : await this.#entryOf(event);
    return event !== null && entry !== null && matches(entry, event) ? event.seq : null;
  }

  /** The first runs with this `run_id`, oldest first: at most `limit` and one more. */
  async #runsById(
    run_id: string,
    limit: number,
    matches: RunMatcher,
  ): Promise<readonly ToolLedgerEntry[]> {
    const runs: ToolLedgerEntry[] = [];
    for (let nth = 0; runs.length <= limit; nth += 1) {
      await pauseRegularly(nth);
      const [event] = await this.#reader.eventsOfAggregate(recordId(run_id, nth), BRANCH, 1);
      if (event === undefined) break;
      const entry = await this.#entryOf(event);
      if (entry !== null && matches(entry, event)) runs.push(entry);
    }
    return runs;
  }

  /** The entry of an ended or abandoned run; null for other events, and for an abandoned run that ended later. */
  async #entryOf({ type, payload, aggregate_id }: StoredEvent): Promise<ToolLedgerEntry | null> {
    if (type === 'tool.run') return isLedgerEntry(payload) ? payload : null;
    if (type !== 'run.unfinished') return null;
    const [last] = await this.#reader.eventsOfAggregate(aggregate_id, BRANCH, 1);
    if (last?.type === 'tool.run') return null;
    const [begun] = await this.#reader.eventsAfter(payload.begun_seq - 1, 1);
    return begun?.type === 'run.begun' ? unfinishedEntry(begun.payload, payload) : null;
  }

  /** Whether the log has a record with this id. */
  async has(id: string): Promise<boolean> {
    return (await this.#reader.versionAt(BRANCH, id)) !== null;
  }

  /** All events of the workspace, newest first. */
  async *newestFirst(): AsyncGenerator<StoredEvent> {
    yield* this.#newestFirst((await this.#reader.headSeq()) + 1, 1);
  }

  /** Events with a seq below `top` and at least `bottom`, newest first. */
  async *#newestFirst(top: number, bottom: number): AsyncGenerator<StoredEvent> {
    for (let end = top; end > bottom; end -= PAGE) {
      const first = Math.max(bottom, end - PAGE);
      yield* (await this.#reader.eventsAfter(first - 1, end - first)).toReversed();
    }
  }

  /** A new record id for a run: a caller may use one exec_id for several, even concurrent, runs. */
  async #freshId(id: string): Promise<string> {
    let nth = this.#assigned.get(id) ?? 0;
    // Claims the id before reading the log, so that concurrent calls get different ids
    this.#assign(id, nth + 1);
    while ((await this.#reader.versionAt(BRANCH, recordId(id, nth))) !== null) {
      nth = Math.max(nth + 1, this.#assigned.get(id) ?? 0);
      this.#assign(id, nth + 1);
    }
    return recordId(id, nth);
  }

  #assign(id: string, count: number): void {
    this.#assigned.delete(id);
    this.#assigned.set(id, count);
    const [oldest] = this.#assigned.keys();
    if (this.#assigned.size > ASSIGNED_MAX && oldest !== undefined) this.#assigned.delete(oldest);
  }
}

/** The first warnings and the number of further ones: a program may write many files. */
function firstOf(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= WARNINGS_MAX) return warnings;
  const more = warnings.length - WARNINGS_MAX;
  return [...warnings.slice(0, WARNINGS_MAX), `${more} more warnings of this kind`];
}

/** Which runs to return: older than `before` and accepted by `matches`. */
type RunFilter = {
  readonly before?: number | undefined;
  readonly matches?: RunMatcher;
};

type OwnFilter = {
  readonly matches: RunMatcher;
  readonly exec_id: string | undefined;
  readonly cursor: string | undefined;
};

type OwnPage = {
  readonly entries: readonly ToolLedgerEntry[];
  /** Null if there are no older entries. */
  readonly next_cursor: string | null;
};

type RunMatcher = (entry: ToolLedgerEntry, event: StoredEvent) => boolean;

/** Pauses after every `RECORDS_PER_PAUSE` records, so that other calls can run: the store reads synchronously. */
async function pauseRegularly(nth: number): Promise<void> {
  if (nth % RECORDS_PER_PAUSE === RECORDS_PER_PAUSE - 1) await setImmediate();
}

/** Whether an id is the run_id of an entry, its digest, or the exec_id that its caller gave. */
function hasId(entry: ToolLedgerEntry, id: string): boolean {
  return entry.exec_id === id || entry.run_id === id || entry.provenance['parent_exec_id'] === id;
}

/** The id of the n-th record of a run, from 0: the id of the run for the first, then ids derived from it. */
function recordId(run_id: string, nth: number): string {
  return nth === 0 ? run_id : derivedId({ run_id, nth });
}
