/** @module judge: holds what was answered against the stores of all machines. */
import { DatabaseSync } from 'node:sqlite';

import { verifyStore } from '../../../governance/audit/verify-store.ts';
import type { Book } from './book.ts';

type Event = {
  readonly event_id: string;
  readonly type: string;
  readonly aggregate_id: string;
  readonly payload: { readonly element?: { readonly params: { readonly name?: string | null } } };
};
type Entry = {
  readonly kind?: string;
  readonly error?: string;
  readonly principal?: { readonly name?: string | null } | null;
};

/** What is in the stores. */
export type Stored = {
  readonly events: number;
  readonly entries: number;
  readonly walls: number;
  readonly deleted: number;
  /** Calls of `greedy` that were let through. */
  readonly greedy: number;
};

/** Refusals with which a call is not let through. */
const TURNED_AWAY: ReadonlySet<string | undefined> = new Set(['RATE_LIMITED', 'STORE_UNAVAILABLE']);

/** Compares; what is wrong is noted in the book. `stores`: one of each machine, at the end of the log. */
export async function judge(stores: readonly string[], book: Book): Promise<Stored> {
  const [first] = stores;
  if (first === undefined) throw new Error('no machine');
  const rows = stores.map(rowsOf);
  if (new Set(rows).size > 1) book.violation('the stores of the machines differ');
  for (const store of stores) {
    const { faults } = await verifyStore(store);
    for (const fault of faults) book.violation(JSON.stringify(fault));
  }
  const db = new DatabaseSync(first, { readOnly: true });
  const texts = (sql: string): readonly string[] =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(row['body']));
  const events = texts('SELECT body FROM events ORDER BY seq').map((body): Event =>
    JSON.parse(body),
  );
  const entries = texts('SELECT body FROM audit ORDER BY seq').map((body): Entry =>
    JSON.parse(body),
  );
  const executed = new Map(
    db
      .prepare('SELECT approval_id, status FROM approvals')
      .all()
      .map((row) => [String(row['approval_id']), String(row['status'])]),
  );
  db.close();
  const made = judgeWishes(events, book);
  const deleted = judgeDeletions(events, executed, book);
  const greedy = entries.filter(
    ({ kind, principal, error }) =>
      kind === 'call' && principal?.name === 'greedy' && !TURNED_AWAY.has(error),
  );
  return {
    events: events.length,
    entries: entries.length,
    walls: made,
    deleted,
    greedy: greedy.length,
  };
}

/** INVARIANT of keys: what was acknowledged is there once and as it was said; what was said not to be done is not there. */
function judgeWishes(events: readonly Event[], book: Book): number {
  const made = events.filter(({ type }) => type === 'element.created');
  const byName = Map.groupBy(made, ({ payload }) => String(payload.element?.params.name));
  for (const { key, state, event_id, wall_id } of book.wishes) {
    const found = byName.get(key) ?? [];
    const [only] = found;
    if (found.length > 1) book.violation(`${key} was carried out ${found.length} times`);
    if (state === 'asked') book.violation(`${key} has no answer that stands`);
    if (state === 'given_up' && found.length > 0) {
      book.violation(`${key} was carried out, and it was said that nothing was done`);
    }
    if (state !== 'acknowledged') continue;
    if (only === undefined) {
      book.violation(`${key} was acknowledged and is lost`);
    } else if (only.event_id !== event_id || only.aggregate_id !== wall_id) {
      book.violation(`${key} was acknowledged as ${event_id} and stands as ${only.event_id}`);
    }
  }
  return made.length;
}

function judgeDeletions(
  events: readonly Event[],
  approvals: ReadonlyMap<string, string>,
  book: Book,
): number {
  const gone = events.filter(({ type }) => type === 'element.deleted');
  const byWall = Map.groupBy(gone, ({ aggregate_id }) => aggregate_id);
  for (const [wall, times] of byWall) {
    if (times.length > 1) book.violation(`${wall} was deleted ${times.length} times`);
  }
  for (const { approval_id, wall_id, executed } of book.deletions) {
    const stands = approvals.get(approval_id);
    if (executed && (stands !== 'executed' || !byWall.has(wall_id))) {
      book.violation(`${approval_id} was said to be executed and is ${stands}`);
    }
  }
  const done = [...approvals.values()].filter((status) => status === 'executed').length;
  if (done !== gone.length) {
    book.violation(`${done} approvals were executed, ${gone.length} walls deleted`);
  }
  return gone.length;
}

/** Every row of every table but those of the machine's own, as text. */
function rowsOf(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const rows = tables.map(({ name }) => {
    const all = db.prepare(`SELECT * FROM "${String(name)}"`).all();
    return [
      name,
      all
        .filter((row) => row['name'] !== 'keeper/epoch')
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ];
  });
  db.close();
  return JSON.stringify(rows);
}
