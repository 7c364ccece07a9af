/** @module operation-rows: the commits of the log with their effects in words. */
import { countsOf } from '../../../governance/approval/counts.ts';
import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { isAboutElements } from '../../../schemas/event-checks.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { type Effect, effectOn } from '../../../servers/approvals/effect.ts';
import { BoundedList } from './bounded-list.ts';
import { BranchWalk } from './branch-walk.ts';
import { changeRows, measureTexts } from './change-rows.ts';
import { eventNotes } from './event-notes.ts';
import { LevelPictures } from './level-pictures.ts';
import type {
  ApprovalProof,
  Caller,
  ElementCounts,
  Listed,
  OperationRow,
  PictureRow,
} from './report-data.ts';

/** Most operations that are listed, and most events of one operation whose elements are named. */
const [OPERATIONS_MAX, EVENTS_MAX] = [1000, 5000];

/** Most changed elements that are named for one operation, and for all operations together. */
const [CHANGES_MAX, ALL_CHANGES_MAX] = [200, 20_000];

/** A commit as its audit entry states it. */
export type Commit = Pick<
  OperationRow,
  'entry' | 'at' | 'session_id' | 'tool' | 'branch' | 'operation_id' | 'events' | 'reasoning'
> & { readonly caller: Caller; readonly approval: ApprovalProof | null };

/** Lists commits and counts the elements that they change. */
export class OperationRows {
  readonly #reader: SqliteReader;
  readonly #walk: BranchWalk;
  readonly #rows = new BoundedList<OperationRow>(OPERATIONS_MAX);
  readonly #pictures = new LevelPictures();
  readonly #entries = new Map<string, number>();
  /** Branches with an event that cannot be read. */
  readonly #unreadable = new Set<string>();
  #named = 0;
  readonly #total = { created: 0, modified: 0, deleted: 0 };

  private constructor(reader: SqliteReader, walk: BranchWalk) {
    this.#reader = reader;
    this.#walk = walk;
  }

  /** Loads what measures bodies. */
  static async open(reader: SqliteReader): Promise<OperationRows> {
    return new OperationRows(reader, new BranchWalk(reader, await loadSolidKernel()));
  }

  /** Adds a commit with its events, in the order of the log. */
  async add(commit: Commit, events: readonly StoredEvent[]): Promise<void> {
    if (this.#rows.hasRoom) this.#entries.set(commit.operation_id, commit.entry);
    const row = this.#rows.hasRoom ? await this.#rowOf(commit, events) : null;
    const counts = row?.counts ?? eventCounts(events);
    this.#total.created += counts.created;
    this.#total.modified += counts.modified;
    this.#total.deleted += counts.deleted;
    this.#rows.add(() => row ?? { ...commit, counts, ...UNLISTED });
  }

  /** Numbers of elements that all commits together created, modified and deleted. */
  get counts(): ElementCounts {
    return { ...this.#total };
  }

  list(): Listed<OperationRow> {
    return this.#rows.list();
  }

  /** The levels that the listed commits changed. */
  pictures(): Listed<PictureRow> {
    return this.#pictures.list();
  }

  async #rowOf(commit: Commit, events: readonly StoredEvent[]): Promise<OperationRow> {
    const notes = eventNotes(events, (operation_id) => this.#entries.get(operation_id) ?? null);
    const effect = await this.#effectOf(commit, events);
    const counts = effect?.revised ?? eventCounts(events);
    const { created, modified, deleted } = counts;
    const base = { ...commit, counts: { created, modified, deleted } };
    if (effect === null) {
      return { ...base, ...UNLISTED, notes: [...notes, ...this.#leftOut(commit, events)] };
    }
    this.#pictures.add(commit.branch, effect);
    const changes = changeRows(effect, Math.min(CHANGES_MAX, ALL_CHANGES_MAX - this.#named));
    this.#named += changes.rows.length;
    return {
      ...base,
      notes: [...notes, ...effect.given_up.map(lostText), ...effect.notes],
      changes,
      measures: measureTexts(effect),
    };
  }

  /** Why the elements of a commit are not named; nothing if it changes none. */
  #leftOut({ branch }: Commit, events: readonly StoredEvent[]): readonly string[] {
    if (!events.some(isAboutElements)) return [];
    return events.length > EVENTS_MAX
      ? [
          `its ${events.length} events are counted; elements are named for operations of at most ${EVENTS_MAX} events`,
        ]
      : [`its elements are not named: the log of ${branch} is not readable`];
  }

  /** Null for a commit that changes no element, or too many, and on a branch whose log cannot be read. */
  async #effectOf({ branch }: Commit, events: readonly StoredEvent[]): Promise<Effect | null> {
    const [first] = events;
    const shown = events.some(
      (event) => isAboutElements(event) || event.type === 'branch.discarded',
    );
    if (first === undefined || !shown || events.length > EVENTS_MAX) return null;
    if (this.#unreadable.has(branch)) return null;
    const until = first.seq - 1;
    try {
      return await effectOn(await this.#walk.at(branch, until), this.#reader, events, { until });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      this.#unreadable.add(branch);
      return null;
    }
  }
}

/** The parts of a row whose elements are not named. */
const UNLISTED = { notes: [], changes: { rows: [], total: 0 }, measures: [] } as const;

/** The numbers that events state. */
function eventCounts(events: readonly StoredEvent[]): ElementCounts {
  const { created, modified, revised, deleted } = countsOf({ events: [...events], affected: 0 });
  return { created, modified: modified + revised, deleted };
}

function lostText({ branch, parent, items }: Effect['given_up'][number]): string {
  const count = (change: string): number => items.filter((item) => item.change === change).length;
  return items.length === 0
    ? `nothing is lost with ${branch}: ${parent} has everything that was on it`
    : `lost with ${branch}, because ${parent} does not have it: ${count('created')} created, ${count('modified')} modified, ${count('deleted')} deleted elements`;
}
