/** @module once round: the region with winding number one of outlines that cross themselves and each other. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { ringArea } from './roof-heights.ts';

/** Numbers of the sides of a ring, in order. */
export type LabelledRing = readonly number[];
/** Corner `i` is the start of side `i`. */
export type Placed = { readonly labels: LabelledRing; readonly corners: readonly PlanPoint[] };

type Node = PlanPoint;
/** A piece of a side, with the number of that side. */
type Edge = {
  readonly label: number;
  readonly of: number;
  readonly from: Node;
  readonly to: Node;
};

/** Narrower rings are ignored, mm. */
const NARROW_MM = 1e-6;

/**
 * The outlines of the region with winding number one to the left of sides, counter-clockwise; holes clockwise. Null if
 * they cannot be connected, because a corner is on a side. Sides with the same ends are omitted.
 */
export function onceRound(rings: readonly Placed[]): readonly Placed[] | null {
  const edges: Edge[] = [];
  for (const { labels, corners } of rings) {
    for (const [i, label] of labels.entries()) {
      const [from, to] = [corners[i], corners[(i + 1) % corners.length]];
      if (from !== undefined && to !== undefined) edges.push({ label, of: edges.length, from, to });
    }
  }
  const pieces = cutPieces(edges).filter((piece) => isBorder(piece, edges));
  return linked(pieces)?.filter(({ corners }) => !isNarrow(corners)) ?? null;
}

/** The sides, split at their crossings. */
function cutPieces(edges: readonly Edge[]): readonly Edge[] {
  const cuts = edges.map((): { readonly share: number; readonly node: Node }[] => []);
  for (const [i, a] of edges.entries()) {
    for (const [k, b] of edges.entries()) {
      const met = k > i ? meeting(a, b) : null;
      if (met === null) continue;
      cuts[i]?.push({ share: met.along, node: met.node });
      cuts[k]?.push({ share: met.beside, node: met.node });
    }
  }
  return edges.flatMap(({ label, of, from, to }, i) => {
    const nodes = (cuts[i] ?? []).toSorted((a, b) => a.share - b.share).map(({ node }) => node);
    return [...nodes, to].map((end, k) => ({ label, of, from: nodes[k - 1] ?? from, to: end }));
  });
}

function meeting(
  a: Edge,
  b: Edge,
): { readonly along: number; readonly beside: number; readonly node: Node } | null {
  if (a.to === b.from || b.to === a.from) return null;
  const [u, v] = [run(a), run(b)];
  const turn = u.x * v.y - u.y * v.x;
  const w = { x: b.from.x - a.from.x, y: b.from.y - a.from.y };
  const along = (w.x * v.y - w.y * v.x) / turn;
  const beside = (w.x * u.y - w.y * u.x) / turn;
  if (!(along > 0 && along < 1 && beside > 0 && beside < 1)) return null;
  return { along, beside, node: { x: a.from.x + u.x * along, y: a.from.y + u.y * along } };
}

function run({ from, to }: Edge): PlanPoint {
  return { x: to.x - from.x, y: to.y - from.y };
}

/** Whether the winding number directly left of a piece is one, counted on a ray to the left from its middle. */
function isBorder(piece: Edge, edges: readonly Edge[]): boolean {
  const u = run(piece);
  const middle = { x: (piece.from.x + piece.to.x) / 2, y: (piece.from.y + piece.to.y) / 2 };
  const ahead = ({ x, y }: PlanPoint): number => (x - middle.x) * u.x + (y - middle.y) * u.y;
  const left = ({ x, y }: PlanPoint): number => (y - middle.y) * u.x - (x - middle.x) * u.y;
  let round = 0;
  for (const { of, from, to } of edges) {
    const [p, q] = [ahead(from), ahead(to)];
    if (of === piece.of || p < 0 === q < 0) continue;
    if (left(from) + ((left(to) - left(from)) * p) / (p - q) > 0) round += p < 0 ? -1 : 1;
  }
  return round === 1;
}

function linked(pieces: readonly Edge[]): readonly Placed[] | null {
  const leaving = new Map(pieces.map((piece) => [piece.from, piece]));
  if (leaving.size < pieces.length) return null;
  const rings: Placed[] = [];
  for (const first of pieces) {
    const ring: Edge[] = [];
    let at = leaving.get(first.from);
    while (at !== undefined) {
      ring.push(at);
      leaving.delete(at.from);
      if (at.to === first.from) break;
      at = leaving.get(at.to);
      if (at === undefined) return null;
    }
    if (ring.length > 0) {
      rings.push({ labels: ring.map(({ label }) => label), corners: ring.map(({ from }) => from) });
    }
  }
  return rings;
}

function isNarrow(corners: readonly PlanPoint[]): boolean {
  const around = corners.reduce((sum, { x, y }, i) => {
    const next = corners[(i + 1) % corners.length] ?? { x, y };
    return sum + Math.hypot(next.x - x, next.y - y);
  }, 0);
  return Math.abs(ringArea(corners)) < NARROW_MM * around;
}
