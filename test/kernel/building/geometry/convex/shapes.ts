/** @module shapes: convex bodies for tests, at random places or on a coarse grid, and their meshes. */
import type { ConvexPiece } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  hullOf,
  hullPiece,
  uprightPiece,
} from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { prismBetween } from '../../../../../kernel/building/geometry/convex/mesh-pieces.ts';
import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Point2, Point3 } from '../../../../../kernel/building/geometry/vector.ts';
import { lcg } from '../../../../bench/building.ts';

/** Random numbers for tests that are determined by a seed. */
export type Random = {
  /** An integer from 0 up to a limit, excluding the limit. */
  readonly below: (count: number) => number;
  /** A number between two limits. */
  readonly between: (low: number, high: number) => number;
};

export function randomOf(seed: number): Random {
  const next = lcg(seed);
  return {
    below: next,
    between: (low, high) => low + ((high - low) * next(1_000_003)) / 1_000_003,
  };
}

/** Three perpendicular axes. */
export type Frame = readonly [Point3, Point3, Point3];

export const LEVEL: Frame = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

/** A frame in a random orientation, from a quaternion. */
export function anyFrame(random: Random): Frame {
  const raw = [0, 1, 2, 3].map(() => random.between(-1, 1));
  const length = Math.hypot(...raw);
  const [w = 1, x = 0, y = 0, z = 0] = raw.map((value) => value / length);
  return [
    { x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y) },
    { x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x) },
    { x: 2 * (x * z + w * y), y: 2 * (y * z - w * x), z: 1 - 2 * (x * x + y * y) },
  ];
}

/** A prism over a ring from 0 to `height` in a frame at `origin`. */
export function prismIn(
  [u, v, w]: Frame,
  origin: Point3,
  ring: readonly Point2[],
  height: number,
): ConvexPiece {
  const ends = [0, height].map((up) =>
    ring.map(({ x, y }) => ({
      x: origin.x + u.x * x + v.x * y + w.x * up,
      y: origin.y + u.y * x + v.y * y + w.y * up,
      z: origin.z + u.z * x + v.z * y + w.z * up,
    })),
  );
  return prismBetween(ends[0] ?? [], ends[1] ?? []);
}

export function box(from: Point3, size: Point3): ConvexPiece {
  const [x1, y1] = [from.x + size.x, from.y + size.y];
  const ring = [
    { x: from.x, y: from.y },
    { x: x1, y: from.y },
    { x: x1, y: y1 },
    { x: from.x, y: y1 },
  ];
  return uprightPiece(ring, from.z, from.z + size.z);
}

function rectangleRing(width: number, depth: number): readonly Point2[] {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: depth },
    { x: 0, y: depth },
  ];
}

export function roundRing(radius: number, sides: number): readonly Point2[] {
  return Array.from({ length: sides }, (_, i) => ({
    x: radius * Math.cos((2 * Math.PI * i) / sides),
    y: radius * Math.sin((2 * Math.PI * i) / sides),
  }));
}

/** A wedge with six corners, of which the upper two are the ends of a ridge. */
function wedge(from: Point3, size: Point3): ConvexPiece {
  const { x, y, z } = from;
  const [x1, y1, z1] = [x + size.x, y + size.y, z + size.z];
  const middle = (y + y1) / 2;
  const corners = [x, y, z, x1, y, z, x1, y1, z, x, y1, z, x, middle, z1, x1, middle, z1];
  return hullPiece(corners, [
    [3, 2, 1, 0],
    [0, 1, 5, 4],
    [2, 3, 4, 5],
    [1, 2, 5],
    [3, 0, 4],
  ]);
}

/** A body with a size of a few metres near the origin, of a shape that occurs in buildings. */
export function anyShape(random: Random): ConvexPiece {
  const from = {
    x: random.between(-2000, 1000),
    y: random.between(-2000, 1000),
    z: random.between(-2000, 1000),
  };
  const size = {
    x: random.between(100, 4000),
    y: random.between(100, 4000),
    z: random.between(100, 4000),
  };
  const turn = random.between(0, 2 * Math.PI);
  const yaw: Frame = [
    { x: Math.cos(turn), y: Math.sin(turn), z: 0 },
    { x: 0 - Math.sin(turn), y: Math.cos(turn), z: 0 },
    { x: 0, y: 0, z: 1 },
  ];
  switch (random.below(6)) {
    case 0:
      return box(from, size);
    case 1:
      return prismIn(yaw, from, rectangleRing(size.x, size.y), size.z);
    case 2:
      return prismIn(anyFrame(random), from, rectangleRing(size.x, size.y), size.z);
    case 3:
      return prismIn(anyFrame(random), from, roundRing(size.x / 4, 64), size.z);
    case 4:
      return prismIn(LEVEL, from, roundRing(size.x / 4, 12), size.z);
    default:
      return wedge(from, size);
  }
}

/** A body on a grid of 500 mm, so that two such bodies usually have planes in common. */
export function gridShape(random: Random, frame: Frame): ConvexPiece {
  const step = (below: number): number => 500 * random.below(below);
  const [x, y, z] = [step(3), step(3), step(3)];
  const [u, v, w] = frame;
  const origin = {
    x: u.x * x + v.x * y + w.x * z,
    y: u.y * x + v.y * y + w.y * z,
    z: u.z * x + v.z * y + w.z * z,
  };
  const [width, depth] = [500 + step(4), 500 + step(4)];
  const ring =
    random.below(3) > 0
      ? rectangleRing(width, depth)
      : [
          { x: 0, y: 0 },
          { x: width, y: 0 },
          { x: width, y: depth / 2 },
          { x: width / 2, y: depth },
        ];
  return prismIn(frame, origin, ring, 500 + step(4));
}

/** The surface of a piece as triangles. */
export function meshOf(piece: ConvexPiece): Mesh {
  const { corners, faces } = hullOf(piece);
  const triangles = faces.flatMap((face) =>
    face.slice(2).flatMap((corner, k) => [face[0] ?? 0, face[k + 1] ?? 0, corner]),
  );
  return { positions: Float64Array.from(corners), triangles: Uint32Array.from(triangles) };
}
