/** @module outlines: outlines of random buildings, counter-clockwise, mm. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { Draw } from './draw.ts';
import { corner, insideOf } from './roof-heights.ts';

export type Shape = 'rectangle' | 'l' | 't' | 'convex' | 'irregular' | 'court';
/** With the outline of its courtyard, counter-clockwise as well. */
export type Outline = {
  readonly shape: Shape;
  readonly ring: readonly PlanPoint[];
  readonly court: readonly PlanPoint[] | null;
};

const P = (x: number, y: number): PlanPoint => ({ x, y });

/** An outline of sides of 1.5 m and more. */
export function drawnOutline(draw: Draw): Outline {
  const shape = draw.of<Shape>([
    'rectangle',
    'rectangle',
    'l',
    't',
    'convex',
    'irregular',
    'court',
    'court',
  ]);
  return shape === 'court'
    ? { shape, ...aroundCourt(draw) }
    : { shape, ring: ringOf(shape, draw), court: null };
}

/** Four sides around four sides, all rectangular in half of the cases. */
function aroundCourt(draw: Draw): Pick<Outline, 'ring' | 'court'> {
  const [w, d] = [draw.mm(2000, 4500), draw.mm(2000, 4000)];
  const off = draw.of([0, 300]);
  const quad = (from: PlanPoint, to: PlanPoint): readonly PlanPoint[] =>
    [from, P(to.x, from.y), to, P(from.x, to.y)].map(({ x, y }) =>
      P(x + draw.mm(0 - off, off), y + draw.mm(0 - off, off)),
    );
  const wing = (): number => draw.mm(3000, 5500);
  return {
    court: quad(P(0, 0), P(w, d)),
    ring: quad(P(0 - wing(), 0 - wing()), P(w + wing(), d + wing())),
  };
}

/** The reversed ring from the same corner. */
export function backwards(ring: readonly PlanPoint[]): readonly PlanPoint[] {
  return [...ring.slice(0, 1), ...ring.slice(1).toReversed()];
}

function ringOf(shape: Exclude<Shape, 'court'>, draw: Draw): readonly PlanPoint[] {
  const [w, d] = [draw.mm(6000, 13_000), draw.mm(5000, 10_000)];
  if (shape === 'rectangle') return [P(0, 0), P(w, 0), P(w, d), P(0, d)];
  const [cut, deep] = [draw.mm(2000, w - 3500), draw.mm(1500, d - 3000)];
  if (shape === 'l') {
    return [P(0, 0), P(w, 0), P(w, d - deep), P(w - cut, d - deep), P(w - cut, d), P(0, d)];
  }
  if (shape === 't') {
    const [from, to] = [draw.mm(1500, 3000), draw.mm(1500, 3000)];
    const wide = w + from + to;
    return [
      P(0, 0),
      P(wide, 0),
      P(wide, d - deep),
      P(wide - to, d - deep),
      P(wide - to, d),
      P(from, d),
      P(from, d - deep),
      P(0, d - deep),
    ];
  }
  return shape === 'convex' ? convexRing(draw, [w, d]) : irregularRing(draw, [w, d]);
}

/** Corners on an ellipse, not too close together. */
function convexRing(draw: Draw, [w, d]: readonly [number, number]): readonly PlanPoint[] {
  const count = draw.of([3, 4, 4, 5, 6]);
  const first = draw.between(0, 2 * Math.PI);
  return Array.from({ length: count }, (_, i) => {
    const angle = first + ((i + draw.between(-0.25, 0.25)) * 2 * Math.PI) / count;
    const [rx, ry] = [0.7 * w, 0.7 * d];
    return P(Math.round(rx * Math.cos(angle)), Math.round(ry * Math.sin(angle)));
  });
}

/** The outline of an L with displaced corners. */
function irregularRing(draw: Draw, [w, d]: readonly [number, number]): readonly PlanPoint[] {
  const [cut, deep] = [draw.mm(2500, w - 3500), draw.mm(2000, d - 2800)];
  const ring = [P(0, 0), P(w, 0), P(w, d - deep), P(w - cut, d - deep), P(w - cut, d), P(0, d)];
  return ring.map(({ x, y }) => P(x + draw.mm(-500, 500), y + draw.mm(-500, 500)));
}

/** Whether all corners turn left. */
export function isConvex(ring: readonly PlanPoint[]): boolean {
  return ring.every((_, i) => insideOf(ring, i)(corner(ring, i + 2)) > 0);
}
