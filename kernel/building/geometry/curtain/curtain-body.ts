/** @module curtain body: the panels and mullions of a curtain wall as solids, and what is counted of them. */
import type { ConvexPiece } from '../convex/convex-piece.ts';
import { uprightPiece } from '../convex/convex-piece.ts';
import { extrudeTriangles } from '../mesh/extrude.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { mergeMeshes } from '../mesh/mesh.ts';
import type { Ring } from '../plan/polygon.ts';
import { signedArea } from '../plan/polygon.ts';
import { segmentLengthMm } from '../vector.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import type { CurtainStrip } from './curtain-ends.ts';
import { curtainStrip } from './curtain-ends.ts';
import type { CurtainGrid } from './curtain-grid.ts';
import { onGridMm } from './curtain-grid.ts';
import type { Piece } from './curtain-layout.ts';
import { layoutOf, postOf } from './curtain-layout.ts';

/** A curtain wall among its neighbours, mm; what it holds has names. */
export type CurtainWall = Pick<WallSolid, 'wall' | 'footprint' | 'height'> & {
  readonly grid: CurtainGrid;
  readonly openings: readonly (WallSolid['openings'][number] & { readonly id: string })[];
};

/** A panel or mullion: convex prisms that only touch. */
export type CurtainPart = Piece & {
  /** Counter-clockwise outlines in plan, mm. */
  readonly outlines: readonly Ring[];
  /** Whether it is a box along the axis of the wall. */
  readonly isSquare: boolean;
};

/** What is counted: panels and mullions, areas mm², lengths mm. */
export type CurtainCounts = {
  readonly panel_count: number;
  readonly mullion_count: number;
  readonly glass_area_mm2: number;
  readonly mullion_length_mm: number;
};

/** All parts, panels first; none shares volume with another or with what the wall holds. */
export function curtainParts(spec: CurtainWall): readonly CurtainPart[] {
  const { wall, footprint, grid } = spec;
  const strip = curtainStrip(wall, footprint, grid);
  return piecesOf(spec, strip).flatMap((piece) => {
    const { from, to } = piece.rect;
    const half = (piece.role === 'panel' ? grid.glass : grid.depth) / 2;
    const outlines = strip.outline(from, to, half);
    const { between } = strip;
    const isSquare = between !== null && from >= between.from && to <= between.to;
    return outlines.length === 0 ? [] : [{ ...piece, outlines, isSquare }];
  });
}

function piecesOf(
  { wall, height, grid, openings }: CurtainWall,
  { between }: CurtainStrip,
): readonly Piece[] {
  const cuts = openings.map(({ id, offset, width, sill, height: high }) => ({
    id,
    from: offset,
    to: onGridMm(offset + width),
    low: sill,
    high: onGridMm(sill + high),
  }));
  if (between === null) return postOf(height, cuts);
  const length = segmentLengthMm(wall.start, wall.end);
  return layoutOf({ length, height, ...between }, grid, cuts);
}

/** The body: closed solids that touch, `base` mm up. */
export function curtainMesh(parts: readonly CurtainPart[], base: number): Mesh {
  return mergeMeshes(
    parts.flatMap(({ outlines, rect }) =>
      outlines.map((ring) =>
        extrudeTriangles(ring, fan(ring.length), base + rect.low, base + rect.high),
      ),
    ),
  );
}

/** Triangles of a convex outline. */
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

/** Counts of the parts. */
export function curtainCounts(parts: readonly CurtainPart[]): CurtainCounts {
  const panels = parts.filter(({ role }) => role === 'panel');
  const mullions = parts.filter(({ role }) => role === 'mullion');
  return {
    panel_count: panels.length,
    mullion_count: mullions.length,
    glass_area_mm2: panels.reduce((sum, part) => sum + panelArea(part), 0),
    mullion_length_mm: mullions.reduce((sum, part) => sum + mullionLength(part), 0),
  };
}
