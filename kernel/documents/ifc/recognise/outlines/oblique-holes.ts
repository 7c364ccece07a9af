/** @module oblique-holes: openings that go through a wall at an angle or cut its ends, as cuts of the wall. */
import { common, sizeOf } from '../../../../building/geometry/plan/regions.ts';
import { cross, dot, type Point2, type Point3 } from '../../../../building/geometry/vector.ts';
import { directionThrough, type Matrix, pointThrough, product } from '../../shape/matrix.ts';
import type { WallPlane } from '../kinds/wall-planes.ts';
import { cleanRing, ringOf } from './plan-ring.ts';
import type { Placed } from './prism.ts';
import { placeIn, type Strip } from './strip.ts';

/** Smallest cosine of the angle between the axis of a hole and the normal of the wall. */
const LEAST_COSINE = 0.1;
/** How far a hole must reach beyond both faces of the wall, at least, mm. */
const BEYOND_MM = 0;

/** A prism: its outline in the plane of a matrix, and its axis from that plane. */
type Bar = { readonly place: Matrix; readonly outline: readonly Point2[]; readonly length: number };

/** The cut that a body makes through a strip: an unlimited prism; null if the body does not go through it. */
export function obliqueCut(strip: Strip, body: Placed): WallPlane | null {
  for (const bar of barsOf(body)) {
    const axis = directionThrough(bar.place, { x: 0, y: 0, z: 1 });
    const across = axis.x * strip.left.x + axis.y * strip.left.y;
    if (Math.abs(across) < LEAST_COSINE) continue;
    const corners = bar.outline.map(({ x, y }) => pointThrough(bar.place, { x, y, z: 0 }));
    const depths = corners.map((corner) => placeIn(strip, corner).v);
    const far = depths.map((v) => v + across * bar.length);
    const [first, last] = across > 0 ? [depths, far] : [far, depths];
    const isThrough =
      Math.max(...first) <= 0 - BEYOND_MM && Math.min(...last) >= strip.thickness + BEYOND_MM;
    if (!isThrough) continue;
    const origin = pointThrough(bar.place, { x: 0, y: 0, z: 0 });
    const x = directionThrough(bar.place, { x: 1, y: 0, z: 0 });
    // The prism is unlimited: a plane at the beginning of the body removes all of it that is in the wall.
    return {
      point: nearest(corners, axis),
      normal: axis,
      within: { origin, axis, x, points: bar.outline },
    };
  }
  return null;
}

/** Largest vertical part of a level axis. */
const LEVEL = 1e-6;
/** Length of the part of a prism that is taken for unlimited, mm: more than that of a wall. */
const UNLIMITED_MM = 1e6;
/** Areas in plan up to this are rounding, mm². */
const NO_AREA_MM2 = 1;

/**
 * The cut that a body makes at the end of a strip: an unlimited prism on one side of a plane, behind whose other side
 * there is nothing of the wall; null if each of its level prisms has a part of the wall on both sides.
 */
export function endCut(strip: Strip, body: Placed): WallPlane | null {
  const ring = [...strip.start, ...strip.end];
  for (const { place, outline, length } of barsOf(body)) {
    const axis = directionThrough(place, { x: 0, y: 0, z: 1 });
    if (Math.abs(axis.z) > LEVEL) continue;
    const corners = outline.map(({ x, y }) => pointThrough(place, { x, y, z: 0 }));
    const sides = corners.map(({ x, y }) => y * axis.x - x * axis.y);
    const [right, left] = [Math.min(...sides), Math.max(...sides)];
    const near = dot(nearest(corners, axis), axis);
    const at = (along: number, side: number): Point2 => ({
      x: along * axis.x - side * axis.y,
      y: along * axis.y + side * axis.x,
    });
    const isFree = (from: number, to: number): boolean => {
      const part = [at(from, right), at(to, right), at(to, left), at(from, left)];
      return sizeOf(common([ring], [part])) <= NO_AREA_MM2;
    };
    const origin = pointThrough(place, { x: 0, y: 0, z: 0 });
    const x = directionThrough(place, { x: 1, y: 0, z: 0 });
    const within = { origin, axis, x, points: outline };
    const far = near + length;
    if (isFree(far, far + UNLIMITED_MM)) {
      return { point: nearest(corners, axis), normal: axis, within };
    }
    if (isFree(near - UNLIMITED_MM, near)) {
      const point = pointThrough(place, { ...(outline[0] ?? { x: 0, y: 0 }), z: length });
      return { point, normal: { x: 0 - axis.x, y: 0 - axis.y, z: 0 - axis.z }, within };
    }
  }
  return null;
}

