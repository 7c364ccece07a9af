/** @module moving-choice: what a quick picture shows while the camera moves without a GPU: some shapes, many boxes. */
import { type ElementStore, FLAG } from '../shapes/element-store.ts';
import type { PartBuffers } from '../shapes/part-buffers.ts';
import { isInside } from './draw-list.ts';

/** Elements with fewer pixels are left out. */
const FEWEST_PIXELS = 3;
/** Triangles of the shapes that are drawn as they are; the other elements are boxes. */
const SHAPE_TRIANGLES = 25_000;
/** Shapes that are drawn as they are: each is a draw call. */
const MOST_SHAPES = 400;

/** Elements for a quick picture. */
export type MovingChoice = {
  /** Corners of the shapes: vertex array, first corner, number. */
  readonly draws: readonly (readonly [WebGLVertexArrayObject, number, number])[];
  readonly boxes: Uint32Array;
};

/** Whether an element has opaque faces and is shown as such. */
function isSolid(store: ElementStore, slot: number): boolean {
  const flags = store.flags[slot] ?? 0;
  if ((flags & (FLAG.hidden | FLAG.ghost)) !== 0) return false;
  return store.parts[slot] !== 0 && store.cornersOf(slot, 0)[1] > 0;
}

/**
 * Chooses what the last full picture shows, the largest first, and then large elements outside it, for a turn of the
 * camera. `counts`: pixels of each slot; `budget`: number of elements.
 */
export function chooseMoving(
  store: ElementStore,
  parts: readonly PartBuffers[],
  counts: ReadonlyMap<number, number>,
  { frustum, budget }: { readonly frustum: Float64Array; readonly budget: number },
): MovingChoice {
  const slots = [...counts]
    .filter(([slot, pixels]) => pixels >= FEWEST_PIXELS && slot < store.end && isSolid(store, slot))
    .toSorted(([, a], [, b]) => b - a)
    .map(([slot]) => slot)
    .slice(0, budget);
  if (slots.length < budget) {
    const others: (readonly [number, number])[] = [];
    for (let slot = 1; slot < store.end; slot += 1) {
      if (counts.has(slot) || !isSolid(store, slot)) continue;
      if (counts.size > 0 && isInside(store, slot, frustum)) continue;
      others.push([slot, faceArea(store, slot)]);
    }
    others.sort(([, a], [, b]) => b - a);
    for (const [slot] of others.slice(0, budget - slots.length)) slots.push(slot);
  }
  const byNumber = new Map(parts.map((part) => [part.number, part] as const));
  const draws: (readonly [WebGLVertexArrayObject, number, number])[] = [];
  const boxes: number[] = [];
  let left = SHAPE_TRIANGLES * 3;
  for (const slot of slots) {
    const part = byNumber.get(store.parts[slot] ?? 0);
    const [first, count] = store.cornersOf(slot, 0);
    if (part !== undefined && count <= left && draws.length < MOST_SHAPES) {
      draws.push([part.vertexArray, part.starts[0] + first, count]);
      left -= count;
    } else {
      boxes.push(slot);
    }
  }
  return { draws, boxes: Uint32Array.from(boxes) };
}

/** Half the surface of the box of an element, m². */
function faceArea({ boxes }: ElementStore, slot: number): number {
  const at = slot * 6;
  const dx = (boxes[at + 3] ?? 0) - (boxes[at] ?? 0);
  const dy = (boxes[at + 4] ?? 0) - (boxes[at + 1] ?? 0);
  const dz = (boxes[at + 5] ?? 0) - (boxes[at + 2] ?? 0);
  return dx * dy + dy * dz + dz * dx;
}
