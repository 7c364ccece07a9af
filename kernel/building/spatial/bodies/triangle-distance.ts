/** @module triangle distance: nearest points of triangles in space, and intersections of lines with triangles; mm. */
import type { Point3 } from '../../geometry/vector.ts';

export type Triangle = readonly [Point3, Point3, Point3];

/** The nearest points of two shapes, and their distance. */
export type Nearest = { readonly distance_mm: number; readonly a: Point3; readonly b: Point3 };

export function minus(a: Point3, b: Point3): Point3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function cross(a: Point3, b: Point3): Point3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

/** The point `from` + `share` · `direction`. */
export function onward(from: Point3, direction: Point3, share: number): Point3 {
  return {
    x: from.x + direction.x * share,
    y: from.y + direction.y * share,
    z: from.z + direction.z * share,
  };
}

function nearestPair(a: Point3, b: Point3): Nearest {
  const d = minus(a, b);
  return { distance_mm: Math.sqrt(dot(d, d)), a, b };
}

/** The point of a triangle that is nearest to `p` (Ericson, "Real-Time Collision Detection", 5.1.5). */
export function nearestOnTriangle(p: Point3, [a, b, c]: Triangle): Point3 {
  const [ab, ac, ap] = [minus(b, a), minus(c, a), minus(p, a)];
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return a;
  const bp = minus(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return b;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return onward(a, ab, d1 / (d1 - d3));
  const cp = minus(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return c;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return onward(a, ac, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    return onward(b, minus(c, b), (d4 - d3) / (d4 - d3 + d5 - d6));
  }
  const whole = va + vb + vc;
  return onward(onward(a, ab, vb / whole), ac, vc / whole);
}

function clamped(share: number): number {
  return Math.max(0, Math.min(1, share));
}

/** Nearest points of two segments (Ericson, 5.1.9). */
function nearestOfSegments(p: Point3, q: Point3, r: Point3, s: Point3): Nearest {
  const [d1, d2, gap] = [minus(q, p), minus(s, r), minus(p, r)];
  const [a, e, f, b, c] = [dot(d1, d1), dot(d2, d2), dot(d2, gap), dot(d1, d2), dot(d1, gap)];
  const whole = a * e - b * b;
  let first = whole > 1e-9 * a * e ? clamped((b * f - c * e) / whole) : 0;
  let second = e > 0 ? (b * first + f) / e : 0;
  if (second < 0) {
    second = 0;
    first = a > 0 ? clamped(-c / a) : 0;
  } else if (second > 1) {
    second = 1;
    first = a > 0 ? clamped((b - c) / a) : 0;
  }
  return nearestPair(onward(p, d1, first), onward(r, d2, second));
}

/**
 * Multiple of `direction` at which a line from `origin` intersects a triangle, including its edges; null without an
 * intersection.
 */
export function meetsTriangle(
  origin: Point3,
  direction: Point3,
  [a, b, c]: Triangle,
): number | null {
  const [ab, ac] = [minus(b, a), minus(c, a)];
  const p = cross(direction, ac);
  const det = dot(ab, p);
  if (det === 0) return null;
  const t = minus(origin, a);
  // Slack, so that a line through the shared edge of two triangles hits at least one of them.
  const slack = 1e-12;
  const u = dot(t, p) / det;
  if (u < -slack || u > 1 + slack) return null;
  const q = cross(t, ab);
  const v = dot(direction, q) / det;
  if (v < -slack || u + v > 1 + slack) return null;
  return dot(ac, q) / det;
}

/** Nearest points of two triangles; their distance is 0 mm if they share a point. */
export function nearestOfTriangles(s: Triangle, t: Triangle): Nearest {
  let best: Nearest | null = null;
  const offer = (one: Nearest): void => {
    if (best === null || one.distance_mm < best.distance_mm) best = one;
  };
  const sides = ([a, b, c]: Triangle): readonly (readonly [Point3, Point3])[] => [
    [a, b],
    [b, c],
    [c, a],
  ];
  for (const [from, to] of sides(s)) {
    const share = meetsTriangle(from, minus(to, from), t);
    if (share !== null && share >= 0 && share <= 1) {
      const point = onward(from, minus(to, from), share);
      return { distance_mm: 0, a: point, b: point };
    }
    offer(nearestPair(from, nearestOnTriangle(from, t)));
    for (const [r, q] of sides(t)) offer(nearestOfSegments(from, to, r, q));
  }
  for (const [from, to] of sides(t)) {
    const share = meetsTriangle(from, minus(to, from), s);
    if (share !== null && share >= 0 && share <= 1) {
      const point = onward(from, minus(to, from), share);
      return { distance_mm: 0, a: point, b: point };
    }
    offer(nearestPair(nearestOnTriangle(from, s), from));
  }
  return best ?? nearestPair(s[0], t[0]);
}
