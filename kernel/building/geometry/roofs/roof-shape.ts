/** @module roof shape: a roof of any form over an outline, with its eaves, planes, lines and layer solid. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at, cyclic } from '../indexed.ts';
import { extrudeBetween } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { offsetRing, regionArea, ringBounds, validateRing } from '../plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../vector.ts';
import { type Part, partsOf } from './layer-pieces.ts';
import { type FormFault, type RoofForm, sidesOf } from './roof-forms.ts';
import { detailsOf, type RoofDetails, type RoofFace, type RoofLine } from './roof-lines.ts';
import { type Courted, sweptNumbers, sweptRings } from './roof-rings.ts';
import { depthOf, eavesOf, ringsFurtherOut, type RoofSide } from './roof-sides.ts';
import type { SlopedFault, Underside } from './sloped-roof.ts';
import { layerOver, piecesAlike, piecesOver, undersideOf, widerNet } from './sloped-roof.ts';

/** A roof form with its overhang in plan, mm. */
export type RoofSpec = RoofForm & { readonly overhang: number };

/** The reason why a roof is impossible. Sides are numbered from 0; side 0 is from the first corner to the second. */
export type RoofFault =
  | FormFault
  | SlopedFault
  /** More than `most` sides, which cannot be swept within the time limit of a call. */
  | { readonly fault: 'many_sides'; readonly most: number }
  /** The outline intersects itself after it is moved outwards by the overhang. */
  | { readonly fault: 'overhang_collides' };

/** Maximum number of sides. The time of a sweep is cubic in their number; this many take about a second. */
const MAX_SIDES = 200;

/** The underside of a roof, independent of its thickness and elevation; heights above the outline, mm. */
export type RoofShape = RoofDetails & {
  /** Outline with its overhang, counter-clockwise. */
  readonly eaves: Ring;
  /** The parts of courtyards that no overhang covers, clockwise. */
  readonly holes: readonly Ring[];
  /** Height of the highest point of the underside; for a shed, of the part over the outline without its overhang. */
  readonly high: number;
  /** The single plane of a flat or shed roof, or the underside of a roof with sloping sides. */
  readonly under:
    | PlaneUnder
    | { readonly sides: readonly RoofSide[]; readonly underside: Underside };
};

/** A plane that rises from the first side of the boundary with this pitch, the tangent of the slope. */
type PlaneUnder = { readonly pitch: number; readonly boundary: Ring };

/** The region that a roof covers in plan, including its overhang. */
export function coveredRegion({ eaves, holes }: Pick<RoofShape, 'eaves' | 'holes'>): Region {
  return { boundary: eaves, holes };
}

export type ShapeResult =
  | { readonly ok: true; readonly shape: RoofShape }
  | { readonly ok: false; readonly why: RoofFault };

/**
 * The roof shape over a valid counter-clockwise outline; its underside passes through the sides of the outline and its
 * courtyards. Flat and shed roofs are a single plane; a shed rises from its first side, and its overhang at that side
 * is below the outline.
 */
export function roofShape(spec: RoofSpec): ShapeResult {
  const form = sidesOf(spec);
  if (!form.ok) return form;
  if ('plane' in form) return planeShape(form.plane, spec);
  if (form.sides.length > MAX_SIDES) {
    return { ok: false, why: { fault: 'many_sides', most: MAX_SIDES } };
  }
  const numbers = sweptNumbers(spec);
  const sides = numbers.map((number) => at(form.sides, number));
  const made = undersideOf({ rings: sweptRings(spec), sides, overhang: spec.overhang });
  if (!made.ok) return { ok: false, why: withOutlineSides(made.why, numbers) };
  return { ok: true, shape: shapeFrom(made.underside, sides, numbers) };
}

/** Shares of the requested extension to try at the outer sides, in this order. */
const OUTER_SHARES = [1, 0.5, 0.25, 0.1, 0];

/** Shares to try at the sides of courtyards, in smaller steps because courtyards have little space. */
const COURT_SHARES = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0];

