/** @module roof shape: a roof of any form over an outline: its eaves, planes and lines, and the solid of its layer. */

import type { ConvexPiece } from '../convex/convex-piece.ts';
import { convexRings } from '../convex/convex-rings.ts';
import { at, cyclic } from '../indexed.ts';
import { extrudeBetween } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import { offsetRing, ringBounds, signedArea, validateRing } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { segmentLengthMm } from '../vector.ts';
import type { Part } from './layer-pieces.ts';
import { partsOf } from './layer-pieces.ts';
import type { FormFault, RoofForm } from './roof-forms.ts';
import { sidesOf } from './roof-forms.ts';
import type { GablePanel, RoofDetails, RoofFace, RoofLine } from './roof-lines.ts';
import { detailsOf } from './roof-lines.ts';
import type { RoofSide } from './roof-sides.ts';
import { depthOf } from './roof-sides.ts';
import type { SlopedFault, Underside } from './sloped-roof.ts';
import { layerOver, piecesOver, spaceOver, undersideOf } from './sloped-roof.ts';

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
  /** The highest point of the underside; of a shed that over the outline without its overhang. */
  readonly high: number;
  /** The one plane, or the underside over sides. */
  readonly under:
    | PlaneUnder
    | { readonly sides: readonly RoofSide[]; readonly underside: Underside };
};

type PlaneUnder = { readonly pitch: number; readonly boundary: Ring };

export type ShapeResult =
  | { readonly ok: true; readonly shape: RoofShape }
  | { readonly ok: false; readonly why: RoofFault };

/**
 * The shape over a valid outline, counter-clockwise, whose underside passes through the outline. Flat and shed are one
 * plane over all of it; a shed rises from its first side, and its overhang falls below the outline there.
 */
export function roofShape(spec: RoofSpec): ShapeResult {
  const form = sidesOf(spec);
  if (!form.ok) return form;
  const { boundary, overhang } = spec;
  if ('plane' in form) return planeShape(form.plane, boundary, overhang);
  const { sides } = form;
  if (sides.length > MOST_SIDES) {
    return { ok: false, why: { fault: 'many_sides', most: MOST_SIDES } };
  }
  const made = undersideOf({ rings: [boundary], sides, overhang });
  if (!made.ok) return made;
  const { underside } = made;
  const { eaves, net } = underside;
  const high = Math.max(...net.nodes.map(({ z }) => z));
  const shape = { eaves: at(eaves.rings, 0), high, under: { sides, underside } };
  return { ok: true, shape: { ...shape, ...detailsOf(net, eaves.rings) } };
}

function planeShape(pitch: number, boundary: Ring, overhang: number): ShapeResult {
  const moved = offsetRing(boundary, overhang);
  const check = moved === null ? null : validateRing(moved);
  if (moved === null || check === null || !check.ok || at(check.ring, 0).x !== at(moved, 0).x) {
    return { ok: false, why: { fault: 'overhang_collides' } };
  }
  const height = planeOver(pitch, boundary);
  const high = Math.max(...boundary.map(height));
  const details = { faces: [planeFace(pitch, moved)], lines: planeLines(pitch, moved, height) };
  const gables: readonly GablePanel[] = [];
  return {
    ok: true,
    shape: { eaves: moved, high, under: { pitch, boundary }, ...details, gables },
  };
}

function planeOver(pitch: number, boundary: Ring): (p: Point2) => number {
  if (pitch === 0) return () => 0;
  const [a, b] = [at(boundary, 0), at(boundary, 1)];
  const length = segmentLengthMm(a, b);
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
  return (p) => pitch * ((p.x - a.x) * nx + (p.y - a.y) * ny);
}

function planeFace(pitch: number, eaves: Ring): RoofFace {
  const area_mm2 = Math.abs(signedArea(eaves));
  const sloped_area_mm2 = area_mm2 * Math.sqrt(1 + pitch * pitch);
  return { side: 0, slope_deg: (Math.atan(pitch) * 180) / Math.PI, area_mm2, sloped_area_mm2 };
}

/** The eave is along the first side; a flat roof has nothing else. */
function planeLines(
  pitch: number,
  eaves: Ring,
  height: (p: Point2) => number,
): readonly RoofLine[] {
  return eaves.map((start, i) => {
    const end = cyclic(eaves, i + 1);
    const kind = pitch === 0 || i === 0 ? 'eave' : 'verge';
    return { kind, from: { ...start, z: height(start) }, to: { ...end, z: height(end) } };
  });
}

/** Lengths in mm: where the outline lies, and the layer square to its planes. */
export type RoofLayer = { readonly elevation: number; readonly thickness: number };

export type LayerResult =
  | { readonly ok: true; readonly mesh: Mesh }
  | { readonly ok: false; readonly why: SlopedFault };

/** The solid of the layer over a shape, its edges upright. */
export function roofLayer({ eaves, under }: RoofShape, layer: RoofLayer): LayerResult {
  if ('sides' in under) return layerOver(under.sides, under.underside, layer);
  const { elevation, thickness } = layer;
  const height = planeOver(under.pitch, under.boundary);
  const depth = depthOf(thickness, under.pitch);
  const mesh = extrudeBetween(
    { boundary: eaves, holes: [] },
    (p) => elevation + height(p),
    (p) => elevation + height(p) + depth,
  );
  return { ok: true, mesh };
}

/** Convex pieces of the layer; null where its mesh tells them. */
export function roofPieces({ under }: RoofShape, layer: RoofLayer): readonly ConvexPiece[] | null {
  return 'sides' in under ? piecesOver(under.sides, under.underside, layer) : null;
}

/** The underside of a shape whose outline lies at an elevation: convex parts in plan with heights in the world, mm. */
export function undersideParts({ eaves, under }: RoofShape, elevation: number): readonly Part[] {
  if ('sides' in under) {
    return partsOf(under.underside.net).map(({ ring, box, height }) => ({
      ring,
      box,
      height: (p) => elevation + height(p),
    }));
  }
  const height = planeOver(under.pitch, under.boundary);
  return convexRings({ boundary: eaves, holes: [] }).map((ring) => ({
    ring,
    box: ringBounds(ring),
    height: (p) => elevation + height(p),
  }));
}

/** The space over the underside, closed, everywhere higher than `top`, mm; null where it does not close. */
export function spaceOverShape(shape: RoofShape, elevation: number, top: number): Mesh | null {
  const { eaves, under } = shape;
  if ('sides' in under) {
    const lowest = Math.min(...under.underside.net.nodes.map(({ z }) => z));
    return spaceOver(under.underside, elevation, Math.max(1, top - elevation - lowest + 1));
  }
  const height = planeOver(under.pitch, under.boundary);
  const highest = Math.max(...eaves.map(height));
  return extrudeBetween(
    { boundary: eaves, holes: [] },
    (p) => elevation + height(p),
    () => Math.max(top, elevation + highest) + 1,
  );
}
