/** @module in wall body: the panel that fills a door or window, over the whole thickness of its wall. */
import { type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { extrudeRegion } from '../../geometry/mesh/extrude.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Filling, type Site, type Span, type Storey, isOf } from '../kind.ts';
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

/** Mesh of an element that fills a void in a wall, mm. Throws `RangeError` if the wall does not exist. */
export function panelInWall(filling: Filling, level: Storey, site: Site): Mesh {
  const { boundary, span } = panelOf(filling, level, site);
  return extrudeRegion({ boundary, holes: [] }, span.low, span.high);
}

/** The same body as convex pieces: one, or several in an arc. */
export function panelPieces(filling: Filling, level: Storey, site: Site): readonly ConvexPiece[] {
  const { boundary, span } = panelOf(filling, level, site);
  return convexRings({ boundary, holes: [] }).map((ring) =>
    uprightPiece(ring, span.low, span.high),
  );
}
