/** @module roof solids: flat and shed over any outline, gable and hip over rectangles. */

import { at, cyclic } from '../indexed.ts';
import { extrudeBetween, extrudeRegion } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { createMeshBuilder } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import { offsetRing, validateRing } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { micrometres, segmentLengthMm } from '../vector.ts';

export type RoofKind = 'flat' | 'shed' | 'gable' | 'hip';

/**
 * A roof over a valid outline. Lengths in mm.
 * - `elevation`: where the underside meets the outline (for shed: its first side, the eave).
 * - `slope_deg`: 0 or more, under 90; ignored for flat.
 * - `thickness`: square to the roof plane, so that the layer is equally thick at every slope; the
 *   vertical measure is thickness / cos(slope).
 * - `overhang`: beyond the outline in plan; a sloping underside falls below `elevation` there.
 */
export type RoofSpec = {
  readonly kind: RoofKind;
  readonly boundary: Ring;
  readonly elevation: number;
  readonly slope_deg: number;
  readonly thickness: number;
  readonly overhang: number;
};

export type RoofFault = 'needs_rectangle' | 'overhang_collides' | 'slope_out_of_range';

export type RoofResult =
  | { readonly ok: true; readonly mesh: Mesh }
  | { readonly ok: false; readonly fault: RoofFault };

/**
 * The solid of a roof. Flat and shed take any outline; a shed rises from the first side of the outline
 * inwards. Gable and hip take rectangles in any position; the ridge runs along the longer sides (the
 * first side when square), a hip on a square has an apex.
 */
export function roofMesh(spec: RoofSpec): RoofResult {
  if (!(spec.slope_deg >= 0 && spec.slope_deg < 90)) {
    return { ok: false, fault: 'slope_out_of_range' };
  }
  const moved = offsetRing(spec.boundary, spec.overhang);
  const check = moved === null ? null : validateRing(moved);
  if (moved === null || check === null || !check.ok || at(check.ring, 0).x !== at(moved, 0).x) {
    return { ok: false, fault: 'overhang_collides' };
  }
  const pitch = Math.tan((spec.slope_deg * Math.PI) / 180);
  const depth = spec.thickness * Math.sqrt(1 + pitch * pitch);
  if (spec.kind === 'flat' || pitch === 0) {
    const top = spec.elevation + spec.thickness;
    return {
      ok: true,
      mesh: extrudeRegion({ boundary: moved, holes: [] }, spec.elevation, top),
    };
  }
  if (spec.kind === 'shed') {
    const under = shedUnderside(spec, pitch);
    const mesh = extrudeBetween({ boundary: moved, holes: [] }, under, (p) => under(p) + depth);
    return { ok: true, mesh };
  }
  if (!isRectangle(spec.boundary)) {
    return { ok: false, fault: 'needs_rectangle' };
  }
  return { ok: true, mesh: ridgedRoof(spec, moved, { pitch, depth }) };
}

function shedUnderside({ boundary, elevation }: RoofSpec, pitch: number): (p: Point2) => number {
  const [a, b] = [at(boundary, 0), at(boundary, 1)];
  const length = segmentLengthMm(a, b);
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
  return (p) => elevation + pitch * ((p.x - a.x) * nx + (p.y - a.y) * ny);
}

/** Four corners, each square within the rounding of a corner to the grid: what a gable and a hip need. */
export function isRectangle(ring: Ring): boolean {
  return (
    ring.length === 4 &&
    ring.every((corner, i) => {
      const [before, after] = [cyclic(ring, i - 1), cyclic(ring, i + 1)];
      const dot =
        (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y);
      const sides = segmentLengthMm(before, corner) + segmentLengthMm(corner, after);
      return Math.abs(dot) <= 0.002 * sides;
    })
  );
}

type Slope = { readonly pitch: number; readonly depth: number };

/** Gable or hip: eave corners 0 to 3 with side 0-1 along the ridge, ridge ends 4 (near 3-0) and 5. */
function ridgedRoof(spec: RoofSpec, eaves: Ring, { pitch, depth }: Slope): Mesh {
  const turn =
    micrometres(sideLength(spec.boundary, 0)) >= micrometres(sideLength(spec.boundary, 1)) ? 0 : 1;
  const corners = [0, 1, 2, 3].map((i) => cyclic(eaves, i + turn));
  const [a, b, c, d] = [at(corners, 0), at(corners, 1), at(corners, 2), at(corners, 3)];
  const along = sideLength(corners, 0);
  const half = sideLength(corners, 1) / 2;
  const inset = spec.kind === 'hip' ? half / along : 0;
  const near = middle(a, d);
  const far = middle(b, c);
  const ridge = (share: number): Point2 => ({
    x: near.x + (far.x - near.x) * share,
    y: near.y + (far.y - near.y) * share,
  });
  const low = spec.elevation - pitch * spec.overhang;
  const high = low + pitch * half;
  const builder = createMeshBuilder();
  const hasApex = spec.kind === 'hip' && 2 * half >= along - 0.002;
  for (const lift of [0, depth]) {
    for (const corner of corners) {
      builder.add(corner.x, corner.y, low + lift);
    }
    for (const share of hasApex ? [0.5] : [inset, 1 - inset]) {
      const point = ridge(share);
      builder.add(point.x, point.y, high + lift);
    }
  }
  const size = hasApex ? 5 : 6;
  const end = hasApex ? 4 : 5;
  const upper: (readonly number[])[] = [
    [0, 1, end, 4],
    [2, 3, 4, end],
    ...(spec.kind === 'hip'
      ? [
          [1, 2, end],
          [3, 0, 4],
        ]
      : []),
  ];
  const rim = spec.kind === 'hip' ? [0, 1, 2, 3] : [0, 1, end, 2, 3, 4];
  const faces = [
    ...upper.map((face) => face.map((i) => i + size)),
    ...upper.map((face) => face.toReversed()),
    ...rim.map((i, k) => {
      const next = cyclic(rim, k + 1);
      return [i, next, next + size, i + size];
    }),
  ];
  for (const face of faces) {
    // With an apex the ridge has no length: drop the repeated corner.
    const distinct = face.filter((index, k) => index !== cyclic(face, k - 1));
    for (let k = 2; k < distinct.length; k++) {
      builder.triangle(at(distinct, 0), at(distinct, k - 1), at(distinct, k));
    }
  }
  return builder.finish();
}

function sideLength(ring: Ring, i: number): number {
  return segmentLengthMm(cyclic(ring, i), cyclic(ring, i + 1));
}

function middle(a: Point2, b: Point2): Point2 {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
