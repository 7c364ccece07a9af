/** @module hosts: walls as drawn, and where the line of another wall meets their axes. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { distance } from './draw.ts';

/** Layers of the wall type from the outside: distances from the middle of the core to the faces, mm. */
export const LAYERS = [
  { material: 'render', thickness: 15, function: 'finish' },
  { material: 'wool', thickness: 140, function: 'insulation' },
  { material: 'blocks', thickness: 175, function: 'structure' },
  { material: 'plaster', thickness: 10, function: 'finish' },
] as const;
export const TYPED_MM = 340;
/** From the middle of the blocks to the outer face, mm. */
const CORE_OUT_MM = 15 + 140 + 175 / 2;

export type Line = 'centre' | 'outside' | 'inside' | 'core';

/** A wall drawn from `a` to `b`, its outer side on the right if it has one. */
export type Host = {
  readonly as: string;
  readonly a: PlanPoint;
  readonly b: PlanPoint;
  readonly via: PlanPoint | null;
  readonly thickness: number;
  readonly line: Line;
};

/** How far the outer face lies to the right of the line, mm. */
export function outOf({ thickness, line }: Pick<Host, 'thickness' | 'line'>): number {
  if (line === 'outside') return 0;
  if (line === 'inside') return thickness;
  return line === 'core' ? CORE_OUT_MM : thickness / 2;
}

/** `turn` is 1 if the points are counter-clockwise. */
type Circle = { readonly centre: PlanPoint; readonly radius: number; readonly turn: number };

/** The circle through three points. */
function circleOf(a: PlanPoint, b: PlanPoint, c: PlanPoint): Circle {
  const [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const twice = 2 * (bx * cy - by * cx);
  const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy];
  const centre = { x: a.x + (cy * bb - by * cc) / twice, y: a.y + (bx * cc - cx * bb) / twice };
  return { centre, radius: distance(a, centre), turn: Math.sign(twice) };
}

/** The point closest to `p` at which the line through `p` and `q` meets the axis of a wall, and the distance along the line to its near face, mm. */
export function hit(
  host: Host,
  p: PlanPoint,
  q: PlanPoint,
): { readonly at: PlanPoint; readonly toFace: number } | null {
  const length = distance(p, q);
  const u = { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
  const half = host.thickness / 2;
  if (host.via !== null) return hitArc(host, host.via, p, u);
  const long = distance(host.a, host.b);
  const d = { x: (host.b.x - host.a.x) / long, y: (host.b.y - host.a.y) / long };
  // The axis is left of the line by the difference of half the thickness and the distance of the outer face.
  const left = half - outOf(host);
  const o = { x: host.a.x - d.y * left, y: host.a.y + d.x * left };
  const sine = u.x * d.y - u.y * d.x;
  if (Math.abs(sine) < 0.4) return null;
  const along = ((o.x - p.x) * d.y - (o.y - p.y) * d.x) / sine;
  return { at: { x: p.x + u.x * along, y: p.y + u.y * along }, toFace: half / Math.abs(sine) };
}

function hitArc(
  host: Host,
  via: PlanPoint,
  p: PlanPoint,
  u: PlanPoint,
): { readonly at: PlanPoint; readonly toFace: number } | null {
  const { centre, radius: drawn, turn } = circleOf(host.a, via, host.b);
  // The left of a counter-clockwise outline is inside.
  const radius = drawn - turn * (host.thickness / 2 - outOf(host));
  const [dx, dy] = [p.x - centre.x, p.y - centre.y];
  const [b, c] = [dx * u.x + dy * u.y, dx * dx + dy * dy - radius * radius];
  const root = Math.sqrt(b * b - c);
  if (Number.isNaN(root)) return null;
  const along = Math.abs(root - b) < Math.abs(0 - root - b) ? root - b : 0 - root - b;
  const at = { x: p.x + u.x * along, y: p.y + u.y * along };
  const cosine = Math.abs((at.x - centre.x) * u.x + (at.y - centre.y) * u.y) / radius;
  return cosine < 0.6 ? null : { at, toFace: host.thickness / 2 / cosine };
}
