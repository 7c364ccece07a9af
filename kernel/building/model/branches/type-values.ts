/** @module type values: applies the values of types to elements, when differences create elements or change a type. */
import type { Element } from '../../kinds/elements.ts';
import { typeIdOf, withTypeParams } from '../../kinds/types/of-type.ts';
import { usersOf } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn } from '../state/state.ts';
import type { Difference } from './differences.ts';

/**
 * Returns the differences with each element as its type defines it: the elements in the differences, and the elements
 * of the state whose types they change.
 */
export function withTypeValues(
  differences: readonly Difference[],
  state: BranchState,
): readonly Difference[] {
  const brought = new Map(differences.map(({ id, after }) => [id, after]));
  const settled = (element: Element): Element => {
    const id = typeIdOf(element);
    const type = id === null ? undefined : (brought.get(id) ?? elementIn(state, id));
    return type?.kind === 'type' && type.params.for === element.kind
      ? withTypeParams(element, type)
      : element;
  };
  const own = differences.map((difference) =>
    difference.after === null ? difference : { ...difference, after: settled(difference.after) },
  );
  const others = differences.flatMap(({ before, after }) => {
    if (before?.kind !== 'type' || after?.kind !== 'type') return [];
    return usersOf(state, after)
      .filter(({ id }) => !brought.has(id))
      .map((element) => ({ id: element.id, before: element, after: settled(element) }));
  });
  return [...own, ...others];
}
