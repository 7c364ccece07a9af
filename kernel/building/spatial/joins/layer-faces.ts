/** @module layer faces: the faces of walls, floors and roofs to which their layers are parallel. */
import type { Plane } from '../../geometry/convex/cell.ts';
import type { ConvexRegion } from '../../geometry/convex/half-space-cut.ts';
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import {
  cross,
  directionOf,
  dot,
  minus,
  type Point2,
  type Point3,
  segmentLengthMm,
} from '../../geometry/vector.ts';
import type { Chain } from '../../geometry/walls/arcs/chain.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import type { ModelView } from '../../model/view.ts';

/** The first face of an element, or a part of it, as a plane with its outward unit normal; mm. */
export type LayerFace = {
  readonly point: Point3;
  readonly normal: Point3;
  /** The convex part of space in which the layers are parallel to this face; empty for all of it. */
  readonly within: ConvexRegion;
};

/**
 * The faces to which the layers of an element are parallel: the face of the first layer of a wall (of an arc, of each
 * facet), the top of a floor, or the upper faces of a roof. Empty for curtain walls.
 */
export function layerFaces(element: Element, view: ModelView): readonly LayerFace[] {
  if (element.kind === 'wall') return wallFaces(element);
  if (element.kind === 'floor') return [floorTop(element, view)];
  const mesh = view.mesh(element.id);
  return mesh === null ? [] : upperFaces(mesh);
}

/** The space between two depths below a face, mm; unlimited depths are infinite. */
export function between({ point, normal }: LayerFace, from: number, to: number): ConvexRegion {
  const top = dot(point, normal);
  return [
    ...(from === -Infinity ? [] : [{ normal, offset: top - from }]),
    ...(to === Infinity ? [] : [behind({ normal, offset: top - to })]),
  ];
}

/** The other side of a plane. */
function behind({ normal: { x, y, z }, offset }: Plane): Plane {
  return { normal: { x: 0 - x, y: 0 - y, z: 0 - z }, offset: 0 - offset };
}

function wallFaces({ params }: ElementOf<'wall'>): readonly LayerFace[] {
  const { start, end, thickness, layer_side, wall_type } = params;
  if (wall_type === 'curtain') return [];
  const side = layer_side === 'right' ? -1 : 1;
  const { chain } = wallAxis(params);
  if (chain !== null) {
    return chain.units.map((unit, i) => {
      const { point, normal } = faceBeside(at(chain.nodes, i), unit, (side * thickness) / 2);
      return { point, normal, within: aroundFacet(chain, i) };
    });
  }
  const length = segmentLengthMm(start, end);
  const unit = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  return [{ ...faceBeside(start, unit, (side * thickness) / 2), within: [] }];
}

/** The plane to the left of an axis at a distance, to the right if it is negative; mm. */
function faceBeside({ x, y }: Point2, unit: Point2, left: number): Omit<LayerFace, 'within'> {
  const by = Math.sign(left);
  const normal = { x: 0 - by * unit.y, y: by * unit.x, z: 0 };
  const out = Math.abs(left);
  return { point: { x: x + out * normal.x, y: y + out * normal.y, z: 0 }, normal };
}

/** Extent of the outermost facets of an arc past their ends, in thicknesses: as far as mitres reach. */
const PAST_END = 4;

/** The part of the plan around a facet: between the lines across its ends, and past the ends of the wall. */
function aroundFacet({ nodes, units, left, right, thickness }: Chain, facet: number): ConvexRegion {
  const unit = at(units, facet);
  const across = (node: number): Plane => {
    const [a, b] = [at(right, node), at(left, node)];
    const length = segmentLengthMm(a, b);
    const normal = { x: (b.y - a.y) / length, y: (a.x - b.x) / length, z: 0 };
    return { normal, offset: normal.x * a.x + normal.y * a.y };
  };
  const past = (node: number, way: 1 | -1): Plane => {
    const normal = { x: way * unit.x, y: way * unit.y, z: 0 };
    const { x, y } = at(nodes, node);
    return { normal, offset: normal.x * x + normal.y * y + PAST_END * thickness };
  };
  const isFirst = facet === 0;
  const isLast = facet === units.length - 1;
  return [
    isFirst ? past(0, -1) : behind(across(facet)),
    isLast ? past(facet + 1, 1) : across(facet + 1),
  ];
}

/** The upper face of a floor. */
function floorTop({ params }: ElementOf<'floor'>, view: ModelView): LayerFace {
  const { level_id, top_offset, slope = null } = params;
  const z = (view.elementOf(level_id, 'level')?.params.elevation ?? 0) + top_offset;
  const up = { x: 0, y: 0, z: 1 };
  if (slope === null) return { point: { x: 0, y: 0, z }, normal: up, within: [] };
  const [along, pitch] = [directionOf(slope.direction_deg), directionOf(slope.pitch_deg)];
  const normal = { x: 0 - along.x * pitch.y, y: 0 - along.y * pitch.y, z: pitch.x };
  return { point: { ...slope.point, z }, normal, within: [] };
}

/** Faces whose normal rises less than this are sides. */
const LEAST_RISE = 0.05;

/** The triangles of the upper faces of a mesh, each with the unlimited vertical prism over it. */
function upperFaces(mesh: Mesh): readonly LayerFace[] {
  const { positions, triangles } = mesh;
  const corner = (index: number): Point3 => {
    const place = 3 * at(triangles, index);
    return { x: at(positions, place), y: at(positions, place + 1), z: at(positions, place + 2) };
  };
  const faces: LayerFace[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const corners = [corner(i), corner(i + 1), corner(i + 2)];
    const normal = topNormal(corners);
    if (normal === null) continue;
    // Seen from above, the corners of an upper face run counter-clockwise.
    const within = corners.flatMap((from, k): ConvexRegion => {
      const to = at(corners, (k + 1) % 3);
      const length = segmentLengthMm(from, to);
      if (length === 0) return [];
      const side = { x: (to.y - from.y) / length, y: (from.x - to.x) / length, z: 0 };
      return [{ normal: side, offset: dot(side, from) }];
    });
    faces.push({ point: at(corners, 0), normal, within });
  }
  return faces;
}

/** The unit normal of a triangle of an upper face; null for others. */
function topNormal(corners: readonly Point3[]): Point3 | null {
  const [a, b, c] = [at(corners, 0), at(corners, 1), at(corners, 2)];
  const normal = cross(minus(b, a), minus(c, a));
  const length = Math.sqrt(dot(normal, normal));
  if (length === 0 || normal.z / length < LEAST_RISE) return null;
  return { x: normal.x / length, y: normal.y / length, z: normal.z / length };
}
