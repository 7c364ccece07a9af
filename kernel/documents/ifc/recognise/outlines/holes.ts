/** @module holes: openings through strips, as rectangles or outlines on their face. */
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import { common } from '../../../../building/geometry/plan/regions.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import { directionThrough, pointThrough, product } from '../../shape/matrix.ts';
import type { Unrecognised } from '../proposal.ts';
import { cleanRing, ringOf } from './plan-ring.ts';
import type { Placed } from './prism.ts';
import { placeIn, type Strip } from './strip.ts';

/** A hole through a strip: its outline on the face, x along the strip and y upwards, mm in the frame of the strip. */
export type Hole = {
  readonly outline: readonly Point2[];
  readonly min: Point2;
  readonly max: Point2;
  readonly is_rectangle: boolean;
};

/** A body in the frame of a strip: an area on the face, swept from one depth to another. */
type Swept = { readonly outline: readonly Point2[]; readonly from: number; readonly to: number };

/** Largest difference of equal lengths on the face of a strip, mm. */
const SAME_MM = 0.5;
/** Largest relative difference of the volume of a box from that of its extent. */
const BOX_VOLUME = 1e-4;
/** Maximum number of corners of a body that is compared with its box. */
const MAX_CORNERS = 4096;
/** Largest sine of the angle between a direction and the normal of a strip. */
const PARALLEL = 1e-4;

/** The holes that bodies cut through a strip, or the reason why they are none. */
export function holesThrough(
  strip: Strip,
  bodies: readonly Placed[],
): readonly Hole[] | Unrecognised {
  const swept: Swept[] = [];
  for (const body of bodies) {
    const one = boxOf(strip, body) ?? sweptAcross(strip, body);
    if (one === null) return { why: 'an opening is neither a box nor swept through the wall' };
    swept.push(one);
  }
  const crossing = swept.filter(({ from, to }) => to > SAME_MM && from < strip.thickness - SAME_MM);
  const groups: Swept[][] = [];
  for (const one of crossing) {
    const same = groups.find(([first]) => first !== undefined && isSameOutline(first, one));
    if (same === undefined) groups.push([one]);
    else same.push(one);
  }
  const holes: Hole[] = [];
  for (const group of groups) {
    if (!covers(group, strip.thickness)) return { why: 'an opening is a niche or has a rebate' };
    const [first] = group;
    if (first !== undefined) holes.push(holeWith(first.outline));
  }
  return holes;
}

/** Whether a hole overlaps another one. */
export function holesOverlap(a: Hole, b: Hole): boolean {
  return (
    Math.min(a.max.x, b.max.x) - Math.max(a.min.x, b.min.x) > SAME_MM &&
    Math.min(a.max.y, b.max.y) - Math.max(a.min.y, b.min.y) > SAME_MM
  );
}

/** Whether two holes have the same sides and area. */
export function isSameHole(a: Hole, b: Hole): boolean {
  const area = Math.abs(signedArea(a.outline)) - Math.abs(signedArea(b.outline));
  const perimeter = 2 * (b.max.x - b.min.x + b.max.y - b.min.y);
  const sides = [a.min.x - b.min.x, a.min.y - b.min.y, a.max.x - b.max.x, a.max.y - b.max.y];
  return Math.abs(area) <= SAME_MM * perimeter && sides.every((side) => Math.abs(side) <= SAME_MM);
}

/** The part of a hole between two heights; null if none is left, or if it is in pieces. */
export function heldBetween(hole: Hole, low: number, high: number): Hole | null {
  if (hole.max.y <= low + SAME_MM || hole.min.y >= high - SAME_MM) return null;
  if (!hole.is_rectangle) return cutBetween(hole, low, high);
  const [bottom, top] = [Math.max(low, hole.min.y), Math.min(high, hole.max.y)];
  return rectangle({ x: hole.min.x, y: bottom }, { x: hole.max.x, y: top });
}

function cutBetween(hole: Hole, low: number, high: number): Hole | null {
  if (hole.min.y >= low && hole.max.y <= high) return hole;
  const band = rectangle({ x: hole.min.x - 1, y: low }, { x: hole.max.x + 1, y: high });
  const [ring, another] = common([hole.outline], [band.outline]);
  return ring === undefined || another !== undefined ? null : holeWith(cleanRing(ring));
}

function rectangle(min: Point2, max: Point2): Hole {
  const outline = [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
  return { outline, min, max, is_rectangle: true };
}

/** The hole with an outline on the face. */
export function holeWith(outline: readonly Point2[]): Hole {
  const [min, max] = extent(outline);
  const isBox = Math.abs(Math.abs(signedArea(outline)) - (max.x - min.x) * (max.y - min.y));
  if (outline.length === 4 && isBox <= SAME_MM * (max.x - min.x + max.y - min.y) * 0.1) {
    return rectangle(min, max);
  }
  return { outline, min, max, is_rectangle: false };
}

function extent(points: readonly Point2[]): readonly [Point2, Point2] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
    [minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
  }
  return [
    { x: minX, y: minY },
    { x: maxX, y: maxY },
  ];
}

function isSameOutline(a: Swept, b: Swept): boolean {
  if (a.outline.length !== b.outline.length) return false;
  const [[minA, maxA], [minB, maxB]] = [extent(a.outline), extent(b.outline)];
  const differences = [minA.x - minB.x, minA.y - minB.y, maxA.x - maxB.x, maxA.y - maxB.y];
  const area = Math.abs(signedArea(a.outline)) - Math.abs(signedArea(b.outline));
  return (
    differences.every((difference) => Math.abs(difference) <= SAME_MM) &&
    Math.abs(area) <= SAME_MM * (maxA.x - minA.x + maxA.y - minA.y)
  );
}

