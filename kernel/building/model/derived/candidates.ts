/** @module candidates: the elements that may keep the limits of a scope, found without looking at all others. */
import type { PlaceLimits } from '../../../../schemas/sight.ts';
import type { Element } from '../../kinds/elements.ts';
import { scopedLevelNames } from '../scoped-level-names.ts';
import { elementsOfKind, hostedIn, levelIdOf } from '../state/lookup.ts';
import { slotsOfKind, slotsOnLevel } from '../state/persistent-index.ts';
import type { BranchState } from '../state/state.ts';
import { countIn, elementAt } from '../state/state.ts';
import { elementsNearBoxes } from './near-box.ts';

/** Kinds that stand on no level and in no box, although scopes restrict them: a group is where its members are. */
const UNPLACED_KINDS = new Set(['level', 'group']);

/** Elements that may keep the limits, in order of creation: all that do, and few others. */
export function candidatesIn(state: BranchState, limits: PlaceLimits): readonly Element[] {
  const { kinds, elements } = state.keys;
  const { categories, levels, regions } = limits;
  const allowed = new Set(
    kinds.all.flatMap(({ kind, category }) =>
      categories === undefined || categories.includes(category) ? [kind] : [],
    ),
  );
  const isPlaced = levels !== undefined || regions !== undefined;
  const level_ids = levels === undefined ? null : levelIds(state, levels);
  const unplaced = kinds.all
    .flatMap(({ kind }, number) =>
      allowed.has(kind) && (!isPlaced || UNPLACED_KINDS.has(kind))
        ? elementsIn(state, slotsOfKind(state.index, number))
        : [],
    )
    .filter(({ kind, id }) => kind !== 'level' || isOn(level_ids, id));
  const found = isPlaced
    ? [...unplaced, ...placedIn(state, { level_ids, regions }, allowed)]
    : unplaced;
  const by_slot = new Map(found.map((element) => [elements.find(element.id) ?? 0, element]));
  return [...by_slot].toSorted(([a], [b]) => a - b).map(([, element]) => element);
}

function placedIn(
  state: BranchState,
  { level_ids, regions }: Pick<PlaceLimits, 'regions'> & { level_ids: ReadonlySet<string> | null },
  allowed: ReadonlySet<string>,
): readonly Element[] {
  const { kinds } = state.keys;
  const hasFillings = kinds.all.some(
    ({ kind, fills }) => fills !== 'none' && isIn(state, kind, allowed),
  );
  const mayHave = (kind: string): boolean =>
    allowed.has(kind) || (hasFillings && kinds.of({ kind }).holds !== 'none');
  const isPlaced = ({ kind }: { readonly kind: string }): boolean =>
    !UNPLACED_KINDS.has(kind) && isIn(state, kind, allowed);
  if (!kinds.all.some(isPlaced)) return [];
  const hosts =
    regions === undefined
      ? [...(level_ids ?? [])].flatMap((id) => onLevel(state, id, mayHave))
      : elementsNearBoxes(state, regions, { level_ids, isSearched: mayHave }).filter((element) =>
          isOn(level_ids, levelIdOf(state, element)),
        );
  const fillings = hasFillings ? hosts.flatMap(({ id }) => hostedIn(state, id)) : [];
  return [...hosts, ...fillings].filter(({ kind }) => allowed.has(kind));
}

/** Whether the state has elements of an allowed kind. */
function isIn(state: BranchState, kind: string, allowed: ReadonlySet<string>): boolean {
  return allowed.has(kind) && countIn(state, kind) > 0;
}

function isOn(level_ids: ReadonlySet<string> | null, level_id: string | null): boolean {
  return level_ids === null || (level_id !== null && level_ids.has(level_id));
}

/** The levels that a scope names by their id or their name. */
function levelIds(state: BranchState, levels: readonly string[]): ReadonlySet<string> {
  const all = elementsOfKind(state, 'level');
  const meant = scopedLevelNames(all);
  const named = all.filter(({ id }) => levels.includes(id) || levels.includes(meant.get(id) ?? id));
  return new Set(named.map(({ id }) => id));
}

function onLevel(
  state: BranchState,
  level_id: string,
  mayHave: (kind: string) => boolean,
): readonly Element[] {
  const level = state.keys.elements.find(level_id);
  if (level === undefined) return [];
  return state.keys.kinds.all.flatMap(({ kind }, number) =>
    mayHave(kind) ? elementsIn(state, slotsOnLevel(state.index, level, number)) : [],
  );
}

function elementsIn(state: BranchState, slots: readonly number[]): readonly Element[] {
  return slots.flatMap((slot) => elementAt(state, slot) ?? []);
}
