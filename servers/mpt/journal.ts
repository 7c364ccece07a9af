/** @module journal: where the kernels' entries go: into the call that they belong to, which the gate puts on the log. */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { ApexLedger } from '../../kernel/apex/apex.ts';
import { digestOf } from '../../kernel/canonical/hash.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { isLedgerEntry } from '../../kernel/mpt/contract.ts';
import type { EntryPage, ToolLedger, ToolLedgerEntry } from '../../kernel/mpt/ledger-entry.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { RunCaller } from './view.ts';

/** Runs are recorded on the main branch: they are not part of the building. */
const BRANCH = 'main';
const PAGE = 500;
/** Events that one page of runs looks through at most. */
const SCANNED_MAX = 50_000;
/** Ids of records that this process has given out and remembers. */
const TAKEN_MAX = 4096;

type Call = RunCaller & { readonly entries: { id: string; payload: PlannedEvent['payload'] }[] };

/** Collects what the kernels enter during a call, and reads what earlier calls have left. */
export class Journal {
  readonly #reader: LedgerRead;
  readonly #randomId: () => string;
  readonly #scanned_max: number;
  readonly #calls = new AsyncLocalStorage<Call>();
  /** Records that were given out and may not lie on the log yet, by run. */
  readonly #taken = new Map<string, number>();

  /** `scanned_max`: events that one page looks through. */
  constructor(reader: LedgerRead, randomId: () => string, scanned_max = SCANNED_MAX) {
    this.#reader = reader;
    this.#randomId = randomId;
    this.#scanned_max = scanned_max;
  }

  /** For whom the running call runs. Throws outside of a call. */
  get caller(): RunCaller {
    return this.#call();
  }

  /** Runs `work`; gives its result and the events that record it. */
  async during<T>(
    caller: RunCaller,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly events: readonly PlannedEvent[] }> {
    const call: Call = { ...caller, entries: [] };
    const result = await this.#calls.run(call, work);
    const events: PlannedEvent[] = [];
    for (const { id, payload } of call.entries)
      events.push({ type: 'tool.run', aggregate_id: await this.#freshId(id), payload });
    return { result, events };
  }

  /** Enters a record of another kind than a tool run, under a name that says which. */
  enter(kind: string, record: Readonly<Record<string, unknown>>): void {
    this.#call().entries.push({ id: this.#randomId(), payload: { kind, ...record } });
  }

  /** INVARIANT: an answer leaves only after the gate has committed what was entered here. */
  readonly tools: ToolLedger = {
    append: async (entry) => {
      const { entries } = this.#call();
      entries.push({ id: entry.run_id, payload: { ...entry } });
      return await Promise.resolve({ seq: entries.length });
    },
    recent: async (limit) => await this.recent(limit),
  };

  readonly apex: ApexLedger = {
    append: async (entry) => {
      this.enter('apex.route', entry);
      return await Promise.resolve({ seq: this.#call().entries.length });
    },
  };

  /**
   * The last runs that are wanted, oldest first.
   *
   * @param before only events older than this seq; default the end of the log
   */
  async recent(limit: number, { before, wanted = () => true }: RunFilter = {}): Promise<EntryPage> {
    const found: ToolLedgerEntry[] = [];
    const top = Math.min(before ?? Infinity, (await this.#reader.headSeq()) + 1);
    const bottom = Math.max(1, top - this.#scanned_max);
    for await (const event of this.#newestFirst(top, bottom)) {
      const { payload, seq } = event;
      if (event.type !== 'tool.run' || !isLedgerEntry(payload) || !wanted(payload, event)) continue;
      if (found.length >= limit) return { entries: found.toReversed(), older_before: seq + 1 };
      found.push(payload);
    }
    return { entries: found.toReversed(), older_before: bottom > 1 ? bottom : null };
  }

  /** The runs of an id, oldest first: a `run_id` is looked up, the digest `exec_id` is looked for. */
  async of(
    exec_id: string,
    limit: number,
    { before, wanted = () => true }: RunFilter = {},
  ): Promise<EntryPage> {
    const named = before === undefined ? await this.#named(exec_id, wanted) : [];
    if (named.length > 0 && named.length <= limit) return { entries: named, older_before: null };
    return await this.recent(limit, {
      before,
      wanted: (entry, event) =>
        (entry.exec_id === exec_id || entry.run_id === exec_id) && wanted(entry, event),
    });
  }

  /** The runs of which the id is the `run_id`, oldest first. */
  async #named(run_id: string, wanted: Wanted): Promise<readonly ToolLedgerEntry[]> {
    const named: ToolLedgerEntry[] = [];
    for (let nth = 0; ; nth += 1) {
      const [event] = await this.#reader.eventsOfAggregate(recordId(run_id, nth), BRANCH, 1);
      if (event === undefined) return named;
      const { payload } = event;
      if (isLedgerEntry(payload) && wanted(payload, event)) named.push(payload);
    }
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

  #call(): Call {
    const call = this.#calls.getStore();
    if (call === undefined) throw new Error('a run was entered outside of a call');
    return call;
  }

  /** A caller may use one exec_id for several runs, also at a time; the record of each is a thing of its own. */
  async #freshId(id: string): Promise<string> {
    let nth = this.#taken.get(id) ?? 0;
    // Claimed before the log is asked, so that two calls at a time take two
    this.#take(id, nth + 1);
    while ((await this.#reader.touchedAt(BRANCH, recordId(id, nth))) !== null) {
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

/** Which runs are asked for. */
type RunFilter = {
  readonly before?: number | undefined;
  readonly wanted?: Wanted;
};

type Wanted = (entry: ToolLedgerEntry, event: StoredEvent) => boolean;

/** Where the n-th record of a run lies: the first under the id of the run, each other under one that follows from it. */
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
