/** @module level heights: what follows the height of its level, when differences bring it or change the level. */
import type { Element } from '../../kinds/elements.ts';
import { atHeightOf, followsLevel } from '../../kinds/rules/level-height.ts';
import { standingOn } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { Difference } from './differences.ts';

/** The differences, with each element that follows its level as high as the level will be: those they bring, and those of the state on levels that they change. */
export function atLevelHeights(
  differences: readonly Difference[],
  state: BranchState,
): readonly Difference[] {
  const brought = new Map(differences.map(({ id, after }) => [id, after]));
  const settled = (element: Element): Element => {
    if (!followsLevel(element)) return element;
    const id = state.keys.kinds.references(element).level ?? '';
    const level = brought.get(id) ?? elementIn(state, id);
    return level?.kind === 'level' ? atHeightOf(element, level) : element;
  };
  const own = differences.map((difference) =>
    difference.after === null ? difference : { ...difference, after: settled(difference.after) },
  );
  const others = differences.flatMap(({ id, before, after }) => {
    if (before?.kind !== 'level' || after?.kind !== 'level') return [];
    if (before.params.height === after.params.height) return [];
    return standingOn(state, id)
      .filter((element) => followsLevel(element) && !brought.has(element.id))
      .map((element) => ({ id: element.id, before: element, after: settled(element) }));
  });
  return [...own, ...others];
}