/** The corner that is first along a direction. */
function nearest(corners: readonly Point3[], axis: Point3): Point3 {
  const along = ({ x, y, z }: Point3): number => x * axis.x + y * axis.y + z * axis.z;
  return corners.reduce((best, corner) => (along(corner) < along(best) ? corner : best));
}

/** A body as prisms: along its extrusion, and for a block also along both sides of its rectangle. */
function barsOf({ node, place }: Placed): readonly Bar[] {
  if (node.form !== 'extrusion' || node.end !== null || node.profile.inner.length > 0) return [];
  const { x, y, z: depth } = node.vector;
  if (x !== 0 || y !== 0 || depth === 0) return [];
  const through = rigid(product(place, node.place));
  if (through === null) return [];
  const ring = cleanRing(ringOf(node.profile.outer)).map((point) => ({
    x: point.x * through.scale,
    y: point.y * through.scale,
  }));
  const length = depth * through.scale;
  const base = length > 0 ? through.matrix : moved(through.matrix, length);
  const own = { place: base, outline: ring, length: Math.abs(length) };
  const [a, b, c, d] = ring;
  if (ring.length !== 4 || !a || !b || !c || !d) return [own];
  return [own, sideBar(own, [a, b, d]), sideBar(own, [b, c, a])];
}

/** The block as a prism along the side of its rectangle from the first to the second corner; the third is next to the first. */
function sideBar({ place, length }: Bar, [a, b, c]: readonly [Point2, Point2, Point2]): Bar {
  const [width, height] = [distance(a, b), distance(a, c)];
  const along = { x: (b.x - a.x) / width, y: (b.y - a.y) / width, z: 0 };
  const side = { x: (c.x - a.x) / height, y: (c.y - a.y) / height, z: 0 };
  const [axis, x] = [directionThrough(place, along), directionThrough(place, side)];
  const up = directionThrough(place, { x: 0, y: 0, z: 1 });
  const origin = pointThrough(place, { ...a, z: 0 });
  const handed = dot(cross(axis, x), up) > 0 ? 1 : -1;
  const y = { x: up.x * handed, y: up.y * handed, z: up.z * handed };
  const low = handed > 0 ? 0 : 0 - length;
  const outline = [
    { x: 0, y: low },
    { x: height, y: low },
    { x: height, y: low + length },
    { x: 0, y: low + length },
  ];
  const matrix: Matrix = [
    x.x,
    y.x,
    axis.x,
    origin.x,
    x.y,
    y.y,
    axis.y,
    origin.y,
    x.z,
    y.z,
    axis.z,
    origin.z,
  ];
  return { place: matrix, outline, length: width };
}

/** A matrix without its scale, which must be the same in all directions; null if it mirrors or distorts. */
function rigid(matrix: Matrix): { readonly matrix: Matrix; readonly scale: number } | null {
  const [x, y, z] = [
    directionThrough(matrix, { x: 1, y: 0, z: 0 }),
    directionThrough(matrix, { x: 0, y: 1, z: 0 }),
    directionThrough(matrix, { x: 0, y: 0, z: 1 }),
  ];
  const scale = Math.sqrt(dot(x, x));
  const volume = dot(cross(x, y), z);
  if (!(scale > 0) || Math.abs(volume - scale ** 3) > 1e-6 * scale ** 3) return null;
  const by = 1 / scale;
  return {
    scale,
    matrix: [
      x.x * by,
      y.x * by,
      z.x * by,
      matrix[3],
      x.y * by,
      y.y * by,
      z.y * by,
      matrix[7],
      x.z * by,
      y.z * by,
      z.z * by,
      matrix[11],
    ],
  };
}

function moved(matrix: Matrix, along: number): Matrix {
  const { x, y, z } = pointThrough(matrix, { x: 0, y: 0, z: along });
  const [a, b, c, , e, f, g, , i, j, k] = matrix;
  return [a, b, c, x, e, f, g, y, i, j, k, z];
}

function distance(a: Point2, b: Point2): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return Math.sqrt(dx * dx + dy * dy);
}
