/** @module structural bodies: the bodies that bear loads or need support, each with its role. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { ConvexPiece } from '../../../building/geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../../building/geometry/convex/convex-piece.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { bearingOf } from '../../../building/kinds/facets/per-element.ts';
import type { Bears } from '../../../building/kinds/facets/presence.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { clashBodies } from '../../clash/clash-body.ts';

export type StructuralBody = {
  readonly element: Element;
  readonly role: Bears;
  readonly pieces: readonly ConvexPiece[];
  /** Whether the body is represented by its bounding box, because it has no convex pieces. */
  readonly by_box: boolean;
  readonly low: number;
  readonly high: number;
};

const STEP = 100;

/** The bodies of all elements of structural kinds. */
export function structuralBodies(view: ModelView): readonly StructuralBody[] {
  const elements = [...view.elements()];
  const bodies: StructuralBody[] = [];
  for (const [done, element] of elements.entries()) {
    if (done % STEP === 0) {
      checkpoint({ done, total: elements.length, doing: 'decomposing bodies' });
    }
    const bears = bearingOf(element, view.kinds);
    if (bears === 'none') continue;
    for (const found of clashBodies(element, view)) {
      if (found.part !== 'body') continue;
      const [x0, y0, low, x1, y1, high] = found.bounds;
      const ring = [
        { x: x0, y: y0 },
        { x: x1, y: y0 },
        { x: x1, y: y1 },
        { x: x0, y: y1 },
      ];
      bodies.push({
        element,
        role: bears,
        pieces: found.pieces ?? [uprightPiece(ring, low, high)],
        by_box: found.pieces === null,
        low,
        high,
      });
    }
  }
  return bodies;
}
