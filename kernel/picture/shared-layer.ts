/** @module shared layer: what two bodies share, found along each line of sight, so that it needs no body of its own. */
import type { Window } from './camera.ts';
import { eachFragment } from './fragments.ts';
import type { Easel, Layer } from './layer.ts';
import { emptyLayer } from './layer.ts';
import type { Face, Surfaces } from './surfaces.ts';

/** Less than this along the line of sight is touching; mm. */
const LEAST_MM = 0.5;

type Crossing = {
  readonly depth: number;
  readonly surface: number;
  readonly body: 0 | 1;
  readonly back: boolean;
  readonly next: Crossing | null;
};

/** The nearest of what both bodies fill, within the window if there is one; null when that is nothing. Its surfaces are of the element `element`. */
export function sharedLayer(
  bodies: readonly [readonly Face[], readonly Face[]],
  element: number,
  window: Window | null,
  { camera, surfaces }: Easel,
): Layer | null {
  const crossings = new Map<number, Crossing>();
  for (const body of [0, 1] as const) {
    eachFragment(bodies[body], camera, (pixel, depth, surface, back) => {
      const next = crossings.get(pixel) ?? null;
      // What the first body does not cover is not shared.
      if (body === 1 && next === null) return;
      crossings.set(pixel, { depth, surface, body, back, next });
    });
  }
  const layer = emptyLayer(camera);
  const own = new Map<number, number>();
  for (const [pixel, first] of crossings) {
    const entry = window?.entry[pixel] ?? -Infinity;
    const exit = window?.exit[pixel] ?? Infinity;
    const begin = entry > exit ? null : beginning(first, entry);
    if (begin === null || begin.depth > exit) continue;
    layer.depth[pixel] = Math.max(begin.depth, entry);
    layer.surface[pixel] = copied(begin.surface, { element, surfaces, own });
  }
  return own.size === 0 ? null : layer;
}

/** Where the first stretch inside of both begins that goes on behind `entry`. */
function beginning(first: Crossing, entry: number): Crossing | null {
  const all: Crossing[] = [];
  for (let one: Crossing | null = first; one !== null; one = one.next) all.push(one);
  if (all.every(({ body }) => body === 0)) return null;
  const inside = [0, 0];
  let begin: Crossing | null = null;
  for (const one of all.toSorted((a, b) => a.depth - b.depth)) {
    inside[one.body] = (inside[one.body] ?? 0) + (one.back ? -1 : 1);
    const both = (inside[0] ?? 0) > 0 && (inside[1] ?? 0) > 0;
    if (begin !== null && !both) {
      if (one.depth - Math.max(begin.depth, entry) >= LEAST_MM) return begin;
      begin = null;
    }
    if (both) begin ??= one;
  }
  return null;
}

type Copying = {
  readonly element: number;
  readonly surfaces: Surfaces;
  readonly own: Map<number, number>;
};

/** The number of a surface as one of the shared body. */
function copied(surface: number, { element, surfaces, own }: Copying): number {
  const known = own.get(surface);
  if (known !== undefined) return known;
  const { normal = { x: 0, y: 0, z: 1 } } = surfaces[surface] ?? {};
  const made = surfaces.push({ element, normal, cut: false }) - 1;
  own.set(surface, made);
  return made;
}
