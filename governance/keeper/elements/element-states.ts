/** @module element-states: current elements of the log, each read from its own events on first use. */
import type { Awaitable, LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { isExchange, manifestSwap } from '../../../schemas/element-changes.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type {
  ElementRecord,
  ImportRevised,
  PlannedEvent,
  StoredEvent,
} from '../../../schemas/events.ts';
import { eventsBackwards } from '../../approval/prior-values.ts';
import {
  isLeftBy,
  isManifestEvent,
  manifestChange,
  type ManifestRows,
} from './manifest-changes.ts';

/** A position in the log: a branch, and the last ledger seq to apply. */
export type Moment = { readonly branch: string; readonly until: number };

/** The log, and the checks by which its events are applied. */
export type CheckedLog = {
  readonly read: Pick<LedgerRead, 'branchHead' | 'eventsTouching' | 'importedElement'>;
  readonly checks: EventChecks;
};

/** Size of the cache. Evicted elements can be read again. */
const CACHE_SIZE = 10_000;

/**
 * Elements of branches as they are now.
 *
 * INVARIANT: cached elements were read or written by a committed transaction of this keeper's epoch, and no other machine has
 * committed since. Elements of the running transaction are kept apart until it ends.
 */
export class ElementStates {
  readonly #cached = new Map<string, ElementRecord | null>();
  readonly #running = new Map<string, ElementRecord | null>();

  /** The current element; null when it does not exist. Refuses STORE_UNAVAILABLE when its events cannot be applied. */
  current(log: CheckedLog, branch: string, id: string): Awaitable<ElementRecord | null> {
    const key = keyOf(branch, id);
    const running = this.#running.get(key);
    const known = running === undefined ? this.#cached.get(key) : running;
    return known === undefined ? this.#read(log, branch, id) : known;
  }

  async #read(log: CheckedLog, branch: string, id: string): Promise<ElementRecord | null> {
    const element = await elementAt(log, { branch, until: Number.MAX_SAFE_INTEGER }, id);
    // Missing ids are not cached, because a request can contain any text as an id.
    if (element !== null) this.#running.set(keyOf(branch, id), element);
    return element;
  }

  /** Records the elements that the running transaction has written. */
  wrote(branch: string, changed: ReadonlyMap<string, ElementRecord | null>): void {
    for (const [id, element] of changed) this.#running.set(keyOf(branch, id), element);
  }

  /** Clears the cache after the log has changed outside of this keeper's transactions. */
  forget(): void {
    this.#cached.clear();
    this.#running.clear();
  }

  /** Caches the elements of the transaction if it has committed, and discards them otherwise. */
  ended(committed: boolean): void {
    if (committed) {
      for (const [key, element] of this.#running) {
        this.#cached.delete(key);
        this.#cached.set(key, element);
      }
      for (const key of this.#cached.keys()) {
        if (this.#cached.size <= CACHE_SIZE) break;
        this.#cached.delete(key);
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
  /** Undone revisions whose import has not been read yet: what they left must be known. */
  const undone = new Set<string>();
  for await (const event of eventsBackwards(read, branch, id, until)) {
    // No event before a deletion is needed.
    if (undone.size === 0 && isDeletion(event, id)) break;
    events.push(event);
    if (event.type === 'import.reverted' && isExchange(event)) undone.add(event.aggregate_id);
    if (event.type === 'model.imported') undone.delete(event.aggregate_id);
  }
  return await foldEvents({ read, checks }, events.toReversed(), id);
}

/** Whether an event deletes the element, so that no earlier event matters. */
function isDeletion(event: StoredEvent, id: string): boolean {
  if (event.type === 'element.deleted') return event.aggregate_id === id;
  return event.type === 'import.reverted' && !isExchange(event) && event.aggregate_id !== id;
}

/** The rows of one element in the manifests that an event brings and ends. */
async function rowsOf(
  read: Pick<LedgerRead, 'importedElement'>,
  event: StoredEvent,
  id: string,
): Promise<Omit<ManifestRows, 'isLeft'>> {
  const { brought, ended } = manifestSwap(event);
  const rowIn = async (one: ImportRevised | null): Promise<ElementRecord | null> =>
    one === null ? null : await read.importedElement(id, one.manifest.sha256);
  return { own: await rowIn(brought), superseded: await rowIn(ended) };
}

async function foldEvents(
  {
    read,
    checks,
  }: Omit<CheckedLog, 'read'> & { readonly read: Pick<LedgerRead, 'importedElement'> },
  events: readonly StoredEvent[],
  id: string,
): Promise<ElementRecord | null> {
  let element: ElementRecord | null = null;
  /** Ids of revisions that left the element as it was. */
  const left = new Set<string>();
  for (const event of events) {
    if (event.type === 'element.hosted') continue;
    if (event.type === 'import.reverted' && !isExchange(event)) {
      element = null;
      continue;
    }
    const before: ElementRecord | null = element;
    if (isManifestEvent(event)) {
      const rows = await rowsOf(read, event, id);
      const { aggregate_id: import_id } = event;
      const isLeft = event.type === 'import.reverted' && left.has(import_id);
      if (event.type === 'model.imported') {
        left.delete(import_id);
        if (isExchange(event) && isLeftBy(checks, rows, before)) left.add(import_id);
      }
      const result = manifestChange(checks, event, { ...rows, isLeft }, before);
      if (!result.ok) throw unfitRefusal(event, result.why);
      element = result.after;
      continue;
    }
    const result = checks.apply(ownPart(event, id), (other) => (other === id ? before : null));
    if (!result.ok) throw unfitRefusal(event, result.why);
    for (const { after } of result.changes) element = after;
  }
  return element;
}

/** The effect of an event on this element alone. */
function ownPart(event: StoredEvent, id: string): PlannedEvent {
  if (event.type !== 'elements.joined') return event;
  return { ...event, payload: { ...event.payload, element_ids: [id] } };
}

function unfitRefusal({ seq, event_id, type }: StoredEvent, why: string): Refusal {
  return new Refusal(
    'STORE_UNAVAILABLE',
    `event ${seq} (\`${event_id}\`, \`${type}\`) of the log cannot be applied: ${why}`,
    'ask an approver to run `plumbline repair`',
    { seq, event_id, type, why },
  );
}
