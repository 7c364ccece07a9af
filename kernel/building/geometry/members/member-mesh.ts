/** @module member mesh: solids of columns and beams. */

import { at } from '../indexed.ts';
import { extrudeRegion } from '../mesh/extrude.ts';
import { pointDistance } from '../mesh/measure.ts';
import { type Mesh, rotateMeshZ, translateMesh } from '../mesh/mesh.ts';
import type { Detail } from '../plan/circle-sides.ts';
import { directionOf, type Point2, type Point3 } from '../vector.ts';
import { type Profile, profileRegion } from './profile.ts';

export type ColumnSpec = {
  /** Plan position of the centre, mm. */
  readonly location: Point2;
  /** Elevations of the foot and the head, mm. */
  readonly z0: number;
  readonly z1: number;
  readonly profile: Profile;
  /** Rotation of the width from +x, counter-clockwise. */
  readonly rotation_deg?: number;
  /** Plan position of the axis at the head; default: as at the foot. */
  readonly head?: Point2;
  readonly detail?: Detail;
};

/**
 * The frame of a column whose axis leans: its section is that of an upright column, tilted with the axis about the level
 * line across it, so that a small lean changes it little.
 */
export function leaningFrame({
  location,
  head = location,
  z0,
  z1,
  rotation_deg = 0,
}: ColumnSpec): MemberFrame {
  const start = { ...location, z: z0 };
  const length = pointDistance(start, { ...head, z: z1 });
  const [ux, uy, uz] = [
    (head.x - location.x) / length,
    (head.y - location.y) / length,
    (z1 - z0) / length,
  ];
  /** A level direction, tilted as the vertical is tilted to the axis (Rodrigues). */
  const tilted = ({ x, y }: Point2): Point3 => {
    const down = 0 - (ux * x + uy * y);
    return { x: x + (ux * down) / (1 + uz), y: y + (uy * down) / (1 + uz), z: down };
  };
  const width = tilted(directionOf(rotation_deg));
  const depth = tilted(directionOf(rotation_deg + 90));
  return {
    length,
    along: { x: ux, y: uy, z: uz },
    width,
    pointAt: ({ x, y }, along) => ({
      x: start.x + width.x * x + depth.x * y + ux * along,
      y: start.y + width.y * x + depth.y * y + uy * along,
      z: start.z + width.z * x + depth.z * y + uz * along,
    }),
  };
}

/** Whether the axis of a column leans. */
export function isLeaning({ location, head = location }: ColumnSpec): boolean {
  return head.x !== location.x || head.y !== location.y;
}

/**
 * The closed solid of a column, with ends perpendicular to its axis; throws `RangeError` unless `z0` < `z1`.
 */
export function columnMesh(spec: ColumnSpec): Mesh {
  if (isLeaning(spec) && spec.z0 < spec.z1) return prismAlong(leaningFrame(spec), spec);
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
type MemberFrame = {
  readonly length: number;
  readonly along: Point3;
  readonly width: Point3;
  readonly pointAt: (inProfile: Point2, along: number) => Point3;
};

/** The frame of a beam: before its rotation the width of the profile is horizontal; on a vertical axis it points to +x. */
export function beamFrame({ start, end, roll_deg = 0 }: BeamSpec): MemberFrame {
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
  return prismAlong(beamFrame(spec), spec);
}

function prismAlong(
  { length, pointAt }: MemberFrame,
  { profile, detail }: Pick<BeamSpec, 'profile' | 'detail'>,
): Mesh {
  const prism = extrudeRegion(profileRegion(profile, detail), 0, length);
  const positions = new Float64Array(prism.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const inProfile = { x: at(prism.positions, i), y: at(prism.positions, i + 1) };
    const { x, y, z } = pointAt(inProfile, at(prism.positions, i + 2));
    positions.set([x, y, z], i);
  }
  return { positions, triangles: prism.triangles };
}
