/** @module journal: where the kernels' entries go: into the call that they belong to, which the gate puts on the log. */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { ApexLedger } from '../../kernel/apex/apex.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import { isLedgerEntry } from '../../kernel/mpt/contract.ts';
import type { ToolLedger, ToolLedgerEntry } from '../../kernel/mpt/ledger-entry.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { RunCaller } from './view.ts';

/** Runs are recorded on the main branch: they are not part of the building. */
const BRANCH = 'main';
const PAGE = 500;
/** Events that are looked through for runs, newest first. */
const SCANNED_MAX = 50_000;

type Call = RunCaller & { readonly entries: { id: string; payload: PlannedEvent['payload'] }[] };

/** Collects what the kernels enter during a call, and reads what earlier calls have left. */
export class Journal {
  readonly #reader: LedgerRead;
  readonly #randomId: () => string;
  readonly #calls = new AsyncLocalStorage<Call>();

  constructor(reader: LedgerRead, randomId: () => string) {
    this.#reader = reader;
    this.#randomId = randomId;
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

  /** The last runs, oldest first. */
  async recent(
    limit: number,
    wanted: (entry: ToolLedgerEntry) => boolean = () => true,
  ): Promise<readonly ToolLedgerEntry[]> {
    const found: ToolLedgerEntry[] = [];
    for await (const { payload, type } of this.newestFirst(SCANNED_MAX)) {
      if (found.length >= limit) break;
      if (type === 'tool.run' && isLedgerEntry(payload) && wanted(payload)) found.push(payload);
    }
    return found.toReversed();
  }

  /** The runs of an id, oldest first. */
  async of(exec_id: string, limit: number): Promise<readonly ToolLedgerEntry[]> {
    const events = await this.#reader.eventsOfAggregate(exec_id, BRANCH, limit);
    const named = events.map(({ payload }) => payload).filter((payload) => isLedgerEntry(payload));
    if (named.length > 0) return named.toReversed();
    return await this.recent(
      limit,
      (entry) => entry.exec_id === exec_id || entry.run_id === exec_id,
    );
  }

  /** Events of the workspace, newest first. */
  async *newestFirst(limit: number): AsyncGenerator<StoredEvent> {
    const head = await this.#reader.headSeq();
    const last = Math.max(0, head - limit);
    for (let top = head; top > last; top -= PAGE) {
      const from = Math.max(last, top - PAGE);
      yield* (await this.#reader.eventsAfter(from, top - from)).toReversed();
    }
  }

  #call(): Call {
    const call = this.#calls.getStore();
    if (call === undefined) throw new Error('a run was entered outside of a call');
    return call;
  }

  /** A caller may use one exec_id for several runs; the record of each is a thing of its own. */
  async #freshId(id: string): Promise<string> {
    return (await this.#reader.touchedAt(BRANCH, id)) === null ? id : this.#randomId();
  }
}
