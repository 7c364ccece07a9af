/** @module faced-member: members by the faces of their bodies. */
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../building/geometry/mesh/solid-kernel.ts';
import type { Point3 } from '../../../../building/geometry/vector.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { carvedMember } from '../outlines/carving/carved-member.ts';
import { facetsOf } from '../outlines/facets.ts';
import { axisOf, frameAlong, memberOfMesh, type MeshMember } from '../outlines/mesh-member.ts';
import { facedSection } from './faced-section.ts';
import type { Member } from './member.ts';

/**
 * The member along an axis that a body is by its faces, also one with carvings, along its largest faces without an axis;
 * null for another body.
 */
export function facedMember(
  { items }: ProductShape,
  axis: Point3 | null,
  { evaluator, solids }: Context,
): Member | null {
  const solid = evaluator.evaluate(items, []);
  if (!solid.ok || !solid.closed) return null;
  const mesh = solid.mesh();
  const found = memberOfMesh(mesh, axis) ?? carvedAlong(mesh, axis, solids);
  if (found === null) return null;
  const { axis: along, width, depth, boundary, holes, low, high } = found;
  const length = found.planes.length === 0 ? high - low : null;
  const section = facedSection({ boundary, holes }, { items, length, evaluator });
  const { centre } = section;
  const at = (distance: number): Point3 => ({
    x: along.x * distance + width.x * centre.x + depth.x * centre.y,
    y: along.y * distance + width.y * centre.x + depth.y * centre.y,
    z: along.z * distance + width.z * centre.x + depth.z * centre.y,
  });
  return {
    start: at(low),
    end: at(high),
    width,
    section,
    planes: found.planes,
  };
}

/** The carved member along an axis; without one, along the direction of its largest faces, else along one of them. */
function carvedAlong(mesh: Mesh, axis: Point3 | null, solids: SolidKernel): MeshMember | null {
  if (axis !== null) return carvedMember(mesh, frameAlong(axis), solids);
  const along = axisOf(facetsOf(mesh) ?? []);
  if (along === null) return null;
  const { width, depth } = frameAlong(along);
  for (const one of [along, width, depth]) {
    const found = carvedMember(mesh, frameAlong(one), solids);
    if (found !== null) return found;
  }
  return null;
}
