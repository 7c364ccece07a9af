/** @module plan marks: the symbols with which an element is drawn in plan. */
import { SolidKernelFault } from '../../geometry/mesh/solid-kernel.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Mark } from '../../kinds/facets/symbol.ts';
import type { BranchState } from '../state/state.ts';
import type { Derived } from './derived.ts';

/** Returns the marks in mm; empty for an element without a symbol, and if the marks cannot be made. */
export function marksOf(element: Element, state: BranchState, derived: Derived): readonly Mark[] {
  const { symbol } = state.keys.kinds.of(element);
  return symbol === 'none'
    ? []
    : (builtOrNull(() => symbol.marks(element, derived.site(state))) ?? []);
}

/** Returns the result of `make`; null if the geometry does not allow it. */
export function builtOrNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error instanceof SolidKernelFault) return null;
    throw error;
  }
}
