/** @module solids of columns and beams. */

import { extrudeRegion } from './extrude.ts';
import { at } from './indexed.ts';
import { pointDistance } from './measure.ts';
import type { Mesh } from './mesh.ts';
import { rotateMeshZ, translateMesh } from './mesh.ts';
import type { Profile } from './profile.ts';
import { profileRing } from './profile.ts';
import type { Point2, Point3 } from './vector.ts';

export type ColumnSpec = {
  /** Plan position of the centre, mm. */
  readonly location: Point2;
  /** Foot and head, mm. */
  readonly z0: number;
  readonly z1: number;
  readonly profile: Profile;
  /** Turn of the width from +x, counter-clockwise. */
  readonly rotation_deg?: number;
};

/** Closed upright solid; throws `RangeError` unless `z0` < `z1`. */
export function columnMesh(spec: ColumnSpec): Mesh {
  const region = { boundary: profileRing(spec.profile), holes: [] };
  const upright = rotateMeshZ(extrudeRegion(region, spec.z0, spec.z1), spec.rotation_deg ?? 0);
  return translateMesh(upright, { ...spec.location, z: 0 });
}

export type BeamSpec = {
  /** Ends of the axis through the middle of the profile, mm. */
  readonly start: Point3;
  readonly end: Point3;
  readonly profile: Profile;
};

/**
 * Closed solid along an axis, cut square to it. The profile's width stays level; on a vertical axis it
 * points to +x. Throws `RangeError` for an axis without length.
 */
export function beamMesh({ start, end, profile }: BeamSpec): Mesh {
  const length = pointDistance(start, end);
  const prism = extrudeRegion({ boundary: profileRing(profile), holes: [] }, 0, length);
  const [ux, uy, uz] = [
    (end.x - start.x) / length,
    (end.y - start.y) / length,
    (end.z - start.z) / length,
  ];
  const level = Math.sqrt(ux * ux + uy * uy);
  // Width to the left of the axis, depth = axis × width: upwards, and right-handed together.
  const [wx, wy] = level === 0 ? [1, 0] : [(0 - uy) / level, ux / level];
  const [dx, dy, dz] = [0 - uz * wy, uz * wx, ux * wy - uy * wx];
  const positions = new Float64Array(prism.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const width = at(prism.positions, i);
    const depth = at(prism.positions, i + 1);
    const along = at(prism.positions, i + 2);
    positions[i] = start.x + wx * width + dx * depth + ux * along;
    positions[i + 1] = start.y + wy * width + dy * depth + uy * along;
    positions[i + 2] = start.z + dz * depth + uz * along;
  }
  return { positions, triangles: prism.triangles };
}
