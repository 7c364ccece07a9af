/** @module member: straight members that are extrusions of a profile square to it, also cut by planes. */
import type { Point3 } from '../../../../building/geometry/vector.ts';
import { cross, dot } from '../../../../building/geometry/vector.ts';
import { directionThrough, pointThrough, product as joined } from '../../shape/matrix.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import { uncut } from '../outlines/prism.ts';
import type { Unrecognised } from '../proposal.ts';
import { planesOf } from './member-planes.ts';
import { scaleOf, type Section, sectionOf } from './sections.ts';
import type { WallPlane } from './wall-planes.ts';

/** A member in space: the ends of its axis, the direction of the width of its section, and its planes; mm. */
export type Member = {
  readonly start: Point3;
  readonly end: Point3;
  readonly width: Point3;
  readonly section: Section;
  /** The planes that cut it. */
  readonly planes: readonly WallPlane[];
};

/** Largest sine of the angle between an extrusion and the normal of its profile. */
const SQUARE = 1e-5;
/** The member that a body is. */
export function memberOf({ items }: ProductShape): Member | Unrecognised {
  const [item, another] = items;
  if (item === undefined) return { why: 'no body' };
  if (another !== undefined) return { why: 'several bodies' };
  const { body, cutters } = uncut(item);
  const planes = planesOf(body, cutters);
  if (planes === null) return { why: 'body is cut by a body or by more than 64 planes' };
  const { node } = body;
  if (node.form !== 'extrusion' || node.end !== null) {
    return { why: `body is no extrusion: ${node.form}` };
  }
  const through = joined(body.place, node.place);
  const section = sectionOf(node.profile, scaleOf(through));
  const start = pointThrough(through, { ...section.centre, z: 0 });
  const path = directionThrough(through, node.vector);
  const end = { x: start.x + path.x, y: start.y + path.y, z: start.z + path.z };
  const width = unit(directionThrough(through, { ...section.x, z: 0 }));
  const depth = unit(directionThrough(through, { x: 0 - section.x.y, y: section.x.x, z: 0 }));
  const normal = cross(width, depth);
  const along = dot(unit(path), normal);
  if (1 - Math.abs(along) > SQUARE * SQUARE) {
    return { why: 'extrusion is not square to its profile' };
  }
  // The axis runs so that the section is seen from its end.
  const axis = along > 0 ? { start, end } : { start: end, end: start };
  return { ...axis, width, section, planes };
}

/** The vector of length 1 in a direction. */
export function unit({ x, y, z }: Point3): Point3 {
  const length = Math.sqrt(x * x + y * y + z * z);
  return { x: x / length, y: y / length, z: z / length };
}
