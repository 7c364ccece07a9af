/** @module element states: elements as the log has them now, each read from its own events when it is first asked for. */
import type { Awaitable, LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ElementRecord, PlannedEvent, StoredEvent } from '../../../schemas/events.ts';

/** The place in the log at which an element is wanted: a branch, and the last ledger seq that counts on it. */
export type Moment = { readonly branch: string; readonly until: number };

/** The log, and the checks by which its events are applied. */
export type CheckedLog = {
  readonly read: Pick<LedgerRead, 'branchHead' | 'eventsTouching'>;
  readonly checks: EventChecks;
};

/** Events of one element that are read at once. Most have a few. */
const PAGE = 32;
/** Elements that are kept. Any of them can be read again. */
const KEPT = 10_000;

/**
 * Elements of branches as they are now.
 *
 * INVARIANT: what is kept was read or written by a transaction that has committed, of the one keeper of its epoch, with
 * no commit of another machine since; what the running transaction reads and writes is kept apart until it ends.
 */
export class ElementStates {
  readonly #kept = new Map<string, ElementRecord | null>();
  readonly #running = new Map<string, ElementRecord | null>();

  /** The element as it is now, null where there is none. Refuses STORE_UNAVAILABLE when its events do not fit. */
  current(log: CheckedLog, branch: string, id: string): Awaitable<ElementRecord | null> {
    const key = keyOf(branch, id);
    const running = this.#running.get(key);
    const known = running === undefined ? this.#kept.get(key) : running;
    return known === undefined ? this.#read(log, branch, id) : known;
  }

  async #read(log: CheckedLog, branch: string, id: string): Promise<ElementRecord | null> {
    const element = await elementAt(log, { branch, until: Number.MAX_SAFE_INTEGER }, id);
    // An id that is only asked for may be anything.
    if (element !== null) this.#running.set(keyOf(branch, id), element);
    return element;
  }

  /** Takes over what the running transaction has written. */
  wrote(branch: string, changed: ReadonlyMap<string, ElementRecord | null>): void {
    for (const [id, element] of changed) this.#running.set(keyOf(branch, id), element);
  }

  /** Forgets everything: what the log says has become another. */
  forget(): void {
    this.#kept.clear();
    this.#running.clear();
  }

  /** Keeps what the transaction has read and written if it has committed, and forgets it otherwise. */
  ended(committed: boolean): void {
    if (committed) {
      for (const [key, element] of this.#running) {
        this.#kept.delete(key);
        this.#kept.set(key, element);
      }
      for (const key of this.#kept.keys()) {
        if (this.#kept.size <= KEPT) break;
        this.#kept.delete(key);
      }
    }
    this.#running.clear();
  }
}

function keyOf(branch: string, id: string): string {
  return `${id}\n${branch}`;
}

/** The element at a moment, from the events that wrote it on the branch and, before the fork, on its parents. */
export async function elementAt(
  { read, checks }: CheckedLog,
  { branch, until }: Moment,
  id: string,
): Promise<ElementRecord | null> {
  const events: StoredEvent[] = [];
  let [line, last]: [string | null, number] = [branch, until];
  while (line !== null) {
    const page = await read.eventsTouching(id, line, last, PAGE);
    const end = page.findIndex((event) => isEnd(event, id));
    events.push(...(end === -1 ? page : page.slice(0, end)));
    if (end !== -1) break;
    if (page.length === PAGE) {
      last = (page.at(-1)?.seq ?? 1) - 1;
      continue;
    }
    const head = await read.branchHead(line);
    last = Math.min(last, head?.from_seq ?? 0);
    line = head?.parent ?? null;
  }
  return folded(checks, events.toReversed(), id);
}

/** Whether the element was deleted by an event, so that no earlier one is needed. */
function isEnd({ type, aggregate_id }: StoredEvent, id: string): boolean {
  return type === 'element.deleted' && aggregate_id === id;
}

function folded(
  checks: EventChecks,
  events: readonly StoredEvent[],
  id: string,
): ElementRecord | null {
  let element: ElementRecord | null = null;
  for (const event of events) {
    if (event.type === 'element.hosted') continue;
    const before: ElementRecord | null = element;
    const result = checks.apply(ownPart(event, id), (asked) => (asked === id ? before : null));
    if (!result.ok) throw unfit(event, result.why);
    for (const { after } of result.changes) element = after;
  }
  return element;
}

/** What an event does to this element alone. */
function ownPart(event: StoredEvent, id: string): PlannedEvent {
  if (event.type !== 'elements.joined') return event;
  return { ...event, payload: { ...event.payload, element_ids: [id] } };
}

function unfit({ seq, event_id, type }: StoredEvent, why: string): Refusal {
  return new Refusal(
    'STORE_UNAVAILABLE',
    `event ${seq} (\`${event_id}\`, \`${type}\`) of the log cannot be applied: ${why}`,
    'ask an approver to run `plumbline repair`',
    { seq, event_id, type, why },
  );
}
