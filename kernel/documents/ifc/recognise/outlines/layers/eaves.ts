/** @module eaves: which sides of the outline of a layer slope, and the height of its underside there. */
import {
  segmentLengthMm,
  type Point2,
  type Point3,
} from '../../../../../building/geometry/vector.ts';
import { isUnrecognised, type Unrecognised } from '../../proposal.ts';
import type { Facet } from '../facets.ts';
import type { Layer, Plane, Slope } from './layer.ts';
import { type Widened, widenedBy } from './level-eaves.ts';

/** The outline of a roof, beginning with a side that slopes; the height of its underside at these sides, mm. */
export type Eaves = {
  readonly boundary: readonly Point2[];
  /** Parts of the outline that the roof does not cover: its eaves are there at another height. */
  readonly uncovered: readonly (readonly Point2[])[];
  /** Counter-clockwise. */
  readonly holes: readonly (readonly Point2[])[];
  /** The slope of each side, of the boundary and then of the holes; null for a gable. */
  readonly sides: readonly (SideSlope | null)[];
  readonly base: number;
};

/** The slope of a side, degrees, and a flatter one above a height over the eaves, mm; null without one. */
export type SideSlope = {
  readonly slope_deg: number;
  readonly upper: { readonly slope_deg: number; readonly height: number } | null;
};

/** Largest sine of the angle in plan between a slope and the normal of its side. */
const SQUARE = 1e-3;
/** Largest difference of the heights of eaves, mm. */
const SAME_HEIGHT_MM = 0.5;
/** Largest difference of the tangents of one slope. */
const SAME_RISE = 1e-6;
/** Distance from a side at which its slope is looked up, mm. */
const INSIDE_MM = 1;
/** Grid of slopes, parts of a degree: the ridge of a roof of 1 km moves by less than 0.1 µm. */
const ANGLE_PARTS = 1e9;
/** Sides of holes are gables or slope, as others; more sides than this are no roof. */
const MAX_SIDES = 200;

/** The eaves of a layer, or why it has none. */
export function eavesOf({ boundary, holes, slopes, cuts }: Layer): Eaves | Unrecognised {
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  if (boundary.length + holes.flat().length > MAX_SIDES) {
    return { why: 'outline has too many sides' };
  }
  const own = eavesAlong({ boundary, holes }, slopes);
  if (!isUnrecognised(own) || cuts.length === 0 || holes.length > 0) return own;
  // Planes cut off the eaves, as of a dormer that ends in the slope of a roof.
  const [first] = slopes;
  const around = first === undefined ? boundary : rectangleAround(boundary, first.normal);
  const wider = eavesAlong({ boundary: around, holes }, slopes);
  return isUnrecognised(wider) ? own : wider;
}

type Outline = {
  readonly boundary: readonly Point2[];
  readonly uncovered?: Eaves['uncovered'];
  readonly holes: readonly (readonly Point2[])[];
};

function eavesAlong(
  { boundary, holes, uncovered = [] }: Outline,
  slopes: readonly Slope[],
): Eaves | Unrecognised {
  const sides = boundary.map((from, i) => sideOf({ from, to: next(boundary, i) }, slopes));
  const bases = sides.flatMap((side) => (side === null ? [] : [side.base]));
  if (bases.length === 0) return { why: 'no side of the outline slopes' };
  const base = Math.min(...bases);
  const start = sides.findIndex((side) => side?.base === base);
  // One plane runs through all sides, whatever their heights.
  if (slopes.length > 1 && bases.some((one) => one - base > SAME_HEIGHT_MM)) {
    const wide = holes.length > 0 || uncovered.length > 0 ? null : widenedTo(base, boundary, sides);
    return wide === null || wide.added.length === 0
      ? { why: 'eaves at several heights' }
      : eavesAlong({ boundary: wide.boundary, holes, uncovered: wide.added }, slopes);
  }
  const uppers = slopes.filter((slope) => sides.every((side) => side?.slope !== slope));
  const turned = <T>(list: readonly T[]): readonly T[] => [
    ...list.slice(start),
    ...list.slice(0, start),
  ];
  return {
    boundary: turned(boundary),
    uncovered,
    holes,
    // The edges of a hole are upright.
    sides: [
      ...turned(sides).map((side) => (side === null ? null : withUpper(side, base, uppers))),
      ...holes.flat().map(() => null),
    ],
    base,
  };
}

