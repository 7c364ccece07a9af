/** @module inside within: whether a body is inside another one, except for a skin of bounded thickness. */
import {
  type Cell,
  cellBounds,
  cellOf,
  extentAlong,
  type Plane,
  planesOf,
  splitCell,
} from '../../building/geometry/convex/cell.ts';
import type { Bounds, ConvexPiece } from '../../building/geometry/convex/convex-piece.ts';
import { isNear } from '../../building/geometry/convex/point-near.ts';
import type { SolidKernel } from '../../building/geometry/mesh/solid-kernel.ts';
import type { Point3 } from '../../building/geometry/vector.ts';
import { type ClashBody, areApart } from './clash-body.ts';
import { chordMiddles, flatPieces, isInMesh, requireFewPairs } from './mesh-contact.ts';

/** Planes nearer to a corner than this do not split a cell, mm. */
const SPLIT_MM = 1e-4;
/** A cell smaller than this has all its points where its corners are, mm: far below any tolerance of a building. */
const SMALL_MM = 0.01;

/**
 * Whether no point of `a` is farther than `skin` mm outside `b`: the directed Hausdorff distance is at most `skin`. The
 * distance to a convex piece is greatest at a corner, so a cell whose corners are all near one piece is near it as a
 * whole. Other cells are split along the faces of the pieces, then in halves.
 */
export function isInsideWithin(
  a: ClashBody,
  b: ClashBody,
  skin: number,
  solids: SolidKernel | null,
): boolean {
  if (!isBoxInside(a.bounds, b.bounds, skin)) return false;
  if (a.pieces !== null && b.pieces !== null) {
    const parts = b.pieces;
    return a.pieces.every((piece) => isCovered(piece, parts, skin));
  }
  return solids !== null && isRestWithin(a, b, skin, solids);
}

function isBoxInside(a: Bounds, b: Bounds, skin: number): boolean {
  return (
    a[0] >= b[0] - skin &&
    a[1] >= b[1] - skin &&
    a[2] >= b[2] - skin &&
    a[3] <= b[3] + skin &&
    a[4] <= b[4] + skin &&
    a[5] <= b[5] + skin
  );
}

function isCovered(piece: ConvexPiece, parts: readonly ConvexPiece[], skin: number): boolean {
  return isCellWithin(cellOf(piece), parts, skin);
}

/** The same for bodies that are known as meshes: the remainder of `a` without `b` is near the surface of `b`. */
function isRestWithin(a: ClashBody, b: ClashBody, skin: number, solids: SolidKernel): boolean {
  const { mesh, empty } = solids.boolean(a.mesh(), b.mesh(), 'subtract');
  if (empty) return true;
  const parts = b.pieces ?? flatPieces(b.mesh());
  requireFewPairs(mesh.triangles.length / 3, parts.length);
  // A hollow in `b` can be wide although its surface is that of `b`: the middles of chords are in it.
  const isAway = (point: Point3): boolean =>
    !parts.some((part) => isNear(part, point, skin)) && !isInMesh(b.mesh(), point);
  if (chordMiddles(mesh).some(isAway)) return false;
  return flatPieces(mesh).every((piece) =>
    isCellWithin({ flat: true, faces: cellOf(piece).faces.slice(0, 1) }, parts, skin),
  );
}

/** Whether every point of a cell is within `skin` mm of one of the parts. */
function isCellWithin(cell: Cell, parts: readonly ConvexPiece[], skin: number): boolean {
  const bounds = cellBounds(cell);
  const near = parts.filter((part) => !areApart(part.bounds, bounds, skin));
  if (isNearOne(cell, near, skin)) return true;
  const corners = cell.faces.flat();
  // The middle is a point of the cell too: in a void that the cell fills, it alone is far from all parts.
  const points = [middleOf(corners), ...corners];
  if (!points.every((point) => near.some((part) => isNear(part, point, skin)))) return false;
  const plane = bestPlane(cell, near);
  if (plane !== null) {
    return splitCell(cell, plane).every((half) => isCellWithin(half, near, skin));
  }
  const sizes = [bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]] as const;
  if (Math.max(...sizes) <= SMALL_MM) return true;
  // Between two faces with a gap of up to twice the skin, each half is near one of them.
  for (const normal of normalsOf(near)) {
    const halves = halvesAlong(cell, normal);
    if (halves?.every((half) => isNearOne(half, near, skin)) === true) return true;
  }
  const halves = halvesAlong(cell, longestAxis(sizes));
  return halves === null || halves.every((half) => isCellWithin(half, near, skin));
}

function middleOf(points: readonly Point3[]): Point3 {
  const share = 1 / points.length;
  let [x, y, z] = [0, 0, 0];
  for (const point of points) {
    x += point.x * share;
    y += point.y * share;
    z += point.z * share;
  }
  return { x, y, z };
}

function isNearOne(cell: Cell, near: readonly ConvexPiece[], skin: number): boolean {
  return near.some((part) =>
    cell.faces.every((face) => face.every((corner) => isNear(part, corner, skin))),
  );
}

/** The plane of a face that divides the cell most evenly; null if none divides it. */
function bestPlane(cell: Cell, near: readonly ConvexPiece[]): Plane | null {
  let [best, evenness] = [null as Plane | null, SPLIT_MM];
  for (const part of near) {
    for (const plane of planesOf(part)) {
      const [least, greatest] = extentAlong(cell, plane);
      const smaller = Math.min(0 - least, greatest);
      if (smaller > evenness) [best, evenness] = [plane, smaller];
    }
  }
  return best;
}

/** The directions of the faces of the parts. */
function normalsOf(near: readonly ConvexPiece[]): readonly Point3[] {
  return near.flatMap((part) => planesOf(part).map(({ normal }) => normal));
}

/** The halves of a cell along a direction; null if it has no extent along it. */
function halvesAlong(cell: Cell, normal: Point3): readonly [Cell, Cell] | null {
  const [least, greatest] = extentAlong(cell, { normal, offset: 0 });
  if (greatest - least <= 2 * SPLIT_MM) return null;
  return splitCell(cell, { normal, offset: (least + greatest) / 2 });
}

const AXES = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
] as const;

function longestAxis([x, y, z]: readonly [number, number, number]): Point3 {
  return x >= y && x >= z ? AXES[0] : y >= z ? AXES[1] : AXES[2];
}
