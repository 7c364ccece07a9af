/** @module bodies: bodies near a place, and the lowest underside above it. */
import type { BoxMm, SpacePoint } from '../../../../schemas/units.ts';
import { at, cyclic } from '../../../building/geometry/indexed.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { ringBounds } from '../../../building/geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import { type Element, KINDS } from '../../../building/kinds/elements.ts';
import { obstructionOf } from '../../../building/kinds/facets/per-element.ts';
import { oncePerRun, type Run } from '../run.ts';
import { clip, clipToConvex, nearestIn, type Piece, planArea } from '../shapes/clip.ts';

/** Search heights above a place, mm: `FAR_ABOVE_MM` is used only if nothing is found within `NEAR_ABOVE_MM`. */
const NEAR_ABOVE_MM = 6000;
const FAR_ABOVE_MM = 100_000;
/** An overlap narrower than this is a touch, mm: outlines are rounded to the 0.001 mm grid. */
const TOUCH_MM = 0.5;
/** Faces whose doubled plan area is below this count as vertical, mm². */
const UPRIGHT_MM2 = 1;

/** Excludes rooms, which have no body, and doors and other elements that fill a void: they are no thicker than their host. */
function isBody(element: Element): boolean {
  return obstructionOf(element, KINDS) !== 'none';
}

/** Elements with a body whose box intersects this box, in the order of the view. */
export function bodiesIn(run: Run, box: BoxMm): readonly Element[] {
  return run.view.inBox(box).flatMap((id) => {
    const element = run.view.element(id);
    return element !== undefined && isBody(element) ? [element] : [];
  });
}

/** Whether the body of an element reduces the free floor of a room. */
export function obstructsRooms(element: Element): boolean {
  const obstructs = obstructionOf(element, KINDS);
  return obstructs !== 'none' && obstructs.rooms;
}

/** Elements whose box intersects this box and below which people walk. Tables are excluded: nobody walks below them. */
export function bodiesOver(run: Run, box: BoxMm): readonly Element[] {
  return bodiesIn(run, box).filter((element) => {
    const obstructs = obstructionOf(element, KINDS);
    return obstructs !== 'none' && obstructs.heads;
  });
}

/** Ids of the bodies in a box below which people walk, except the body `except`. */
export function othersOver(run: Run, box: BoxMm, except: string): readonly string[] {
  return bodiesOver(run, box).flatMap(({ id }) => (id === except ? [] : [id]));
}

/** A triangle in space. */
export type Triangle = readonly [SpacePoint, SpacePoint, SpacePoint];

/** The corners of triangle `i` of a mesh. */
function triangleOf({ positions, triangles }: Mesh, i: number): Triangle {
  const corner = (k: number): SpacePoint => {
    const p = at(triangles, i + k) * 3;
    return { x: at(positions, p), y: at(positions, p + 1), z: at(positions, p + 2) };
  };
  return [corner(0), corner(1), corner(2)];
}

/** All triangles of a mesh. */
export function trianglesIn(mesh: Mesh): readonly Triangle[] {
  return Array.from({ length: mesh.triangles.length / 3 }, (_, i) => triangleOf(mesh, 3 * i));
}

/** All triangles of a body. */
export const trianglesOf = oncePerRun((run, id): readonly Triangle[] => {
  const mesh = run.view.mesh(id);
  return mesh === null ? [] : trianglesIn(mesh);
});

/** Twice the signed plan area: positive for a face that faces up. */
export function doubledPlanArea([a, b, c]: Triangle): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

type Underside = { readonly triangle: Triangle; readonly box: Box2 };

/** Undersides by mesh. Meshes are immutable and shared by all states in which their element is the same. */
const UNDERSIDES = new WeakMap<Mesh, readonly Underside[]>();

/** The faces of a body that face down. */
export function undersidesOf(run: Run, id: string): readonly Underside[] {
  const mesh = run.view.mesh(id);
  if (mesh === null) return [];
  const known = UNDERSIDES.get(mesh);
  if (known !== undefined) return known;
  const found: Underside[] = [];
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    if (!looksDown(mesh, i)) continue;
    const triangle = triangleOf(mesh, i);
    found.push({ triangle, box: ringBounds(triangle) });
  }
  UNDERSIDES.set(mesh, found);
  return found;
}

/** Whether triangle `i` of a mesh faces down. */
function looksDown({ positions, triangles }: Mesh, i: number): boolean {
  const [a, b, c] = [3 * at(triangles, i), 3 * at(triangles, i + 1), 3 * at(triangles, i + 2)];
  const [x, y] = [at(positions, a), at(positions, a + 1)];
  const [ux, uy] = [at(positions, b) - x, at(positions, b + 1) - y];
  const [vx, vy] = [at(positions, c) - x, at(positions, c + 1) - y];
  return ux * vy - uy * vx < 0 - UPRIGHT_MM2;
}

/** The surface from which heights are measured: `height(point)` must be linear in plan. */
export type Base = { readonly pieces: readonly Ring[]; readonly height: (point: Point2) => number };

/**
 * The lowest point above a base: its height above the base, its position, and the ids of the bodies that contain it.
 */
export type Lowest = {
  readonly clear: number;
  readonly at: SpacePoint;
  readonly of: readonly string[];
};

/** A lowest point with its distance from the middle of the base. */
export type Candidate = Lowest & { readonly off: number };

/** Heights that differ by no more than this are equal, mm: several roundings to the 0.001 mm grid. */
const SAME_MM = 0.01;

