/** @module convex pieces of columns and beams: the same solids as their meshes. */
import type { ConvexPiece } from '../convex/convex-piece.ts';
import { uprightPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { prismBetween } from '../convex/mesh-pieces.ts';
import type { Ring } from '../plan/polygon.ts';
import { directionOf } from '../vector.ts';
import type { BeamSpec, ColumnSpec } from './member-mesh.ts';
import { beamFrame } from './member-mesh.ts';
import type { Profile } from './profile.ts';
import { profileRegion } from './profile.ts';

function outlinesOf(profile: Profile): readonly Ring[] {
  return convexRings(profileRegion(profile));
}

/** Pieces of `columnMesh`. Throws `RangeError` unless `z0` < `z1`. */
export function columnPieces(spec: ColumnSpec): readonly ConvexPiece[] {
  const { location, z0, z1, profile } = spec;
  const turn = directionOf(spec.rotation_deg ?? 0);
  return outlinesOf(profile).map((ring) => {
    const turned = ring.map(({ x, y }) => ({
      x: x * turn.x - y * turn.y + location.x,
      y: x * turn.y + y * turn.x + location.y,
    }));
    return uprightPiece(turned, z0, z1);
  });
}

/** Pieces of `beamMesh`. */
export function beamPieces(spec: BeamSpec): readonly ConvexPiece[] {
  const { length, pointAt } = beamFrame(spec);
  return outlinesOf(spec.profile).map((ring) =>
    prismBetween(
      ring.map((corner) => pointAt(corner, 0)),
      ring.map((corner) => pointAt(corner, length)),
    ),
  );
}
