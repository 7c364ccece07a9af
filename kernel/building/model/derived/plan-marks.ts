/** @module plan marks: what an element is drawn with in plan. */
import { SolidKernelFault } from '../../geometry/mesh/solid-kernel.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Mark } from '../../kinds/symbol.ts';
import type { BranchState } from '../state/state.ts';
import type { Derived } from './derived.ts';

/** Marks in mm; none of what has no symbol, and none where they cannot be made. */
export function marksOf(element: Element, state: BranchState, derived: Derived): readonly Mark[] {
  const { symbol } = state.keys.kinds.of(element);
  return symbol === 'none'
    ? []
    : (whereMade(() => symbol.marks(element, derived.site(state))) ?? []);
}

/** What is made, null where the geometry does not allow it. */
export function whereMade<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof SolidKernelFault) return null;
    throw error;
  }
}
