/** @module cut layers: the layers of a wall, floor or roof in a section. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import { clippedBy } from '../../../building/geometry/plan/half-plane.ts';
import { type Ring, ringBounds, signedArea } from '../../../building/geometry/plan/polygon.ts';
import { type Area, common, united, without } from '../../../building/geometry/plan/regions.ts';
import { dot, minus, type Point2 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { Layer } from '../../../building/kinds/types/layers.ts';
import { typeOf } from '../../../building/kinds/types/of-type.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { type Face, layerFace, topNormal } from '../../../building/spatial/joins/layer-faces.ts';
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
  const face = layerFace(element, view);
  if (face !== null) return belowPlane(face, frame);
  return element.kind === 'wall' ? null : belowTops(element, frame, view);
}

/** Strips between planes parallel to a face. */
function belowPlane({ point, normal }: Face, { origin, right, up }: Frame): Strips {
  const off = dot(minus(point, origin), normal);
  const [along, rise] = [dot(right, normal), dot(up, normal)];
  const depth = ({ x, y }: Point2): number => off - x * along - y * rise;
  return ([from, to], rings) => {
    const box = boxOver(rings);
    const inner = from === -Infinity ? box : clippedBy(box, (p) => depth(p) - from);
    const strip = to === Infinity ? inner : clippedBy(inner, (p) => to - depth(p));
    return strip.length > 2 ? [strip] : [];
  };
}

function boxOver(rings: readonly Ring[]): Ring {
  const { min, max } = ringBounds(rings.flat());
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

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
    const rise = topNormal(mesh, i)?.z;
    if (rise === undefined) continue;
    edges.push(p.x < q.x ? { from: p, to: q, rise } : { from: q, to: p, rise });
  }
  return edges;
}
