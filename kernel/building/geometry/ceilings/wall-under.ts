/** @module wall under: a wall whose top is the underside of the roof or floor above it. */

import { type ConvexPiece, uprightPiece } from '../convex/convex-piece.ts';
import { emptyMesh, type Mesh } from '../mesh/mesh.ts';
import type { SolidKernel } from '../mesh/solid-kernel.ts';
import { clippedBy, withoutRepeats } from '../plan/half-plane.ts';
import { type Ring, signedArea } from '../plan/polygon.ts';
import { ROUND_OFF_MM, ROUNDED_AREA_MM2 } from '../tolerances.ts';
import { outlinesOver } from '../walls/height-bands.ts';
import { layeredMesh, layersOf } from '../walls/solid/banded-wall.ts';
import type { WallSolid } from '../walls/wall-mesh.ts';
import { wallPieces, wallVoids, lessBoxes, subtractOpenings } from '../walls/wall-mesh.ts';
import { bodyUnder } from './ceiling-body.ts';
import { type Extent, extentBelow, wedge } from './ceiling-extent.ts';
import type { Ceiling } from './ceiling.ts';
import { type Cover, coverOf, highest, type Top, topOver } from './cover.ts';
import { volumeOfSpace } from './space-under.ts';

/** A wall and the ceiling under which it ends; `spec.height` is its height outside the ceiling. */
export type WallUnder = { readonly spec: WallSolid; readonly ceiling: Ceiling };

/** Extent of the body, without regard to openings; null if the ceiling leaves nothing. */
export function extentUnder({ spec, ceiling }: WallUnder): Extent | null {
  const tall = tallOf({ spec, ceiling });
  if (tall === null) return null;
  const beyond = spec.base + spec.height;
  const parts = layersOf(tall.spec).flatMap(({ footprint: { ring: outline }, base, height }) => {
    const part = extentBelow({ outline, base, beyond }, coverOf(outline, ceiling));
    return part === null ? [] : [{ ...part, high: Math.min(part.high, base + height) }];
  });
  if (parts.length === 0) return null;
  return {
    points: parts.flatMap(({ points }) => points),
    high: Math.max(...parts.map(({ high }) => high)),
  };
}

/** The wall with its greatest height under the ceiling; null if the ceiling leaves nothing. */
function tallOf({
  spec,
  ceiling,
}: WallUnder): { readonly spec: WallSolid; readonly isOpen: boolean } | null {
  const { base, footprint } = spec;
  const covers = outlinesOver(footprint).map((ring) => [ring, coverOf(ring, ceiling)] as const);
  const tops = covers.flatMap(([ring, cover]) => extentOf(spec, ring, cover)?.high ?? []);
  const high = Math.max(...tops);
  if (tops.length === 0 || high <= base) return null;
  return {
    spec: { ...spec, height: high - base },
    isOpen: covers.some(([, { isOpen }]) => isOpen),
  };
}

function extentOf({ base, height }: WallSolid, outline: Ring, cover: Cover): Extent | null {
  return extentBelow({ outline, base, beyond: base + height }, cover);
}

/** Lower bound for the volume, mm³. */
export function leastUnder({ spec, ceiling }: WallUnder): number {
  const tall = tallOf({ spec, ceiling });
  if (tall === null) return 0;
  const beyond = spec.base + spec.height;
  const layers = layersOf(tall.spec);
  const volume = layers.reduce((sum, { footprint: { ring }, base, height }, i) => {
    const region = { boundary: ring, holes: [] };
    const above = (low: number): number =>
      volumeOfSpace({ region, base: low, beyond: Math.max(low, beyond), ceiling });
    return sum + above(base) - (i === layers.length - 1 ? 0 : above(base + height));
  }, 0);
  return lessBoxes(volume, spec);
}

/** The closed body; empty if the ceiling leaves nothing. Booleans cut only openings that reach an oblique end. */
export function meshUnder(solids: () => SolidKernel, { spec, ceiling }: WallUnder): Mesh {
  const { base, height, footprint } = spec;
  const found = tallOf({ spec, ceiling });
  if (found === null) return emptyMesh;
  const tall = found.spec;
  const beyond = found.isOpen ? base + height : null;
  if (footprint.bands !== undefined) return layeredMesh(solids, tall, { ceiling, beyond });
  const { voids, unresolved } = wallVoids(tall);
  const region = { boundary: footprint.ring, holes: [] };
  const mesh = bodyUnder({ region, base, beyond, ceiling, voids });
  return unresolved.length === 0 ? mesh : subtractOpenings(solids(), mesh, tall, unresolved);
}

/** The same body as convex pieces that share no volume; null if only a boolean can cut it. */
export function piecesUnder({ spec, ceiling }: WallUnder): readonly ConvexPiece[] | null {
  const tall = tallOf({ spec, ceiling });
  if (tall === null) return [];
  if (tall.isOpen) return null;
  const layers = layersOf(tall.spec);
  const pieces = layers.map((layer, i) =>
    layerUnder(layer, ceiling, i === layers.length - 1 ? Infinity : layer.base + layer.height),
  );
  return pieces.includes(null) ? null : pieces.flatMap((own) => own ?? []);
}

/** The pieces of one layer, up to the ceiling and at most up to `cap`, mm. */
function layerUnder(
  layer: WallSolid,
  ceiling: Ceiling,
  cap: number,
): readonly ConvexPiece[] | null {
  const high = layer.base + layer.height;
  const level = wallPieces(layer);
  if (level === null) return null;
  return level.flatMap((piece): readonly ConvexPiece[] => {
    if (piece.shape !== 'upright' || piece.bounds[5] < high - ROUND_OFF_MM) return [piece];
    const low = piece.bounds[2];
    return coverOf(pointsOf(piece.ring), ceiling).tops.flatMap((top) => below(top, low, cap));
  });
}

/** The body between `low` and the lower one of a part of a ceiling and `cap`, mm. */
function below(top: Top, low: number, cap: number): readonly ConvexPiece[] {
  if (highest(top) <= cap) return present([wedge(top, low)]);
  const level = topOver(top, cap);
  const sloping = { ...top, ring: withoutRepeats(clippedBy(top.ring, (p) => cap - top.height(p))) };
  const isPart = sloping.ring.length > 2 && signedArea(sloping.ring) >= ROUNDED_AREA_MM2;
  return present([
    level === null ? null : uprightPiece(level.ring, low, cap),
    isPart ? wedge(sloping, low) : null,
  ]);
}

function present(pieces: readonly (ConvexPiece | null)[]): readonly ConvexPiece[] {
  return pieces.filter((piece) => piece !== null);
}

function pointsOf(flat: ArrayLike<number>): Ring {
  return Array.from({ length: flat.length / 2 }, (_, i) => ({
    x: flat[2 * i] ?? 0,
    y: flat[2 * i + 1] ?? 0,
  }));
}
