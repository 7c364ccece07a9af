/** @module structural bodies: what of a model carries or must be carried, and how. */
import { clashBodies } from '../../clash/clash-body.ts';
import type { Steps } from '../../findings/steps.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../geometry/convex/convex-piece.ts';
import type { Element } from '../../kinds/elements.ts';
import type { ModelView } from '../../model/view.ts';

export type StructuralBody = {
  readonly element: Element;
  /**
   * `slab`: lies on others or is framed by them. `member`: a beam, is framed by others, and frames. `post`: must stand on
   * something, and frames. `way`: a stair, which must stand on something and frames nothing.
   */
  readonly role: 'slab' | 'member' | 'post' | 'way';
  readonly pieces: readonly ConvexPiece[];
  /** Whether it is judged by its box, for want of convex pieces. */
  readonly by_box: boolean;
  readonly low: number;
  readonly high: number;
};

const STEP = 100;

/** Bodies of matter that stand on their own; what sits in a wall and railings take no part. */
export function* structuralBodies(view: ModelView): Steps<readonly StructuralBody[]> {
  const elements = [...view.elements()];
  const bodies: StructuralBody[] = [];
  for (const [done, element] of elements.entries()) {
    if (done % STEP === 0) yield { done, total: elements.length, doing: 'taking bodies apart' };
    const { fills, body } = view.kinds.of(element);
    if (fills !== 'none' || body === 'none' || body.occupies !== 'matter') continue;
    if (element.kind === 'railing') continue;
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
        role: roleOf(element, view),
        pieces: found.pieces ?? [uprightPiece(ring, low, high)],
        by_box: found.pieces === null,
        low,
        high,
      });
    }
  }
  return bodies;
}

function roleOf(element: Element, { kinds }: ModelView): StructuralBody['role'] {
  if (element.kind === 'stair') return 'way';
  if (kinds.roleOfLevel(element) === 'hangs_from') return 'member';
  const { holds, params } = kinds.of(element);
  return holds !== 'none' && Object.hasOwn(params.shape, 'boundary_points') ? 'slab' : 'post';
}
