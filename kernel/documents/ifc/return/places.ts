/** @module places: places products of a file. */
import { PatchFault } from '../patch/patch-fault.ts';
import { type Matrix, product as times } from '../shape/matrix.ts';
import { isSamePlace, relative } from './frame.ts';
import type { Target } from './solids.ts';

/**
 * Places a product, mm in the model. Products that are placed on it move with it.
 * @throws {PatchFault} if it has no local placement
 */
export function moveTo({ patch, frame }: Target, product: number, wanted: Matrix): void {
  const now = frame.place(patch, product);
  if (isSamePlace(now, wanted)) return;
  const placement = patch.ref(product, 'ObjectPlacement');
  const row = placement === null ? null : patch.ref(placement, 'RelativePlacement');
  if (row === null) throw new PatchFault('the product has no placement');
  const own = frame.matrixToMm(patch.axes(row));
  const moved = times(own, relative(now, wanted));
  patch.setPlacement(product, frame.axes(moved, own));
}
