/** @module cut layers: the layers of a wall, floor or roof in a section. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import { clippedBy } from '../../../building/geometry/plan/half-plane.ts';
import { type Ring, ringBounds, signedArea } from '../../../building/geometry/plan/polygon.ts';
import { type Area, common, united, without } from '../../../building/geometry/plan/regions.ts';
import {
  directionOf,
  type Point2,
  type Point3,
  segmentLengthMm,
} from '../../../building/geometry/vector.ts';
import { wallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import type { Layer } from '../../../building/kinds/types/layers.ts';
import { typeOf } from '../../../building/kinds/types/of-type.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { crossing, type Frame, inFrame, isBehind } from './slice.ts';

/** The part of a section that lies in a layer, mm in the frame. */
export type LayerCut = { readonly layer: Layer; readonly area: Area };

/** The section of an element: outlines in the frame, under the even-odd rule. */
type Cut = { readonly element: Element; readonly rings: readonly Ring[] };

/** Distances of the faces of a layer from the first face, mm. */
type Depths = readonly [from: number, to: number];

/**
 * The layers in a section by an upright plane, which together are the section. Null for an element without a type that
 * has layers, for walls along arcs, curtain walls, and elements with the form of a file.
 */
export function cutLayers(
  { element, rings }: Cut,
  frame: Frame,
  view: ModelView,
): readonly LayerCut[] | null {
  const layers = typeOf(element, view)?.params.layers ?? [];
  if (layers.length === 0 || rings.length === 0 || view.fileMesh(element.id) !== null) return null;
  const strips = stripsOf(element, frame, view);
  if (strips === null) return null;
  let depth = 0;
  const parts = layers.map((layer, i): LayerCut => {
    const from = i === 0 ? -Infinity : depth;
    depth += layer.thickness;
    const to = i === layers.length - 1 ? Infinity : depth;
    return { layer, area: common(rings, united(strips([from, to], rings).map((ring) => [ring]))) };
  });
  return withRest(parts, rings);
}

/** Smaller remainders are rounding, mm². */
const LEAST_MM2 = 1;

/** The layers with what none of them contains, such as the part of a roof outside its upper face, in the first structural one. */
function withRest(parts: readonly LayerCut[], rings: readonly Ring[]): readonly LayerCut[] {
  const covered = united(parts.map(({ area }) => area));
  const rest = without(rings, covered).filter((ring) => Math.abs(signedArea(ring)) > LEAST_MM2);
  const core = parts.findIndex(({ layer }) => layer.function === 'structure');
  const index = core === -1 ? parts.length - 1 : core;
  return parts
    .map(({ layer, area }, i) =>
      i === index && rest.length > 0 ? { layer, area: united([area, rest]) } : { layer, area },
    )
    .filter(({ area }) => area.length > 0);
}

/** Outlines that contain the part of a section between two depths. */
type Strips = (depths: Depths, rings: readonly Ring[]) => readonly Ring[];

/** The strips of an element; null for elements whose layers follow no planes. */
function stripsOf(element: Element, frame: Frame, view: ModelView): Strips | null {
  if (element.kind === 'wall') {
    const face = wallFace(element);
    return face === null ? null : belowPlane(face, frame);
  }
  return element.kind === 'floor'
    ? belowPlane(floorTop(element, view), frame)
    : belowTops(element, frame, view);
}

/** The plane of the first face of an element, with its outward unit normal; mm. */
type Face = { readonly point: Point3; readonly normal: Point3 };

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

/** Strips between planes parallel to a face. */
function belowPlane({ point, normal }: Face, { origin, right, up }: Frame): Strips {
  const off = { x: point.x - origin.x, y: point.y - origin.y, z: point.z - origin.z };
  const [whole, along, rise] = [off, right, up].map((v) => dot(v, normal));
  const depth = ({ x, y }: Point2): number => (whole ?? 0) - x * (along ?? 0) - y * (rise ?? 0);
  return ([from, to], rings) => {
    const box = boxOver(rings);
    const inner = from === -Infinity ? box : clippedBy(box, (p) => depth(p) - from);
    const strip = to === Infinity ? inner : clippedBy(inner, (p) => to - depth(p));
    return strip.length > 2 ? [strip] : [];
  };
}

function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function boxOver(rings: readonly Ring[]): Ring {
  const { min, max } = ringBounds(rings.flat());
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

/** Faces whose normal rises less than this are sides. */
const LEAST_RISE = 0.05;

/** A part of the upper face in the section, from left to right, and the vertical component of its unit normal. */
type TopEdge = { readonly from: Point2; readonly to: Point2; readonly rise: number };

/** Strips parallel to the upper faces of a roof. */
function belowTops({ id }: Element, frame: Frame, view: ModelView): Strips | null {
  const mesh = view.mesh(id);
  const edges = mesh === null ? [] : topEdges(mesh, frame);
  if (edges.length === 0) return null;
  return (depths, rings) => {
    const { min, max } = ringBounds(rings.flat());
    const beyond = max.y - min.y + 1;
    return edges.map(({ from, to, rise }) => {
      const [high, low] = depths.map((depth) => Math.min(beyond, Math.max(-1, depth / rise)));
      return [lowered(from, low), lowered(to, low), lowered(to, high), lowered(from, high)];
    });
  };
}

function lowered({ x, y }: Point2, by = 0): Point2 {
  return { x, y: y - by };
}

/** The upper faces of a mesh in the plane of depth 0. */
function topEdges(mesh: Mesh, frame: Frame): readonly TopEdge[] {
  const spots = inFrame(mesh, frame);
  const edges: TopEdge[] = [];
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => at(mesh.triangles, i + k));
    const points = corners.flatMap((a, k) => {
      const b = at(corners, (k + 1) % 3);
      // Both triangles of an edge cross it at the same point.
      return isBehind(spots, a) === isBehind(spots, b)
        ? []
        : [crossing(spots, Math.min(a, b), Math.max(a, b))];
    });
    const [p, q] = points;
    if (p === undefined || q === undefined || p.x === q.x) continue;
    const rise = riseOf(mesh, corners);
    if (rise < LEAST_RISE) continue;
    edges.push(p.x < q.x ? { from: p, to: q, rise } : { from: q, to: p, rise });
  }
  return edges;
}

/** The vertical component of the unit normal of a triangle; 0 if it has no area. */
function riseOf({ positions }: Mesh, corners: readonly number[]): number {
  const [a = 0, b = 0, c = 0] = corners.map((corner) => 3 * corner);
  const side = (to: number, axis: number): number =>
    at(positions, to + axis) - at(positions, a + axis);
  const [ux, uy, uz] = [side(b, 0), side(b, 1), side(b, 2)];
  const [vx, vy, vz] = [side(c, 0), side(c, 1), side(c, 2)];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  return length === 0 ? 0 : nz / length;
}
