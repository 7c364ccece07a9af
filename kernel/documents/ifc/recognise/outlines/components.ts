/** @module components: the connected bodies of a shape, as points. */
import { type MeshPart, meshParts } from '../../../../building/geometry/mesh/mesh-parts.ts';
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../../../building/geometry/vector.ts';
import type { ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { isUnrecognised, type Unrecognised } from '../proposal.ts';

/** Maximum numbers of items and of corners of a shape that is divided. */
const [MAX_ITEMS, MAX_CORNERS] = [2000, 60_000];

/** The corners of each closed body of items, mm in the model. */
export function componentsOf(
  items: readonly ShapeItem[],
  context: Context,
): readonly (readonly Point3[])[] | Unrecognised {
  const solids = solidsOf(items, context);
  return isUnrecognised(solids) ? solids : solids.map(({ points }) => points);
}

/** The corners and triangles of each closed body of items, mm in the model. */
export function solidsOf(
  items: readonly ShapeItem[],
  { evaluator }: Context,
): readonly MeshPart[] | Unrecognised {
  if (items.length > MAX_ITEMS) return { why: 'body has too many items' };
  const found: MeshPart[] = [];
  let corners = 0;
  for (const item of items) {
    const solid = evaluator.evaluate([item], []);
    if (!solid.ok) return { why: solid.why };
    if (!solid.closed) return { why: 'body in the file is not closed' };
    const mesh = solid.mesh();
    corners += mesh.positions.length / 3;
    if (corners > MAX_CORNERS) return { why: 'body has too many corners' };
    found.push(...meshParts(mesh));
  }
  return found;
}

/** The corners of a mesh. */
export function cornersOf({ positions }: Mesh): readonly Point3[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * i, 3 * i + 3);
    return { x, y, z };
  });
}
