/** @module draw: random choices, the same for the same seed. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { seededNumbers } from '../../../kernel/building/geometry/walls/wall-plans.ts';

export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededNumbers(seed);
  }
  between(low: number, high: number): number {
    return low + (high - low) * this.#next();
  }
  /** A whole number of millimetres, mostly of five centimetres. */
  mm(low: number, high: number): number {
    const value = this.between(low, Math.max(low, high));
    const step = this.chance(0.7) ? 50 : 1;
    return Math.round(value / step) * step;
  }
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }
  chance(share: number): boolean {
    return this.#next() < share;
  }
  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

export function distance(a: PlanPoint, b: PlanPoint): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** The point at a share of the way, in whole mm if `round` is set. */
export function between(a: PlanPoint, b: PlanPoint, share: number): PlanPoint {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** A point to the left of the middle between two points, mm. */
export function besideMiddle(a: PlanPoint, b: PlanPoint, by: number): PlanPoint {
  const length = distance(a, b);
  const middle = between(a, b, 0.5);
  return {
    x: Math.round(middle.x - ((b.y - a.y) / length) * by),
    y: Math.round(middle.y + ((b.x - a.x) / length) * by),
  };
}
