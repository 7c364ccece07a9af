/** @module layer pieces: the bodies of walls, floors and roofs as convex pieces of each layer. */
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import {
  type ConvexRegion,
  piecesOutside,
  pieceWithin,
} from '../../geometry/convex/half-space-cut.ts';
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { dot, minus, type Point3 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Layer } from '../../kinds/types/layers.ts';
import { typeOf } from '../../kinds/types/of-type.ts';
import type { ModelView } from '../../model/view.ts';
import { type Face, layerFace, topNormal } from './layer-faces.ts';

/** The pieces of a body in one layer, which share no volume; `layer` is null for an element that has no layers. */
export type LayerPieces = { readonly layer: Layer | null; readonly pieces: readonly ConvexPiece[] };

/** A face of an element, and the part of space in which its layers are parallel to it. */
type Covered = { readonly face: Face; readonly within: ConvexRegion };

/**
 * The pieces of each layer of a body, which together are the body; null if it is known as a mesh only. A body whose
 * layers follow no planes (a wall along an arc) is one piece of structure.
 * @throws {RangeError} if a roof would be divided into more than 20,000 pieces.
 */
export function layerPieces(element: Element, view: ModelView): readonly LayerPieces[] | null {
  const pieces = view.pieces(element.id);
  if (pieces === null) return null;
  const layers = typeOf(element, view)?.params.layers ?? [];
  const covered = layers.length === 0 ? [] : coveredBy(element, view);
  if (covered.length === 0) return [{ layer: null, pieces }];
  const rest = piecesOutside(
    pieces,
    covered.map(({ within }) => within),
  );
  const core = layers.findIndex((layer) => layer.function === 'structure');
  const restOf = core === -1 ? layers.length - 1 : core;
  let depth = 0;
  return layers.map((layer, i) => {
    const from = i === 0 ? -Infinity : depth;
    depth += layer.thickness;
    const to = i === layers.length - 1 ? Infinity : depth;
    const regions = covered.map(({ face, within }) => within.concat(between(face, from, to)));
    const own = pieces.flatMap((piece) =>
      regions.flatMap((region) => pieceWithin(piece, region) ?? []),
    );
    return { layer, pieces: i === restOf ? own.concat(rest) : own };
  });
}

/** The faces of an element; empty if its layers follow no planes. */
function coveredBy(element: Element, view: ModelView): readonly Covered[] {
  const face = layerFace(element, view);
  if (face !== null) return [{ face, within: [] }];
  const mesh = element.kind === 'wall' ? null : view.mesh(element.id);
  return mesh === null ? [] : upperFaces(mesh);
}

/** The space between two depths below a face, mm. */
function between({ point, normal }: Face, from: number, to: number): ConvexRegion {
  const top = dot(point, normal);
  const back = minus({ x: 0, y: 0, z: 0 }, normal);
  return [
    ...(from === -Infinity ? [] : [{ normal, offset: top - from }]),
    ...(to === Infinity ? [] : [{ normal: back, offset: to - top }]),
  ];
}

/** The triangles of the upper faces of a mesh, each with the unlimited vertical prism over it. */
function upperFaces(mesh: Mesh): readonly Covered[] {
  const { positions, triangles } = mesh;
  const corner = (index: number): Point3 => {
    const place = 3 * at(triangles, index);
    return {
      x: at(positions, place),
      y: at(positions, place + 1),
      z: at(positions, place + 2),
    };
  };
  const faces: Covered[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const normal = topNormal(mesh, i);
    if (normal === null) continue;
    const corners = [corner(i), corner(i + 1), corner(i + 2)];
    // Seen from above, the corners of an upper face run counter-clockwise.
    const within = corners.flatMap((from, k) => {
      const to = at(corners, (k + 1) % 3);
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (length === 0) return [];
      const side = { x: (to.y - from.y) / length, y: (from.x - to.x) / length, z: 0 };
      return [{ normal: side, offset: dot(side, from) }];
    });
    faces.push({ face: { point: at(corners, 0), normal }, within });
  }
  return faces;
}
