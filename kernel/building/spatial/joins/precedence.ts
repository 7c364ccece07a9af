/** @module precedence: which of two bodies fills the space in which they overlap. */
import type { Element } from '../../kinds/elements.ts';
import type { Layer } from '../../kinds/types/layers.ts';
import type { ModelView } from '../../model/view.ts';

/**
 * Categories from the lowest to the highest precedence. Where two bodies overlap, the later one fills the space:
 * load-bearing members before walls, and slabs and roofs before walls. The order does not depend on the order in which
 * elements were created.
 */
export const PRECEDENCE: readonly string[] = [
  'Furniture',
  'Bodies',
  'Solids',
  'Railings',
  'Walls',
  'Windows',
  'Doors',
  'Roofs',
  'Ramps',
  'Stairs',
  'Floors',
  'Beams',
  'Columns',
];

/** The place of an element in the order of precedence. A category that is not listed is below all others. */
export function rankOf(element: Element, view: ModelView): number {
  return PRECEDENCE.indexOf(view.kinds.of(element).category);
}

/** The function of a layer that is not structural. */
export type SoftFunction = Exclude<Layer['function'], 'structure'>;

/** Functions of layers from the lowest to the highest priority; structure is above all of them. */
const SOFT: readonly SoftFunction[] = ['finish', 'air', 'membrane', 'insulation'];

/** The priority of a layer; null stands for an element without layers. A layer of higher priority fills the space. */
export function priorityOf(layer: Layer | null): number {
  return layer === null || layer.function === 'structure'
    ? SOFT.length
    : SOFT.indexOf(layer.function);
}
