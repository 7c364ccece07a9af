/** @module file items: the glass of a mesh of a file, and its items in IFC. */
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { FileMesh } from '../facets/file-mesh.ts';
import type { IfcItem } from '../facets/ifc.ts';

/** The mesh of a file as items of a body in IFC. `framed`: whether what is around glass is a frame. */
export function fileItems(file: FileMesh, framed = true): readonly IfcItem[] {
  const { glass, rest } = glassOf(file);
  const is_open = !file.is_closed;
  if (glass === null) return [{ item: 'mesh', mesh: rest, is_open }];
  const frame = framed ? ({ finish: 'frame' } as const) : {};
  return [
    { item: 'mesh', mesh: rest, is_open, ...frame },
    { item: 'mesh', mesh: glass, is_open, finish: 'glass' },
  ];
}

/** The glass of a mesh of a file, and the rest. */
export function glassOf({ mesh, glass_from }: FileMesh): {
  readonly glass: Mesh | null;
  readonly rest: Mesh;
} {
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
