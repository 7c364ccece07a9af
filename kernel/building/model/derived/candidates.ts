/** @module candidates: the elements that may keep the limits of a scope, found without looking at all others. */
import type { PlaceLimits } from '../../../../schemas/sight.ts';
import type { Element } from '../../kinds/elements.ts';
import { scopedLevelNames } from '../scoped-level-names.ts';
import { elementsOfKind, hostedIn, levelIdOf } from '../state/lookup.ts';
import { slotsOfKind, slotsOnLevel } from '../state/persistent-index.ts';
import type { BranchState } from '../state/state.ts';
import { elementAt } from '../state/state.ts';
import { elementsNearBox } from './near-box.ts';

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
  const hosts =
    regions === undefined
      ? [...(level_ids ?? [])].flatMap((id) => onLevel(state, id, allowed))
      : regions
          .flatMap((region) => elementsNearBox(state, region))
          .filter((element) => isOn(level_ids, levelIdOf(state, element)));
  const hasFillings = hasAllowedFillings(state, allowed);
  const fillings = hasFillings ? hosts.flatMap(({ id }) => hostedIn(state, id)) : [];
  return [...hosts, ...fillings].filter(({ kind }) => allowed.has(kind));
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

/** Elements of a level that are allowed or may hold an allowed one. */
function onLevel(
  state: BranchState,
  level_id: string,
  allowed: ReadonlySet<string>,
): readonly Element[] {
  const { kinds, elements } = state.keys;
  const level = elements.find(level_id);
  if (level === undefined) return [];
  const hasFillings = hasAllowedFillings(state, allowed);
  return kinds.all.flatMap(({ kind, holds }, number) =>
    allowed.has(kind) || (hasFillings && holds !== 'none')
      ? elementsIn(state, slotsOnLevel(state.index, level, number))
      : [],
  );
}

function elementsIn(state: BranchState, slots: readonly number[]): readonly Element[] {
  return slots.flatMap((slot) => elementAt(state, slot) ?? []);
}

function hasAllowedFillings(state: BranchState, allowed: ReadonlySet<string>): boolean {
  return state.keys.kinds.all.some(({ kind, fills }) => fills !== 'none' && allowed.has(kind));
}
