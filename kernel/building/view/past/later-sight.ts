/** @module later sight: which elements of an earlier moment a restricted caller may not see because they were hidden later. */
import type { Sight } from '../../../../schemas/sight.ts';
import { scopedLevelNames } from '../../model/scoped-level-names.ts';
import { vectorDiff } from '../../model/state/persistent-vector.ts';
import type { BranchState } from '../../model/state/state.ts';
import type { BranchView } from '../branch-view.ts';
import { type LaterSight, RestrictedView } from '../restricted-view.ts';

/** A moment of a branch, its present, and the branch after any ledger event. */
type Moments = {
  readonly past: BranchView;
  readonly now: BranchView;
  readonly at: (seq: number) => Promise<BranchView>;
};

/** An element that was deleted after a moment, by the ledger event `seq`. */
type Deleted = { readonly id: string; readonly seq: number };

/** What is known about deleted elements, by present state and sight. */
type Judged = {
  /** Last names of deleted levels. */
  readonly names: Map<string, string | null>;
  /** Whether an element was in scope when it was deleted. */
  readonly seen: Map<string, boolean>;
};
const JUDGED = new WeakMap<BranchState, Map<string, Judged>>();

/**
 * What a moment hides in addition to the scope: elements that are hidden now, and deleted elements that were hidden
 * immediately before their deletion. Names of levels in a scope refer to the levels that have them now; the name of a deleted
 * level refers to it while no other level has the name.
 */
export async function laterSight(moments: Moments, sight: Sight): Promise<LaterSight> {
  const { past, now } = moments;
  const present = new RestrictedView(now, sight);
  const seesNow = (id: string): boolean => present.element(id) !== undefined;
  const hidesNow = (id: string): boolean => now.element(id) !== undefined && !seesNow(id);
  const isAnywhere = sight.place === null;
  const judged = judgedFor(now.state, sight);
  const names = { moments, judged, now_names: scopedLevelNames(now.elementsOf('level')) };
  const judgeAll = async (deleted: readonly Deleted[]): Promise<void> => {
    if (!isAnywhere) await judgeDeleted(deleted, names, sight);
  };
  await judgeAll(deletedBetween(past.state, now.state));
  return {
    hides: (id) => judged.seen.get(id) === false || hidesNow(id),
    level_names: isAnywhere ? new Map() : await laterNames(past, names),
    judge: async (ids) => {
      const gone = ids.filter((id) => now.element(id) === undefined && now.version(id) > 0);
      await judgeAll(gone.map((id) => ({ id, seq: now.version(id) })));
    },
    saw: (id) => {
      if (now.element(id) !== undefined) return seesNow(id);
      return isAnywhere ? now.version(id) > 0 : judged.seen.get(id) === true;
    },
  };
}

/** Notes which of the elements were in scope immediately before their deletion. */
async function judgeDeleted(
  deleted: readonly Deleted[],
  names: Names,
  sight: Sight,
): Promise<void> {
  const { moments, judged } = names;
  const left = deleted.filter(({ id }) => !judged.seen.has(id)).toSorted((a, b) => a.seq - b.seq);
  let before: { readonly seq: number; readonly view: RestrictedView } | null = null;
  for (const { id, seq } of left) {
    if (before?.seq !== seq - 1) {
      const whole = await moments.at(seq - 1);
      const level_names = await laterNames(whole, names);
      const later = { ...NEVER, level_names };
      before = { seq: seq - 1, view: new RestrictedView(whole, sight, { later }) };
    }
    judged.seen.set(id, before.view.element(id) !== undefined);
  }
}

/** Hides nothing. */
const NEVER: Omit<LaterSight, 'level_names'> = {
  hides: () => false,
  judge: async () => await Promise.resolve(),
  saw: () => false,
};

type Names = {
  readonly moments: Moments;
  readonly judged: Judged;
  readonly now_names: ReadonlyMap<string, string>;
};

/**
 * The names by which scopes refer to the levels of a view: those of the present, and for a level that was deleted since, its
 * last name unless another level has it now.
 */
async function laterNames(
  view: BranchView,
  { moments: { now, at }, judged, now_names }: Names,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(now_names);
  const taken = new Set(now_names.values());
  for (const { id } of view.levels()) {
    if (now.element(id) !== undefined) continue;
    if (!judged.names.has(id)) {
      const last = scopedLevelNames((await at(now.version(id) - 1)).elementsOf('level'));
      judged.names.set(id, last.get(id) ?? null);
    }
    const name = judged.names.get(id) ?? null;
    if (name !== null && !taken.has(name)) names.set(id, name);
  }
  return names;
}

function judgedFor(state: BranchState, { key }: Sight): Judged {
  const by_sight = JUDGED.get(state) ?? new Map<string, Judged>();
  JUDGED.set(state, by_sight);
  const judged = by_sight.get(key) ?? { names: new Map(), seen: new Map() };
  by_sight.set(key, judged);
  return judged;
}

/** The elements of an earlier state that a later one does not have. */
function deletedBetween(past: BranchState, now: BranchState): readonly Deleted[] {
  const deleted: Deleted[] = [];
  vectorDiff(past.entries, now.entries, (_slot, before, after) => {
    const element = before?.element ?? null;
    if (element === null || after === undefined || after.element !== null) return;
    deleted.push({ id: element.id, seq: after.version });
  });
  return deleted;
}
