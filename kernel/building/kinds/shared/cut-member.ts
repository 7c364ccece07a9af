/** @module cut member: bodies, volumes, motions and faults of columns and beams that planes cut. */
import { type ConvexPiece, pieceVolume } from '../../geometry/convex/convex-piece.ts';
import { meshOutside } from '../../geometry/convex/cut-mesh.ts';
import { piecesOutside } from '../../geometry/convex/half-space-cut.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { AnyElement, Fault, Site, Storey } from '../kind.ts';
import { NO_BODY_MM3 } from '../rules/in-wall.ts';
import { type CutByPlanes, cutRegions, isCutByPlanes } from './cut-planes.ts';
import { neededSolids } from './faults.ts';

type Cut = { readonly params: CutByPlanes };
type Pieces = readonly ConvexPiece[];

/**
 * The mesh of a member as its planes cut it; `pieces` are those of the whole mesh, null if it has none. Throws `RangeError` if the solid
 * kernel is needed and not loaded.
 */
export function cutMesh(
  element: Pick<AnyElement, 'kind' | 'id'> & Cut,
  { mesh, pieces }: { readonly mesh: Mesh; readonly pieces: () => Pieces | null },
  level: Storey,
  site: Site,
): Mesh {
  if (!isCutByPlanes(element.params)) return mesh;
  const regions = cutRegions(element.params, level.params.elevation);
  return meshOutside(() => neededSolids(site.solids, element), { mesh, pieces: pieces() }, regions);
}

/** The convex pieces of a member as its planes cut it. */
export function cutPieces({ params }: Cut, pieces: Pieces, level: Storey): Pieces {
  return isCutByPlanes(params)
    ? piecesOutside(pieces, cutRegions(params, level.params.elevation))
    : pieces;
}

/**
 * Volume of a member as its planes cut it, mm³: the exact volume of the whole member times the share of its pieces that is
 * left, since circles and fillets have facets in pieces.
 */
export function cutVolume(
  element: Cut,
  { volume, pieces }: { readonly volume: number; readonly pieces: () => Pieces },
  level: Storey | undefined,
): number {
  if (level === undefined || !isCutByPlanes(element.params)) return volume;
  const whole = pieces();
  return (volume * volumeOf(cutPieces(element, whole, level))) / volumeOf(whole);
}

function volumeOf(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
}

/** The fault of a member of which its planes leave nothing, or that they divide into too many pieces; null without one. */
export function cutMemberFault(
  element: Cut,
  pieces: (level: Storey) => Pieces,
  level: Storey | undefined,
): Fault | null {
  if (level === undefined || !isCutByPlanes(element.params)) return null;
  try {
    return volumeOf(cutPieces(element, pieces(level), level)) >= NO_BODY_MM3
      ? null
      : { why: 'would have no body left: its cut planes remove all of it' };
  } catch (error) {
    if (error instanceof RangeError) return { why: `cannot be built: ${error.message}` };
    throw error;
  }
}

/** What a tool shows of planes: their number; empty without planes. */
export function shownPlanes({ cut_planes }: CutByPlanes): { readonly cut_planes?: number } {
  return cut_planes === undefined || cut_planes === null ? {} : { cut_planes: cut_planes.length };
}
