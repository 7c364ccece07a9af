/** @module raycast: finds the bodies that a ray hits, with the hit points, in order of distance. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import type { Point3 } from '../../geometry/vector.ts';
import { occupancyOf } from '../../kinds/facets/per-element.ts';
import type { ModelView } from '../../model/view.ts';
import { trianglesOf } from './body-distance.ts';
import type { Triangle } from './triangle-distance.ts';
import { cross, dot, meetsTriangle, minus, onward } from './triangle-distance.ts';

/** A body that a ray hits, and the point at which the ray enters it (or leaves it, if the ray begins inside). */
export type Hit = {
  readonly element_id: string;
  readonly kind: string;
  readonly distance_mm: number;
  readonly point: Point3;
  /** Unit normal of the hit face, pointing out of the body. */
  readonly normal: Point3;
  /** Whether the ray begins inside the body. */
  readonly from_inside: boolean;
};

/** A ray. `direction` has any length except zero; `limit` is the maximum number of bodies returned. */
export type Ray = {
  readonly origin: Point3;
  readonly direction: Point3;
  readonly max_mm: number;
  readonly limit: number;
};

/** Length of the ray segments that are searched one after the other, mm. */
const SEGMENT_MM = 10_000;

/**
 * Returns the first bodies along a ray, nearest first; equal distances are ordered by id. Rooms are spaces and are not
 * hit. Throws `RangeError` for a direction of zero length.
 */
export function raycast(
  view: ModelView,
  { origin, direction, max_mm, limit }: Ray,
): readonly Hit[] {
  const length = Math.sqrt(dot(direction, direction));
  if (!(length > 0)) throw new RangeError('the direction has no length');
  const unit = { x: direction.x / length, y: direction.y / length, z: direction.z / length };
  const hits = new Map<string, Hit>();
  const seen = new Set<string>();
  for (let from = 0; from < max_mm; from += SEGMENT_MM) {
    const to = Math.min(from + SEGMENT_MM, max_mm);
    for (const id of view.inBox(boxOf(onward(origin, unit, from), onward(origin, unit, to)))) {
      if (seen.has(id)) continue;
      seen.add(id);
      const hit = hitOf(view, id, origin, unit);
      if (hit !== null && hit.distance_mm <= max_mm) hits.set(id, hit);
    }
    const near = [...hits.values()].filter(({ distance_mm }) => distance_mm <= to);
    if (near.length >= limit) break;
  }
  return [...hits.values()]
    .toSorted((a, b) => a.distance_mm - b.distance_mm || compareText(a.element_id, b.element_id))
    .slice(0, limit);
}

function boxOf(a: Point3, b: Point3): { readonly min: Point3; readonly max: Point3 } {
  return {
    min: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) },
    max: { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y), z: Math.max(a.z, b.z) },
  };
}

function hitOf(view: ModelView, id: string, origin: Point3, unit: Point3): Hit | null {
  const element = view.element(id);
  if (element === undefined || occupancyOf(element, view.kinds) !== 'matter') return null;
  const mesh = view.mesh(id);
  if (mesh === null) return null;
  let best: { readonly along: number; readonly normal: Point3 } | null = null;
  for (const triangle of trianglesOf(mesh)) {
    const along = meetsTriangle(origin, unit, triangle);
    if (along === null || along < 0 || (best !== null && along >= best.along)) continue;
    best = { along, normal: normalOf(triangle) };
  }
  if (best === null) return null;
  const { along, normal } = best;
  return {
    element_id: id,
    kind: element.kind,
    distance_mm: along,
    point: onward(origin, unit, along),
    normal,
    from_inside: dot(normal, unit) > 0,
  };
}

function normalOf([a, b, c]: Triangle): Point3 {
  const n = cross(minus(b, a), minus(c, a));
  const length = Math.sqrt(dot(n, n));
  return { x: n.x / length, y: n.y / length, z: n.z / length };
}
