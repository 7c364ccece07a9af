/** @module plan-ring: outlines in plan from the loops of profiles. */
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { onGrid } from '../../../../building/geometry/vector.ts';
import type { Matrix } from '../../shape/matrix.ts';
import { pointThrough } from '../../shape/matrix.ts';
import type { Loop, Segment } from '../../shape/shape-node.ts';

/** Maximum distance of the facets of an arc from it, mm. */
const SAGITTA_MM = 0.02;
/** Maximum number of facets of one arc. */
const MAX_FACETS = 256;
/** Points of an outline this near to each other, or to the line of their neighbours, are dropped, mm. */
const MERGED_MM = 0.02;
/** Maximum difference of the scales of a matrix in its two directions at which arcs stay arcs. */
const SAME_SCALE = 1e-6;

/** The loop in plan: seen from above through a matrix that keeps its plane horizontal. Null if arcs do not stay arcs. */
export function loopInPlan(loop: Loop, place: Matrix): Loop | null {
  const point = ({ x, y }: Point2): Point2 => {
    const at = pointThrough(place, { x, y, z: 0 });
    return { x: at.x, y: at.y };
  };
  const [a, b, , , e, f] = place;
  const scale = Math.sqrt(a * a + e * e);
  const isUniform = Math.abs(Math.sqrt(b * b + f * f) - scale) <= SAME_SCALE * scale;
  const turn = a * f - b * e < 0 ? -1 : 1;
  const pieces: Segment[] = [];
  for (const { from, to, arc } of loop) {
    if (arc !== null && !isUniform) return null;
    pieces.push({
      from: point(from),
      to: point(to),
      arc:
        arc === null
          ? null
          : { centre: point(arc.centre), radius: arc.radius * scale, sweep: arc.sweep * turn },
    });
  }
  return turn === 1
    ? pieces
    : pieces.toReversed().map(({ from, to, arc }) => ({
        from: to,
        to: from,
        arc: arc === null ? null : { ...arc, sweep: 0 - arc.sweep },
      }));
}

/** The corners of a loop, with facets for arcs. */
export function ringOf(loop: Loop): readonly Point2[] {
  return loop.flatMap((piece) => [piece.from, ...facets(piece)]);
}

/** The points between the ends of an arc. */
function facets({ from, arc }: Segment): readonly Point2[] {
  if (arc === null) return [];
  const { centre, radius, sweep } = arc;
  const step = 2 * Math.acos(Math.max(0, 1 - SAGITTA_MM / Math.max(radius, SAGITTA_MM)));
  const count = Math.min(
    MAX_FACETS,
    Math.max(2, Math.ceil(Math.abs(sweep) / Math.max(step, 1e-3))),
  );
  const start = Math.atan2(from.y - centre.y, from.x - centre.x);
  return Array.from({ length: count - 1 }, (_, i) => {
    const angle = start + (sweep * (i + 1)) / count;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}

/** Maximum number of passes over an outline; each one drops points on lines that the one before has straightened. */
const MAX_PASSES = 8;

/** The outline without repeated points and points on straight sides, counter-clockwise; empty if it has no area. */
export function cleanRing(ring: readonly Point2[]): readonly Point2[] {
  let points = ring;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const kept = straightened(distinct(points));
    const isDone = kept.length === points.length;
    points = kept;
    if (isDone) break;
  }
  if (points.length < 3) return [];
  return signedArea(points) < 0 ? points.toReversed() : points;
}

function distinct(ring: readonly Point2[]): readonly Point2[] {
  const points: Point2[] = [];
  for (const point of ring) {
    const last = points.at(-1);
    if (last === undefined || !near(last, point)) points.push(point);
  }
  const first = points[0] ?? ORIGIN;
  const last = points.findLastIndex((point) => !near(first, point));
  return points.slice(0, last + 1);
}

function straightened(ring: readonly Point2[]): readonly Point2[] {
  const points: Point2[] = [];
  for (const [i, point] of ring.entries()) {
    const before = points.at(-1) ?? ring.at(-1) ?? ORIGIN;
    const after = ring[i + 1] ?? points[0] ?? ring[0] ?? ORIGIN;
    if (distanceToLine(point, before, after) > MERGED_MM) points.push(point);
  }
  return points;
}

const ORIGIN: Point2 = { x: 0, y: 0 };

function near(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= MERGED_MM && Math.abs(a.y - b.y) <= MERGED_MM;
}

/** Distance of a point from the line through two others, or from them if they are one point, mm. */
function distanceToLine(point: Point2, a: Point2, b: Point2): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length <= MERGED_MM) return 0;
  return Math.abs((point.x - a.x) * dy - (point.y - a.y) * dx) / length;
}

/** The outline on the grid of 0.001 mm. */
export function gridRing(ring: readonly Point2[]): Point2[] {
  return ring.map(({ x, y }) => ({ x: onGrid(x), y: onGrid(y) }));
}
