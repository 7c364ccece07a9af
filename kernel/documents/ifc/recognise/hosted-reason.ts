/** @module hosted reason: why an opening, door or window is not parametric. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { ifcClass } from './classes.ts';
import { mayHaveShape } from './kinds/doors-and-windows.ts';
import type { Product, Products } from './products.ts';
import { HOST_LOST } from './proof.ts';

/** Reasons that are in the file: without a hole in a wall or slab there is nothing to recognise. */
const NO_HOLE = {
  filler: 'fills no opening',
  loose: 'cuts no product',
  filler_loose: 'its opening cuts no product',
  other: 'its host is no wall, slab or roof',
  none: 'cuts nothing of its host',
  filler_none: 'its opening cuts nothing of its host',
} as const;

/** Whether a product with this reason is in no hole of a wall, slab or roof, so that no recognition could change it. */
export function isWithoutHole(reason: string): boolean {
  return Object.values<string>(NO_HOLE).includes(reason);
}

/** Why a product of the classes that are recognised with their hosts is not parametric. */
export function hostedReason(
  product: Product,
  products: Products,
  /** The proven element of a product; null without one. */
  provenOf: (row: number) => ElementRecord | null,
): string {
  const { row, class: name } = product;
  const isOpening = ifcClass(name).is_void;
  const opening = isOpening ? row : products.filledBy(row);
  if (opening === null) return NO_HOLE.filler;
  const host = products.hostOf(opening);
  if (host === null) return isOpening ? NO_HOLE.loose : NO_HOLE.filler_loose;
  if (!ifcClass(products.product(host).class).is_host) return NO_HOLE.other;
  if (provenOf(host) === null) return HOST_LOST;
  const hole = provenOf(opening);
  if (hole === null) return isOpening ? NO_HOLE.none : NO_HOLE.filler_none;
  if (hole.kind !== 'opening') return 'its opening is no hole through its wall';
  if ((hole.params['location'] ?? null) !== null) return 'its opening is in no wall';
  const isRectangle = (hole.params['outline'] ?? hole.params['shape'] ?? null) === null;
  if (!isRectangle && !mayHaveShape(product)) return 'its opening is no rectangle';
  return 'its sizes are not those of its opening';
}
