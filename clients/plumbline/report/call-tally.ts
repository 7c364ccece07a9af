/** @module call-tally: the callers of the reported entries with their sessions, and the numbers of their calls. */
import { BoundedList } from './bounded-list.ts';
import type { CallCounts, Caller, CallerRow, Listed, SessionRow } from './report-data.ts';

/** Most callers, and most sessions of each, that are listed. */
const [CALLERS_MAX, SESSIONS_MAX] = [200, 100];

/** The kind of a call for its count. */
export type CallKind = keyof CallCounts;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type Tally = {
  readonly caller: Caller;
  readonly counts: Mutable<CallCounts>;
  readonly sessions: Map<string, Mutable<SessionRow>>;
};

function noCalls(): Mutable<CallCounts> {
  return { operations: 0, refused: 0, previews: 0, reads: 0, waiting: 0 };
}

/** Counts calls by caller and session. */
export class CallTally {
  readonly #callers = new Map<string, Tally>();
  readonly total = noCalls();

  /** Counts one call. */
  add(kind: CallKind, caller: Caller, session_id: string, at: string): void {
    const key = `${caller.kind} ${caller.id} ${caller.name}`;
    const tally = this.#callers.get(key) ?? { caller, counts: noCalls(), sessions: new Map() };
    this.#callers.set(key, tally);
    const session = tally.sessions.get(session_id) ?? {
      session_id,
      first_at: at,
      last_at: at,
      ...noCalls(),
    };
    tally.sessions.set(session_id, session);
    session.last_at = at;
    for (const counts of [this.total, tally.counts, session]) counts[kind] += 1;
  }

  /** The callers in the order of their first calls. */
  list(): Listed<CallerRow> {
    const rows = new BoundedList<CallerRow>(CALLERS_MAX);
    for (const { caller, counts, sessions } of this.#callers.values()) {
      const listed = new BoundedList<SessionRow>(SESSIONS_MAX);
      for (const session of sessions.values()) listed.add(() => session);
      rows.add(() => ({ caller, ...counts, sessions: listed.list() }));
    }
    return rows.list();
  }
}
