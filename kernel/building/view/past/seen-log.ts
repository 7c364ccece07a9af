/** @module seen-log: which events of a branch a restricted caller can see, so that reading them takes no time for hidden ones. */
import { isRuns, type StoredEvent } from '../../../../schemas/events.ts';
import type { Sight } from '../../../../schemas/sight.ts';
import { scopedLevelNames } from '../../model/scoped-level-names.ts';
import { vectorDiff } from '../../model/state/persistent-vector.ts';
import { allEvents, nextTurn } from '../all-events.ts';
import type { BranchView } from '../branch-view.ts';
import {
  type EventSource,
  HISTORY_WINDOW,
  isReported,
  liesOn,
  type Line,
} from '../event-source.ts';
import { type HiddenBy, isShownAlone, isFoundByElement } from '../hidden-by.ts';
import { HiddenParts } from '../hidden-parts.ts';
import { RestrictedView } from '../restricted-view.ts';
import { shownChanges } from '../shown-changes.ts';
import type { BuildingView } from '../view.ts';
import { laterSight } from './later-sight.ts';
import { SeqList } from './seq-list.ts';

/** A branch as it is after the ledger event `last`, the newest one that is known. */
export type Present = {
  readonly whole: BranchView;
  readonly last: number;
  readonly line: Line;
};

/** Where the log is read, and the branch after any ledger event. */
export type LogSources = {
  readonly events: Pick<EventSource, 'eventsAfter' | 'eventsTouching'>;
  readonly at: (branch: string, seq: number) => Promise<BranchView | null>;
};

/** The events of a view: those up to ledger event `until`, at a present that is not before it. */
export type Reading = {
  readonly present: Present;
  readonly until: number;
  readonly whole: Pick<BuildingView, 'history' | 'includes'>;
};

/** Events with `after < seq < before`, on one element or on all (null). */
type Span = {
  readonly element_id: string | null;
  readonly before: number;
  readonly after: number;
};

/** Events, newest first, and the ledger seq up to which the older ones are. */
type Page = { readonly events: readonly StoredEvent[]; readonly end: number };

/** Number of events that are read between two turns of other calls. */
const PAGE = 200;
/** With more elements than this that came into sight at once, everything is classified again. */
const SHOWN_MAX = 2000;

/**
 * The candidates of one branch and one permission: the ledger seqs of all events that the caller can see at present, of some
 * more, and of no others. They are collected backwards from the present, as far as somebody has asked, and then kept up to
 * date: by new events, and by old events of elements that come into sight.
 *
 * INVARIANT: every event after `#covered` that a view of the branch up to the present shows is a candidate. An event is hidden
 * for good, or by an element that the caller does not see: it can become visible only when that element does.
 */
