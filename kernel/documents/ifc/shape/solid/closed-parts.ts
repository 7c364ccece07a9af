/** @module closed-parts: the closed parts of a body, with faces seen from outside. */
import type { Box3 } from '../../../../building/geometry/vector.ts';
import { boxContains } from '../../../../building/geometry/vector.ts';
import { withoutDoubles, withoutOpposites } from './double-faces.ts';
import { type Edges, edgesOf, type Use } from './edges.ts';
import { withoutLooseFaces, withoutMembranes } from './membranes.ts';
import { join, pairedParts, rootOf } from './paired-edges.ts';
import {
  compacted,
  type Face,
  flippedFaces,
  ringNormal,
  type Surface,
  surfaceBox,
  surfaceVolume,
} from './surface.ts';
import { withoutTees } from './tees.ts';
import { welded } from './weld.ts';

/** A closed part with its volume, mm³. Voids have their faces seen from the void, and a negative volume. */
export type ClosedPart = { readonly surface: Surface; readonly volume_mm3: number };

/** The closed parts of a body, and its faces that enclose nothing, such as panes; null without those. */
export type ClosedBody = { readonly parts: readonly ClosedPart[]; readonly sheets: Surface | null };

/**
 * The parts of a body if it is closed: each edge has as many faces on one side as on the other, if need be after faces
 * were turned, after corners on edges of neighbours were added to these, or without sheets. Null for an open surface.
 * A part inside another that faces inwards is a void; any other part is solid.
 */
export function closedParts(given: Surface, tolerance: number): ClosedBody | null {
  const quick = pairedSurface(given);
  if (quick !== null) return { parts: solidParts(quick.surface, quick.part), sheets: null };
  const surface = welded(given, tolerance);
  const paired = pairedSurface(surface);
  if (paired !== null) return { parts: solidParts(paired.surface, paired.part), sheets: null };
  const { points } = surface;
  const whole = surface.faces.map((face) => withHoles(points, face));
  const [solid, single] = [withoutOpposites(whole), withoutDoubles(whole)];
  const attempts: readonly (() => readonly Face[])[] = [
    () => solid,
    () => withoutLooseFaces({ points, faces: solid }),
    () => withoutMembranes({ points, faces: solid }),
  ];
  for (const attempt of attempts) {
    const kept = attempt();
    const faces = closedOnce({ points, faces: kept }, tolerance);
    if (faces !== null) {
      const inKept = new Set(kept);
      const rest = solid.filter((face) => !inKept.has(face));
      return {
        parts: balanced({ points, faces }),
        sheets: rest.length > 0 ? compacted({ points, faces: rest }) : null,
      };
    }
  }
  // Programs that draw both sides of each face leave nothing but pairs.
  const faces = closedOnce({ points, faces: single }, tolerance);
  return faces === null ? null : { parts: balanced({ points, faces }), sheets: null };
}

type Paired = { readonly surface: Surface; readonly part: readonly number[] };

/** The surface with its parts, if each edge is that of two faces. */
function pairedSurface({ points, faces }: Surface): Paired | null {
  const surface = { points, faces: faces.map((face) => withHoles(points, face)) };
  const part = pairedParts(surface);
  return part === null ? null : { surface, part };
}

function balanced(surface: Surface): readonly ClosedPart[] {
  return solidParts(surface, balancedParts(surface));
}

/** The faces if they are closed, also after corners on edges of neighbours were added; null if they are open. */
function closedOnce(surface: Surface, tolerance: number): readonly Face[] | null {
  const faces = closedFaces(surface);
  if (faces !== null || surface.faces.length < 2) return faces;
  const repaired = withoutTees(surface, openEdges(surface), tolerance);
  return repaired === surface ? null : closedFaces(repaired);
}

/** The face with holes that run against its boundary. */
function withHoles(points: Float64Array, face: Face): Face {
  const [outer, ...holes] = face;
  if (outer === undefined || holes.length === 0) return face;
  const normal = ringNormal(points, outer);
  return [
    outer,
    ...holes.map((hole) => {
      const own = ringNormal(points, hole);
      const isAgainst = normal.x * own.x + normal.y * own.y + normal.z * own.z < 0;
      return isAgainst ? hole : hole.toReversed();
    }),
  ];
}

/** Whether an edge has as many faces on one side as on the other, some of which are turned. */
function isBalanced(uses: readonly Use[], turned: readonly boolean[] | null): boolean {
  let sum = 0;
  for (const { face, isForward } of uses) {
    sum += isForward === (turned?.[face] ?? false) ? -1 : 1;
  }
  return sum === 0;
}

