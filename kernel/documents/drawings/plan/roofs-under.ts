/** @module roofs under: what of other storeys roofs hide from who looks down at a plan. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import { undersideParts } from '../../geometry/roofs/roof-shape.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { coveredBy, shapeOf } from '../../kinds/roof-form.ts';
import type { DrawnView, Storey } from './storey.ts';

/** What roofs cover that lie below the cut, in convex parts: of those that are cut the part of which the underside does. */
export function roofsUnder(
  { below, cut_elements, cut, level }: Storey,
  view: DrawnView,
): readonly Ring[] {
  return [...below, ...cut_elements].flatMap(({ id }) => {
    const roof = view.elementOf(id, 'roof');
    const own = roof === undefined ? undefined : view.elementOf(roof.params.level_id, 'level');
    if (roof === undefined || own === undefined) return [];
    // A roof of another storey that lies below this one is held against what else lies there, by its height.
    if (own.id !== level.id && below.some((one) => one.id === id)) return [];
    const made = shapeOf(roof.params);
    if (!made.ok) return [];
    const foot = own.params.elevation + roof.params.base_offset;
    return undersideParts(made.shape).flatMap(({ ring, height }) => {
      const part = belowHeight(ring, height, cut - foot);
      return part.length > 2 ? [counterClockwise(part)] : [];
    });
  });
}

/** Outlines of the roofs of a storey, which join what stands under them. */
export function roofsIn({ below, cut_elements, above }: Storey, view: DrawnView): readonly Ring[] {
  return [...below, ...cut_elements, ...above].flatMap(({ id }) => {
    const roof = view.elementOf(id, 'roof');
    return roof === undefined ? [] : [coveredBy(roof.params).boundary];
  });
}

/** Ids of the roofs that a plan cuts. */
export function cutRoofs({ cut_elements }: Storey): ReadonlySet<string> {
  return new Set(cut_elements.flatMap(({ id, kind }) => (kind === 'roof' ? [id] : [])));
}

/** The part of a convex ring over which a plane lies below a height. */
export function belowHeight(ring: Ring, height: (point: Point2) => number, cut: number): Ring {
  return ring.flatMap((to, i) => {
    const from = ring.at(i - 1) ?? to;
    const [a, b] = [height(from) - cut, height(to) - cut];
    const share = a / (a - b);
    const between = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    return [...(a < 0 === b < 0 ? [] : [between]), ...(b < 0 ? [to] : [])];
  });
}

/** The ring with what it surrounds on its left. */
export function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}
