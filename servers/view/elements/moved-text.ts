/** @module moved-text: words for changes that only move an element. */
import { displacementText } from '../../../kernel/building/comparison/sentence.ts';
import type { ParamValues } from '../../../schemas/events.ts';
import { toGrid } from '../../../schemas/units.ts';

/** An own value; null if it is absent. */
export function valueOf(values: ParamValues, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : null;
}

/** A distance in words, such as `by 300 mm south`, for a change that moves all changed points by it; null for another change. */
export function movedText(updates: ParamValues, previous: ParamValues): string | null {
  const distances = Object.keys(updates).map((name) =>
    distanceOf(valueOf(previous, name), valueOf(updates, name)),
  );
  const [first] = distances;
  if (first == null) return null;
  if (distances.some((one) => one?.x !== first.x || one.y !== first.y)) return null;
  const distance = Math.round(Math.hypot(first.x, first.y));
  return `by ${displacementText({ ...first, z: 0, distance })}`;
}

/** From a point of the plan to another one, mm; null for other values, and for points in space. */
function distanceOf(from: unknown, to: unknown): { readonly x: number; readonly y: number } | null {
  const [was, is] = [Object(from), Object(to)];
  const numbers = [was.x, was.y, is.x, is.y];
  if (!numbers.every((one) => typeof one === 'number') || 'z' in is) return null;
  return { x: toGrid(is.x - was.x), y: toGrid(is.y - was.y) };
}