/** The outline whose sides reach out to where their slopes have a height. */
function widenedTo(
  base: number,
  boundary: readonly Point2[],
  sides: readonly (Eave | null)[],
): Widened | null {
  const by = sides.map((side) => (side === null ? 0 : (side.base - base) / riseOf(side.slope)));
  return widenedBy(boundary, by);
}

/** The rectangle around a ring with sides along and across the direction of a normal in plan. */
function rectangleAround(ring: readonly Point2[], normal: Point3): readonly Point2[] {
  const run = Math.sqrt(normal.x * normal.x + normal.y * normal.y);
  const [along, across] = [
    { x: normal.x / run, y: normal.y / run },
    { x: 0 - normal.y / run, y: normal.x / run },
  ];
  const range = (axis: Point2): readonly [number, number] => {
    const all = ring.map(({ x, y }) => x * axis.x + y * axis.y);
    return [Math.min(...all), Math.max(...all)];
  };
  const [[u0, u1], [v0, v1]] = [range(along), range(across)];
  const corner = (u: number, v: number): Point2 => ({
    x: u * along.x + v * across.x,
    y: u * along.y + v * across.y,
  });
  return [corner(u0, v0), corner(u1, v0), corner(u1, v1), corner(u0, v1)];
}

type Side = { readonly from: Point2; readonly to: Point2 };

/** A slope that rises from a side, and the height of its underside there. */
type Eave = { readonly slope: Slope; readonly middle: Point2; readonly base: number };

/** The slope that rises from a side inwards; null for a gable. */
function sideOf({ from, to }: Side, slopes: readonly Slope[]): Eave | null {
  const length = segmentLengthMm(from, to);
  const inwards = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const place = {
    x: middle.x + INSIDE_MM * inwards.x,
    y: middle.y + INSIDE_MM * inwards.y,
  };
  const slope =
    slopes.find(({ facets }) => facets.some((facet) => isOver(facet, place))) ??
    slopes.find(({ normal }) => isAlong(normal, inwards));
  if (slope === undefined || !isAlong(slope.normal, inwards)) return null;
  return { slope, middle, base: heightOf(slope.lower, middle) };
}

/** A slope with the flatter one that continues it, if there is one. */
function withUpper({ slope, middle }: Eave, base: number, uppers: readonly Slope[]): SideSlope {
  const own = { rise: riseOf(slope), height: heightOf(slope.lower, middle) };
  const back = { x: 0 - slope.normal.x, y: 0 - slope.normal.y };
  let upper: SideSlope['upper'] = null;
  for (const other of uppers) {
    const rise = riseOf(other);
    if (!isAlong(other.normal, back) || rise > own.rise - SAME_RISE) continue;
    // The other plane is higher at the eaves, and the steeper one reaches it after this run.
    const run = (heightOf(other.lower, middle) - own.height) / (own.rise - rise);
    const height = own.height + own.rise * run - base;
    if (run > 0 && (upper === null || height < upper.height)) {
      upper = { slope_deg: degreesOf(other), height };
    }
  }
  return { slope_deg: degreesOf(slope), upper };
}

/** Tangent of a slope. */
function riseOf({ normal }: Slope): number {
  return Math.sqrt(normal.x * normal.x + normal.y * normal.y) / normal.z;
}

function degreesOf(slope: Slope): number {
  return Math.round(((Math.atan(riseOf(slope)) * 180) / Math.PI) * ANGLE_PARTS) / ANGLE_PARTS;
}

/** Whether a face with this normal rises in a direction in plan. */
function isAlong({ x, y }: Point3, direction: Point2): boolean {
  const run = Math.sqrt(x * x + y * y);
  const across = (x * direction.y - y * direction.x) / run;
  return x * direction.x + y * direction.y < 0 && Math.abs(across) <= SQUARE;
}

/** Height of a plane that is not upright, mm. */
function heightOf({ point, normal }: Plane, { x, y }: Point2): number {
  return point.z - ((x - point.x) * normal.x + (y - point.y) * normal.y) / normal.z;
}

/** Whether a triangle is over or under a point. */
function isOver({ corners }: Facet, { x, y }: Point2): boolean {
  const [a, b, c] = corners;
  const side = (p: Point3, q: Point3): number => (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
  const all = [side(a, b), side(b, c), side(c, a)];
  return all.every((one) => one >= 0) || all.every((one) => one <= 0);
}

function next(ring: readonly Point2[], i: number): Point2 {
  return ring[(i + 1) % ring.length] ?? { x: 0, y: 0 };
}
