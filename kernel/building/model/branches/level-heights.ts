/**
 * @module level heights: adapts elements whose heights follow levels, when differences create them or change the
 * levels.
 */
import type { Element } from '../../kinds/elements.ts';
import type { Storey } from '../../kinds/kind.ts';
import { atLevels, hasHeightOfLevels } from '../../kinds/rules/level-height.ts';
import { standingOn, usersOf } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { Difference } from './differences.ts';

/**
 * Returns the differences with each element that follows levels at its resulting height: the elements in the
 * differences, and the elements of the state whose levels they change.
 */
export function atLevelHeights(
  differences: readonly Difference[],
  state: BranchState,
): readonly Difference[] {
  const brought = new Map(differences.map(({ id, after }) => [id, after]));
  const levels = (id: string): Storey | undefined => {
    const level = brought.get(id) ?? elementIn(state, id);
    return level?.kind === 'level' ? level : undefined;
  };
  const own = differences.map((difference) =>
    difference.after === null
      ? difference
      : { ...difference, after: atLevels(difference.after, levels) },
  );
  const others = new Map<string, Element>();
  for (const { id, before, after } of differences) {
    if (before?.kind !== 'level' || after?.kind !== 'level') continue;
    const [was, is] = [before.params, after.params];
    if (was.height === is.height && was.elevation === is.elevation) continue;
    for (const element of [...standingOn(state, id), ...usersOf(state, after)]) {
      if (hasHeightOfLevels(element) && !brought.has(element.id)) others.set(element.id, element);
    }
  }
  const along = [...others.values()].map((before) => ({
    id: before.id,
    before,
    after: atLevels(before, levels),
  }));
  return [...own, ...along];
}
