/** @module outlines: closed chains of pieces in the plane of a profile. */
import { EQUAL_LENGTH_SHARE, EQUAL_POINTS_MM } from '../../../building/geometry/tolerances.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Curve } from './curve-piece.ts';
import { ELLIPSE_SIDES } from './shape-limits.ts';
import type { Loop, Segment } from './shape-node.ts';

/** A map of the plane: the image of the origin and of both axes. */
export type PlaneMap = { readonly origin: Point2; readonly x: Point2; readonly y: Point2 };

/** The image of a point. */
export function mapped({ origin, x, y }: PlaneMap, p: Point2): Point2 {
  return { x: origin.x + p.x * x.x + p.y * y.x, y: origin.y + p.x * x.y + p.y * y.y };
}

/** A curve of the plane z = 0 as pieces of the plane. */
export function planePieces(curve: Curve): readonly Segment[] {
  return curve.map(({ from, to, arc }) => ({
    from: { x: from.x, y: from.y },
    to: { x: to.x, y: to.y },
    arc:
      arc === null
        ? null
        : {
            centre: { x: arc.centre.x, y: arc.centre.y },
            radius: arc.radius,
            sweep: arc.normal.z < 0 ? -arc.sweep : arc.sweep,
          },
  }));
}

/** The pieces as a closed chain: a straight piece is added if the curve is open, and a small gap is removed. */
export function closed(pieces: readonly Segment[]): Loop {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return [];
  const gap = Math.hypot(last.to.x - first.from.x, last.to.y - first.from.y);
  if (gap === 0) return pieces;
  if (gap > EQUAL_POINTS_MM) return [...pieces, { from: last.to, to: first.from, arc: null }];
  return [...pieces.slice(0, -1), { ...last, to: first.from }];
}

/** The signed area of a closed chain, mm²: positive counter-clockwise. */
export function loopArea(loop: Loop): number {
  const origin = loop[0]?.from ?? { x: 0, y: 0 };
  return loop.reduce((sum, { from, to, arc }) => {
    const [ax, ay] = [from.x - origin.x, from.y - origin.y];
    const [bx, by] = [to.x - origin.x, to.y - origin.y];
    const bulge = arc === null ? 0 : (arc.radius ** 2 * (arc.sweep - Math.sin(arc.sweep))) / 2;
    return sum + (ax * by - ay * bx) / 2 + bulge;
  }, 0);
}

/** The chain in the other direction. */
export function reversedLoop(loop: readonly Segment[]): Loop {
  return loop.toReversed().map(({ from, to, arc }) => ({
    from: to,
    to: from,
    arc: arc === null ? null : { ...arc, sweep: -arc.sweep },
  }));
}

/** The chain in the given direction. */
export function directed(loop: Loop, isCounterClockwise: boolean): Loop {
  return loopArea(loop) > 0 === isCounterClockwise ? loop : reversedLoop(loop);
}

/** The image of pieces. Arcs become facets if the map does not scale both axes equally. */
export function mappedPieces(map: PlaneMap, pieces: readonly Segment[]): readonly Segment[] {
  const { x, y } = map;
  const [a, b] = [Math.hypot(x.x, x.y), Math.hypot(y.x, y.y)];
  const isSimilar =
    Math.abs(a - b) <= EQUAL_LENGTH_SHARE * a &&
    Math.abs(x.x * y.x + x.y * y.y) <= EQUAL_LENGTH_SHARE * a * b;
  const isMirrored = x.x * y.y - x.y * y.x < 0;
  return pieces.flatMap((piece): readonly Segment[] => {
    const { from, to, arc } = piece;
    if (arc === null) return [{ from: mapped(map, from), to: mapped(map, to), arc: null }];
    if (!isSimilar) return mappedPieces(map, facets(piece));
    const image = {
      centre: mapped(map, arc.centre),
      radius: arc.radius * a,
      sweep: isMirrored ? -arc.sweep : arc.sweep,
    };
    return [{ from: mapped(map, from), to: mapped(map, to), arc: image }];
  });
}