export class SeenLog {
  /** What hides operations that the caller sees in part. */
  readonly parts = new HiddenParts();
  readonly #sources: LogSources;
  readonly #sight: Sight;
  readonly #seqs = new SeqList();
  /** Hidden events that the store does not find by the element that hides them, by that element. */
  readonly #aside = new Map<string, number[]>();
  /** Candidates that are runs of a check, by the check. */
  readonly #runs = new Map<string, number[]>();
  #present: Present | null = null;
  /** Events up to this ledger seq are not classified yet. */
  #covered = 0;
  #judge: { readonly present: Present; readonly view: RestrictedView } | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(sources: LogSources, sight: Sight) {
    this.#sources = sources;
    this.#sight = sight;
  }

  /** Number of candidates. */
  get size(): number {
    return this.#seqs.size;
  }

  /** The candidates of a span, newest first, as events. The caller filters them. Of one element, those of the store. */
  async *events(span: Span, reading: Reading): AsyncGenerator<readonly StoredEvent[]> {
    const { element_id, before, after } = span;
    const [present, { whole }] = [reading.present, reading];
    const runs = await this.#inTurn(async () => await this.#runsAt(element_id, present));
    if (runs !== null) {
      const seqs = runs.filter((seq) => seq > after && seq < before && seq <= reading.until);
      for (const seq of seqs.toReversed()) yield await this.#eventsAt([seq], whole);
      return;
    }
    if (element_id !== null) {
      yield* allEvents(whole, { element_id, before, after });
      return;
    }
    let end = Math.min(span.before - 1, reading.until);
    while (end > span.after) {
      const from = end;
      const page = await this.#inTurn(async () => await this.#page(from, span.after, reading));
      if (page.events.length > 0) yield page.events;
      end = page.end;
      if (end > span.after) await nextTurn();
    }
  }

  /**
   * Classifies new events, and one more window of older ones. Returns whether older ones remain; false for a present that is
   * not the newest one.
   */
  async readAhead(present: Present): Promise<boolean> {
    return await this.#inTurn(async () => {
      if (!(await this.#reach(present))) return false;
      if (this.#covered > 0) await this.#extend();
      return this.#covered > 0;
    });
  }

  /** One at a time: two readings would classify the same events. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return await result;
  }

  /** Seqs of the runs of a check that the caller may see, ascending; null for another element, and if some are unknown. */
  async #runsAt(element_id: string | null, present: Present): Promise<readonly number[] | null> {
    if (element_id === null || !isRuns(element_id)) return null;
    if (!(await this.#reach(present)) || this.#covered > 0) return null;
    return (this.#runs.get(element_id) ?? []).toSorted((a, b) => a - b);
  }

  async #page(end: number, after: number, { present, whole }: Reading): Promise<Page> {
    if (!(await this.#reach(present))) {
      const window = { element_id: null, limit: HISTORY_WINDOW, before: end + 1, after };
      const events = await whole.history(window);
      const last = events.length < HISTORY_WINDOW ? undefined : events.at(-1);
      return { events, end: last === undefined ? after : last.seq - 1 };
    }
    if (end <= this.#covered) {
      await this.#extend();
      return { events: [], end };
    }
    const seqs = this.#seqs.upTo(end, Math.max(after, this.#covered), PAGE);
    const events = await this.#eventsAt(seqs, whole);
    const last = seqs.length < PAGE ? undefined : seqs.at(-1);
    return { events, end: last === undefined ? Math.max(after, this.#covered) : last - 1 };
  }

  async #eventsAt(
    seqs: readonly number[],
    whole: Reading['whole'],
  ): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (const seq of seqs) {
      // One at a time: a window would have hidden events.
      const [event] = await this.#sources.events.eventsAfter(seq - 1, 1);
      if (event !== undefined && isReported(event) && whole.includes(event)) events.push(event);
    }
    return events;
  }

  /** Brings the candidates to a present. Returns false for one that is before theirs. */
  async #reach(present: Present): Promise<boolean> {
    const was = this.#present;
    if (was !== null && was.last === present.last && was.whole.state === present.whole.state) {
      return true;
    }
    if (was !== null && present.last < was.last) return false;
    if (was === null || !isComparable(was, present)) this.#restart(present);
    else await this.#advance(was, present);
    return true;
  }

  #restart(present: Present): void {
    this.#seqs.clear();
    this.#aside.clear();
    this.#runs.clear();
    this.parts.clear();
    this.#present = present;
    this.#covered = present.last;
  }

  /** Classifies the events between two presents, and finds the older ones of what came into sight. */
  async #advance(was: Present, present: Present): Promise<void> {
    const judge = await this.#judgeOf(present);
    const shown = await this.#shownSince(was, present, judge);
    if (shown.length > SHOWN_MAX) {
      this.#restart(present);
      return;
    }
    for (const id of shown) await this.#addAbout(id, was);
    for (let from = was.last; from < present.last; from += HISTORY_WINDOW) {
      const limit = Math.min(HISTORY_WINDOW, present.last - from);
      const events = await this.#sources.events.eventsAfter(from, limit);
      // Events that were voided are other events now.
      if (events.some(({ type }) => type === 'event.voided')) {
        this.#restart(present);
        return;
      }
      await this.#classify(events, judge, present.line);
      await nextTurn();
    }
    this.#present = present;
  }

  /** The elements that came into sight, also those that were deleted in sight. */
  async #shownSince(
    was: Present,
    present: Present,
    judge: RestrictedView,
  ): Promise<readonly string[]> {
    const { created } = shownChanges({
      before: { whole: was.whole, view: new RestrictedView(was.whole, this.#sight) },
      after: { whole: present.whole, view: judge },
    });
    const gone = deletedSince(was.whole, present.whole);
    return [...created, ...(await judge.seenInLog(gone))];
  }

  /** Adds the classified events that an element may have hidden. */
  async #addAbout(id: string, { line, last }: Present): Promise<void> {
    for (const [branch, until] of line) {
      const newest = Math.min(until, last);
      for (const { seq } of await this.#sources.events.eventsTouching(id, branch, newest, ALL)) {
        if (seq > this.#covered) this.#seqs.add(seq);
      }
    }
    for (const seq of this.#aside.get(id) ?? []) this.#seqs.add(seq);
    this.#aside.delete(id);
  }

  /** Classifies the next window of older events. */
  async #extend(): Promise<void> {
    const present = this.#present;
    if (present === null) return;
    const from = Math.max(0, this.#covered - HISTORY_WINDOW);
    const events = await this.#sources.events.eventsAfter(from, this.#covered - from);
    await this.#classify(events.toReversed(), await this.#judgeOf(present), present.line);
    this.#covered = from;
  }

  async #classify(all: readonly StoredEvent[], judge: RestrictedView, line: Line): Promise<void> {
    const events = all.filter((event) => isReported(event) && liesOn(line, event));
    await judge.judge(events);
    let [last, part]: [string | null, HiddenBy | null] = [null, null];
    for (const event of events) {
      const by = judge.hiddenInLog(event);
      if (by !== null) {
        if (!isFoundByElement(event)) this.#setAside(event, by);
        continue;
      }
      if (event.type === 'validation.run') noteAt(this.#runs, event.aggregate_id, event.seq);
      const id = event.operation_id;
      if (id !== last) [last, part] = [id, await judge.hiddenPart(id)];
      // An event that describes its operation is visible with all of it.
      if (part === null || isShownAlone(event)) this.#seqs.add(event.seq);
      else this.#setAside(event, part);
    }
  }

  #setAside({ seq }: StoredEvent, { id }: HiddenBy): void {
    if (id !== null) noteAt(this.#aside, id, seq);
  }

  /** The branch as the caller sees it at a present, with what was visible when it was deleted. */
  async #judgeOf(present: Present): Promise<RestrictedView> {
    if (this.#judge?.present === present) return this.#judge.view;
    const { whole } = present;
    const at = async (seq: number): Promise<BranchView> =>
      (await this.#sources.at(whole.branch, seq)) ?? whole;
    const later = await laterSight({ past: whole, now: whole, at }, this.#sight);
    const view = new RestrictedView(whole, this.#sight, { later, parts: this.parts });
    this.#judge = { present, view };
    return view;
  }
}

function noteAt(map: Map<string, number[]>, key: string, seq: number): void {
  const seqs = map.get(key) ?? [];
  map.set(key, seqs);
  seqs.push(seq);
}

/** No limit. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Whether two presents have the same ids of levels with the same names, by which scopes refer to places. */
function isComparable({ whole: a }: Present, { whole: b }: Present): boolean {
  if (a.state.keys !== b.state.keys) return false;
  const [was, is] = [a, b].map((view) => {
    const levels = [...view.elementsOf('level')];
    const names = scopedLevelNames(levels);
    return levels.map(({ id }) => [id, names.get(id) ?? null]);
  });
  return JSON.stringify(was) === JSON.stringify(is);
}

/** Elements that were deleted after a state, also those that were created or restored after it. */
function deletedSince({ state: was }: BranchView, { state: is }: BranchView): readonly string[] {
  const ids: string[] = [];
  vectorDiff(was.entries, is.entries, (slot, before, after) => {
    const isGone = after !== undefined && after.element === null;
    if (isGone && before?.version !== after.version) ids.push(is.keys.elements.keyAt(slot));
  });
  return ids;
}
