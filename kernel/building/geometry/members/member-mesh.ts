/** @module solids of columns and beams. */

import { at } from '../indexed.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import { pointDistance } from '../mesh/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { rotateMeshZ, translateMesh } from '../mesh/mesh.ts';
import type { Point2, Point3 } from '../vector.ts';
import type { Detail, Profile } from './profile.ts';
import { profileRegion } from './profile.ts';

export type ColumnSpec = {
  /** Plan position of the centre, mm. */
  readonly location: Point2;
  /** Foot and head, mm. */
  readonly z0: number;
  readonly z1: number;
  readonly profile: Profile;
  /** Turn of the width from +x, counter-clockwise. */
  readonly rotation_deg?: number;
  readonly detail?: Detail;
};

/** Closed upright solid; throws `RangeError` unless `z0` < `z1`. */
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
  readonly detail?: Detail;
};

/** Length of the axis, and where a point of the profile lies that far along it. */
type BeamFrame = {
  readonly length: number;
  readonly pointAt: (inProfile: Point2, along: number) => Point3;
};

/** The frame of a beam: the profile's width stays level; on a vertical axis it points to +x. */
export function beamFrame({ start, end }: BeamSpec): BeamFrame {
  const length = pointDistance(start, end);
  const [ux, uy, uz] = [
    (end.x - start.x) / length,
    (end.y - start.y) / length,
    (end.z - start.z) / length,
  ];
  const level = Math.sqrt(ux * ux + uy * uy);
  // Width to the left of the axis, depth = axis × width: upwards, and right-handed together.
  const [wx, wy] = level === 0 ? [1, 0] : [(0 - uy) / level, ux / level];
  const [dx, dy, dz] = [0 - uz * wy, uz * wx, ux * wy - uy * wx];
  return {
    length,
    pointAt: ({ x: width, y: depth }, along) => ({
      x: start.x + wx * width + dx * depth + ux * along,
      y: start.y + wy * width + dy * depth + uy * along,
      z: start.z + dz * depth + uz * along,
    }),
  };
}

/** Closed solid along an axis, cut square to it. Throws `RangeError` for an axis without length. */
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
