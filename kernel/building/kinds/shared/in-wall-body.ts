/** @module in wall body: the panel that fills a door or window, over the whole thickness of its wall. */
import type { ConvexPiece } from '../geometry/convex/convex-piece.ts';
import { uprightPiece } from '../geometry/convex/convex-piece.ts';
import { convexRings } from '../geometry/convex/convex-rings.ts';
import { extrudeRegion } from '../geometry/mesh/extrude.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { Ring } from '../geometry/plan/polygon.ts';
import { impossible } from './faults.ts';
import type { Filling, Site, Span, Storey } from './kind.ts';
import { isOf } from './kind.ts';
import { wall } from './wall.ts';

type Panel = { readonly boundary: Ring; readonly span: Span };

/** Outline and heights of what fills a hole in a wall, mm. Throws `RangeError` when the wall is not there. */
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

/** Mesh of what fills a hole in a wall, mm. Throws `RangeError` when the wall is not there. */
export function panelInWall(filling: Filling, level: Storey, site: Site): Mesh {
  const { boundary, span } = panelOf(filling, level, site);
  return extrudeRegion({ boundary, holes: [] }, span.low, span.high);
}

/** The same body in convex pieces: one, but for what fills a hole in an arc. */
export function panelPieces(filling: Filling, level: Storey, site: Site): readonly ConvexPiece[] {
  const { boundary, span } = panelOf(filling, level, site);
  return convexRings({ boundary, holes: [] }).map((ring) =>
    uprightPiece(ring, span.low, span.high),
  );
}
