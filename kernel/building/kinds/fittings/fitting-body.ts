/** @module fitting body: the body of a door or window at its place in its wall, from its parts. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { type ConvexPiece, uprightPiece } from '../../geometry/convex/convex-piece.ts';
import { convexRings } from '../../geometry/convex/convex-rings.ts';
import { extrudeAll } from '../../geometry/mesh/extrude.ts';
import { type Mesh, mergeMeshes } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { sectorBetween, type WallAxis, wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { type AnyElement, type Filling, isOf, type Site, type Storey } from '../kind.ts';
import { boxOver } from '../shared/boxes.ts';
import { impossible } from '../shared/faults.ts';
import { typeOf } from '../types/of-type.ts';
import { piecesAcross, solidAcross } from '../wall/wall-outlines.ts';
import { wall } from '../wall/wall.ts';
import type { Interval, Part } from './part.ts';
import { type Fitted, partsOf } from './parts-of.ts';

/** The wall of a void as parts need it: its outer face is that of its first layer. */
export type FittingHost = {
  readonly axis: WallAxis;
  readonly thickness: number;
  /** Whether the outer face is to the left of the axis. */
  readonly outerLeft: boolean;
};

/** The wall around a door or window; null for any other element. */
export function fittingHost(host: AnyElement | undefined): FittingHost | null {
  if (!isOf(wall, host)) return null;
  const { thickness, layer_side } = host.params;
  return { axis: wallAxis(host.params), thickness, outerLeft: layer_side !== 'right' };
}

/** The interval of a part to the left of the axis of its wall, mm. */
export function asideOf(
  { thickness, outerLeft }: Omit<FittingHost, 'axis'>,
  [from, to]: Interval,
): Interval {
  const half = thickness / 2;
  return outerLeft ? [half - to, half - from] : [from - half, to - half];
}

/** A door or window in its wall: its parts, and where its void begins, mm. */
type Placed = {
  readonly parts: readonly Part[];
  readonly host: FittingHost;
  readonly offset: number;
  readonly width: number;
  readonly low: number;
  readonly high: number;
};

/** Throws `RangeError` if the wall does not exist. */
function placedIn(
  element: AnyElement & Fitted,
  filling: Filling,
  level: Storey,
  site: Site,
): Placed {
  const found = site.element(filling.cut.host_id);
  const host = fittingHost(found);
  if (host === null || !isOf(wall, found) || wall.holds === 'none') {
    return impossible(filling, `no wall \`${filling.cut.host_id}\``);
  }
  const span = wall.holds.span(found, level, filling, site);
  const { offset, width } = filling.cut;
  if (offset === null || span === null) return impossible(filling, 'has no place in its wall');
  const type = typeOf(element, site)?.params ?? null;
  return { parts: partsOf(element, type, host.thickness), host, offset, width, ...span };
}

type Extent = { readonly from: number; readonly to: number };

/** The plan of a rectangle of a part. */
function planOf({ host, offset }: Placed, { from, to }: Extent, y: Interval): Ring {
  return sectorBetween(host.axis, [offset + from, offset + to], asideOf(host, y));
}

/** The part of a straight wall that a part of a fitting occupies in depth. */
function slab(placed: Placed, y: Interval): { start: Point2; end: Point2; thickness: number } {
  const { host, offset, width } = placed;
  const [right, left] = asideOf(host, y);
  const middle = (right + left) / 2;
  const [start, end] = [host.axis.at(offset, middle), host.axis.at(offset + width, middle)];
  return { start, end, thickness: left - right };
}

function meshOf(placed: Placed, parts: readonly Part[]): Mesh {
  const isArc = placed.host.axis.chain !== null;
  return mergeMeshes(
    parts.map(({ region, rects, y }) =>
      isArc && rects !== null
        ? extrudeAll(
            rects.map((rect) => ({
              region: { boundary: planOf(placed, rect, y), holes: [] },
              low: placed.low + rect.low,
              high: placed.low + rect.high,
            })),
          )
        : solidAcross(slab(placed, y), region, placed.low),
    ),
  );
}

/** Mesh of a door or window in its wall, mm, panes last. Throws `RangeError` if the wall does not exist. */
export function fittingMesh(
  element: AnyElement & Fitted,
  filling: Filling,
  level: Storey,
  site: Site,
): Mesh {
  const placed = placedIn(element, filling, level, site);
  const panes = placed.parts.filter(({ role }) => role === 'glass');
  const rest = meshOf(
    placed,
    placed.parts.filter(({ role }) => role !== 'glass'),
  );
  if (panes.length === 0) return rest;
  const all = mergeMeshes([rest, meshOf(placed, panes)]);
  return { ...all, glass_from: rest.triangles.length };
}

/** The same body as convex pieces. */
export function fittingPieces(
  element: AnyElement & Fitted,
  filling: Filling,
  level: Storey,
  site: Site,
): readonly ConvexPiece[] {
  const placed = placedIn(element, filling, level, site);
  return placed.parts.flatMap(({ region, rects, y }) => {
    if (rects === null) return piecesAcross(slab(placed, y), convexRings(region), placed.low);
    return rects.flatMap((rect) =>
      convexRings({ boundary: planOf(placed, rect, y), holes: [] }).map((ring) =>
        uprightPiece(ring, placed.low + rect.low, placed.low + rect.high),
      ),
    );
  });
}

/** World box of the body on the 0.001 mm grid; null without a place. */
export function fittingBox(
  element: AnyElement & Fitted,
  filling: Filling,
  level: Storey,
  site: Site,
): BoxMm | null {
  const found = site.element(filling.cut.host_id);
  if (!isOf(wall, found) || filling.cut.offset === null) return null;
  const placed = placedIn(element, filling, level, site);
  const ends = placed.parts.flatMap(({ y }) => [...y]);
  if (ends.length === 0) return null;
  const { width, low, high } = placed;
  const plan = planOf(placed, { from: 0, to: width }, [Math.min(...ends), Math.max(...ends)]);
  return boxOver(plan, { low, high });
}
