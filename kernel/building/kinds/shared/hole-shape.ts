/** @module hole shape: windows and openings that are no rectangles: round, arched, or with an outline. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { LengthMm, type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { cyclic } from '../../geometry/indexed.ts';
import {
  type FaceShape,
  insetShape,
  shapeArea,
  shapePerimeter,
  shapeRing,
} from '../../geometry/plan/face-shape.ts';
import {
  offsetRing,
  type Ring,
  ringBounds,
  signedArea,
  validateRegion,
  validateRing,
} from '../../geometry/plan/polygon.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { AnyElement, Cut } from '../kind.ts';
import { requireBoundary } from '../rules/boundary.ts';
import {
  HOLE_SHAPES,
  readableOutline,
  requireArch,
  requireOneForm,
  type Shaped,
} from './hole-form.ts';
import { Boundary } from './params.ts';

/** Parameters of the shape; all are absent or null for a rectangle. */
export const HOLE_SHAPE = {
  /** `round`: an ellipse, a circle if width and height are equal; `arched`: under an arc of a circle. */
  shape: z.enum(HOLE_SHAPES).nullable().exactOptional(),
  /** Height of the arch; absent or null: half of the width, a semicircle. */
  rise: LengthMm.nullable().exactOptional(),
  /** Instead of a shape, counter-clockwise: x from the left side and y from the foot of its box. */
  outline: Boundary.nullable().exactOptional(),
};

/** The shape of a round or arched hole; null for any other. The arch of an unchecked older event is as high as it can be. */
export function faceShapeOf({ width, height, shape, rise }: Shaped): FaceShape | null {
  if (shape === 'round') return { form: 'round', width, height, rise: 0 };
  if (shape !== 'arched') return null;
  return { form: 'arched', width, height, rise: Math.min(rise ?? width / 2, width / 2, height) };
}

/** The ring of a hole that is no rectangle, from the lower left corner of its box, mm; null for a rectangle. */
export function shapedRing(params: Shaped): Ring | null {
  const shape = faceShapeOf(params);
  return shape === null ? readableOutline(params.outline) : shapeRing(shape);
}

/**
 * The ring of the glass of such a hole within a frame of `inset` mm; null for a rectangle, and for an outline in which the
 * frame leaves no ring with as many corners.
 */
export function glassRing(params: Shaped, inset: number): Ring | null {
  const shape = faceShapeOf(params);
  if (shape !== null) {
    return shapeRing(insetShape(shape, inset)).map(({ x, y }) => ({
      x: toGrid(x + inset),
      y: toGrid(y + inset),
    }));
  }
  const outline = readableOutline(params.outline);
  const ring = outline === null ? null : offsetRing(outline, 0 - inset);
  if (outline === null || ring === null || ring.length !== outline.length) return null;
  return validateRegion(outline, [ring]).ok && signedArea(ring) > 0 ? ring : null;
}

/** The outline of a cut in its wall, for a hole whose box begins at `offset` and `sill`, mm; nothing for a rectangle. */
export function shapedCut(
  params: Shaped,
  { offset, sill }: { readonly offset: number; readonly sill: number },
): Pick<Cut, 'outline' | 'arcs'> {
  const ring = shapedRing(params);
  if (ring === null) return {};
  const outline = ring.map(({ x, y }) => ({ x: toGrid(x + offset), y: toGrid(y + sill) }));
  const arcs = faceShapeOf(params);
  return arcs === null ? { outline } : { outline, arcs };
}

/** Area and perimeter of a hole with its exact arcs, mm² and mm. */
export function shapedFigures(params: Shaped): {
  readonly area_mm2: number;
  readonly perimeter_mm: number;
} {
  const { width, height } = params;
  const shape = faceShapeOf(params);
  if (shape !== null) {
    return { area_mm2: shapeArea(shape), perimeter_mm: shapePerimeter(shape) };
  }
  const ring = readableOutline(params.outline);
  if (ring === null) return { area_mm2: width * height, perimeter_mm: 2 * (width + height) };
  const perimeter_mm = ring.reduce(
    (sum, point, i) => sum + segmentLengthMm(point, cyclic(ring, i + 1)),
    0,
  );
  return { area_mm2: signedArea(ring), perimeter_mm };
}

/** The shape in a mirrored wall: left and right change places. */
export function mirroredShape(
  { outline, width }: Shaped,
  mirrored: boolean,
): { readonly outline?: PlanPoint[] } {
  if (!mirrored || outline === undefined || outline === null) return {};
  return { outline: outline.map(({ x, y }) => ({ x: toGrid(width - x), y })).toReversed() };
}

type ShapeCode = 'INVALID_ARGUMENT' | 'INVALID_BOUNDARY';

/**
 * Parameters with the checked outline, and the width and height of a new one. Refuses INVALID_BOUNDARY for an invalid
 * outline, INVALID_ARGUMENT for one that is given with a shape or does not begin at its box.
 */
export function withOutlineSizes<P extends Shaped>(
  params: P,
  before: AnyElement | undefined,
  context: PlanContext<ShapeCode>,
): P {
  const { outline } = params;
  if (outline === undefined || outline === null) return params;
  requireOneForm(params, context);
  if (before !== undefined && deepEqual(before.params['outline'], outline)) return params;
  const checked = requireBoundary(outline, [], context, '`outline`').boundary_points;
  const { min, max } = ringBounds(checked);
  if (min.x !== 0 || min.y !== 0) {
    context.refuse(
      'INVALID_ARGUMENT',
      `\`outline\` begins at x ${min.x} mm and y ${min.y} mm, expected 0 and 0: x is counted from its left side, y from its sill`,
      { min },
    );
  }
  return { ...params, width: toGrid(max.x), height: toGrid(max.y), outline: checked };
}

/**
 * Parameters with an outline that fits the width and height: a changed size stretches it. Refuses as `requireArch`,
 * and INVALID_ARGUMENT for sizes at which the outline would not be valid.
 */
export function withFittedShape<P extends Shaped>(
  params: P,
  context: PlanContext<'INVALID_ARGUMENT'>,
): P {
  requireArch(params, context);
  const { outline, width, height } = params;
  if (outline === undefined || outline === null) return params;
  const { max } = ringBounds(outline);
  if (max.x === width && max.y === height) return params;
  const stretched = outline.map(({ x, y }) => ({
    x: toGrid((x * width) / max.x),
    y: toGrid((y * height) / max.y),
  }));
  if (!validateRing(stretched).ok) {
    context.refuse(
      'INVALID_ARGUMENT',
      `the \`outline\` of ${max.x} x ${max.y} mm crosses itself or has no area at ${width} x ${height} mm: expected larger sizes, or another \`outline\``,
      { width, height },
    );
  }
  return { ...params, outline: stretched };
}

/** Refuses INVALID_ARGUMENT for a hole with an outline in a curved wall or a curtain wall with a grid. */
export function requireStraightHost(
  { id, params }: AnyElement,
  named: string,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const isCurtain = params['wall_type'] === 'curtain';
  if ((params['via'] ?? null) === null && !isCurtain) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `wall \`${id}\` is ${isCurtain ? 'a curtain wall' : 'an arc'}: ${named} needs a straight wall, expected \`offset\`, \`width\` and \`height\``,
  );
}

/** Whether a hole is no rectangle. */
export function isShaped({ shape, outline }: Shaped): boolean {
  return (outline ?? null) !== null || shape === 'round' || shape === 'arched';
}
