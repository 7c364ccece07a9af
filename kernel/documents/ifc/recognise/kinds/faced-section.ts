/** @module faced-section: the sections of members that are known by their faces. */
import { toGrid } from '../../../../../schemas/units.ts';
import { CIRCLE_SIDES } from '../../../../building/geometry/plan/circle-sides.ts';
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { ShapeEvaluator } from '../../shape/evaluate.ts';
import type { ShapeItem } from '../../shape/shape-node.ts';
import { isRound } from '../outlines/hole-shape.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import { EXACT_VOLUME } from '../proof.ts';
import { middleOf, type Section } from './sections.ts';

/** Largest distance of the corners of a rectangle from those of its box, mm. */
const AT_CORNER_MM = 1e-3;
/** Largest difference of the volume of a body from that of a round member, relative to what the proof permits. */
const ROUND_SHARE = 0.5;

/** The outline of a section, without points on straight sides, mm: holes are clockwise. */
type FacedOutline = {
  readonly boundary: readonly Point2[];
  readonly holes: readonly (readonly Point2[])[];
};

/** The body with a section: its length along its axis if it is a whole prism, mm; null if planes cut it. */
type FacedBody = {
  readonly items: readonly ShapeItem[];
  readonly length: number | null;
  readonly evaluator: ShapeEvaluator;
};

/** The section with an outline: a rectangle along the axes of the outline, a circle, or the outline itself. */
export function facedSection({ boundary, holes }: FacedOutline, body: FacedBody): Section {
  const x = { x: 1, y: 0 };
  const isWhole = holes.length === 0;
  const { min, max } = ringBounds(boundary);
  const isAtCorner = (point: Point2): boolean =>
    Math.min(point.x - min.x, max.x - point.x) <= AT_CORNER_MM &&
    Math.min(point.y - min.y, max.y - point.y) <= AT_CORNER_MM;
  if (isWhole && boundary.length === 4 && boundary.every(isAtCorner)) {
    const profile = `${toGrid(max.x - min.x)}x${toGrid(max.y - min.y)}`;
    return { profile, outline: null, centre: middleOf(boundary), x };
  }
  const circle = isWhole ? circleOf(boundary, body) : null;
  if (circle !== null) return { ...circle, outline: null, x };
  const centre = middleOf(boundary);
  const relative = (ring: readonly Point2[]): Point2[] =>
    gridRing(ring.map((point) => ({ x: point.x - centre.x, y: point.y - centre.y })));
  const outline = { boundary: relative(boundary), holes: holes.map(relative) };
  return { profile: 'outline', outline, centre, x };
}

/** The circle around the corners of an outline; null if the body in the file is no cylinder. */
function circleOf(
  boundary: readonly Point2[],
  { items, length, evaluator }: FacedBody,
): Pick<Section, 'profile' | 'centre'> | null {
  if (length === null) return null;
  const sum = boundary.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), ORIGIN);
  const centre = { x: sum.x / boundary.length, y: sum.y / boundary.length };
  const distances = boundary.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y));
  const radius = distances.reduce((all, one) => all + one, 0) / boundary.length;
  const inBox = boundary.map(({ x, y }) => ({
    x: x - centre.x + radius,
    y: y - centre.y + radius,
  }));
  if (!isRound(inBox, { width: 2 * radius, height: 2 * radius })) return null;
  // A polygon of the file has the same corners with any number of sides, and less volume than the circle.
  const solid = evaluator.evaluate(items, [], { sides: CIRCLE_SIDES.fine });
  if (!solid.ok || solid.volume_mm3 === null) return null;
  const round = Math.PI * radius * radius * length;
  const isCylinder = Math.abs(solid.volume_mm3 - round) <= ROUND_SHARE * EXACT_VOLUME * round;
  return isCylinder ? { profile: `circle ${toGrid(2 * radius)}`, centre } : null;
}

const ORIGIN: Point2 = { x: 0, y: 0 };
