/**
 * @module branches: the differences between two branches and their three-way merge, which never resolves a conflict
 * itself.
 */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { compareText, deepEqual } from '../../../base/canonical/deep-equal.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';
import type { Pins } from '../../geometry/walls/wall-contacts.ts';
import type { Element } from '../../kinds/elements.ts';
import { MAX_MEMBERS } from '../../kinds/group/group.ts';
import { mergedMembers } from '../../kinds/group/membership.ts';
import { shownParams } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { gridOf } from '../../kinds/wall/curtain/params.ts';
import { isOnlyUnpinned, mergedPins } from '../../kinds/wall/pins/merged-pins.ts';
import { changedParams } from '../effect/changed-params.ts';
import type { ElementChange } from '../effect/effect.ts';
import { nameIn, shownDifference } from '../effect/effect.ts';
import type { StateView } from '../state-view.ts';
import { cascadeIn, levelIdOf, usersOf } from '../state/lookup.ts';
import { elementWith } from '../state/read-element.ts';
import { referenceIn } from '../state/references.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import { carriedImports } from './carried-imports.ts';
import type { Difference } from './differences.ts';
import { differencesBetween, eventsFor } from './differences.ts';
import { type Grounds, groundsOf } from './grounds.ts';
import { atLevelHeights } from './level-heights.ts';
import { withoutLostMembers } from './lost-members.ts';
import { withTypeValues } from './type-values.ts';

/**
 * Returns the changes that lead from `a` to `b`, ordered by kind, then id. Where the imports of the branches have the same
 * mesh, and in which order a set has its members, are no differences.
 */
export function diffViews(a: StateView, b: StateView): readonly ElementChange[] {
  return differencesBetween(a.state, b.state)
    .filter(({ before, after }) => !isSameContent(before, after))
    .flatMap((difference) => changeFor(a.state, b.state, difference) ?? []);
}

function changeFor(
  a: BranchState,
  b: BranchState,
  { id, before, after }: Difference,
): ElementChange | null {
  if (after !== null) {
    const { kinds } = b.keys;
    const about = { id, kind: after.kind, level_id: levelIdOf(b, after) };
    if (before === null) {
      return { ...about, change: 'created', params: { ...shownParams(after, kinds) } };
    }
    const params = shownDifference(before, after, kinds);
    return Object.keys(params).length === 0
      ? null
      : { ...about, change: 'modified', ...nameIn(after), params };
  }
  if (before === null) return null;
  const about = { id, kind: before.kind, level_id: levelIdOf(a, before) };
  const name = 'name' in before.params ? before.params.name : null;
  return { ...about, change: 'deleted', name, cascade_of: null };
}

/**
 * A conflict: both branches changed the same thing in different ways. `parameter` is null when the conflict concerns
 * the whole element. `base`, `source` and `target` are the values there, null where the element does not exist.
 */
export type MergeConflict = {
  readonly element_id: string;
  readonly parameter: string | null;
  readonly base: unknown;
  readonly source: unknown;
  readonly target: unknown;
  readonly kind: 'modify_modify' | 'delete_modify' | 'add_add';
  /** Why two changes that are usually merged cannot be. */
  readonly why?: string;
};

/** The changes that a merge would make; none when there are conflicts. */
export type Merge = Grounds & {
  readonly events: readonly PlannedEvent[];
  readonly conflicts: readonly MergeConflict[];
};

const NOTHING = { events: [], relies_on: [], exclusive: false } as const;

/**
 * Three-way merge of `source` into `target` by element and parameter. A change made only in the source is applied, and
 * identical changes in both remain. Everything else is a conflict: two values for a parameter, a change of an element
 * that the other branch deleted, a reference to an element that the other branch deleted, or two elements with one id.
 * The first event is `branch.merged`; there are no events when the source has no changes to apply. Imports that the target
 * lacks follow as they are in the source, then what differs from them. Elements of reference models come only with these.
 *
 * @throws {ModelFault} MANIFEST_MISSING if the manifest of such an import was not provided
 */
