/** @module faced-member: members by the faces of their bodies. */
import { toGrid } from '../../../../../schemas/units.ts';
import type { Mesh } from '../../../../building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../building/geometry/mesh/solid-kernel.ts';
import { ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../../building/geometry/vector.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { carvedMember } from '../outlines/carving/carved-member.ts';
import { facetsOf } from '../outlines/facets.ts';
import { axisOf, frameAlong, memberOfMesh, type MeshMember } from '../outlines/mesh-member.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import type { Member } from './member.ts';
import { middleOf, type Section } from './sections.ts';

/** Largest distance of the corners of a rectangle from those of its box, mm. */
const AT_CORNER_MM = 1e-3;

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
  const centre = middleOf(boundary);
  const at = (distance: number): Point3 => ({
    x: along.x * distance + width.x * centre.x + depth.x * centre.y,
    y: along.y * distance + width.y * centre.x + depth.y * centre.y,
    z: along.z * distance + width.z * centre.x + depth.z * centre.y,
  });
  return {
    start: at(low),
    end: at(high),
    width,
    section: sectionAround(centre, boundary, holes),
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

function sectionAround(
  centre: Point2,
  boundary: readonly Point2[],
  holes: readonly (readonly Point2[])[],
): Section {
  const x = { x: 1, y: 0 };
  const { min, max } = ringBounds(boundary);
  const isAtCorner = (point: Point2): boolean =>
    Math.min(point.x - min.x, max.x - point.x) <= AT_CORNER_MM &&
    Math.min(point.y - min.y, max.y - point.y) <= AT_CORNER_MM;
  if (boundary.length === 4 && holes.length === 0 && boundary.every(isAtCorner)) {
    const profile = `${toGrid(max.x - min.x)}x${toGrid(max.y - min.y)}`;
    return { profile, outline: null, centre, x };
  }
  const relative = (ring: readonly Point2[]): Point2[] =>
    gridRing(ring.map((point) => ({ x: point.x - centre.x, y: point.y - centre.y })));
  const outline = { boundary: relative(boundary), holes: holes.map(relative) };
  return { profile: 'outline', outline, centre, x };
}