/** The chords of an arc. */
function facets(piece: Segment): readonly Segment[] {
  const { from, arc } = piece;
  if (arc === null) return [piece];
  const { centre, sweep } = arc;
  const count = Math.max(1, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * ELLIPSE_SIDES));
  const [dx, dy] = [from.x - centre.x, from.y - centre.y];
  const points = Array.from({ length: count + 1 }, (_, i): Point2 => {
    if (i === 0) return from;
    if (i === count) return piece.to;
    const [cos, sin] = [Math.cos((sweep * i) / count), Math.sin((sweep * i) / count)];
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos };
  });
  return chain(points);
}

/** Straight pieces from each point to the next. */
function chain(points: readonly Point2[]): readonly Segment[] {
  return points.slice(1).map((to, i) => ({ from: points[i] ?? to, to, arc: null }));
}

/** A corner of an outline, rounded by an arc of a radius; 0 for a sharp one. */
export type Corner = Point2 & { readonly radius: number };

/**
 * The outline through corners. A radius is reduced to what the shorter of its two sides has room for: half of it next
 * to another rounded corner.
 */
export function rounded(corners: readonly Corner[]): Loop {
  const size = corners.length;
  const ends = corners.map((corner, i) => {
    const before = corners[(i + size - 1) % size] ?? corner;
    const after = corners[(i + 1) % size] ?? corner;
    return roundedCorner(before, corner, after);
  });
  const pieces: Segment[] = [];
  for (const [i, { start, end, arc }] of ends.entries()) {
    if (arc !== null) pieces.push({ from: start, to: end, arc });
    const next = ends[(i + 1) % size]?.start ?? end;
    if (Math.hypot(next.x - end.x, next.y - end.y) > EQUAL_POINTS_MM) {
      pieces.push({ from: end, to: next, arc: null });
    } else {
      // The next arc begins here: both points are one.
      const last = pieces.at(-1);
      if (last !== undefined) pieces.splice(-1, 1, { ...last, to: next });
    }
  }
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first !== undefined && last !== undefined) {
    pieces.splice(-1, 1, { ...last, to: first.from });
  }
  return pieces;
}

type RoundedCorner = { readonly start: Point2; readonly end: Point2; readonly arc: Segment['arc'] };

function roundedCorner(before: Corner, corner: Corner, after: Corner): RoundedCorner {
  const sharp = { start: corner, end: corner, arc: null };
  const [ax, ay] = [before.x - corner.x, before.y - corner.y];
  const [bx, by] = [after.x - corner.x, after.y - corner.y];
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
  const angle = Math.atan2(Math.abs(ax * by - ay * bx), ax * bx + ay * by);
  if (!(corner.radius > EQUAL_POINTS_MM) || a === 0 || b === 0 || !(angle > 0)) return sharp;
  const room = Math.min(before.radius > 0 ? a / 2 : a, after.radius > 0 ? b / 2 : b);
  const half = Math.tan(angle / 2);
  const cut = Math.min(corner.radius / half, room);
  const radius = cut * half;
  const start = { x: corner.x + (ax / a) * cut, y: corner.y + (ay / a) * cut };
  const end = { x: corner.x + (bx / b) * cut, y: corner.y + (by / b) * cut };
  const turnsLeft = ax * by - ay * bx < 0;
  const [mx, my] = [ax / a + bx / b, ay / a + by / b];
  const length = Math.hypot(mx, my);
  const away = Math.hypot(cut, radius);
  const centre = { x: corner.x + (mx / length) * away, y: corner.y + (my / length) * away };
  const sweep = (turnsLeft ? 1 : -1) * (Math.PI - angle);
  return { start, end, arc: { centre, radius, sweep } };
}

/** A circle as two arcs, counter-clockwise. */
export function circleLoop(radius: number): Loop {
  const [east, west] = [
    { x: radius, y: 0 },
    { x: -radius, y: 0 },
  ];
  const arc = { centre: { x: 0, y: 0 }, radius, sweep: Math.PI };
  return [
    { from: east, to: west, arc },
    { from: west, to: east, arc },
  ];
}

/** An ellipse as facets, counter-clockwise. */
export function ellipseLoop(a: number, b: number): Loop {
  return mappedPieces(
    { origin: { x: 0, y: 0 }, x: { x: a, y: 0 }, y: { x: 0, y: b } },
    circleLoop(1).flatMap((piece) => facets(piece)),
  );
}
