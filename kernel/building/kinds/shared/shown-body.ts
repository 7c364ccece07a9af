/** @module shown body: the body with which pictures and files show an element, in glass and the rest. */
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Element } from '../elements.ts';
import type { FileMesh } from '../facets/file-mesh.ts';
import { glazed } from '../wall/curtain/glazed.ts';

/** A shown body, mm; its parts are disjoint. */
export type ShownBody = {
  readonly mesh: Mesh;
  /** Null without any. */
  readonly glass: Mesh | null;
  readonly rest: Mesh;
  /** Whether the rest around glass is a frame; that of a door has the colour of its leaf. */
  readonly framed: boolean;
  /** The mesh of the file, if it replaces the body of the element. */
  readonly file: FileMesh | null;
};

/** The part of a model that shown bodies need. */
type ShowingView = {
  mesh(id: string): Mesh | null;
  fileMesh(id: string): FileMesh | null;
};

/**
 * The mesh of the file of an imported element whose form is that of the file, else its own body; null without one.
 * @throws {RangeError} if the mesh of the file is missing or damaged, or the body is impossible
 */
export function shownBody(element: Element, view: ShowingView): ShownBody | null {
  const file = view.fileMesh(element.id);
  const mesh = file?.mesh ?? view.mesh(element.id);
  if (mesh === null) return null;
  const parts = file === null ? glazed(element, mesh) : glassOf(file);
  return { mesh, ...parts, framed: element.kind !== 'door', file };
}

/** The glass of a mesh of a file, and the rest. */
export function glassOf({ mesh, glass_from }: FileMesh): Pick<ShownBody, 'glass' | 'rest'> {
  const { positions, triangles } = mesh;
  if (glass_from >= triangles.length) return { glass: null, rest: mesh };
  return {
    glass: compacted(positions, triangles.subarray(glass_from)),
    rest: compacted(positions, triangles.subarray(0, glass_from)),
  };
}

/** The triangles with the vertices that they have. */
function compacted(positions: Float64Array, triangles: Uint32Array): Mesh {
  const numbers = new Map<number, number>();
  const own: number[] = [];
  const renumbered = triangles.map((vertex) => {
    const known = numbers.get(vertex);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(vertex, number);
    own.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
    return number;
  });
  return { positions: Float64Array.from(own), triangles: renumbered };
}
