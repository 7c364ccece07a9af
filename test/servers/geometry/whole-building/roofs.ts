/** @module roofs: random roofs over an outline, and what each of them is by definition. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Draw } from './draw.ts';
import type { Outline } from './outlines.ts';
import { isConvex } from './outlines.ts';
import type { Height, SideForm } from './roof-heights.ts';
import { corner, insideOf, lowest, planesOver, squareDistance, tan } from './roof-heights.ts';

/** A roof over an outline as it is drawn, and what its sides do. */
export type RoofPlan = {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly ring: readonly PlanPoint[];
  readonly thickness: number;
  readonly overhang: number;
  /**
   * By what its underside is told: one plane, the lowest of planes over a convex outline, distances over an outline of
   * upright and level sides of one slope; null where only its slope, alike on all sides, is known.
   */
  readonly form:
    | { readonly told: 'plane'; readonly pitch: number }
    | { readonly told: 'planes'; readonly sides: readonly SideForm[] }
    | { readonly told: 'squares'; readonly pitch: number; readonly sides: readonly SideForm[] }
    | { readonly told: 'slope'; readonly pitch: number }
    | { readonly told: 'nothing' };
};

const slope = (deg: number): SideForm => ({ pitch: tan(deg), upper: null });
const GABLE: SideForm = { pitch: null, upper: null };

/** Some roof that the outline can have. */
export function drawnRoof(draw: Draw, { shape, ring }: Outline): RoofPlan {
  const common = { thickness: draw.of([150, 200, 280]), overhang: draw.of([0, 0, 300, 640]) };
  const deg = draw.of([15, 22.5, 30, 40, 47]);
  const made = (more: object, form: RoofPlan['form']): RoofPlan => ({
    ring,
    ...common,
    form,
    arguments: { boundary_points: ring, ...common, ...more },
  });
  const kind = draw.below(6);
  if (kind === 0) return made({ roof_type: 'flat' }, { told: 'plane', pitch: 0 });
  if (kind === 1) {
    return made({ roof_type: 'shed', slope: deg / 2 }, { told: 'plane', pitch: tan(deg / 2) });
  }
  if (shape === 'rectangle' && kind === 2) {
    const sides = ring.map((_, i) => (lies(ring, i) ? slope(deg) : GABLE));
    return made({ roof_type: 'gable', slope: deg }, { told: 'planes', sides });
  }
  if (isConvex(ring)) return overConvex(draw, ring, deg, made);
  const alike = ring.map(() => slope(deg));
  const pitch = tan(deg);
  if (shape === 'irregular') {
    return kind === 2
      ? made(unequal(draw, ring), { told: 'nothing' })
      : made({ roof_type: 'hip', slope: deg }, { told: 'slope', pitch });
  }
  if (kind === 2) {
    return made({ roof_type: 'hip', slope: deg }, { told: 'squares', pitch, sides: alike });
  }
  // Gables at ends, on sides between two corners that turn outwards.
  const sides = ring.map((_, i) => (mayEnd(ring, i) && draw.chance(0.4) ? GABLE : slope(deg)));
  const apart = sides.map((side, i) =>
    side.pitch === null && sides.at(i - 1)?.pitch === null ? slope(deg) : side,
  );
  const [first, last] = [apart[0], apart.at(-1)];
  if (first?.pitch === null && last?.pitch === null) apart[0] = slope(deg);
  const edges = apart.map((side) => (side.pitch === null ? { gable: true } : { slope_deg: deg }));
  return made({ edges }, { told: 'squares', pitch, sides: apart });
}

/** Whether a side of a rectangle is one of the longer ones, of equal ones the first. */
function lies(ring: readonly PlanPoint[], i: number): boolean {
  const length = (k: number): number => {
    const [a, b] = [corner(ring, k), corner(ring, k + 1)];
    return Math.hypot(b.x - a.x, b.y - a.y);
  };
  return length(0) >= length(1) ? i % 2 === 0 : i % 2 === 1;
}

function overConvex(
  draw: Draw,
  ring: readonly PlanPoint[],
  deg: number,
  made: (more: object, form: RoofPlan['form']) => RoofPlan,
): RoofPlan {
  const kind = draw.below(4);
  if (kind === 0) {
    return made(
      { roof_type: 'hip', slope: deg },
      { told: 'planes', sides: ring.map(() => slope(deg)) },
    );
  }
  if (kind === 1) {
    const break_height = 2000;
    const upper = { pitch: tan(30), height: break_height };
    const sides = ring.map(() => ({ pitch: tan(65), upper }));
    return made({ roof_type: 'mansard', slope: 65 }, { told: 'planes', sides });
  }
  const edges: { gable?: boolean; slope_deg?: number }[] = [];
  for (const i of ring.keys()) {
    // Two gables at a corner, or more than half of them, may leave the roof open.
    const may = edges.at(-1)?.gable !== true && (i + 1 < ring.length || edges[0]?.gable !== true);
    const isGable = ring.length > 3 && may && draw.chance(0.25) && isBlunt(ring, i);
    edges.push(isGable ? { gable: true } : { slope_deg: draw.of([20, 30, 30, 38, 50]) });
  }
  const sides = edges.map(({ slope_deg }) => (slope_deg === undefined ? GABLE : slope(slope_deg)));
  return made({ edges }, { told: 'planes', sides });
}

function unequal(draw: Draw, ring: readonly PlanPoint[]): object {
  return { edges: ring.map(() => ({ slope_deg: draw.of([25, 33, 41]) })) };
}

/** Whether the outline turns by a right angle or less at both ends of a side: planes beside a gable do not pass its ends. */
function isBlunt(ring: readonly PlanPoint[], i: number): boolean {
  const dot = (k: number): number => {
    const [a, b, c] = [corner(ring, k - 1), corner(ring, k), corner(ring, k + 1)];
    return (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
  };
  return dot(i) >= 0 && dot(i + 1) >= 0;
}

function mayEnd(ring: readonly PlanPoint[], i: number): boolean {
  return (
    insideOf(ring, i - 1)(corner(ring, i + 1)) > 0 && insideOf(ring, i)(corner(ring, i + 2)) > 0
  );
}

/** Height of the underside over the outline; null where its definition gives none for a single point. */
export function heightOf({ form, ring }: RoofPlan): Height | null {
  if (form.told === 'plane') {
    const inside = insideOf(ring, 0);
    return (p) => form.pitch * inside(p);
  }
  if (form.told === 'planes') return lowest(planesOver(ring, form.sides, 0));
  if (form.told !== 'squares') return null;
  const longer = beyondGables(ring, form.sides);
  return (p) => form.pitch * squareDistance(longer, p);
}

const FAR_MM = 100_000;

/** The outline without its gables: what is beside them goes on as far as anybody asks. */
function beyondGables(
  ring: readonly PlanPoint[],
  sides: readonly SideForm[],
): readonly PlanPoint[] {
  const out = sides.map(({ pitch }) => (pitch === null ? FAR_MM : 0));
  return ring.map((p, i) => {
    const [q, s] = [corner(ring, i - 1), corner(ring, i + 1)];
    const [before, own] = [out.at(i - 1) ?? 0, out[i] ?? 0];
    const along = 0 - before / insideOf(ring, i - 1)(s);
    const beside = 0 - own / insideOf(ring, i)(q);
    return {
      x: Math.round(p.x + (s.x - p.x) * along + (q.x - p.x) * beside),
      y: Math.round(p.y + (s.y - p.y) * along + (q.y - p.y) * beside),
    };
  });
}
