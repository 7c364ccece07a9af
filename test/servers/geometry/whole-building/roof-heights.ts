/** @module roof heights: the height of the underside of a roof over a point, from the definition of roofs and not from the kernel, and its integrals. */
import type { PlanPoint } from '../../../../schemas/units.ts';

type Ring = readonly PlanPoint[];

/** Height over the outline as a function of a point in plan, mm. */
export type Height = (point: PlanPoint) => number;

/** The form of one side: `pitch` null is a gable; `upper` is the slope of a mansard above its break. */
export type SideForm = {
  readonly pitch: number | null;
  readonly upper: { readonly pitch: number; readonly height: number } | null;
};

export const tan = (deg: number): number => Math.tan((deg * Math.PI) / 180);

/** Vertical thickness of a layer from its perpendicular one, mm. */
export const upright = (thickness: number, pitch: number): number =>
  thickness * Math.hypot(1, pitch);

export function corner(ring: Ring, i: number): PlanPoint {
  return ring[(i + ring.length) % ring.length] ?? { x: 0, y: 0 };
}

/** Distance to the left of a side of an outline, mm. */
export function insideOf(ring: Ring, i: number): Height {
  const [a, b] = [corner(ring, i), corner(ring, i + 1)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
  return ({ x, y }) => (x - a.x) * nx + (y - a.y) * ny;
}

/** The planes over a side, by the distance to its inside; the lowest of several applies. A gable has none. */
export function risesOf(
  { pitch, upper }: SideForm,
  thickness: number,
): readonly { readonly pitch: number; readonly lift: number }[] {
  if (pitch === null) return [];
  const lower = { pitch, lift: upright(thickness, pitch) };
  if (upper === null) return [lower];
  const foot = upper.height - (upper.pitch * upper.height) / pitch;
  return [lower, { pitch: upper.pitch, lift: foot + upright(thickness, upper.pitch) }];
}

/** The planes over a convex outline, raised by the vertical thickness of the layer; the lowest one applies. */
export function planesOver(
  outline: Ring,
  sides: readonly SideForm[],
  thickness: number,
): readonly Height[] {
  return sides.flatMap((side, i) => {
    const inside = insideOf(outline, i);
    return risesOf(side, thickness).map(
      ({ pitch, lift }): Height =>
        (p) =>
          pitch * inside(p) + lift,
    );
  });
}

/** Clips a polygon to the region in which the linear function `over` is not negative. */
export function clipped(ring: Ring, over: Height): Ring {
  return ring.flatMap((a, i) => {
    const b = corner(ring, i + 1);
    const [da, db] = [over(a), over(b)];
    const share = da / (da - db);
    const cut = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    if (da >= 0) return db >= 0 ? [a] : [a, cut];
    return db >= 0 ? [cut] : [];
  });
}

export function ringArea(ring: Ring): number {
  const o = corner(ring, 0);
  return ring.reduce((sum, a, i) => {
    const b = corner(ring, i + 1);
    return sum + ((a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y)) / 2;
  }, 0);
}

type Triangle = readonly [PlanPoint, PlanPoint, PlanPoint];

/** The polygon as a fan of signed triangles around its first corner, each counter-clockwise. */
export function fan(ring: Ring): readonly { readonly triangle: Triangle; readonly sign: number }[] {
  return ring.slice(1, -1).map((b, i) => {
    const [a, c] = [corner(ring, 0), corner(ring, i + 2)];
    return ringArea([a, b, c]) < 0
      ? { triangle: [a, c, b], sign: -1 }
      : { triangle: [a, b, c], sign: 1 };
  });
}

/** The integral of a linear function over a polygon. */
export function linearIntegral(ring: Ring, plane: Height): number {
  const o = corner(ring, 0);
  let sum = 0;
  for (let i = 1; i + 1 < ring.length; i += 1) {
    const triangle = [o, corner(ring, i), corner(ring, i + 1)];
    sum += (ringArea(triangle) * triangle.reduce((all, p) => all + plane(p), 0)) / 3;
  }
  return sum;
}

/** The integral of a linear function over the part of a convex polygon in which it is above a height, from that height on. */
export function linearAbove(ring: Ring, plane: Height, floor: number | null): number {
  if (floor === null) return linearIntegral(ring, plane);
  const above: Height = (p) => plane(p) - floor;
  return linearIntegral(clipped(ring, above), above);
}

/**
 * The exact integral of the lowest of planes over a polygon, mm³. With `floor`: only of what is above that height, from it
 * on.
 */
export function volumeUnder(
  ring: Ring,
  planes: readonly Height[],
  floor: number | null = null,
): number {
  let sum = 0;
  for (const { triangle, sign } of fan(ring)) {
    for (const [i, plane] of planes.entries()) {
      let part: Ring = triangle;
      for (const [k, other] of planes.entries()) {
        // Of equal planes the first one applies.
        if (k < i) part = clipped(part, (p) => other(p) - plane(p) - 1e-9);
        else if (k > i) part = clipped(part, (p) => other(p) - plane(p));
      }
      if (part.length > 2) sum += sign * linearAbove(part, plane, floor);
    }
  }
  return sum;
}

/** The outline with each side moved outwards, mm. */
export function movedOut(ring: Ring, by: readonly number[]): Ring {
  return ring.map((_, i) => {
    const [before, after] = [insideOf(ring, i - 1), insideOf(ring, i)];
    const [p, q, s] = [corner(ring, i), corner(ring, i - 1), corner(ring, i + 1)];
    const [out, own] = [by.at(i - 1) ?? 0, by[i] ?? 0];
    // The intersection of the two moved sides.
    const [u, v] = [before(s), after(q)];
    const ahead = { x: s.x - p.x, y: s.y - p.y };
    const back = { x: q.x - p.x, y: q.y - p.y };
    const [along, beside] = [-out / u, -own / v];
    return {
      x: p.x + ahead.x * along + back.x * beside,
      y: p.y + ahead.y * along + back.y * beside,
    };
  });
}