/**
 * The underside extended beyond its eaves, heights above the outline, mm. A single plane extends by `by` mm. The
 * steepest side of each ring extends by `by` mm and the other sides as far as they fall by the same height, so that
 * hips and valleys continue straight; all by less if a ring has no space for that.
 */
export function partsBeyond(shape: RoofShape, by: number): readonly Part[] {
  const { under, eaves, holes } = shape;
  if (!('sides' in under)) {
    // A courtyard without enough space is covered completely, because each of its points is within `by` of its sides.
    const wider = ringsFurtherOut([eaves, ...holes], by) ?? ringsFurtherOut([eaves], by);
    const [boundary = [], ...courts] = wider ?? [eaves, ...holes];
    return planeParts(under, { boundary, holes: courts });
  }
  const { sides, underside } = under;
  const own = underside.eaves.rings.map((ring, i, rings) => {
    const first = rings.slice(0, i).flat().length;
    return extensions(sides.slice(first, first + ring.length), by);
  });
  for (const outside of OUTER_SHARES) {
    for (const inside of COURT_SHARES) {
      const out = own.flatMap((ring, i) => ring.map((one) => one * (i === 0 ? outside : inside)));
      const net = widerNet(underside, sides, out);
      if (net !== null) return partsOf(net);
      if (holes.length === 0) break;
    }
  }
  return partsOf(underside.net);
}

/**
 * Horizontal extension of each side, mm, if all sloping sides fall by the same height and the steepest extends by `by`;
 * gables extend by `by`.
 */
function extensions(sides: readonly RoofSide[], by: number): readonly number[] {
  const steepest = Math.max(...sides.map((side) => side?.pitch ?? 0));
  return sides.map((side) => (side === null ? by : (by * steepest) / side.pitch));
}

function shapeFrom(
  underside: Underside,
  sides: readonly RoofSide[],
  numbers: readonly number[],
): RoofShape {
  const { eaves, net } = underside;
  const high = Math.max(...net.nodes.map(({ z }) => z));
  const [boundary = [], ...holes] = eaves.rings;
  const { faces, lines, gables } = detailsOf(net, eaves.rings);
  const withOutlineNumbers = <F extends { readonly side: number }>(
    list: readonly F[],
  ): readonly F[] =>
    list
      .map((face) => ({ ...face, side: at(numbers, face.side) }))
      .toSorted((a, b) => a.side - b.side);
  return {
    eaves: boundary,
    holes,
    high,
    under: { sides, underside },
    faces: withOutlineNumbers(faces),
    lines,
    gables: withOutlineNumbers(gables),
  };
}

/** A fault with the numbers of its sides in the swept rings replaced by those in the outline. */
function withOutlineSides(why: SlopedFault, numbers: readonly number[]): SlopedFault {
  if ('side' in why) return { ...why, side: at(numbers, why.side) };
  if (why.fault === 'in_line') {
    const [a, b] = why.sides;
    return { ...why, sides: [at(numbers, a), at(numbers, b)] };
  }
  return why.fault === 'open' ? { ...why, sides: why.sides.map((i) => at(numbers, i)) } : why;
}

function planeShape(pitch: number, { boundary, holes, overhang }: RoofSpec): ShapeResult {
  const rings = movedRings({ boundary, holes }, overhang);
  if (rings === null) return { ok: false, why: { fault: 'overhang_collides' } };
  const [moved = [], ...courts] = rings;
  const height = planeOver(pitch, boundary);
  const high = Math.max(...boundary.map(height));
  const covered = { eaves: moved, holes: courts };
  const faces = [planeFace(pitch, coveredRegion(covered))];
  const lines = rings.flatMap((ring, i) => planeLines(ring, { pitch, height, court: i > 0 }));
  const shape = { ...covered, high, under: { pitch, boundary }, faces, lines, gables: [] };
  return { ok: true, shape };
}

