/** @module layer faces: the planes between which the layers of walls, floors and roofs are. */
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { directionOf, type Point3, segmentLengthMm } from '../../geometry/vector.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { ModelView } from '../../model/view.ts';

/** The plane of the first face of an element, with its outward unit normal; mm. */
export type Face = { readonly point: Point3; readonly normal: Point3 };

/**
 * The plane to which all layers of an element are parallel: the face of the first layer of a wall, or the top of a
 * floor. Null for elements with several such planes, for walls along arcs and curtain walls.
 */
export function layerFace(element: Element, view: ModelView): Face | null {
  if (element.kind === 'wall') return wallFace(element);
  return element.kind === 'floor' ? floorTop(element, view) : null;
}

/** The face of the first layer of a wall; null without a straight axis. */
function wallFace({ params }: ElementOf<'wall'>): Face | null {
  const { start, end, thickness, layer_side, wall_type } = params;
  if (wallAxis(params).chain !== null || wall_type === 'curtain') return null;
  const by = (layer_side === 'right' ? -1 : 1) / segmentLengthMm(start, end);
  const normal = { x: (start.y - end.y) * by, y: (end.x - start.x) * by, z: 0 };
  const half = thickness / 2;
  return { point: { x: start.x + half * normal.x, y: start.y + half * normal.y, z: 0 }, normal };
}

/** The upper face of a floor. */
function floorTop({ params }: ElementOf<'floor'>, view: ModelView): Face {
  const { level_id, top_offset, slope = null } = params;
  const z = (view.elementOf(level_id, 'level')?.params.elevation ?? 0) + top_offset;
  if (slope === null) return { point: { x: 0, y: 0, z }, normal: { x: 0, y: 0, z: 1 } };
  const [along, up] = [directionOf(slope.direction_deg), directionOf(slope.pitch_deg)];
  const normal = { x: 0 - along.x * up.y, y: 0 - along.y * up.y, z: up.x };
  return { point: { ...slope.point, z }, normal };
}

/** Faces whose normal rises less than this are sides. */
const LEAST_RISE = 0.05;

/** The unit normal of a triangle of an upper face, by the place of its first corner in `triangles`; null for others. */
export function topNormal({ positions, triangles }: Mesh, first: number): Point3 | null {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((k) => 3 * at(triangles, first + k));
  const side = (to: number, axis: number): number =>
    at(positions, to + axis) - at(positions, a + axis);
  const [ux, uy, uz] = [side(b, 0), side(b, 1), side(b, 2)];
  const [vx, vy, vz] = [side(c, 0), side(c, 1), side(c, 2)];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length === 0 || z / length < LEAST_RISE
    ? null
    : { x: x / length, y: y / length, z: z / length };
}
