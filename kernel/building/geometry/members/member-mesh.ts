/** @module member mesh: solids of columns and beams. */

import { at } from '../indexed.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import { pointDistance } from '../mesh/measure.ts';
import { type Mesh, rotateMeshZ, translateMesh } from '../mesh/mesh.ts';
import { directionOf, type Point2, type Point3 } from '../vector.ts';
import { type Detail, type Profile, profileRegion } from './profile.ts';

export type ColumnSpec = {
  /** Plan position of the centre, mm. */
  readonly location: Point2;
  /** Elevations of the foot and the head, mm. */
  readonly z0: number;
  readonly z1: number;
  readonly profile: Profile;
  /** Rotation of the width from +x, counter-clockwise. */
  readonly rotation_deg?: number;
  readonly detail?: Detail;
};

/** The closed solid of a column; throws `RangeError` unless `z0` < `z1`. */
export function columnMesh(spec: ColumnSpec): Mesh {
  const region = profileRegion(spec.profile, spec.detail);
  const upright = rotateMeshZ(extrudeRegion(region, spec.z0, spec.z1), spec.rotation_deg ?? 0);
  return translateMesh(upright, { ...spec.location, z: 0 });
}

export type BeamSpec = {
  /** Ends of the axis through the middle of the profile, mm. */
  readonly start: Point3;
  readonly end: Point3;
  readonly profile: Profile;
  /** Rotation of the profile about the axis, counter-clockwise as seen from the end. */
  readonly roll_deg?: number;
  readonly detail?: Detail;
};

/**
 * The length of an axis, its unit direction and that of the width of the profile, and the point in space for a point of
 * the profile and a distance along the axis, mm.
 */
type BeamFrame = {
  readonly length: number;
  readonly along: Point3;
  readonly width: Point3;
  readonly pointAt: (inProfile: Point2, along: number) => Point3;
};

/** The frame of a beam: before its rotation the width of the profile is horizontal; on a vertical axis it points to +x. */
export function beamFrame({ start, end, roll_deg = 0 }: BeamSpec): BeamFrame {
  const length = pointDistance(start, end);
  const [ux, uy, uz] = [
    (end.x - start.x) / length,
    (end.y - start.y) / length,
    (end.z - start.z) / length,
  ];
  const level = Math.sqrt(ux * ux + uy * uy);
  // The width points to the left of the axis. The depth is axis × width, so it points upwards.
  const [hx, hy] = level === 0 ? [1, 0] : [(0 - uy) / level, ux / level];
  const [vx, vy, vz] = [0 - uz * hy, uz * hx, ux * hy - uy * hx];
  const { x: cosine, y: sine } = directionOf(roll_deg);
  const [wx, wy, wz] = [hx * cosine + vx * sine, hy * cosine + vy * sine, vz * sine];
  const [dx, dy, dz] = [vx * cosine - hx * sine, vy * cosine - hy * sine, vz * cosine];
  return {
    length,
    along: { x: ux, y: uy, z: uz },
    width: { x: wx, y: wy, z: wz },
    pointAt: ({ x: width, y: depth }, along) => ({
      x: start.x + wx * width + dx * depth + ux * along,
      y: start.y + wy * width + dy * depth + uy * along,
      z: start.z + wz * width + dz * depth + uz * along,
    }),
  };
}

/** The closed solid of a beam, with ends perpendicular to its axis; throws `RangeError` for an axis of length zero. */
export function beamMesh(spec: BeamSpec): Mesh {
  const { length, pointAt } = beamFrame(spec);
  const prism = extrudeRegion(profileRegion(spec.profile, spec.detail), 0, length);
  const positions = new Float64Array(prism.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const inProfile = { x: at(prism.positions, i), y: at(prism.positions, i + 1) };
    const { x, y, z } = pointAt(inProfile, at(prism.positions, i + 2));
    positions.set([x, y, z], i);
  }
  return { positions, triangles: prism.triangles };
}