/** The swept rings moved outwards by the overhang; null if they then intersect. */
function movedRings(courted: Courted, overhang: number): readonly Ring[] | null {
  if (courted.holes.length > 0) {
    const rings = sweptRings(courted);
    const even = rings.flat().map(() => ({ pitch: 1, upper: null }));
    const eaves = eavesOf({ rings, sides: even, overhang });
    return 'side' in eaves ? null : eaves.rings;
  }
  const moved = offsetRing(courted.boundary, overhang);
  const check = moved === null ? null : validateRing(moved);
  if (moved === null || check === null || !check.ok || at(check.ring, 0).x !== at(moved, 0).x) {
    return null;
  }
  return [moved];
}

function planeOver(pitch: number, boundary: Ring): (p: Point2) => number {
  if (pitch === 0) return () => 0;
  const [a, b] = [at(boundary, 0), at(boundary, 1)];
  const length = segmentLengthMm(a, b);
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
  return (p) => pitch * ((p.x - a.x) * nx + (p.y - a.y) * ny);
}

function planeFace(pitch: number, covered: Region): RoofFace {
  const area_mm2 = regionArea(covered);
  const sloped_area_mm2 = area_mm2 * Math.sqrt(1 + pitch * pitch);
  return { side: 0, slope_deg: (Math.atan(pitch) * 180) / Math.PI, area_mm2, sloped_area_mm2 };
}

type PlaneEdge = {
  readonly pitch: number;
  readonly height: (p: Point2) => number;
  readonly court: boolean;
};

/** The edges of a plane: an eave along the first side of the outline, verges along the others; if flat, all eaves. */
function planeLines(ring: Ring, { pitch, height, court }: PlaneEdge): readonly RoofLine[] {
  return ring.map((start, i) => {
    const end = cyclic(ring, i + 1);
    const kind = pitch === 0 || (i === 0 && !court) ? 'eave' : 'verge';
    return { kind, from: { ...start, z: height(start) }, to: { ...end, z: height(end) } };
  });
}

/** A roof layer: elevation of the outline, and thickness perpendicular to the planes, mm. */
export type RoofLayer = { readonly elevation: number; readonly thickness: number };

export type LayerResult =
  | { readonly ok: true; readonly mesh: Mesh }
  | { readonly ok: false; readonly why: SlopedFault };

/** The solid of the layer over a shape; the outer edges of the layer are vertical. */
export function roofLayer(shape: RoofShape, layer: RoofLayer): LayerResult {
  const { under } = shape;
  if ('sides' in under) return layerOver(under.sides, under.underside, layer);
  const { elevation, thickness } = layer;
  const height = planeOver(under.pitch, under.boundary);
  const depth = depthOf(thickness, under.pitch);
  const mesh = extrudeBetween(
    coveredRegion(shape),
    (p) => elevation + height(p),
    (p) => elevation + height(p) + depth,
  );
  return { ok: true, mesh };
}

/** Convex pieces of the layer; null if the mesh of the layer is to be decomposed instead. */
export function roofPieces({ under }: RoofShape, layer: RoofLayer): readonly ConvexPiece[] | null {
  return 'sides' in under ? piecesOver(under.sides, under.underside, layer) : null;
}

/**
 * Convex pieces of a layer with equal slopes, for use if rounding makes its mesh impossible to decompose; null for
 * other roofs.
 */
export function alikePieces({ under }: RoofShape, layer: RoofLayer): readonly ConvexPiece[] | null {
  return 'sides' in under ? piecesAlike(under.sides, under.underside, layer) : null;
}

/** The underside of a shape as convex parts in plan, with heights above its outline, mm. */
export function undersideParts({ under, eaves, holes }: RoofShape): readonly Part[] {
  if ('sides' in under) return partsOf(under.underside.net);
  return planeParts(under, coveredRegion({ eaves, holes }));
}

function planeParts({ pitch, boundary }: PlaneUnder, covered: Region): readonly Part[] {
  const height = planeOver(pitch, boundary);
  return convexRings(covered).map((ring) => ({ ring, box: ringBounds(ring), height }));
}
