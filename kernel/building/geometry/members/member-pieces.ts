/** @module member pieces: columns and beams as convex pieces that together equal their meshes. */

import { type ConvexPiece, uprightPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { prismBetween } from '../convex/mesh-pieces.ts';
import type { Detail } from '../plan/circle-sides.ts';
import type { Ring } from '../plan/polygon.ts';
import { directionOf } from '../vector.ts';
import {
  beamFrame,
  type BeamSpec,
  type ColumnSpec,
  isLeaning,
  leaningFrame,
} from './member-mesh.ts';
import { type Profile, profileRegion } from './profile.ts';

function outlinesOf(profile: Profile, detail: Detail | undefined): readonly Ring[] {
  return convexRings(profileRegion(profile, detail));
}

/** The convex pieces of `columnMesh`; throws `RangeError` unless `z0` < `z1`. */
export function columnPieces(spec: ColumnSpec): readonly ConvexPiece[] {
  const { location, z0, z1, profile, detail } = spec;
  if (isLeaning(spec) && z0 < z1) return piecesAlong(leaningFrame(spec), spec);
  const rotation = directionOf(spec.rotation_deg ?? 0);
  return outlinesOf(profile, detail).map((ring) => {
    const rotated = ring.map(({ x, y }) => ({
      x: x * rotation.x - y * rotation.y + location.x,
      y: x * rotation.y + y * rotation.x + location.y,
    }));
    return uprightPiece(rotated, z0, z1);
  });
}

/** The convex pieces of `beamMesh`. */
export function beamPieces(spec: BeamSpec): readonly ConvexPiece[] {
  return piecesAlong(beamFrame(spec), spec);
}

function piecesAlong(
  { length, pointAt }: ReturnType<typeof beamFrame>,
  { profile, detail }: Pick<BeamSpec, 'profile' | 'detail'>,
): readonly ConvexPiece[] {
  return outlinesOf(profile, detail).map((ring) =>
    prismBetween(
      ring.map((corner) => pointAt(corner, 0)),
      ring.map((corner) => pointAt(corner, length)),
    ),
  );
}
