/** @module floor slope: the plate of a sloping floor. */
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import {
  cornersOver,
  heightAt,
  shiftOf,
  slopeOf,
  type SlopingPlate,
} from '../../geometry/mesh/sloping-slab.ts';
import type { Region, Ring } from '../../geometry/plan/polygon.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../geometry/vector.ts';
import type { Motion, Reach } from '../kind.ts';
import { directed } from '../shared/motion.ts';
import type { Floor } from './params.ts';

type Params = Pick<Floor['params'], 'slope' | 'thickness' | 'boundary_points' | 'top_offset'>;

/** The plate of a sloping floor; null for a level one. */
export function plateOf({
  slope = null,
  thickness,
}: Pick<Params, 'slope' | 'thickness'>): SlopingPlate | null {
  return slope === null ? null : { ...slope, thickness };
}

/** Whether a floor slopes. */
export function isSloping({ slope = null }: Pick<Params, 'slope'>): boolean {
  return slope !== null;
}

/** Area of the upper face of a floor with this area in plan, mm². */
export function slopedArea(params: Pick<Params, 'slope' | 'thickness'>, plan_mm2: number): number {
  const plate = plateOf(params);
  return plate === null ? plan_mm2 : plan_mm2 / slopeOf(plate).cosine;
}

/** The upper face of a floor in its own plane, mm: x in the direction in which it rises, y to the left of it. */
export function inSlope(ring: Ring, plate: SlopingPlate, origin: Point2): Ring {
  const { cosine, rise } = slopeOf(plate);
  return ring.map(({ x, y }) => {
    const [dx, dy] = [x - origin.x, y - origin.y];
    return { x: (dx * rise.x + dy * rise.y) / cosine, y: dy * rise.x - dx * rise.y };
  });
}

/** An underside in plan, counter-clockwise, and its height, mm. */
type Underside = {
  readonly outline: Ring;
  readonly holes: readonly Ring[];
  readonly height: (p: Point2) => number;
};

/** The underside of a sloping floor whose top is this high. */
export function undersideOf(
  { boundary_points, holes }: Pick<Floor['params'], 'boundary_points' | 'holes'>,
  plate: SlopingPlate,
  top: number,
): Underside {
  const { x, y } = shiftOf(plate);
  const under = (ring: Ring): Ring => ring.map((p) => ({ x: p.x + x, y: p.y + y }));
  const depth = plate.thickness / slopeOf(plate).cosine;
  return {
    outline: under(boundary_points),
    holes: holes.map(under),
    height: (p) => top + heightAt(plate, p) - depth,
  };
}

/** Corners of a sloping floor whose top is this high, mm. */
export function cornersOf(params: Params, plate: SlopingPlate, top: number): readonly Point3[] {
  return cornersOver(params.boundary_points, plate, top);
}

/** Where the body of a floor can be. */
export function reachOfFloor({ params }: Pick<Floor, 'params'>): Reach {
  const { boundary_points, top_offset: high, thickness } = params;
  const plate = plateOf(params);
  if (plate === null) {
    return { grid: 'bodies', box: ringBounds(boundary_points), low: high - thickness, high };
  }
  const corners = cornersOf(params, plate, high);
  const heights = corners.map(({ z }) => z);
  const [low, top] = [Math.min(...heights), Math.max(...heights)];
  return { grid: 'bodies', box: ringBounds(corners), low, high: top };
}

/** The slope after a motion; empty for a level floor. */
export function movedSlope(
  { slope = null }: Pick<Params, 'slope'>,
  motion: Motion,
): Pick<Params, 'slope'> {
  if (slope === null) return {};
  const direction_deg = directed(slope.direction_deg, motion);
  return { slope: { ...slope, point: motion.point(slope.point), direction_deg } };
}

/** The slope with its point on the grid of 0.001 mm; its angles keep all digits. */
export function storedSlope({ slope = null }: Pick<Params, 'slope'>): Pick<Params, 'slope'> {
  if (slope === null) return {};
  const point: PlanPoint = { x: toGrid(slope.point.x), y: toGrid(slope.point.y) };
  return { slope: { ...slope, point } };
}

/** A region of the upper face in its own plane, mm. */
export function regionInSlope(
  { boundary, holes }: Region,
  plate: SlopingPlate,
  origin: Point2,
): Region {
  return {
    boundary: inSlope(boundary, plate, origin),
    holes: holes.map((hole) => inSlope(hole, plate, origin)),
  };
}
