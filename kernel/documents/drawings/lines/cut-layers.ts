/** @module cut layers: the layers of a wall, floor or roof in a section. */
import type { ConvexRegion } from '../../../building/geometry/convex/half-space-cut.ts';
import { clippedBy } from '../../../building/geometry/plan/half-plane.ts';
import { type Ring, ringBounds, signedArea } from '../../../building/geometry/plan/polygon.ts';
import { type Area, common, united, without } from '../../../building/geometry/plan/regions.ts';
import { dot } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { Layer } from '../../../building/kinds/types/layers.ts';
import { typeOf } from '../../../building/kinds/types/of-type.ts';
import type { ModelView } from '../../../building/model/view.ts';
import {
  between,
  type LayerFace,
  layerFaces,
} from '../../../building/spatial/joins/layer-faces.ts';
import type { Frame } from './slice.ts';

/** The part of a section that lies in a layer, mm in the frame. */
export type LayerCut = { readonly layer: Layer; readonly area: Area };

/** The section of an element: outlines in the frame, under the even-odd rule. */
type Cut = { readonly element: Element; readonly rings: readonly Ring[] };

/**
 * The layers in a section by an upright plane, which together are the section. Null for an element without a type that
 * has layers, for curtain walls, and for elements with the form of a file.
 */
export function cutLayers(
  { element, rings }: Cut,
  frame: Frame,
  view: ModelView,
): readonly LayerCut[] | null {
  const layers = typeOf(element, view)?.params.layers ?? [];
  if (layers.length === 0 || rings.length === 0 || view.fileMesh(element.id) !== null) return null;
  const faces = layerFaces(element, view);
  if (faces.length === 0) return null;
  const strips = stripsOf(rings, faces, frame);
  let depth = 0;
  const parts = layers.map((layer, i): LayerCut => {
    const from = i === 0 ? -Infinity : depth;
    depth += layer.thickness;
    const to = i === layers.length - 1 ? Infinity : depth;
    const own = strips.map(({ ring, face }) => [clippedTo(ring, between(face, from, to), frame)]);
    return { layer, area: common(rings, united(own)) };
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

/** The convex outline of the part of a section near a face, and the face. */
type Strip = { readonly ring: Ring; readonly face: LayerFace };

/** The parts of the box of a section near each face. */
function stripsOf(
  rings: readonly Ring[],
  faces: readonly LayerFace[],
  frame: Frame,
): readonly Strip[] {
  const { min, max } = ringBounds(rings.flat());
  // A margin, so that sides of the section are within.
  const [x0, y0, x1, y1] = [min.x - 1, min.y - 1, max.x + 1, max.y + 1];
  const box = [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
  return faces.flatMap((face) => {
    const ring = clippedTo(box, face.within, frame);
    return ring.length > 2 ? [{ ring, face }] : [];
  });
}

/** The part of a convex ring in the frame that is inside all planes. */
function clippedTo(ring: Ring, planes: ConvexRegion, { origin, right, up }: Frame): Ring {
  return planes.reduce<Ring>((rest, { normal, offset }) => {
    if (rest.length < 3) return [];
    const [inside, along, rise] = [
      offset - dot(origin, normal),
      dot(right, normal),
      dot(up, normal),
    ];
    return clippedBy(rest, ({ x, y }) => inside - x * along - y * rise);
  }, ring);
}
