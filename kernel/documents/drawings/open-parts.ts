/** @module open parts: the connected parts of a mesh whose surface is not closed: they enclose nothing to fill. */
import { at } from '../../building/geometry/indexed.ts';
import { isBody } from '../../building/kinds/body/params.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { FileMesh } from '../../building/kinds/facets/file-mesh.ts';

/** Whether a vertex belongs to an open part of its mesh. */
export type IsOpen = (vertex: number) => boolean;

/**
 * Whether the surface of an element may be open: that of an imported body without a volume. `file`: the mesh of its file
 * with which it is shown; null for its own body.
 */
export function mayBeOpen(element: Element, file: FileMesh | null = null): boolean {
  if (file !== null) return !file.is_closed;
  return isBody(element) && element.params.volume_mm3 === null;
}

/** Whether the drawn form of an element is a mesh of a file, in which facets replace curved surfaces. */
export function hasFormOfFile(element: Element, file: FileMesh | null): boolean {
  return file !== null || isBody(element);
}

/**
 * The vertices of the parts with a side that is not used once in each direction. Parts are connected by common
 * vertices. `vertices`: number of vertices.
 */
export function openParts(vertices: number, triangles: Uint32Array): IsOpen {
  const parents = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    for (let next = at(parents, root); next !== root; next = at(parents, root)) {
      parents[root] = at(parents, next);
      root = at(parents, root);
    }
    return root;
  };
  // Uses of a side in the direction of its larger vertex, less those in the other direction.
  const sides = new Map<number, number>();
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    for (let k = 0; k < 3; k += 1) {
      const [from, to] = [at(triangles, i + k), at(triangles, i + ((k + 1) % 3))];
      parents[rootOf(from)] = rootOf(to);
      const key = Math.min(from, to) * vertices + Math.max(from, to);
      sides.set(key, (sides.get(key) ?? 0) + (from < to ? 1 : -1));
    }
  }
  const open = new Set<number>();
  for (const [key, balance] of sides) {
    if (balance !== 0) open.add(rootOf(Math.floor(key / vertices)));
  }
  return (vertex) => open.has(rootOf(vertex));
}

/** The triangles, followed by the same ones turned over: an open surface is seen from both sides. */
export function bothSides(triangles: Uint32Array): Uint32Array {
  const both = new Uint32Array(2 * triangles.length);
  both.set(triangles);
  both.set(triangles.toReversed(), triangles.length);
  return both;
}
