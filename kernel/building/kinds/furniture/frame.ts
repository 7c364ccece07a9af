/**
 * @module furniture frame: shapes in the plan frame of furniture, and their place in the world. In the frame the origin
 * is the middle of the back edge, x runs along the width and y from the back to the front; mm.
 */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { directionOf } from '../../geometry/vector.ts';

/** The parameters that place furniture. */
export type FurniturePlace = {
  readonly location: PlanPoint;
  readonly direction_deg: number;
};

/** Sizes of furniture, mm. */
export type FurnitureBox = {
  readonly width: number;
  readonly depth: number;
  readonly height: number;
};

/** A rectangle, counter-clockwise. */
export function rectangle(x0: number, y0: number, x1: number, y1: number): Ring {
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];
}

/** Corners of an oval; with so few its body stays small, and no corner is visible at 1:50. */
const OVAL_CORNERS = 16;

/** An oval around a centre with half its width and half its depth, counter-clockwise. */
export function oval(centre: PlanPoint, half_width: number, half_depth: number): Ring {
  return Array.from({ length: OVAL_CORNERS }, (_, i): PlanPoint => {
    const angle = (2 * Math.PI * i) / OVAL_CORNERS;
    return {
      x: centre.x + half_width * Math.cos(angle),
      y: centre.y + half_depth * Math.sin(angle),
    };
  });
}

/** Steps of a rounded corner. */
const CORNER_STEPS = 4;

/** A rectangle with rounded corners, counter-clockwise. The radius is at most half the shorter side. */
export function rounded([low, , high]: Ring, radius_mm: number): Ring {
  if (low === undefined || high === undefined) return [];
  const radius = Math.min(radius_mm, (high.x - low.x) / 2, (high.y - low.y) / 2);
  const [left, right] = [low.x + radius, high.x - radius];
  const [back, front] = [low.y + radius, high.y - radius];
  const centres = [
    { x: right, y: front },
    { x: left, y: front },
    { x: left, y: back },
    { x: right, y: back },
  ];
  return centres.flatMap(({ x, y }, quarter) =>
    Array.from({ length: CORNER_STEPS + 1 }, (_, step): PlanPoint => {
      const angle = (Math.PI / 2) * (quarter + step / CORNER_STEPS);
      return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
    }),
  );
}

/** Points of the frame in world coordinates. */
export function placed({ location, direction_deg }: FurniturePlace, points: Ring): Ring {
  const front = directionOf(direction_deg);
  return points.map(({ x, y }) => ({
    x: location.x + x * front.y + y * front.x,
    y: location.y - x * front.x + y * front.y,
  }));
}
