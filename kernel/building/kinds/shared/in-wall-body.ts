/** @module in wall body: the panel that fills a door or window, over the whole thickness of its wall. */
import { type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type ElementFor, type Filling, type Site, type Span, type Storey, isOf } from '../kind.ts';
import type { WallParams } from '../wall/params.ts';
import { piecesAcross, solidAcross } from '../wall/wall-outlines.ts';
import { wall } from '../wall/wall.ts';
import { impossible } from './faults.ts';

type Panel = { readonly boundary: Ring; readonly span: Span };

/**
 * Outline and heights of an element that fills a void in a wall, mm. Throws `RangeError` if the wall does not exist.
 */
function panelOf(filling: Filling, level: Storey, site: Site): Panel {
  const host = site.element(filling.cut.host_id);
  if (!isOf(wall, host) || wall.holds === 'none') {
    return impossible(filling, `no wall \`${filling.cut.host_id}\``);
  }
  const boundary = wall.holds.outline(host, filling);
  const span = wall.holds.span(host, level, filling, site);
  if (boundary === null || span === null) return impossible(filling, 'has no place in its wall');
  return { boundary, span };
}

type ShapedPanel = {
  readonly wall: ElementFor<'wall', typeof WallParams>['params'];
  readonly outline: Ring;
  /** Elevation of the foot of the wall, mm. */
  readonly base: number;
};

/** A panel that is no rectangle; null for a rectangle. */
function shapedIn({ cut }: Filling, span: Span, site: Site): ShapedPanel | null {
  const host = site.element(cut.host_id);
  const outline = cut.outline ?? null;
  if (outline === null || !isOf(wall, host)) return null;
  return { wall: host.params, outline, base: span.low - cut.sill };
}

/** Mesh of an element that fills a void in a wall, mm. Throws `RangeError` if the wall does not exist. */
export function panelInWall(filling: Filling, level: Storey, site: Site): Mesh {
  const { boundary, span } = panelOf(filling, level, site);
  const shaped = shapedIn(filling, span, site);
  if (shaped !== null) {
    return solidAcross(shaped.wall, { boundary: shaped.outline, holes: [] }, shaped.base);
  }
  return extrudeRegion({ boundary, holes: [] }, span.low, span.high);
}

/** The same body as convex pieces: one, or several in an arc. */
export function panelPieces(filling: Filling, level: Storey, site: Site): readonly ConvexPiece[] {
  const { boundary, span } = panelOf(filling, level, site);
  const shaped = shapedIn(filling, span, site);
  if (shaped !== null) {
    const rings = convexRings({ boundary: shaped.outline, holes: [] });
    return piecesAcross(shaped.wall, rings, shaped.base);
  }
  return convexRings({ boundary, holes: [] }).map((ring) =>
    uprightPiece(ring, span.low, span.high),
  );
}
