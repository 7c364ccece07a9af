/** @module parts of: the parts of which a door or window consists, in the frame of its void. */
import type { AnyElement } from '../kind.ts';
import type { Shaped } from '../shared/hole-form.ts';
import { glassRing, isShaped, shapedRing } from '../shared/hole-shape.ts';
import { DOOR_TYPES, WINDOW_TYPES } from '../types/operations.ts';
import { doorParts, leavesOf } from './door-parts.ts';
import { type FittingValues, sizesIn } from './fitting-values.ts';
import type { Part } from './part.ts';
import { gridOf, shapedParts, windowParts } from './window-parts.ts';

/** A door or window as its parts need it. */
export type Fitted = {
  readonly kind: string;
  readonly params: Shaped & {
    readonly door_type?: (typeof DOOR_TYPES)[number];
    readonly window_type?: (typeof WINDOW_TYPES)[number];
    /** Of a window: whether it shows the grid of its type from the other side. */
    readonly flipped?: boolean | null;
  };
};

/** Sashes of a sliding or double-hung window whose type does not state their number. */
const SASHES = 2;

/** The number of sashes of a sliding or double-hung cell: in a grid two, else the leaves that the type states. */
export function sashesOf(type: Pick<FittingValues, 'leaf_count' | 'grid'> | null): number {
  const isDivided = (type?.grid ?? null) !== null;
  return isDivided ? SASHES : (type?.leaf_count ?? SASHES);
}

/**
 * The parts of a door or window in a wall of this thickness, mm, as its type states them; `type` null without a type. The
 * face of the void is divided among them. Panes are last. Empty for other elements.
 */
export function partsOf(
  { params }: Fitted,
  type: FittingValues | null,
  thickness: number,
): readonly Part[] {
  const { width, height, door_type, window_type } = params;
  if (door_type !== undefined) {
    const sizes = sizesIn('door', type, { width, height, thickness });
    const glazing = type?.glazing ?? 'none';
    const leaves = leavesOf(door_type, width, type?.leaf_count ?? null);
    return doorParts({ sizes, door_type, width, height, leaves, isGlazed: glazing !== 'none' });
  }
  if (window_type === undefined) return [];
  const sizes = sizesIn('window', type, { width, height, thickness });
  if (isShaped(params)) {
    const outline = shapedRing(params);
    if (outline !== null) return shapedParts(outline, glassRing(params, sizes.frame), sizes);
  }
  const grid = gridOf(window_type, type, params.flipped === true);
  return windowParts({ sizes, grid, width, height, thickness, sashes: sashesOf(type) });
}

const NO_TYPE: FittingValues = Object.freeze({
  frame_width: null,
  frame_depth: null,
  leaf_count: null,
  leaf_thickness: null,
  glazing: null,
});
/** Parts by the values of their type, then by everything else on which they depend. */
const KNOWN = new WeakMap<FittingValues, Map<string, readonly Part[]>>();
/** Number of kept lists of parts of one type; a building has few sizes. */
const MOST_KEPT = 1000;

/** The same parts, as one list for all equal elements of a type. */
export function sharedParts(
  element: Fitted,
  type: FittingValues | null,
  thickness: number,
): readonly Part[] {
  const { params } = element;
  if (isShaped(params)) return partsOf(element, type, thickness);
  const { width, height, door_type = '', window_type = '', flipped } = params;
  const key = [door_type, window_type, width, height, thickness, flipped === true].join(' ');
  const own = KNOWN.get(type ?? NO_TYPE) ?? new Map<string, readonly Part[]>();
  KNOWN.set(type ?? NO_TYPE, own);
  const known = own.get(key);
  if (known !== undefined) return known;
  if (own.size >= MOST_KEPT) own.clear();
  const parts = partsOf(element, type, thickness);
  own.set(key, parts);
  return parts;
}

/** Whether an element of any kind is a door or window with readable sizes. */
export function isFitted(element: AnyElement): element is AnyElement & Fitted {
  const { width, height, door_type, window_type } = element.params;
  const isSized = typeof width === 'number' && typeof height === 'number';
  return isSized && (isOneOf(DOOR_TYPES, door_type) || isOneOf(WINDOW_TYPES, window_type));
}

function isOneOf(words: readonly unknown[], word: unknown): boolean {
  return words.includes(word);
}
