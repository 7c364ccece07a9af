/** @module roofs: random roofs over an outline, and the definition of each. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Draw } from './draw.ts';
import type { Outline } from './outlines.ts';
import { backwards, isConvex } from './outlines.ts';
import type { SideForm } from './roof-heights.ts';
import { corner, insideOf, movedOut, tan } from './roof-heights.ts';

type Ring = readonly PlanPoint[];

/** A roof over an outline as drawn, with the form of its sides. */
export type RoofPlan = {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The roof is left of each ring: the outline, and its courtyard clockwise. */
  readonly rings: readonly Ring[];
  readonly thickness: number;
  readonly overhang: number;
  /** The definition of its underside: one plane, the lowest of planes over a convex outline, or a sweep of its sides. */
  readonly form:
    | { readonly underside: 'plane'; readonly pitch: number }
    | { readonly underside: 'planes' | 'swept'; readonly sides: readonly SideForm[] };
};

/** The argument of `create_roof` for a side. */
type Edge = {
  readonly gable?: boolean;
  readonly slope_deg?: number;
  readonly upper_slope_deg?: number;
  readonly break_height?: number;
};

const slope = (deg: number): SideForm => ({ pitch: tan(deg), upper: null });
const GABLE: SideForm = { pitch: null, upper: null };
const MANSARD: SideForm = { pitch: tan(65), upper: { pitch: tan(30), height: 2000 } };

/** A random roof over the outline. */
export function drawnRoof(draw: Draw, { shape, ring, court }: Outline): RoofPlan {
  const common = { thickness: draw.of([150, 200, 280]), overhang: draw.of([0, 0, 300, 640]) };
  const deg = draw.of([15, 22.5, 30, 40, 47]);
  const rings = court === null ? [ring] : [ring, backwards(court)];
  const holes = court === null ? {} : { holes: [court] };
  const made = (more: object, form: RoofPlan['form']): RoofPlan => ({
    rings,
    ...common,
    form,
    arguments: { boundary_points: ring, ...holes, ...common, ...more },
  });
  const kind = draw.below(7);
  if (kind === 0) return made({ roof_type: 'flat' }, { underside: 'plane', pitch: 0 });
  if (kind === 1) {
    return made({ roof_type: 'shed', slope: deg / 2 }, { underside: 'plane', pitch: tan(deg / 2) });
  }
  const underside = court === null && isConvex(ring) ? 'planes' : 'swept';
  if (shape === 'rectangle' && kind === 2) {
    const sides = ring.map((_, i) => (lies(ring, i) ? slope(deg) : GABLE));
    return made({ roof_type: 'gable', slope: deg }, { underside, sides });
  }
  const alike = (side: SideForm): readonly SideForm[] => rings.flat().map(() => side);
  if (kind === 3) {
    return made({ roof_type: 'hip', slope: deg }, { underside, sides: alike(slope(deg)) });
  }
  if (kind === 4) {
    return made({ roof_type: 'mansard', slope: 65 }, { underside, sides: alike(MANSARD) });
  }
  const around = drawnEdges(draw, ring);
  const inner = (court ?? []).map(() => drawnSlope(draw));
  const sides = [...around, ...inner.toReversed()].map(formOf);
  return made({ edges: [...around, ...inner] }, { underside, sides });
}

/** Whether a side of a rectangle is one of the longer ones, of equal ones the first. */
function lies(ring: Ring, i: number): boolean {
  const length = (k: number): number => {
    const [a, b] = [corner(ring, k), corner(ring, k + 1)];
    return Math.hypot(b.x - a.x, b.y - a.y);
  };
  return length(0) >= length(1) ? i % 2 === 0 : i % 2 === 1;
}

function drawnSlope(draw: Draw): Edge {
  const slope_deg = draw.of([20, 30, 30, 38, 50]);
  return draw.chance(0.12)
    ? { slope_deg: 60, upper_slope_deg: slope_deg, break_height: draw.of([900, 1700]) }
    : { slope_deg };
}

function drawnEdges(draw: Draw, ring: Ring): readonly Edge[] {
  const edges: Edge[] = [];
  for (const i of ring.keys()) {
    // Two gables at a corner, or gables on more than half of the sides, may leave the roof open.
    const may = edges.at(-1)?.gable !== true && (i + 1 < ring.length || edges[0]?.gable !== true);
    const ends = ring.length > 3 && mayEnd(ring, i) && isBlunt(ring, i);
    // If collinear sides of unequal slope become neighbours, the continuing plane is undefined.
    const before = edges.find((_, k) => isInLine(ring, k, i));
    const own = drawnSlope(draw);
    const isGable = may && ends && draw.chance(0.3) && before === undefined;
    edges.push(isGable ? { gable: true } : (before ?? own));
  }
  return edges;
}

function formOf({ slope_deg, upper_slope_deg, break_height }: Edge): SideForm {
  if (slope_deg === undefined) return GABLE;
  if (upper_slope_deg === undefined || break_height === undefined) return slope(slope_deg);
  return { pitch: tan(slope_deg), upper: { pitch: tan(upper_slope_deg), height: break_height } };
}

function isInLine(ring: Ring, k: number, i: number): boolean {
  const inside = insideOf(ring, k);
  return [corner(ring, i), corner(ring, i + 1)].every((p) => Math.abs(inside(p)) < 1);
}

/** Whether the outline turns by a right angle or less at both ends of a side: planes next to a gable do not pass its ends. */
function isBlunt(ring: Ring, i: number): boolean {
  const dot = (k: number): number => {
    const [a, b, c] = [corner(ring, k - 1), corner(ring, k), corner(ring, k + 1)];
    return (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
  };
  return dot(i) >= 0 && dot(i + 1) >= 0;
}

/** Whether both its ends turn outwards. */
function mayEnd(ring: Ring, i: number): boolean {
  return (
    insideOf(ring, i - 1)(corner(ring, i + 1)) > 0 && insideOf(ring, i)(corner(ring, i + 2)) > 0
  );
}

/** The overhang of each side: all eaves have one height, and gables project by the full overhang. */
export function reachOf({ rings, form }: RoofPlan, overhang: number): readonly number[] {
  if (form.underside === 'plane') return rings.flat().map(() => overhang);
  const flattest = Math.min(...form.sides.map(({ pitch }) => pitch ?? Infinity));
  return form.sides.map(({ pitch }) => overhang * (pitch === null ? 1 : flattest / pitch));
}

/** The outlines with the overhang. */
export function eavesOf(plan: RoofPlan): readonly Ring[] {
  const reach = reachOf(plan, plan.overhang);
  let first = 0;
  return plan.rings.map((ring) => {
    first += ring.length;
    return movedOut(ring, reach.slice(first - ring.length, first));
  });
}
