/** @module body distance: minimum distance between bodies, and between bodies and points; mm. */
import { at } from '../../geometry/indexed.ts';
import { boxDistance } from '../../geometry/mesh/measure.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Box3, Point3 } from '../../geometry/vector.ts';
import type { Nearest, Triangle } from './triangle-distance.ts';
import {
  meetsTriangle,
  minus,
  nearestOfTriangles,
  nearestOnTriangle,
} from './triangle-distance.ts';

/** A body, or a single point. */
export type Measured = { readonly mesh: Mesh } | { readonly point: Point3 };

type BoxedTriangle = { readonly triangle: Triangle; readonly box: Box3 };

/**
 * Returns the nearest points of two bodies; their distance is 0 mm if they touch, overlap or one contains the other.
 */
export function nearestOf(a: Measured, b: Measured): Nearest {
  if (isInsideOf(a, b)) return contactAt(anyPointOf(a));
  if (isInsideOf(b, a)) return contactAt(anyPointOf(b));
  const [first, second] = [facesOf(a), facesOf(b)];
  let best: Nearest | null = null;
  let least = Infinity;
  for (const one of first) {
    for (const other of second) {
      if (boxDistance(one.box, other.box) >= least) continue;
      const found = nearestOfTriangles(one.triangle, other.triangle);
      if (found.distance_mm >= least) continue;
      best = found;
      least = found.distance_mm;
      if (least === 0) return found;
    }
  }
  return best ?? contactAt(anyPointOf(a));
}

function contactAt(point: Point3): Nearest {
  return { distance_mm: 0, a: point, b: point };
}

function anyPointOf(measured: Measured): Point3 {
  if ('point' in measured) return measured.point;
  const { positions } = measured.mesh;
  return { x: at(positions, 0), y: at(positions, 1), z: at(positions, 2) };
}

/** The faces of a body in the order of its mesh, with their boxes; a point is a degenerate triangle. */
function facesOf(measured: Measured): readonly BoxedTriangle[] {
  if ('point' in measured) {
    const { point } = measured;
    return [{ triangle: [point, point, point], box: { min: point, max: point } }];
  }
  return [...trianglesOf(measured.mesh)].map((triangle) => ({
    triangle,
    box: boxAround(triangle),
  }));
}

function boxAround([a, b, c]: Triangle): Box3 {
  return {
    min: {
      x: Math.min(a.x, b.x, c.x),
      y: Math.min(a.y, b.y, c.y),
      z: Math.min(a.z, b.z, c.z),
    },
    max: {
      x: Math.max(a.x, b.x, c.x),
      y: Math.max(a.y, b.y, c.y),
      z: Math.max(a.z, b.z, c.z),
    },
  };
}

/** The faces of a mesh. */
export function* trianglesOf({ positions, triangles }: Mesh): Generator<Triangle> {
  const corner = (i: number): Point3 => {
    const o = at(triangles, i) * 3;
    return { x: at(positions, o), y: at(positions, o + 1), z: at(positions, o + 2) };
  };
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    yield [corner(i), corner(i + 1), corner(i + 2)];
  }
}

/** Direction of the ray that tests containment; parallel to no face of a usual building. */
const TEST_RAY = { x: 0.437_195, y: 0.267_113, z: 0.858_809 };

/**
 * Whether a point of the first body is inside the second, by ray casting: a ray from a point inside a body crosses its
 * surface an odd number of times.
 */
function isInsideOf(a: Measured, b: Measured): boolean {
  if ('point' in b) return false;
  const point = anyPointOf(a);
  let crossings = 0;
  for (const triangle of trianglesOf(b.mesh)) {
    const nearest = minus(nearestOnTriangle(point, triangle), point);
    if (nearest.x === 0 && nearest.y === 0 && nearest.z === 0) return true;
    const along = meetsTriangle(point, TEST_RAY, triangle);
    if (along !== null && along > 0) crossings += 1;
  }
  return crossings % 2 === 1;
}
