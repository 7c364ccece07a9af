/** @module shared layer: the visible surface of the intersection of two bodies, computed along each line of sight. */

import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import type { DepthBuffer } from '../drawings/camera/depth-buffer.ts';
import { newBuffer } from '../drawings/camera/depth-buffer.ts';
import type { Easel } from './layer.ts';

/** Minimum length of an intersection along the line of sight, mm; shorter ones are bodies that only touch. */
const LENGTH_MIN_MM = 0.5;

/** A point at which a line of sight crosses a face of one of the two bodies (`side`); a list linked by `next`. */
type Crossing = {
  readonly near: number;
  readonly face: number;
  readonly side: 0 | 1;
  readonly isBack: boolean;
  readonly next: Crossing | null;
};

/** Two bodies, each made of one or several meshes, and the body number of their intersection. */
export type SharedBody = {
  readonly pair: readonly [readonly Mesh[], readonly Mesh[]];
  readonly body: number;
  readonly isCut: boolean;
};

/** A layer with the nearest points of the intersection of both bodies; null if the intersection is not visible. */
export function sharedLayer({ pair, body, isCut }: SharedBody, easel: Easel): DepthBuffer | null {
  const { lens, painter, window } = easel;
  const colour = [0, 0, 0] as const;
  const crossings = new Map<number, Crossing>();
  for (const side of [0, 1] as const) {
    for (const mesh of pair[side]) {
      painter.eachFace(mesh, { colour, body }, (face, isBack) => (first, last, start, per) => {
        for (let pixel = first, near = start; pixel <= last; pixel += 1, near += per) {
          const next = crossings.get(pixel) ?? null;
          // A line of sight that misses the first body cannot meet the intersection.
          if (side === 1 && next === null) continue;
          crossings.set(pixel, { near, face, side, isBack, next });
        }
      });
    }
  }
  const layer = newBuffer(lens.width, lens.height);
  let isEmpty = true;
  for (const [pixel, first] of crossings) {
    const enter = isCut ? (window.enters[pixel] ?? 0) : Infinity;
    const leave = isCut ? (window.leaves[pixel] ?? 0) : -Infinity;
    const begin = enter < leave ? null : beginning(first, enter);
    if (begin === null || begin.near < leave) continue;
    layer.near[pixel] = Math.min(begin.near, enter);
    layer.face[pixel] = begin.face;
    isEmpty = false;
  }
  return isEmpty ? null : layer;
}

/**
 * The start of the first interval inside both bodies that has at least the minimum length behind `enter`; null if there
 * is none.
 */
function beginning(first: Crossing, enter: number): Crossing | null {
  const all: Crossing[] = [];
  for (let one: Crossing | null = first; one !== null; one = one.next) all.push(one);
  if (all.every(({ side }) => side === 0)) return null;
  const inside = [0, 0];
  let begin: Crossing | null = null;
  for (const one of all.toSorted((a, b) => b.near - a.near)) {
    inside[one.side] = (inside[one.side] ?? 0) + (one.isBack ? -1 : 1);
    const both = (inside[0] ?? 0) > 0 && (inside[1] ?? 0) > 0;
    if (begin !== null && !both) {
      if (Math.min(begin.near, enter) - one.near >= LENGTH_MIN_MM) return begin;
      begin = null;
    }
    if (both) begin ??= one;
  }
  return null;
}
