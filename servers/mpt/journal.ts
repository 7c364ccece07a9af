/** @module journal: collects the records of a call, which the gate appends to the log, and reads those of earlier calls. */
import { setImmediate } from 'node:timers/promises';

import type { ApexLedger } from '../../kernel/apex/apex.ts';
import { digestOf } from '../../kernel/canonical/hash.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { isLedgerEntry } from '../../kernel/mpt/contracts/contract.ts';
import type {
  EntryPage,
  ToolLedger,
  ToolLedgerEntry,
} from '../../kernel/mpt/records/ledger-entry.ts';
import type { RunIntent, RunIntents } from '../../kernel/mpt/records/run-intents.ts';
import { ToolRefusal } from '../../kernel/mpt/refusals.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { JsonObject, PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { RunCaller } from './run-caller.ts';
import { type Maker, RunPlaces } from './run-places.ts';
import { unfinishedEntry } from './unfinished-entry.ts';

/** Runs are recorded on the main branch: they are not part of the building. */
const BRANCH = 'main';
const PAGE = 500;
/** Events that one page of runs scans at most. */
const SCANNED_MAX = 50_000;
/** Records that are read before other calls get their turn. */
const TURN = 200;
/** Ids of records kept in memory. */
const TAKEN_MAX = 4096;

/** Takes the records of one call. INVARIANT: an answer is sent only after the gate has committed what was entered here. */
export type CallRecords = {
  readonly caller: RunCaller;
  readonly tools: Pick<ToolLedger, 'append'>;
  readonly apex: ApexLedger;
  readonly intents: RunIntents;
  /** Enters a record that is not a tool run; `kind` names its type, and `id` what it is found by. */
  readonly enter: (kind: string, record: JsonObject, id?: string) => void;
};

/** A record of a call; `begun`: the id under which its run was entered before it began. */
type Entered = {
  readonly id: string;
  readonly begun: string | null;
  readonly payload: JsonObject;
};

/** Enters a run that begins; answers how many web requests it may make. */
async function enterBeginning(
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
  const leave = await caller
    .begin({
      ...intent,
      exec_id: exec_digest,
      shared_id: exec_id,
      most: { calls, web_requests, concurrent: concurrent_max },
    })
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new ToolRefusal('FRAGILITY', error.message) : error;
    });
  if (leave.status === 'begun') return leave.web_requests;
  throw new ToolRefusal('BOUND_GAS', leave.message, leave.data);
}

/** Collects what is entered during a call, and reads the records of earlier calls. */
export class Journal {
  readonly #reader: LedgerRead;
  readonly #randomId: () => string;
  readonly #scanned_max: number;
  readonly #places: RunPlaces;
  /** By run, the number of record ids assigned; their records may not be on the log yet. */
  readonly #taken = new Map<string, number>();

  /** `scanned_max`: events that one page scans. */
  constructor(reader: LedgerRead, randomId: () => string, scanned_max = SCANNED_MAX) {
    this.#reader = reader;
    this.#randomId = randomId;
    this.#scanned_max = scanned_max;
    this.#places = new RunPlaces(reader);
  }

