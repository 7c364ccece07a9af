/** @module roof shape: a roof of any form over an outline: its eaves, planes and lines, and the solid of its layer. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at, cyclic } from '../indexed.ts';
import { extrudeBetween } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Region, Ring } from '../plan/polygon.ts';
import { offsetRing, regionArea, ringBounds, validateRing } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { segmentLengthMm } from '../vector.ts';
import type { Part } from './layer-pieces.ts';
import { partsOf } from './layer-pieces.ts';
import type { FormFault, RoofForm } from './roof-forms.ts';
import { sidesOf } from './roof-forms.ts';
import type { RoofDetails, RoofFace, RoofLine } from './roof-lines.ts';
import { detailsOf } from './roof-lines.ts';
import type { Courted } from './roof-rings.ts';
import { sweptNumbers, sweptRings } from './roof-rings.ts';
import type { RoofSide } from './roof-sides.ts';
import { depthOf, eavesOf, ringsFurtherOut } from './roof-sides.ts';
import type { SlopedFault, Underside } from './sloped-roof.ts';
import { layerOver, piecesAlike, piecesOver, undersideOf, widerNet } from './sloped-roof.ts';

/** A form with its overhang in plan, mm. */
export type RoofSpec = RoofForm & { readonly overhang: number };

/** Why there is no such roof; sides by their number from 0, side 0 from the first corner to the second. */
export type RoofFault =
  | FormFault
  | SlopedFault
  /** More sides than are swept in the time that a call may take. */
  | { readonly fault: 'many_sides'; readonly most: number }
  /** The overhang makes the outline cross itself. */
  | { readonly fault: 'overhang_collides' };

/** The work grows with the third power of the sides: for so many it is about a second. */
const MOST_SIDES = 200;

/** A roof before it has a thickness and a place; heights over the outline, mm. */
export type RoofShape = RoofDetails & {
  /** Outline with its overhang, counter-clockwise. */
  readonly eaves: Ring;
  /** Courtyards as far as no overhang covers them, clockwise. */
  readonly holes: readonly Ring[];
  /** The highest point of the underside; of a shed that over the outline without its overhang. */
  readonly high: number;
  /** The one plane, or the underside over sides. */
  readonly under:
    | PlaneUnder
    | { readonly sides: readonly RoofSide[]; readonly underside: Underside };
};

type PlaneUnder = { readonly pitch: number; readonly boundary: Ring };

/** What a roof covers in plan, with its overhang. */
export function coveredRegion({ eaves, holes }: Pick<RoofShape, 'eaves' | 'holes'>): Region {
  return { boundary: eaves, holes };
}

export type ShapeResult =
  | { readonly ok: true; readonly shape: RoofShape }
  | { readonly ok: false; readonly why: RoofFault };

/**
 * The shape over a valid outline, counter-clockwise, whose underside passes through the outline and its courtyards. Flat
 * and shed are one plane over all of it; a shed rises from its first side, and its overhang falls below the outline there.
 */
export function roofShape(spec: RoofSpec): ShapeResult {
  const form = sidesOf(spec);
  if (!form.ok) return form;
  if ('plane' in form) return planeShape(form.plane, spec);
  if (form.sides.length > MOST_SIDES) {
    return { ok: false, why: { fault: 'many_sides', most: MOST_SIDES } };
  }
  const numbers = sweptNumbers(spec);
  const sides = numbers.map((number) => at(form.sides, number));
  const made = undersideOf({ rings: sweptRings(spec), sides, overhang: spec.overhang });
  if (!made.ok) return { ok: false, why: renumbered(made.why, numbers) };
  return { ok: true, shape: shapeFrom(made.underside, sides, numbers) };
}

/** How much of what is asked for there may be room for round the outside, and in courtyards, which are small. */
const OUTSIDE = [1, 0.5, 0.25, 0.1, 0];
const INSIDE = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0];

