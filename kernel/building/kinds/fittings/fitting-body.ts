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
import { type Fitted, sharedParts } from './parts-of.ts';

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
  return { parts: sharedParts(element, type, host.thickness), host, offset, width, ...span };
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

/** A mesh in the frame of a void, mm: x along the wall, y to the left of its axis, z up from its foot; by its parts. */
const LOCAL = new WeakMap<readonly Part[], { left: Mesh | null; right: Mesh | null }>();

/** The mesh of parts, made once for all equal elements with the outer face on the same side. */
function localMesh({ parts, host }: Placed): Mesh {
  const known = LOCAL.get(parts) ?? { left: null, right: null };
  LOCAL.set(parts, known);
  const side = host.outerLeft ? 'left' : 'right';
  const found = known[side] ?? meshOf(parts, (part) => straightPart(part, host));
  known[side] = found;
  return found;
}

/** A part of a fitting in a straight wall along x. */
function straightPart({ region, y }: Part, host: FittingHost): Mesh {
  const [right, left] = asideOf(host, y);
  const middle = (right + left) / 2;
  const along = { start: { x: 0, y: middle }, end: { x: 1, y: middle }, thickness: left - right };
  return solidAcross(along, region, 0);
}

/** A part of a fitting in an arc: boxes along its facets. */
function arcPart({ rects, y }: Part, placed: Placed): Mesh {
  return extrudeAll(
    (rects ?? []).map((rect) => ({
      region: { boundary: planOf(placed, rect, y), holes: [] },
      low: placed.low + rect.low,
      high: placed.low + rect.high,
    })),
  );
}

/** All parts in one mesh, panes last. */
function meshOf(parts: readonly Part[], made: (part: Part) => Mesh): Mesh {
  const of = (isPane: boolean): Mesh =>
    mergeMeshes(parts.filter(({ role }) => (role === 'glass') === isPane).map(made));
  const [rest, panes] = [of(false), of(true)];
  if (panes.triangles.length === 0) return rest;
  return { ...mergeMeshes([rest, panes]), glass_from: rest.triangles.length };
}

/** Mesh of a door or window in its wall, mm, panes last. Throws `RangeError` if the wall does not exist. */
export function fittingMesh(
  element: AnyElement & Fitted,
  filling: Filling,
  level: Storey,
  site: Site,
): Mesh {
  const placed = placedIn(element, filling, level, site);
  const { host, parts, offset, low } = placed;
  const isArc = host.axis.chain !== null && parts.every(({ rects }) => rects !== null);
  if (isArc) return meshOf(parts, (part) => arcPart(part, placed));
  const local = localMesh(placed);
  const [start, along] = [host.axis.at(offset), host.axis.directionAt(0)];
  const positions = new Float64Array(local.positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y] = [local.positions[i] ?? 0, local.positions[i + 1] ?? 0];
    positions[i] = start.x + along.x * x - along.y * y;
    positions[i + 1] = start.y + along.y * x + along.x * y;
    positions[i + 2] = low + (local.positions[i + 2] ?? 0);
  }
  return { ...local, positions };
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
    return rects.flatMap((rect) => {
      const plan = planOf(placed, rect, y);
      // Rectangles of a straight wall are convex.
      const isArc = placed.host.axis.chain !== null;
      const rings = isArc ? convexRings({ boundary: plan, holes: [] }) : [plan];
      return rings.map((ring) => uprightPiece(ring, placed.low + rect.low, placed.low + rect.high));
    });
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
