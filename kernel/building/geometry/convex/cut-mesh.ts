/** @module cut mesh: a mesh without the convex regions that planes cut off. */

import { at } from '../indexed.ts';
import {
  boxMesh,
  emptyMesh,
  type Mesh,
  mergeMeshes,
  meshBounds,
  meshVolume,
} from '../mesh/mesh.ts';
import { type SolidKernel, SolidKernelFault } from '../mesh/solid-kernel.ts';
import { FLUSH_CUT_MM, SPIKE_MM } from '../tolerances.ts';
import type { Box3 } from '../vector.ts';
import { boundsUnion, type ConvexPiece, hullOf, hullPiece, pieceVolume } from './convex-piece.ts';
import {
  type ConvexRegion,
  extentOfCorners,
  piecesOutside,
  pieceWithin,
  regionsMeeting,
} from './half-space-cut.ts';

/** A body as a closed mesh and as convex pieces; null if it has no pieces. */
export type Solid = { readonly mesh: Mesh; readonly pieces: readonly ConvexPiece[] | null };

/** Regions end this far outside the box of the mesh, mm. */
const PAST_SPIKE_MM = 100;

/**
 * The mesh of a body without the regions (see `regionsMeeting`); the mesh itself if no region meets it. The corners of a
 * cut mesh are on the 0.001 mm grid. Nearly coincident faces can mislead the solid kernel, so that the volume is compared
 * with that of the pieces; if no boolean has that volume, the mesh is that of the pieces, whose common faces are inside
 * it. Throws `SolidKernelFault` for a body without pieces that cannot be cut.
 */
export function meshOutside(
  solids: () => SolidKernel,
  { mesh, pieces }: Solid,
  regions: readonly ConvexRegion[],
): Mesh {
  if (mesh.positions.length === 0) return mesh;
  const box = meshBounds(mesh);
  const cutters: Mesh[] = [];
  for (const region of regionsMeeting(regions, (plane) => extentOfCorners(mesh.positions, plane))) {
    if (region.length === 0) return emptyMesh;
    const cutter = cutterMesh(box, region);
    if (cutter !== null) cutters.push(cutter);
  }
  if (cutters.length === 0) return mesh;
  const together = (): Mesh => solids().subtractAll(mesh, cutters).mesh;
  if (pieces === null) return together();
  const left = piecesOutside(pieces, regions);
  const oneByOne = (): Mesh =>
    cutters.reduce((rest, cutter) => solids().subtractAll(rest, [cutter]).mesh, mesh);
  const united = (): Mesh => {
    const whole = cutters.reduce((some, cutter) => solids().boolean(some, cutter, 'union').mesh);
    return solids().subtractAll(mesh, [whole]).mesh;
  };
  const expected = { left, most: FLUSH_CUT_MM * surfaceOf(box) };
  return (
    verified(together, expected) ??
    verified(oneByOne, expected) ??
    verified(united, expected) ??
    mergeMeshes(left.map((piece) => meshOf(piece)))
  );
}

type Expected = { readonly left: readonly ConvexPiece[]; readonly most: number };

/** The mesh if its box is that of the pieces, and its volume up to a difference in mm³; else null. */
function verified(make: () => Mesh, { left, most }: Expected): Mesh | null {
  try {
    const mesh = make();
    const volume = left.reduce((sum, piece) => sum + pieceVolume(piece), 0);
    const isSame = Math.abs(meshVolume(mesh) - volume) <= most && hasBoxOf(mesh, left);
    return isSame ? mesh : null;
  } catch (error) {
    if (error instanceof SolidKernelFault && error.code === 'too_fine') return null;
    throw error;
  }
}

/**
 * Whether a mesh ends where its pieces do. Cutters that meet in a face leave a sheet without thickness there, which has no
 * volume but can reach beyond the body.
 */
function hasBoxOf(mesh: Mesh, pieces: readonly ConvexPiece[]): boolean {
  const [first, ...others] = pieces.map(({ bounds }) => bounds);
  if (first === undefined || mesh.positions.length === 0) return first === undefined;
  const { min, max } = meshBounds(mesh);
  const sides = [min.x, min.y, min.z, max.x, max.y, max.z];
  return others
    .reduce((some, other) => boundsUnion(some, other), first)
    .every((side, i) => Math.abs(side - at(sides, i)) <= SPIKE_MM);
}

function surfaceOf({ min, max }: Box3): number {
  const [x, y, z] = [max.x - min.x, max.y - min.y, max.z - min.z];
  return 2 * (x * y + y * z + z * x);
}

/** The part of a region around a box, as a closed mesh; null if it has none. */
function cutterMesh({ min, max }: Box3, region: ConvexRegion): Mesh | null {
  const box = boxMesh({
    min: { x: min.x - PAST_SPIKE_MM, y: min.y - PAST_SPIKE_MM, z: min.z - PAST_SPIKE_MM },
    max: { x: max.x + PAST_SPIKE_MM, y: max.y + PAST_SPIKE_MM, z: max.z + PAST_SPIKE_MM },
  });
  const piece = pieceWithin(hullPiece(box.positions, BOX_FACES), region);
  return piece === null ? null : meshOf(piece);
}

/** The faces of `boxMesh`. */
const BOX_FACES = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];

function meshOf(piece: ConvexPiece): Mesh {
  const { corners, faces } = hullOf(piece);
  const triangles = faces.flatMap((face) =>
    face.slice(2).flatMap((corner, k) => [at(face, 0), at(face, k + 1), corner]),
  );
  return { positions: Float64Array.from(corners), triangles: Uint32Array.from(triangles) };
}
