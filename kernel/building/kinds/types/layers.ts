/** @module layers: what a wall, floor or roof consists of, from one face to the other. */
import * as z from 'zod';

import { LengthMm, toGrid } from '../../../schemas/units.ts';

/** What a layer is for. */
export const LAYER_FUNCTIONS = ['structure', 'insulation', 'finish', 'membrane', 'air'] as const;

/** One layer; `material` is the name of what it is made of. */
export const Layer = z.strictObject({
  material: z.string().min(1).max(200),
  thickness: LengthMm,
  function: z.enum(LAYER_FUNCTIONS),
});
export type Layer = z.output<typeof Layer>;

/** Side of a wall on which the first layer lies, seen from start to end. */
export const LAYER_SIDES = ['left', 'right'] as const;
export type LayerSide = (typeof LAYER_SIDES)[number];

/** Thickness of all layers, mm, on the grid. */
export function thicknessOf(layers: readonly Layer[]): number {
  return toGrid(layers.reduce((sum, { thickness }) => sum + thickness, 0));
}

/**
 * How far the middle of the core lies from the middle of the thickness, mm: positive on the left of the wall, seen from
 * start to end, where `side` is the one on which the first layer lies. The core goes from the first to the last layer
 * of function `structure`; without one the whole thickness is the core.
 */
export function coreOffset(layers: readonly Layer[], side: LayerSide = 'left'): number {
  const isCore = layers.map((layer) => layer.function === 'structure');
  const [first, last] = [isCore.indexOf(true), isCore.lastIndexOf(true)];
  if (first === -1) return 0;
  const before = thicknessOf(layers.slice(0, first));
  const behind = thicknessOf(layers.slice(last + 1));
  // The first layer lies on the left: what stands before the core pushes it to the right.
  const towardsLeft = (behind - before) / 2;
  return toGrid(side === 'left' ? towardsLeft : -towardsLeft);
}