/** The lower point. Of two equally low points: the one nearer to the middle of the base, with the bodies of both. */
export function lower(a: Candidate | null, b: Candidate | null): Candidate | null {
  if (a === null || b === null) return a ?? b;
  if (Math.abs(a.clear - b.clear) > SAME_MM) return a.clear < b.clear ? a : b;
  const of = [...new Set([...a.of, ...b.of])];
  return { ...(b.off < a.off ? b : a), clear: Math.min(a.clear, b.clear), of };
}

function meets(a: Box2, b: Box2): boolean {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/** Whether a piece is too narrow to be more than a touch. */
export function isTouch(piece: Piece): boolean {
  if (piece.length < 3) return true;
  const { min, max } = ringBounds(piece);
  const longest = Math.max(max.x - min.x, max.y - min.y);
  return planArea(piece) <= TOUCH_MM * longest;
}

/** Width of the strip along a side in which every clipped piece is a touch, mm: safely below `TOUCH_MM`. */
const STRIP_MM = TOUCH_MM / 2;

/**
 * Whether all corners are outside one side of the convex ring or within the strip along it; `turn` is -1 for clockwise
 * rings.
 */
function isBeyondASide(corners: Ring, ring: Ring, turn: 1 | -1): boolean {
  for (let i = 0; i < ring.length; i++) {
    const [p, q] = [at(ring, i), cyclic(ring, i + 1)];
    const [dx, dy] = [(q.x - p.x) * turn, (q.y - p.y) * turn];
    const strip = STRIP_MM * Math.sqrt(dx * dx + dy * dy);
    if (corners.every(({ x, y }) => dx * (y - p.y) - dy * (x - p.x) <= strip)) return true;
  }
  return false;
}

/** The lowest corners of a piece, in order. */
export function lowestCorners(piece: Piece): Piece {
  const least = Math.min(...piece.map(({ h }) => h));
  return piece.filter(({ h }) => h <= least + SAME_MM);
}

function lowestOf(
  run: Run,
  id: string,
  { pieces, height }: Base,
  middle: Point2,
): Candidate | null {
  let lowest: Candidate | null = null;
  const undersides = undersidesOf(run, id);
  for (const ring of pieces) {
    const box = ringBounds(ring);
    for (const { triangle, box: own } of undersides) {
      if (!meets(box, own)) continue;
      // Most bodies nearby only touch: walls are on the outline of a room.
      if (isBeyondASide(triangle, ring, 1) || isBeyondASide(ring, triangle, -1)) continue;
      const face: Piece = triangle.map(({ x, y, z }) => ({ x, y, h: z - height({ x, y }) }));
      const above = clip(clipToConvex(face, ring), ({ h }) => h);
      if (isTouch(above)) continue;
      const low = lowestCorners(above);
      const clear = Math.min(...low.map(({ h }) => h));
      if (lowest !== null && clear > lowest.clear + SAME_MM) continue;
      const { x, y } = nearestIn(low, middle);
      const off = segmentLengthMm({ x, y }, middle);
      lowest = lower(lowest, { clear, at: { x, y, z: clear + height({ x, y }) }, of: [id], off });
    }
  }
  return lowest;
}

/** Centroid of the pieces. */
export function middleOf(pieces: readonly Ring[]): Point2 {
  const origin = at(at(pieces, 0), 0);
  let [area, x, y] = [0, 0, 0];
  for (const ring of pieces) {
    for (const [i, p] of ring.entries()) {
      const q = cyclic(ring, i + 1);
      const [px, py] = [p.x - origin.x, p.y - origin.y];
      const [qx, qy] = [q.x - origin.x, q.y - origin.y];
      const cross = px * qy - qx * py;
      area += cross;
      x += cross * (px + qx);
      y += cross * (py + qy);
    }
  }
  if (area === 0) return origin;
  return { x: origin.x + x / (3 * area), y: origin.y + y / (3 * area) };
}

/**
 * The lowest underside above the base, at most `most` above it; null if there is none. Exact for flat and sloping faces.
 * `among` returns the ids of the bodies that count in a box. Bodies that only touch the base from the side are not above
 * it. Of equally low points, the one nearest to the middle of the base is returned, so the result depends neither on the
 * order of the bodies nor on how they are subdivided.
 */
export function lowestAbove(
  run: Run,
  base: Base,
  among: (box: BoxMm) => readonly string[],
  most = FAR_ABOVE_MM,
): Lowest | null {
  const corners = base.pieces.flat();
  if (corners.length === 0) return null;
  const { min, max } = ringBounds(corners);
  const heights = corners.map(base.height);
  const [z, top] = [Math.min(...heights), Math.max(...heights)];
  const middle = middleOf(base.pieces);
  for (const reach of [Math.min(NEAR_ABOVE_MM, most), most]) {
    const bodies = among({ min: { ...min, z }, max: { ...max, z: top + reach } })
      .map((id) => ({ id, low: run.view.bounds(id)?.min.z ?? z }))
      .toSorted((a, b) => a.low - b.low);
    let lowest: Candidate | null = null;
    for (const { id, low } of bodies) {
      if (lowest !== null && low - top > lowest.clear + SAME_MM) break;
      const found = lowestOf(run, id, base, middle);
      if (found !== null && found.clear <= reach) lowest = lower(lowest, found);
    }
    if (lowest !== null) return { ...lowest, of: lowest.of.toSorted() };
  }
  return null;
}
