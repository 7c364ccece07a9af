/** @module layer pieces: the bodies of walls, floors and roofs as convex pieces of each layer. */
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { piecesOutside, pieceWithin } from '../../geometry/convex/half-space-cut.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Layer } from '../../kinds/types/layers.ts';
import { typeOf } from '../../kinds/types/of-type.ts';
import type { ModelView } from '../../model/view.ts';
import { between, layerFaces } from './layer-faces.ts';

/** The pieces of a body in one layer, which share no volume; `layer` is null for an element that has no layers. */
export type LayerPieces = { readonly layer: Layer | null; readonly pieces: readonly ConvexPiece[] };

/**
 * The pieces of each layer of a body, which together are the body; null if it is known as a mesh only.
 * @throws {RangeError} if a roof would be divided into more than 20,000 pieces.
 */
export function layerPieces(element: Element, view: ModelView): readonly LayerPieces[] | null {
  const pieces = view.pieces(element.id);
  if (pieces === null) return null;
  const layers = typeOf(element, view)?.params.layers ?? [];
  const faces = layers.length === 0 ? [] : layerFaces(element, view);
  if (faces.length === 0) return [{ layer: null, pieces }];
  const rest = piecesOutside(
    pieces,
    faces.map(({ within }) => within),
  );
  const core = layers.findIndex((layer) => layer.function === 'structure');
  const restOf = core === -1 ? layers.length - 1 : core;
  let depth = 0;
  return layers.map((layer, i) => {
    const from = i === 0 ? -Infinity : depth;
    depth += layer.thickness;
    const to = i === layers.length - 1 ? Infinity : depth;
    const regions = faces.map((face) => face.within.concat(between(face, from, to)));
    const own = pieces.flatMap((piece) =>
      regions.flatMap((region) => pieceWithin(piece, region) ?? []),
    );
    return { layer, pieces: i === restOf ? own.concat(rest) : own };
  });
}
