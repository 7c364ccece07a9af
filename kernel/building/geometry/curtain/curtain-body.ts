/** @module curtain body: panels and mullions of a curtain wall as solids, and their quantities. */

import { type ConvexPiece, uprightPiece } from '../convex/convex-piece.ts';
import { at } from '../indexed.ts';
import { extrudeTriangles } from '../mesh/extrude.ts';
import { mergeMeshes, type Mesh } from '../mesh/mesh.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import { samePoint, segmentLengthMm } from '../vector.ts';
import type { HeightBand } from '../walls/wall-joins.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import { type CurtainStrip, curtainStrip } from './curtain-ends.ts';
import { onGridMm } from './curtain-grid.ts';
import { layoutOf, type Piece, postOf } from './curtain-layout.ts';
import type { CurtainGrid } from './curtain-sizes.ts';

/** A curtain wall with its joined footprint, its grid and its doors and windows, mm. */
export type CurtainWall = Pick<WallSolid, 'wall' | 'footprint' | 'height'> & {
  readonly grid: CurtainGrid;
  readonly openings: readonly (WallSolid['openings'][number] & { readonly id: string })[];
};

/** A panel or mullion, as convex prisms that only touch. */
export type CurtainPart = Piece & {
  /** Counter-clockwise outlines in plan, mm. */
  readonly outlines: readonly Ring[];
  /** Whether it is a box aligned with the axis of the wall. */
  readonly isSquare: boolean;
};

/** Quantities of panels and mullions: areas mm², lengths mm. */
export type CurtainCounts = {
  readonly panel_count: number;
  readonly mullion_count: number;
  readonly glass_area_mm2: number;
  readonly mullion_length_mm: number;
};

/** All parts, panels first; none shares volume with another part or with a door or window of the wall. */
export function curtainParts(spec: CurtainWall): readonly CurtainPart[] {
  const { bands } = spec.footprint;
  return bands === undefined ? partsAmong(spec) : bandedParts(spec, bands);
}

/** The parts of a wall whose ends differ over its height: those that differ are divided at that height. */
function bandedParts(spec: CurtainWall, bands: readonly HeightBand[]): readonly CurtainPart[] {
  const foot = spec.wall.low ?? 0;
  const found: CurtainPart[] = [];
  const counts = new Map<string, number>();
  for (const [i, band] of bands.entries()) {
    const [low, high] = [
      i === 0 ? 0 : onGridMm(band.low - foot),
      i === bands.length - 1 ? spec.height : onGridMm(band.high - foot),
    ];
    for (const part of partsAmong({ ...spec, footprint: band })) {
      const { rect } = part;
      const cut = { ...rect, low: Math.max(rect.low, low), high: Math.min(rect.high, high) };
      if (cut.low >= cut.high) continue;
      const below = found.findIndex((other) => continues(other, { ...part, rect: cut }));
      if (below >= 0) {
        const other = at(found, below);
        found[below] = { ...other, rect: { ...other.rect, high: cut.high } };
        continue;
      }
      const count = (counts.get(part.key) ?? 0) + 1;
      counts.set(part.key, count);
      // The wall keeps the keys of its parts, from which their ids in files are derived.
      found.push({ ...part, key: count === 1 ? part.key : `${part.key}+${count}`, rect: cut });
    }
  }
  const panels = found.filter(({ role }) => role === 'panel');
  return [
    ...panels.filter(({ solid }) => !solid),
    ...panels.filter(({ solid }) => solid),
    ...found.filter(({ role }) => role !== 'panel'),
  ];
}

/** Whether a part of the band above is the rest of a part. */
function continues(below: CurtainPart, above: CurtainPart): boolean {
  const [a, b] = [below.rect, above.rect];
  return (
    below.role === above.role &&
    below.solid === above.solid &&
    below.upright === above.upright &&
    a.high === b.low &&
    a.from === b.from &&
    a.to === b.to &&
    below.outlines.length === above.outlines.length &&
    below.outlines.every((ring, i) => isSameRing(ring, at(above.outlines, i)))
  );
}

function isSameRing(a: Ring, b: Ring): boolean {
  return a.length === b.length && a.every((point, i) => samePoint(point, at(b, i)));
}

function partsAmong(spec: CurtainWall): readonly CurtainPart[] {
  const { wall, footprint, grid } = spec;
  const strip = curtainStrip(wall, footprint, grid);
  return piecesOf(spec, strip).flatMap((piece) => {
    const { role, rect, across } = piece;
    const { from, to } = rect;
    if (grid.laps && role === 'panel') {
      return [{ ...piece, outlines: [strip.rectangle(from, to, across)], isSquare: true }];
    }
    const outlines = strip.outline(from, to, across);
    const { between } = strip;
    const isSquare = between !== null && from >= between.from && to <= between.to;
    return outlines.length === 0 ? [] : [{ ...piece, outlines, isSquare }];
  });
}

function piecesOf(
  { wall, height, grid, openings }: CurtainWall,
  { between, panels }: CurtainStrip,
): readonly Piece[] {
  const cuts = openings.map(({ id, offset, width, sill, height: high }) => ({
    id,
    from: offset,
    to: onGridMm(offset + width),
    low: sill,
    high: onGridMm(sill + high),
  }));
  if (between === null) return postOf(height, grid, cuts);
  const length = segmentLengthMm(wall.start, wall.end);
  return layoutOf({ length, height, ...between }, grid, cuts, panels);
}

/** The body: closed solids that touch, raised by `base` mm. */
export function curtainMesh(parts: readonly CurtainPart[], base: number): Mesh {
  return mergeMeshes(
    parts.flatMap(({ outlines, rect }) =>
      outlines.map((ring) =>
        extrudeTriangles(ring, fan(ring.length), base + rect.low, base + rect.high),
      ),
    ),
  );
}

/** Fan triangulation of a convex outline. */
function fan(corners: number): Uint32Array {
  return Uint32Array.from(Array.from({ length: corners - 2 }, (_, i) => [0, i + 1, i + 2]).flat());
}

/** The same body as convex pieces. */
export function curtainPieces(parts: readonly CurtainPart[], base: number): readonly ConvexPiece[] {
  return parts.flatMap(({ outlines, rect }) =>
    outlines.map((ring) => uprightPiece(ring, base + rect.low, base + rect.high)),
  );
}

/** Volume of a part, mm³. */
export function partVolume({ outlines, rect }: CurtainPart): number {
  return outlines.reduce((sum, ring) => sum + signedArea(ring), 0) * (rect.high - rect.low);
}

/** Length of a mullion, mm. */
export function mullionLength({ upright, rect }: CurtainPart): number {
  return upright ? rect.high - rect.low : rect.to - rect.from;
}

/** Area of a panel on the face of the wall, mm². */
export function panelArea({ rect }: CurtainPart): number {
  return (rect.to - rect.from) * (rect.high - rect.low);
}

/** Quantities of the parts. */
export function curtainCounts(parts: readonly CurtainPart[]): CurtainCounts {
  const panels = parts.filter(({ role }) => role === 'panel');
  const mullions = parts.filter(({ role }) => role === 'mullion');
  return {
    panel_count: panels.length,
    mullion_count: mullions.length,
    glass_area_mm2: panels.reduce((sum, part) => sum + (part.solid ? 0 : panelArea(part)), 0),
    mullion_length_mm: mullions.reduce((sum, part) => sum + mullionLength(part), 0),
  };
}
