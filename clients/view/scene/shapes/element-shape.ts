/** @module element-shape: the triangles of one element, read back from its buffers: exact points, corners and edges. */
import {
  dot,
  type Matrix,
  minus,
  plus,
  type Vector,
  cross,
  lengthOf,
  mapPoint,
  unit,
} from '../camera/vectors.ts';

/** Corners of triangles of an element, nine numbers each, metres. */
export type ElementShape = { readonly triangles: Float64Array };

/** A ray of view from `from` to `to`. */
export type Ray = { readonly from: Vector; readonly to: Vector };

/** The ray of a pixel; `x` and `y` from −1 to 1, upwards. */
export function rayOf(inverse: Matrix, x: number, y: number): Ray {
  return { from: mapPoint(inverse, [x, y, -1]), to: mapPoint(inverse, [x, y, 1]) };
}

function cornerAt(triangles: Float64Array, at: number): Vector {
  return [triangles[at] ?? 0, triangles[at + 1] ?? 0, triangles[at + 2] ?? 0];
}

/** Where a ray first hits the faces that a section leaves; null for nowhere. `planes`: four numbers each. */
export function hitOf(
  { triangles }: ElementShape,
  ray: Ray,
  planes: readonly number[],
): Vector | null {
  const along = minus(ray.to, ray.from);
  const entry = entryOf(ray, planes);
  let best = Infinity;
  let isInside = false;
  for (let at = 0; at < triangles.length; at += 9) {
    const a = cornerAt(triangles, at);
    const u = minus(cornerAt(triangles, at + 3), a);
    const v = minus(cornerAt(triangles, at + 6), a);
    const p = cross(along, v);
    const size = dot(u, p);
    if (Math.abs(size) < 1e-18) continue;
    const offset = minus(ray.from, a);
    const q = cross(offset, u);
    const s = dot(offset, p) / size;
    const r = dot(along, q) / size;
    const t = dot(v, q) / size;
    if (s < -1e-6 || r < -1e-6 || s + r > 1 + 1e-6 || t < entry || t >= best) continue;
    if (isCut(plus(ray.from, along, t), planes)) continue;
    best = t;
    isInside = dot(cross(u, v), along) > 0;
  }
  if (best === Infinity) return null;
  // A face seen from behind through a section: what is seen is the cut.
  return plus(ray.from, along, isInside && entry > 0 ? entry : best);
}

/** Where a ray enters what the planes leave, as a share of its length. */
function entryOf({ from, to }: Ray, planes: readonly number[]): number {
  let entry = 0;
  for (let k = 0; k < planes.length; k += 4) {
    const normal = cornerAt(Float64Array.from(planes), k);
    const fall = dot(normal, minus(to, from));
    if (fall < 0) entry = Math.max(entry, ((planes[k + 3] ?? 0) - dot(normal, from)) / fall);
  }
  return entry;
}

function isCut(point: Vector, planes: readonly number[]): boolean {
  for (let k = 0; k < planes.length; k += 4) {
    const [x = 0, y = 0, z = 0, offset = 0] = planes.slice(k, k + 4);
    if (dot([x, y, z], point) > offset) return true;
  }
  return false;
}

/** Two faces whose directions differ by less belong to one flat face. */
const SAME_DIRECTION = 0.999;

/** The name of a point, for points that differ by less than 0.1 mm. */
function nameOf(point: Vector): string {
  return point.map((value) => Math.round(value * 1e4)).join();
}

/** The edges of a shape: sides of triangles where the direction changes, or that only one triangle has. */
function edgesOf({ triangles }: ElementShape): readonly (readonly [Vector, Vector])[] {
  const sides = new Map<string, { readonly ends: [Vector, Vector]; readonly normals: Vector[] }>();
  for (let at = 0; at < triangles.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((k) => cornerAt(triangles, at + k));
    if (a === undefined || b === undefined || c === undefined) continue;
    const normal = unit(cross(minus(b, a), minus(c, a)));
    const pairs: readonly [Vector, Vector][] = [
      [a, b],
      [b, c],
      [c, a],
    ];
    for (const ends of pairs) {
      const key = ends.map(nameOf).toSorted().join(' ');
      const known = sides.get(key);
      if (known === undefined) sides.set(key, { ends, normals: [normal] });
      else known.normals.push(normal);
    }
  }
  return [...sides.values()]
    .filter(({ normals: [first, ...others] }) => {
      if (first === undefined || others.length === 0) return true;
      return others.some((normal) => dot(first, normal) < SAME_DIRECTION);
    })
    .map(({ ends }) => ends);
}

/** Reach of corners and of edges around the pointer, CSS pixels. */
const CORNER_REACH = 12;
const EDGE_REACH = 8;

/**
 * The corner near the pointer, else the point of an edge near it, else the hit itself. `project` maps a point to CSS
 * pixels and a depth; the hit is where the ray of the pointer meets the element.
 */
export function snapped(
  shape: ElementShape,
  hit: Vector,
  pointer: readonly [number, number],
  project: (point: Vector) => readonly [number, number, number],
): { readonly point: Vector; readonly kind: 'corner' | 'edge' | 'face' } {
  const nearest = (points: readonly Vector[], reach: number): Vector | null => {
    let best: { readonly point: Vector; readonly away: number; readonly depth: number } | null =
      null;
    for (const point of points) {
      const [x, y, depth] = project(point);
      const away = Math.hypot(x - pointer[0], y - pointer[1]);
      if (away > reach) continue;
      // Of two points at the same place of the picture, the nearer one.
      const isSame = best !== null && Math.abs(away - best.away) < 0.5;
      if (best === null || (isSame ? depth < best.depth : away < best.away)) {
        best = { point, away, depth };
      }
    }
    return best?.point ?? null;
  };
  const edges = edgesOf(shape);
  const corner = nearest(edges.flat(), CORNER_REACH);
  if (corner !== null) return { point: corner, kind: 'corner' };
  const closest = edges.map(([a, b]) => {
    const along = unit(minus(b, a));
    const share = Math.max(0, Math.min(lengthOf(minus(b, a)), dot(minus(hit, a), along)));
    return plus(a, along, share);
  });
  const edge = nearest(closest, EDGE_REACH);
  return edge === null ? { point: hit, kind: 'face' } : { point: edge, kind: 'edge' };
}
