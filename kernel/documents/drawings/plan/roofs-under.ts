/** @module roofs under: the areas in which roofs below the cut hide other storeys in a plan. */
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { signedArea } from '../../../building/geometry/plan/polygon.ts';
import { undersideParts } from '../../../building/geometry/roofs/roof-shape.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { coveredBy, shapeOf } from '../../../building/kinds/roof/roof-form.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Storey } from './storey.ts';

/**
 * The areas covered by roofs below the cut, as convex parts, mm. Of a roof that the plan cuts, it is the area in which
 * its underside is below the cut.
 */
export function roofsUnder(
  { below, cut_elements, cut, level }: Storey,
  view: ModelView,
): readonly Ring[] {
  return [...below, ...cut_elements].flatMap(({ id }) => {
    const roof = view.elementOf(id, 'roof');
    const own = roof === undefined ? undefined : view.elementOf(roof.params.level_id, 'level');
    if (roof === undefined || own === undefined) return [];
    // Roofs of other storeys completely below the cut are sorted by height with the other elements of these storeys.
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

/** Outlines of the roofs of a storey; they connect the outlines under them to one building. */
export function roofsIn({ below, cut_elements, above }: Storey, view: ModelView): readonly Ring[] {
  return [...below, ...cut_elements, ...above].flatMap(({ id }) => {
    const roof = view.elementOf(id, 'roof');
    return roof === undefined ? [] : [coveredBy(roof.params).boundary];
  });
}

/** Ids of the roofs that a plan cuts. */
export function cutRoofs({ cut_elements }: Storey): ReadonlySet<string> {
  return new Set(cut_elements.flatMap(({ id, kind }) => (kind === 'roof' ? [id] : [])));
}

/** The part of a convex ring over which a plane is below a height. */
export function belowHeight(ring: Ring, height: (point: Point2) => number, cut: number): Ring {
  return ring.flatMap((to, i) => {
    const from = ring.at(i - 1) ?? to;
    const [a, b] = [height(from) - cut, height(to) - cut];
    const share = a / (a - b);
    const between = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    return [...(a < 0 === b < 0 ? [] : [between]), ...(b < 0 ? [to] : [])];
  });
}

/** The ring in counter-clockwise order. */
export function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}
