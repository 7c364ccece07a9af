/** @module element-states: current elements of the log, each read from its own events on first use. */
import type { Awaitable, LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type {
  ElementRecord,
  PlannedEvent,
  StoredEvent,
  StoredEventOf,
} from '../../../schemas/events.ts';
import { eventsBackwards } from '../../approval/prior-values.ts';
import { manifestChange } from './manifest-changes.ts';

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
  for await (const event of eventsBackwards(read, branch, id, until)) {
    // No event before a deletion is needed.
    if (event.type === 'element.deleted' && event.aggregate_id === id) break;
    if (event.type === 'import.reverted' && event.aggregate_id !== id) break;
    events.push(event);
  }
  return await foldEvents({ read, checks }, events.toReversed(), id);
}

/** The rows of one element in the manifest of an import, and in that of the import which it replaces. */
async function rowsOf(
  read: Pick<LedgerRead, 'importedElement'>,
  { manifest, supersedes }: StoredEventOf<'model.imported'>['payload'],
  id: string,
): Promise<{ readonly own: ElementRecord | null; readonly superseded: ElementRecord | null }> {
  const own = await read.importedElement(id, manifest.sha256);
  if (supersedes === null) return { own, superseded: null };
  return { own, superseded: await read.importedElement(id, supersedes.manifest.sha256) };
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
  for (const event of events) {
    if (event.type === 'element.hosted' || event.type === 'import.reverted') continue;
    const before: ElementRecord | null = element;
    if (event.type === 'model.imported') {
      const rows = await rowsOf(read, event.payload, id);
      const result = manifestChange(checks, event, rows, before);
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