export function mergeBranches(base: StateView, source: StateView, target: StateView): Merge {
  const { differences: merged, conflicts } = mergedDifferences(base, source, target);
  if (conflicts.length > 0) return { ...NOTHING, conflicts };
  const { events: imports, differences: all } = carriedImports(merged, source, target);
  const differences = all.filter((one) => !isOfReference(one, base, source));
  const changes = [...imports, ...eventsFor(differences, target.kinds)];
  if (changes.length === 0) return { ...NOTHING, conflicts: [] };
  const payload = {
    source: source.branch,
    target: target.branch,
    source_seq: source.seq,
    target_seq: target.seq,
  };
  return {
    events: [{ type: 'branch.merged', aggregate_id: target.branch, payload }, ...changes],
    conflicts: [],
    ...groundsOf(differences, target.state),
    ...(imports.length === 0 ? {} : { exclusive: true }),
  };
}

/** How the target changes in a merge; no difference if there are conflicts. */
type MergedDifferences = {
  readonly differences: readonly Difference[];
  /** By element, then parameter. */
  readonly conflicts: readonly MergeConflict[];
};

/** The three-way merge of `source` into `target`, as in {@link mergeBranches}. */
export function mergedDifferences(
  base: StateView,
  source: StateView,
  target: StateView,
): MergedDifferences {
  const conflicts: MergeConflict[] = [];
  const merged_changes: Difference[] = [];
  for (const difference of differencesBetween(base.state, source.state)) {
    const merged = mergeElement(
      difference,
      elementIn(target.state, difference.id) ?? null,
      target.kinds,
    );
    conflicts.push(...merged.conflicts);
    if (merged.change !== null) merged_changes.push(merged.change);
  }
  conflicts.push(...brokenReferences(merged_changes, target.state));
  const kept = withoutLostMembers(merged_changes, target.state);
  conflicts.push(...kept.broken.map((change) => membersConflict(change, target.state)));
  if (conflicts.length > 0) {
    return { differences: [], conflicts: conflicts.toSorted(compareConflicts) };
  }
  const differences = withTypeValues(atLevelHeights(kept.changes, target.state), target.state);
  return { differences, conflicts: [] };
}

/** The conflict of a group in several placements with the deletion of one of its elements. */
function membersConflict({ id, before, after }: Difference, target: BranchState): MergeConflict {
  const now = elementIn(target, id) ?? null;
  const values = { base: before, source: after, target: now };
  return { element_id: id, parameter: 'members', ...values, kind: 'delete_modify' };
}

/** Whether the element belongs to a reference model, which only its own import brings to a branch. */
function isOfReference({ id }: Difference, ...views: readonly StateView[]): boolean {
  return views.some(({ state }) => referenceIn(state, id) !== null);
}

function compareConflicts(a: MergeConflict, b: MergeConflict): number {
  return (
    compareText(a.element_id, b.element_id) || compareText(a.parameter ?? '', b.parameter ?? '')
  );
}

type Merged = { readonly change: Difference | null; readonly conflicts: readonly MergeConflict[] };

const SETTLED: Merged = { change: null, conflicts: [] };

function wholeConflict(
  { id, before, after }: Difference,
  target: Element | null,
  kind: MergeConflict['kind'],
): Merged {
  const conflict = { element_id: id, parameter: null, base: before, source: after, target, kind };
  return { change: null, conflicts: [conflict] };
}

/** Merges one element. `difference` is the change in the source; `target` is the element in the target. */
function mergeElement(difference: Difference, target: Element | null, kinds: Kinds): Merged {
  const { id, before, after } = difference;
  if (deepEqual(after, target)) return SETTLED;
  if (before === null) {
    return target === null
      ? { change: difference, conflicts: [] }
      : wholeConflict(difference, target, 'add_add');
  }
  if (deepEqual(before, target)) return { change: difference, conflicts: [] };
  // A deletion wins over an end that was only unpinned because of a neighbour.
  if (after === null && target !== null && isOnlyUnpinned(before, target)) {
    return { change: { id, before: target, after }, conflicts: [] };
  }
  if (after !== null && target === null && isOnlyUnpinned(before, after)) return SETTLED;
  if (after === null || target === null) return wholeConflict(difference, target, 'delete_modify');
  return mergeParams({ id, before, after }, target, kinds);
}

