/** @module bounding: the elements that bound rooms in plan: walls, and the lines between rooms without a wall. */
import { type AnyElement, isOf } from '../kind.ts';
import type { Separation } from '../separation/params.ts';
import { separation } from '../separation/separation.ts';
import { wall } from '../wall/wall.ts';

/** Whether an element is a room separation line. */
export function isSeparation(element: AnyElement | undefined): element is Separation {
  return element !== undefined && isOf(separation, element);
}

/** Whether an element is a wall or a room separation line. */
export function boundsRooms<E extends AnyElement>(
  element: E,
): element is Extract<E, { readonly kind: 'wall' | 'separation' }> {
  return isOf(wall, element) || isSeparation(element);
}