/**
 * The underside of a roof going on beyond its eaves, heights over the outline, mm: a plane by `by`, planes over sides by as
 * much on the steepest side of an outline, so that hips and valleys go straight on; by less where an outline or a courtyard
 * has no room for that.
 */
export function partsBeyond(shape: RoofShape, by: number): readonly Part[] {
  const { under, eaves, holes } = shape;
  if (!('sides' in under)) {
    // A courtyard without room lies within this distance of its sides everywhere.
    const wider = ringsFurtherOut([eaves, ...holes], by) ?? ringsFurtherOut([eaves], by);
    const [boundary = [], ...courts] = wider ?? [eaves, ...holes];
    return planeParts(under, { boundary, holes: courts });
  }
  const { sides, underside } = under;
  const own = underside.eaves.rings.map((ring, i, rings) => {
    const first = rings.slice(0, i).flat().length;
    return outOnPlanes(sides.slice(first, first + ring.length), by);
  });
  for (const outside of OUTSIDE) {
    for (const inside of INSIDE) {
      const out = own.flatMap((ring, i) => ring.map((one) => one * (i === 0 ? outside : inside)));
      const net = widerNet(underside, sides, out);
      if (net !== null) return partsOf(net);
      if (holes.length === 0) break;
    }
  }
  return partsOf(underside.net);
}

/** How far sides reach out when all of them fall by as much, mm. */
function outOnPlanes(sides: readonly RoofSide[], by: number): readonly number[] {
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
  const counted = <F extends { readonly side: number }>(list: readonly F[]): readonly F[] =>
    list
      .map((face) => ({ ...face, side: at(numbers, face.side) }))
      .toSorted((a, b) => a.side - b.side);
  return {
    eaves: boundary,
    holes,
    high,
    under: { sides, underside },
    faces: counted(faces),
    lines,
    gables: counted(gables),
  };
}

/** A fault with its sides as they are counted rather than as they were swept. */
function renumbered(why: SlopedFault, numbers: readonly number[]): SlopedFault {
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

/** The swept rings with the overhang; null where it makes them cross. */
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

/** The eave is along the first side of the outline; a flat roof has nothing else. */
function planeLines(ring: Ring, { pitch, height, court }: PlaneEdge): readonly RoofLine[] {
  return ring.map((start, i) => {
    const end = cyclic(ring, i + 1);
    const kind = pitch === 0 || (i === 0 && !court) ? 'eave' : 'verge';
    return { kind, from: { ...start, z: height(start) }, to: { ...end, z: height(end) } };
  });
}

/** Lengths in mm: where the outline lies, and the layer square to its planes. */
export type RoofLayer = { readonly elevation: number; readonly thickness: number };

export type LayerResult =
  | { readonly ok: true; readonly mesh: Mesh }
  | { readonly ok: false; readonly why: SlopedFault };

/** The solid of the layer over a shape, its edges upright. */
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

/** Convex pieces of the layer; null where its mesh tells them. */
export function roofPieces({ under }: RoofShape, layer: RoofLayer): readonly ConvexPiece[] | null {
  return 'sides' in under ? piecesOver(under.sides, under.underside, layer) : null;
}

/** The pieces of slopes that are alike where rounding keeps the mesh from telling them; null of other roofs. */
export function alikePieces({ under }: RoofShape, layer: RoofLayer): readonly ConvexPiece[] | null {
  return 'sides' in under ? piecesAlike(under.sides, under.underside, layer) : null;
}

/** The underside of a shape: convex parts in plan with heights over its outline, mm. */
export function undersideParts({ under, eaves, holes }: RoofShape): readonly Part[] {
  if ('sides' in under) return partsOf(under.underside.net);
  return planeParts(under, coveredRegion({ eaves, holes }));
}

function planeParts({ pitch, boundary }: PlaneUnder, covered: Region): readonly Part[] {
  const height = planeOver(pitch, boundary);
  return convexRings(covered).map((ring) => ({ ring, box: ringBounds(ring), height }));
}
