/**
 * @module wall outlines: openings in a straight wall that are not rectangles: their cutters, and the remainder of their
 * boxes.
 */
import { aroundOutline, pastEdges } from '../../geometry/convex/around-outline.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { prismBetween } from '../../geometry/convex/mesh-pieces.ts';
import { flightSolid, regionSolid } from '../../geometry/members/flight.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { shapeArea } from '../../geometry/plan/face-shape.ts';
import { type Region, type Ring, signedArea } from '../../geometry/plan/polygon.ts';
import { type Point2, type Point3, segmentLengthMm } from '../../geometry/vector.ts';
import type { Cut, Filling } from '../kind.ts';
import type { WallGiven } from './params.ts';

/** The parts of a straight wall that its openings need, mm. */
type Straight = Pick<WallGiven, 'start' | 'end' | 'thickness' | 'height'>;

/** Cutters extend beyond the faces of the wall by this, mm. */
const THROUGH_MM = 1;

/** Area of a cut in the face of its wall, mm². */
export function cutArea({
  width,
  height,
  outline,
  arcs,
}: Pick<Cut, 'width' | 'height' | 'outline' | 'arcs'>): number {
  if (arcs !== undefined) return shapeArea(arcs);
  return outline === undefined || outline === null ? width * height : signedArea(outline);
}

/** The outline of a cut in the face of its wall, mm: x along the wall from its start, y above its base. */
export function outlineOf({ offset, sill, width, height, outline }: Cut): Ring {
  if (outline !== undefined && outline !== null) return outline;
  const [x0, y0] = [offset ?? 0, sill];
  return [
    { x: x0, y: y0 },
    { x: x0 + width, y: y0 },
    { x: x0 + width, y: y0 + height },
    { x: x0, y: y0 + height },
  ];
}

/** Outlines of cuts that are not rectangles: x along the wall from its start, y above its base. */
export function outlinesIn(fillings: readonly Filling[]): readonly Ring[] {
  return fillings.flatMap(({ cut: { outline } }) =>
    outline === undefined || outline === null ? [] : [outline],
  );
}

/** Closed solids that cut outlines through a wall whose foot is at `base` mm. */
export function outlineCutters(
  wall: Straight,
  outlines: readonly Ring[],
  base: number,
): readonly Mesh[] {
  const { start, end, thickness, height } = wall;
  const length = segmentLengthMm(start, end);
  const direction = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const frame = {
    start: { ...start, z: base },
    direction,
    width: thickness + 2 * THROUGH_MM,
  };
  const edges = { left: 0, right: length, low: 0, high: height };
  return outlines.map((outline) => flightSolid(frame, pastEdges(outline, edges, THROUGH_MM)));
}

/** The boxes of outlines without the outlines, over the whole thickness of the wall. */
export function piecesAround(
  wall: Straight,
  outlines: readonly Ring[],
  base: number,
): readonly ConvexPiece[] {
  return outlines.flatMap((outline) => piecesAcross(wall, aroundOutline(outline), base));
}

/** Convex rings in the face of a wall whose foot is at `base` mm, over its whole thickness. */
export function piecesAcross(
  { start, end, thickness }: Pick<Straight, 'start' | 'end' | 'thickness'>,
  rings: readonly Ring[],
  base: number,
): readonly ConvexPiece[] {
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const point = ({ x, y }: Point2, left: number): Point3 => ({
    x: start.x + ux * x - uy * left,
    y: start.y + uy * x + ux * left,
    z: base + y,
  });
  const half = thickness / 2;
  return rings.map((ring) =>
    prismBetween(
      ring.map((corner) => point(corner, half)),
      ring.map((corner) => point(corner, 0 - half)),
    ),
  );
}

/** Closed solid of a region in the face of a wall whose foot is at `base` mm, over its whole thickness. */
export function solidAcross(
  { start, end, thickness }: Pick<Straight, 'start' | 'end' | 'thickness'>,
  region: Region,
  base: number,
): Mesh {
  const length = segmentLengthMm(start, end);
  const direction = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  return regionSolid({ start: { ...start, z: base }, direction, width: thickness }, region);
}
