/** @module sides: the two views of a comparison, and elements that are in at least one of them. */
import { SolidKernelFault } from '../geometry/mesh/solid-kernel.ts';
import type { Element } from '../kinds/elements.ts';
import { ModelFault } from '../model/state/model-fault.ts';
import type { ModelView } from '../model/view.ts';

/** Two moments, branches or plans of one model, as the same caller sees them. */
export type Sides = { readonly before: ModelView; readonly after: ModelView };

/** One element on both sides; at least one of them has it. */
export type Pair =
  | { readonly id: string; readonly was: Element; readonly is: Element }
  | { readonly id: string; readonly was: Element; readonly is: undefined }
  | { readonly id: string; readonly was: undefined; readonly is: Element };

/** The element on both sides; null if it is on neither. */
export function pairOf(id: string, was: Element | undefined, is: Element | undefined): Pair | null {
  if (is !== undefined) return was === undefined ? { id, was, is } : { id, was, is };
  return was === undefined ? null : { id, was, is };
}

/** The result of `make`; null if the geometry of a view does not allow it. */
export function builtOrNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    const isUnbuilt =
      error instanceof RangeError ||
      error instanceof ModelFault ||
      error instanceof SolidKernelFault;
    if (isUnbuilt) return null;
    throw error;
  }
}
