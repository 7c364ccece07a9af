/** @module membranes: plane faces inside of a body or across its openings that enclose nothing. */
import { TURNED_SIDE } from '../../../../building/geometry/tolerances.ts';
import { cross, type Point3 } from '../../../../building/geometry/vector.ts';
import { unit } from '../axes.ts';
import { edgesOf } from './edges.ts';
import { join, rootOf } from './paired-edges.ts';
import { type Face, ringNormal, type Surface } from './surface.ts';

/** The faces without those all of whose edges are of an odd number of faces. */
export function withoutLooseFaces(surface: Surface): readonly Face[] {
  const isHeld = surface.faces.map(() => false);
  for (const uses of edgesOf(surface).values()) {
    if (uses.length % 2 === 1) continue;
    for (const { face } of uses) isHeld[face] = true;
  }
  return surface.faces.filter((_, i) => isHeld[i] === true);
}

/**
 * The faces without membranes: plane groups of faces that end at edges of an odd number of faces. Without them the
 * others may be closed.
 */
export function withoutMembranes(surface: Surface): readonly Face[] {
  const { points, faces } = surface;
  const parents = faces.map((_, i) => i);
  const odd = new Set<number>();
  for (const uses of edgesOf(surface).values()) {
    const isOdd = uses.length % 2 === 1;
    for (const { face } of uses) {
      if (isOdd) odd.add(face);
      else join(parents, face, uses[0]?.face ?? face);
    }
  }
  const normals = new Map<number, Point3 | null>();
  const kept = new Set<number>();
  for (const [i, [outer = []]] of faces.entries()) {
    const group = rootOf(parents, i);
    const normal = unit(ringNormal(points, outer));
    const known = normals.get(group);
    if (known === undefined) normals.set(group, normal);
    else if (!areParallel(known, normal)) kept.add(group);
  }
  const removed = new Set([...odd].map((face) => rootOf(parents, face)));
  return faces.filter((_, i) => {
    const group = rootOf(parents, i);
    return kept.has(group) || !removed.has(group);
  });
}

function areParallel(a: Point3 | null, b: Point3 | null): boolean {
  if (a === null || b === null) return true;
  const { x, y, z } = cross(a, b);
  return Math.hypot(x, y, z) <= TURNED_SIDE;
}
