/** @module arc: rules of walls along an arc, and their figures. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { MAX_FACETS } from '../../geometry/walls/arcs/arc.ts';
import { type Bowed, arcOf, chainOf } from '../../geometry/walls/arcs/chain.ts';
import type { Figures } from '../facets/scheduled.ts';
import { type BoundsCode, requirePointsInModel } from './model-bounds.ts';

/** Why a wall cannot be built along an arc; null if it can, or is straight. */
function faultOf(wall: Bowed): string | null {
  const arc = arcOf(wall);
  if (arc === null) return null;
  if (!('why' in arc)) return null;
  switch (arc.why) {
    case 'in_line':
      return `\`via\` is ${toGrid(arc.rise)} mm off the straight line from start to end, expected at least 1 mm; leave \`via\` out for a straight wall`;
    case 'too_round':
      return `the arc turns by ${toGrid((arc.angle * 180) / Math.PI)}°, expected at most 350°; a full circle is two arcs of 180°`;
    case 'too_tight':
      return `the arc has a radius of ${toGrid(arc.radius)} mm on its axis, expected at least ${arc.least} mm for a thickness of ${wall.thickness} mm`;
    case 'too_long':
      return `the arc needs ${arc.facets} facets to stay within 1 mm, expected at most ${MAX_FACETS}: divide it into several walls`;
    default:
      return null;
  }
}

/** Refuses OUT_OF_RANGE for an arc that no wall can follow, OUT_OF_MODEL_BOUNDS for one that leaves the model. */
export function requireArc(wall: Bowed, context: PlanContext<'OUT_OF_RANGE' | BoundsCode>): void {
  const fault = faultOf(wall);
  if (fault !== null) {
    context.refuse('OUT_OF_RANGE', fault, { start: wall.start, via: wall.via, end: wall.end });
  }
  const { left = [], right = [] } = chainOf(wall) ?? {};
  requirePointsInModel('outline of the wall', [...left, ...right], context);
}

/** Why the arc of a stored wall is invalid; null if it is valid. */
export function arcFault({ params }: { readonly params: Bowed }): { readonly why: string } | null {
  const why = faultOf(params);
  return why === null ? null : { why };
}

/** Radius, angle and centre of a wall along an arc. */
export const arcFigures: Figures<{ readonly params: Bowed }> = {
  names: ['arc_radius_mm', 'arc_angle_deg', 'arc_centre_x_mm', 'arc_centre_y_mm'],
  of({ params }) {
    const arc = chainOf(params)?.arc;
    if (arc === undefined) return {};
    return {
      arc_radius_mm: toGrid(arc.radius),
      arc_angle_deg: toGrid((arc.angle * 180) / Math.PI),
      arc_centre_x_mm: toGrid(arc.centre.x),
      arc_centre_y_mm: toGrid(arc.centre.y),
    };
  },
};