/** The edges without as many faces on one side as on the other, as pairs of points. */
function openEdges(surface: Surface): readonly (readonly [number, number])[] {
  const size = surface.points.length / 3;
  const open: (readonly [number, number])[] = [];
  for (const [key, uses] of edgesOf(surface)) {
    const low = Math.floor(key / size);
    if (uses.length !== 2) open.push([low, key - low * size]);
  }
  return open;
}

/** The faces, turned where needed; null if the surface is open. */
function closedFaces(surface: Surface): readonly Face[] | null {
  const edges = edgesOf(surface);
  const isClosed = (turned: readonly boolean[] | null): boolean => {
    for (const uses of edges.values()) if (!isBalanced(uses, turned)) return false;
    return true;
  };
  if (surface.faces.length < 2) return null;
  if (isClosed(null)) return surface.faces;
  for (const uses of edges.values()) if (uses.length % 2 === 1) return null;
  const { turned } = connected(surface.faces.length, edges);
  if (!isClosed(turned)) return null;
  return surface.faces.map((face, i) =>
    turned[i] === true ? face.map((ring) => ring.toReversed()) : face,
  );
}

type Connected = { readonly part: readonly number[]; readonly turned: readonly boolean[] };

/** For each face its part, connected by edges of two faces, and whether to turn it to agree with its first face. */
function connected(count: number, edges: Edges): Connected {
  const neighbours = Array.from({ length: count }, (): { face: number; agrees: boolean }[] => []);
  for (const uses of edges.values()) {
    const [a, b] = uses;
    if (uses.length !== 2 || a === undefined || b === undefined) continue;
    const agrees = a.isForward !== b.isForward;
    neighbours[a.face]?.push({ face: b.face, agrees });
    neighbours[b.face]?.push({ face: a.face, agrees });
  }
  const part = Array.from({ length: count }, () => -1);
  const turned = Array.from({ length: count }, () => false);
  for (let start = 0; start < count; start += 1) {
    if (part[start] !== -1) continue;
    part[start] = start;
    const todo = [start];
    for (let face = todo.pop(); face !== undefined; face = todo.pop()) {
      for (const next of neighbours[face] ?? []) {
        if (part[next.face] !== -1) continue;
        part[next.face] = start;
        turned[next.face] = (turned[face] ?? false) === next.agrees;
        todo.push(next.face);
      }
    }
  }
  return { part, turned };
}

/** For each face its part. Parts that are closed only together, because three or more meet at an edge, are one. */
function balancedParts(surface: Surface): readonly number[] {
  const edges = edgesOf(surface);
  const { part } = connected(surface.faces.length, edges);
  const parents = surface.faces.map((_, i) => i);
  for (const uses of edges.values()) {
    if (uses.length === 2) continue;
    const sums = new Map<number, number>();
    for (const { face, isForward } of uses) {
      const own = part[face] ?? 0;
      sums.set(own, (sums.get(own) ?? 0) + (isForward ? 1 : -1));
    }
    const [first, ...others] = [...sums].filter(([, sum]) => sum !== 0).map(([one]) => one);
    for (const other of others) join(parents, first ?? other, other);
  }
  return part.map((one) => rootOf(parents, one));
}

type Sized = ClosedPart & { readonly box: Box3 };

/** The parts of a closed surface, turned so that all but voids have a positive volume. */
function solidParts(surface: Surface, part: readonly number[]): readonly ClosedPart[] {
  const byPart = new Map<number, Face[]>();
  for (const [i, face] of surface.faces.entries()) {
    const known = byPart.get(part[i] ?? -1);
    if (known === undefined) byPart.set(part[i] ?? -1, [face]);
    else known.push(face);
  }
  const parts = [...byPart.values()].flatMap((faces): readonly Sized[] => {
    const one = compacted({ points: surface.points, faces });
    const box = surfaceBox(one);
    return box === null ? [] : [{ surface: one, volume_mm3: surfaceVolume(one), box }];
  });
  const largest = parts.reduce(
    (most, { volume_mm3 }) => (Math.abs(volume_mm3) > Math.abs(most) ? volume_mm3 : most),
    0,
  );
  const outward = largest < 0 ? parts.map((one) => turnedPart(one)) : parts;
  // A part of its own that faces inwards was written the wrong way round, unless it is inside of a solid.
  return outward.map((one) => {
    if (one.volume_mm3 >= 0) return one;
    const isVoid = outward.some(
      (other) => other.volume_mm3 > -one.volume_mm3 && boxContains(other.box, one.box),
    );
    return isVoid ? one : turnedPart(one);
  });
}

function turnedPart(part: Sized): Sized {
  const { points, faces } = part.surface;
  return {
    ...part,
    surface: { points, faces: flippedFaces(faces) },
    volume_mm3: -part.volume_mm3,
  };
}