/** Whether the depths of bodies cover a thickness without a gap. */
function covers(group: readonly Swept[], thickness: number): boolean {
  let reached = 0;
  for (const { from, to } of group.toSorted((a, b) => a.from - b.from)) {
    if (from > reached + SAME_MM) return false;
    reached = Math.max(reached, to);
  }
  return reached >= thickness - SAME_MM;
}

type Place3 = { readonly u: number; readonly v: number; readonly z: number };

function place3(strip: Strip, point: Point3): Place3 {
  return { ...placeIn(strip, point), z: point.z };
}

/** A body that fills its extent along the strip, across it and upwards; null for any other. */
function boxOf(strip: Strip, body: Placed): Swept | null {
  const found = cornersOf(body);
  if (found === null) return null;
  let [least, most] = [
    { u: Infinity, v: Infinity, z: Infinity },
    { u: -Infinity, v: -Infinity, z: -Infinity },
  ];
  for (const corner of found.corners) {
    const { u, v, z } = place3(strip, corner);
    least = { u: Math.min(least.u, u), v: Math.min(least.v, v), z: Math.min(least.z, z) };
    most = { u: Math.max(most.u, u), v: Math.max(most.v, v), z: Math.max(most.z, z) };
  }
  const extents = (most.u - least.u) * (most.v - least.v) * (most.z - least.z);
  if (Math.abs(found.volume - extents) > BOX_VOLUME * extents) return null;
  const outline = [
    { x: least.u, y: least.z },
    { x: most.u, y: least.z },
    { x: most.u, y: most.z },
    { x: least.u, y: most.z },
  ];
  return { outline, from: least.v, to: most.v };
}

/** Corners and volume of a body with flat faces, mm and mm³; null for any other body. */
function cornersOf({ node, place }: Placed): { corners: Point3[]; volume: number } | null {
  if (node.form === 'faces') {
    if (node.points.length > MAX_CORNERS) return null;
    const corners = node.points.map((point) => pointThrough(place, point));
    if (node.faces.some((rings) => rings.length > 1)) return null;
    return { corners, volume: Math.abs(polyhedronVolume(corners, node.faces)) };
  }
  if (node.form !== 'extrusion' || node.end !== null || node.profile.inner.length > 0) return null;
  if (node.profile.outer.some(({ arc }) => arc !== null)) return null;
  const ring = node.profile.outer.map(({ from }) => from);
  if (ring.length > MAX_CORNERS) return null;
  const through = product(place, node.place);
  const rise = directionThrough(through, node.vector);
  const base = ring.map(({ x, y }) => pointThrough(through, { x, y, z: 0 }));
  const top = base.map(({ x, y, z }) => ({ x: x + rise.x, y: y + rise.y, z: z + rise.z }));
  const normal = directionThrough(through, { x: 0, y: 0, z: 1 });
  const height = rise.x * normal.x + rise.y * normal.y + rise.z * normal.z;
  const scale = normal.x * normal.x + normal.y * normal.y + normal.z * normal.z;
  // The placement may scale: the volume is that of the area in space, times its distance.
  const volume = Math.abs(signedArea(ring) * scale * (height / Math.sqrt(scale)));
  return { corners: [...base, ...top], volume };
}

function polyhedronVolume(
  points: readonly Point3[],
  faces: readonly (readonly (readonly number[])[])[],
): number {
  const [origin] = points;
  if (origin === undefined) return 0;
  let six = 0;
  for (const [ring = []] of faces) {
    const first = points[ring[0] ?? -1];
    for (let i = 1; i + 1 < ring.length; i += 1) {
      const [second, third] = [points[ring[i] ?? -1], points[ring[i + 1] ?? -1]];
      if (!first || !second || !third) continue;
      six += determinant(minus(first, origin), minus(second, origin), minus(third, origin));
    }
  }
  return six / 6;
}

function minus(a: Point3, b: Point3): Point3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function determinant(a: Point3, b: Point3, c: Point3): number {
  return (
    a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
  );
}

/** A body that is swept square to the face of the strip; null for any other. */
function sweptAcross(strip: Strip, { node, place }: Placed): Swept | null {
  if (node.form !== 'extrusion' || node.end !== null || node.profile.inner.length > 0) return null;
  const through = product(place, node.place);
  const rise = directionThrough(through, node.vector);
  const [along, across] = [
    rise.x * strip.along.x + rise.y * strip.along.y,
    rise.x * strip.left.x + rise.y * strip.left.y,
  ];
  const aside = Math.sqrt(along * along + rise.z * rise.z);
  if (aside > PARALLEL * Math.abs(across)) return null;
  const corners = ringOf(node.profile.outer).map(({ x, y }) =>
    place3(strip, pointThrough(through, { x, y, z: 0 })),
  );
  const [nearest, farthest] = [
    Math.min(...corners.map(({ v }) => v)),
    Math.max(...corners.map(({ v }) => v)),
  ];
  if (farthest - nearest > SAME_MM) return null;
  const outline = cleanRing(corners.map(({ u, z }) => ({ x: u, y: z })));
  if (outline.length < 3) return null;
  return {
    outline,
    from: Math.min(nearest, nearest + across),
    to: Math.max(farthest, farthest + across),
  };
}