function mergeParams(
  { id, before, after }: { readonly id: string; readonly before: Element; readonly after: Element },
  target: Element,
  kinds: Kinds,
): Merged {
  const theirs = new Map<string, unknown>(Object.entries(target.params));
  const conflicts: MergeConflict[] = [];
  const params = new Map(theirs);
  for (const [parameter, { from, to }] of Object.entries(changedParams(before, after))) {
    const there = theirs.get(parameter) ?? null;
    if (deepEqual(there, from)) {
      params.set(parameter, to);
    } else if (!deepEqual(there, to)) {
      const both = inBoth(parameter, { before, after, target });
      const why = parameter === 'members' ? tooMany(both) : null;
      if (both !== undefined && why === null) {
        params.set(parameter, both);
        continue;
      }
      conflicts.push({
        element_id: id,
        parameter,
        base: from,
        source: to,
        target: there,
        kind: 'modify_modify',
        ...(why === null ? {} : { why }),
      });
    }
  }
  if (conflicts.length > 0) return { change: null, conflicts };
  const merged = elementWith({ id, kind: target.kind, params: Object.fromEntries(params) }, kinds);
  return { change: { id, before: target, after: merged }, conflicts: [] };
}

/** The value of a parameter with the changes of both branches; undefined if these are in conflict. */
function inBoth(
  parameter: string,
  { before, after, target }: Readonly<Record<'before' | 'after' | 'target', Element>>,
): unknown {
  switch (parameter) {
    case 'pins':
      return pinsOf(before, after, target);
    case 'members':
      return membersIn(before, after, target);
    case 'curtain':
      return sameGrid(after, target);
    default:
      return undefined;
  }
}

/** The grid of a curtain wall if another one only states its default values, as that of a file does. */
function sameGrid(source: Element, target: Element): unknown {
  if (source.kind !== 'wall' || target.kind !== 'wall') return undefined;
  const grid = gridOf(target.params);
  return grid !== null && deepEqual(grid, gridOf(source.params))
    ? target.params.curtain
    : undefined;
}

function pinsOf(base: Element, source: Element, target: Element): Pins | null | undefined {
  return base.kind === 'wall' && source.kind === 'wall' && target.kind === 'wall'
    ? mergedPins(base, source, target)
    : undefined;
}

function membersIn(base: Element, source: Element, target: Element): string[][] | undefined {
  return base.kind === 'group' && source.kind === 'group' && target.kind === 'group'
    ? mergedMembers(base, source, target)
    : undefined;
}

/** Why a merged set cannot have these members; null if it can, or if they were not merged. */
function tooMany(members: unknown): string | null {
  const [only]: readonly unknown[] = Array.isArray(members) ? members : [];
  if (!Array.isArray(only) || only.length <= MAX_MEMBERS) return null;
  return `with what both sides add, the set would have ${only.length} members, expected at most ${MAX_MEMBERS}`;
}

/** Conflicts in which one branch references an element that the other deleted. */
function brokenReferences(
  changes: readonly Difference[],
  target: BranchState,
): readonly MergeConflict[] {
  const result = new Map(changes.map(({ id, after }) => [id, after]));
  const isThere = (id: string): boolean =>
    result.has(id) ? result.get(id) !== null : elementIn(target, id) !== undefined;
  const conflicts: MergeConflict[] = [];
  for (const { id, before, after } of changes) {
    if (after !== null) {
      for (const [parameter, needed] of target.keys.kinds.named(after)) {
        if (!isThere(needed)) {
          conflicts.push({
            element_id: id,
            parameter,
            base: before,
            source: after,
            target: null,
            kind: 'delete_modify',
          });
        }
      }
    }
    if (after !== null || before === null) continue;
    for (const { id: left } of [...cascadeIn(target, id), ...usersOf(target, before)]) {
      const element = result.has(left) ? result.get(left) : elementIn(target, left);
      const parameter =
        element === null || element === undefined
          ? undefined
          : target.keys.kinds.named(element).find(([, needed]) => needed === id)?.[0];
      if (left === id || parameter === undefined || element === undefined) continue;
      conflicts.push({
        element_id: left,
        parameter,
        base: before,
        source: null,
        target: element,
        kind: 'delete_modify',
      });
    }
  }
  return conflicts;
}
