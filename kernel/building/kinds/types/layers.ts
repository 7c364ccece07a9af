/** @module layers: the layers of a wall, floor or roof, from one face to the other. */
import * as z from 'zod';

import { LengthMm, toGrid } from '../../../../schemas/units.ts';

/** The function of a layer. */
export const LAYER_FUNCTIONS = ['structure', 'insulation', 'finish', 'membrane', 'air'] as const;

/** One layer; `material` is the name of its material. */
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
 * Offset of the middle of the core from the middle of the thickness, mm: positive to the left of the wall, seen from
 * start to end. `side` is the side of the first layer. The core extends from the first to the last layer of function
 * `structure`; without one it is the whole thickness.
 */
export function coreOffset(layers: readonly Layer[], side: LayerSide = 'left'): number {
  const isCore = layers.map((layer) => layer.function === 'structure');
  const [first, last] = [isCore.indexOf(true), isCore.lastIndexOf(true)];
  if (first === -1) return 0;
  const before = thicknessOf(layers.slice(0, first));
  const behind = thicknessOf(layers.slice(last + 1));
  // With the first layer on the left, layers before the core move it to the right.
  const towardsLeft = (behind - before) / 2;
  return toGrid(side === 'left' ? towardsLeft : -towardsLeft);
}