  /** Runs `work`; returns its result and the events that record it. */
  async during<T>(
    caller: RunCaller,
    work: (records: CallRecords) => Promise<T>,
  ): Promise<{ readonly result: T; readonly events: readonly PlannedEvent[] }> {
    const entries: Entered[] = [];
    const enter: CallRecords['enter'] = (kind, record, id = this.#randomId()) => {
      entries.push({ id, begun: null, payload: { kind, ...record } });
    };
    const result = await work({
      caller,
      enter,
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
            web_requests: await enterBeginning(caller, { ...intent, record_id }),
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
    return { result, events };
  }

  /**
   * The last runs that match the filter, oldest first.
   *
   * @param before only events older than this seq; default the end of the log
   */
  async recent(limit: number, { before, wanted = () => true }: RunFilter = {}): Promise<EntryPage> {
    const found: ToolLedgerEntry[] = [];
    const top = Math.min(before ?? Infinity, (await this.#reader.headSeq()) + 1);
    const bottom = Math.max(1, top - this.#scanned_max);
    for await (const event of this.#newestFirst(top, bottom)) {
      const entry = await this.#entryOf(event);
      if (entry === null || !wanted(entry, event)) continue;
      if (found.length >= limit) {
        return { entries: found.toReversed(), older_before: event.seq + 1 };
      }
      found.push(entry);
    }
    return { entries: found.toReversed(), older_before: bottom > 1 ? bottom : null };
  }

  /** The runs of an id, oldest first: a `run_id` is looked up by index, the digest `exec_id` is searched for in the log. */
  async of(
    exec_id: string,
    limit: number,
    { before, wanted = () => true }: RunFilter = {},
  ): Promise<EntryPage> {
    const named = before === undefined ? await this.#named(exec_id, limit, wanted) : [];
    if (named.length > 0 && named.length <= limit) return { entries: named, older_before: null };
    return await this.recent(limit, {
      before,
      wanted: (entry, event) => isNamed(entry, exec_id) && wanted(entry, event),
    });
  }

  /**
   * The last runs of a maker that match, oldest first; null for an unknown cursor. INVARIANT: neither the entries nor the
   * cursor depend on events of others. All runs of the maker are looked through, and the cursor is the `event_id` of the
   * oldest entry on the page.
   *
   * @param wanted which runs the maker may see
   * @param exec_id only runs with this `run_id` or digest `exec_id`
   * @param cursor only runs older than the entry that it names; it must be one that the maker may see
   */
  async own(
    maker: Maker,
    limit: number,
    { wanted, exec_id, cursor }: OwnFilter,
  ): Promise<OwnPage | null> {
    const places = await this.#places.of(maker);
    const before = cursor === undefined ? Infinity : await this.#placeOf(cursor, wanted);
    if (before === null) return null;
    const found: ToolLedgerEntry[] = [];
    let oldest: string | null = null;
    for (const [nth, seq] of places.toReversed().entries()) {
      await turn(nth);
      if (seq >= before) continue;
      const [event] = await this.#reader.eventsAfter(seq - 1, 1);
      const entry = event === undefined ? null : await this.#entryOf(event);
      if (event === undefined || entry === null || !wanted(entry, event)) continue;
      if (exec_id !== undefined && !isNamed(entry, exec_id)) continue;
      if (found.length >= limit) return { entries: found.toReversed(), next_cursor: oldest };
      found.push(entry);
      oldest = event.event_id;
    }
    return { entries: found.toReversed(), next_cursor: null };
  }

  /** Seq of the run whose record has this `event_id`; null when there is none or it is not wanted. */
  async #placeOf(event_id: string, wanted: Wanted): Promise<number | null> {
    const event = await this.#reader.eventById(event_id);
    const entry = event === null ? null : await this.#entryOf(event);
    return event !== null && entry !== null && wanted(entry, event) ? event.seq : null;
  }

  /** The runs with this `run_id`, oldest first; where there are more than `limit`, the first of them. */
  async #named(run_id: string, limit: number, wanted: Wanted): Promise<readonly ToolLedgerEntry[]> {
    const named: ToolLedgerEntry[] = [];
    for (let nth = 0; named.length <= limit; nth += 1) {
      await turn(nth);
      const [event] = await this.#reader.eventsOfAggregate(recordId(run_id, nth), BRANCH, 1);
      if (event === undefined) break;
      const entry = await this.#entryOf(event);
      if (entry !== null && wanted(entry, event)) named.push(entry);
    }
    return named;
  }

  /** The entry of a run that ended or was given up; null for every other event, and where its end was reported later. */
  async #entryOf({ type, payload, aggregate_id }: StoredEvent): Promise<ToolLedgerEntry | null> {
    if (type === 'tool.run') return isLedgerEntry(payload) ? payload : null;
    if (type !== 'run.unfinished') return null;
    const [last] = await this.#reader.eventsOfAggregate(aggregate_id, BRANCH, 1);
    if (last?.type === 'tool.run') return null;
    const [begun] = await this.#reader.eventsAfter(payload.begun_seq - 1, 1);
    return begun?.type === 'run.begun' ? unfinishedEntry(begun.payload, payload) : null;
  }

  /** Whether the log has a record under an id. */
  async has(id: string): Promise<boolean> {
    return (await this.#reader.versionAt(BRANCH, id)) !== null;
  }

  /** All events of the workspace, newest first. */
  async *newestFirst(): AsyncGenerator<StoredEvent> {
    yield* this.#newestFirst((await this.#reader.headSeq()) + 1, 1);
  }

  /** Events below `top` down to `bottom`. */
  async *#newestFirst(top: number, bottom: number): AsyncGenerator<StoredEvent> {
    for (let end = top; end > bottom; end -= PAGE) {
      const first = Math.max(bottom, end - PAGE);
      yield* (await this.#reader.eventsAfter(first - 1, end - first)).toReversed();
    }
  }

  /** A caller may use one exec_id for several runs, also concurrent ones; each run gets a record id of its own. */
  async #freshId(id: string): Promise<string> {
    let nth = this.#taken.get(id) ?? 0;
    // Claimed before the log is read, so that concurrent calls claim different ids
    this.#take(id, nth + 1);
    while ((await this.#reader.versionAt(BRANCH, recordId(id, nth))) !== null) {
      nth = Math.max(nth + 1, this.#taken.get(id) ?? 0);
      this.#take(id, nth + 1);
    }
    return recordId(id, nth);
  }

  #take(id: string, count: number): void {
    this.#taken.delete(id);
    this.#taken.set(id, count);
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > TAKEN_MAX && oldest !== undefined) this.#taken.delete(oldest);
  }
}

/** Which runs to return. */
type RunFilter = {
  readonly before?: number | undefined;
  readonly wanted?: Wanted;
};

type OwnFilter = {
  readonly wanted: Wanted;
  readonly exec_id: string | undefined;
  readonly cursor: string | undefined;
};

type OwnPage = {
  readonly entries: readonly ToolLedgerEntry[];
  /** Null when there are no older ones. */
  readonly next_cursor: string | null;
};

type Wanted = (entry: ToolLedgerEntry, event: StoredEvent) => boolean;

/** Lets other calls go on now and then: the store answers at once. */
async function turn(nth: number): Promise<void> {
  if (nth % TURN === TURN - 1) await setImmediate();
}

function isNamed(entry: ToolLedgerEntry, id: string): boolean {
  return entry.exec_id === id || entry.run_id === id;
}

/** The id of the n-th record of a run: the id of the run for the first, a UUID derived from it for each other. */
function recordId(run_id: string, nth: number): string {
  if (nth === 0) return run_id;
  const hex = digestOf({ run_id, nth });
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
