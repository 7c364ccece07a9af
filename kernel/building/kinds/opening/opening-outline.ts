/** @module opening outline: openings that are not rectangles, with the place and sizes of their box. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { shapeRing } from '../../geometry/plan/face-shape.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { directionOf, pointOnGrid } from '../../geometry/vector.ts';
import type { Cut } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import { readableOutline } from '../shared/hole-form.ts';
import type { Shaped } from '../shared/hole-form.ts';
import { faceShapeOf, shapedCut } from '../shared/hole-shape.ts';

/** Parameters of an opening that follow from its outline. */
type Placed = {
  readonly offset: number | null;
  readonly location: PlanPoint | null;
  readonly sill: number;
  readonly width: number;
  readonly height: number;
  readonly turn_deg?: number | null;
  readonly outline?: PlanPoint[] | null;
};

/** Place and sizes of the box of an outline, mm: in a wall x is along it and y above its base. */
export function boxOfOutline(
  outline: readonly PlanPoint[],
  in_wall: boolean,
): Pick<Placed, 'offset' | 'location' | 'sill' | 'width' | 'height'> {
  const { min, max } = ringBounds(outline);
  const [width, height] = [toGrid(max.x - min.x), toGrid(max.y - min.y)];
  if (in_wall) return { offset: min.x, location: null, sill: min.y, width, height };
  const location = { x: toGrid((min.x + max.x) / 2), y: toGrid((min.y + max.y) / 2) };
  return { offset: null, location, sill: 0, width, height };
}

/** The box of an opening, mm: in a wall x is along it and y above its base, else both are in plan. */
export function boxOf({ offset, location, sill, width, height }: Placed): {
  readonly min: PlanPoint;
  readonly max: PlanPoint;
} {
  if (location === null) {
    const min = { x: offset ?? 0, y: sill };
    return { min, max: { x: min.x + width, y: min.y + height } };
  }
  const { x, y } = location;
  return {
    min: { x: x - width / 2, y: y - height / 2 },
    max: { x: x + width / 2, y: y + height / 2 },
  };
}

/** The cut of an opening; one with a shape has its outline, in a floor or roof around its centre. */
export function cutOf(params: Placed & Shaped & { readonly host_id: string }): Cut {
  const arcs = faceShapeOf(params);
  if (arcs === null) {
    const outline = readableOutline(params.outline);
    return outline === (params.outline ?? null) ? params : { ...params, outline };
  }
  const { offset, location, sill, width, height } = params;
  if (location === null) return { ...params, ...shapedCut(params, { offset: offset ?? 0, sill }) };
  const { x: cosine, y: sine } = directionOf(params.turn_deg ?? 0);
  const outline = shapeRing(arcs).map(({ x, y }) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return pointOnGrid({
      x: location.x + dx * cosine - dy * sine,
      y: location.y + dx * sine + dy * cosine,
    });
  });
  return { ...params, turn_deg: null, outline, arcs };
}

/** The outline moved by these distances, mm. */
export function movedOutline(outline: readonly PlanPoint[], by: PlanPoint): PlanPoint[] {
  return outline.map(({ x, y }) => ({ x: toGrid(x + by.x), y: toGrid(y + by.y) }));
}

/**
 * Parameters with the checked outline, counter-clockwise, and the place and sizes of its box. If only the place was
 * changed, the outline moves with it. Refuses INVALID_BOUNDARY for an invalid outline and INVALID_ARGUMENT for a size or
 * turn in addition to it.
 */
export function withOutline<P extends Placed>(
  params: P,
  before: Placed | undefined,
  in_wall: boolean,
  context: PlanContext<'INVALID_ARGUMENT' | 'INVALID_BOUNDARY'>,
): P {
  const { outline, turn_deg, width, height } = params;
  if (outline === undefined || outline === null) return params;
  const known = before !== undefined && deepEqual(before.outline, outline) ? before : params;
  const isSized = width !== known.width || height !== known.height;
  if (isSized || (turn_deg !== undefined && turn_deg !== null && turn_deg !== 0)) {
    context.refuse(
      'INVALID_ARGUMENT',
      'the sizes and the turn of this opening follow from its `outline`: expected a new `outline`',
    );
  }
  const checked = requireBoundary(outline, [], context, '`outline`').boundary_points;
  const moved = movedOutline(checked, between(known, params));
  return { ...params, ...boxOfOutline(moved, in_wall), outline: moved };
}

/** Displacement from one place of an opening to another, mm: along a wall and up, or in plan. */
function between(from: Placed, to: Placed): PlanPoint {
  if (from.location !== null && to.location !== null) {
    return { x: to.location.x - from.location.x, y: to.location.y - from.location.y };
  }
  return { x: (to.offset ?? 0) - (from.offset ?? 0), y: to.sill - from.sill };
}

/** The outline in a wall at the new `offset` in mm; in a mirrored wall left and right change places. */
export function carriedAlong(
  { outline, offset, width }: Placed,
  to: number,
  mirrored: boolean,
): Pick<Placed, 'outline'> {
  if (outline === undefined || outline === null) return {};
  const by = { x: to - (offset ?? 0), y: 0 };
  if (!mirrored) return { outline: movedOutline(outline, by) };
  const ends = 2 * (offset ?? 0) + width;
  const flipped = outline.map(({ x, y }) => ({ x: ends - x, y })).toReversed();
  return { outline: movedOutline(flipped, by) };
}
