/** @module symbol: the shapes of an element in plan, in millimetres; drawings choose colours and page. */
import type { PlanPoint } from '../../../../schemas/units.ts';

/** Closed rings (even-odd), an open line, or text at a place. `weight` is a line width relative to 1. */
export type Mark =
  | {
      readonly shape: 'area';
      readonly rings: readonly (readonly PlanPoint[])[];
      /** `solid`: cut by the plan. `area`: seen below. `gap`: cut out of its host. */
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

/** A line of an element above the cut or without a body. */
export function dashed(points: readonly PlanPoint[], weight: number): Mark {
  return { shape: 'line', points, dashed: true, weight };
}

/** The points of a mark. */
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
