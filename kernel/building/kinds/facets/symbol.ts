/** @module symbol: what an element is drawn with in plan, in millimetres; whoever draws chooses colours and page. */
import type { PlanPoint } from '../../schemas/units.ts';

/** Closed rings (even-odd), an open line, or text at a place. `weight` is a line width relative to 1. */
export type Mark =
  | {
      readonly shape: 'area';
      readonly rings: readonly (readonly PlanPoint[])[];
      /** `solid`: cut by the plan. `area`: seen below. `gap`: cut out of what holds it. */
      readonly fill: 'solid' | 'area' | 'gap';
    }
  | {
      readonly shape: 'line';
      readonly points: readonly PlanPoint[];
      readonly dashed: boolean;
      readonly weight: number;
    }
  | { readonly shape: 'text'; readonly at: PlanPoint; readonly lines: readonly string[] };

/** An area with its holes. */
export function area(
  fill: 'solid' | 'area' | 'gap',
  ...rings: readonly (readonly PlanPoint[])[]
): Mark {
  return { shape: 'area', rings, fill };
}

/** A continuous line. */
export function line(points: readonly PlanPoint[], weight = 1): Mark {
  return { shape: 'line', points, dashed: false, weight };
}

/** A line of what lies above the cut or has no body. */
export function dashed(points: readonly PlanPoint[], weight: number): Mark {
  return { shape: 'line', points, dashed: true, weight };
}

/** The points that a mark reaches. */
export function pointsOf(mark: Mark): readonly PlanPoint[] {
  switch (mark.shape) {
    case 'area':
      return mark.rings.flat();
    case 'line':
      return mark.points;
    case 'text':
      return [mark.at];
    default:
      return mark satisfies never;
  }
}
