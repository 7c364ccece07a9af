/**
 * @module line set: the visible lines without duplicates. A line shared by several bodies is drawn once, and seams
 * between flush bodies are not drawn.
 */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Edge, Face } from './faces.ts';
import type { Interval } from './hidden-lines.ts';

/** A drawn line: its element, the category of this element, and the depth at its midpoint; mm. */
export type SeenLine = {
  readonly from: Point2;
  readonly to: Point2;
  readonly id: string;
  readonly category: string;
  readonly depth: number;
};

type Part = Omit<SeenLine, 'depth'> & {
  /** Position along the supporting line, and depth there, mm. */
  readonly start: number;
  readonly end: number;
  readonly depth_at_start: number;
  readonly depth_at_end: number;
  /** The plane of its face and the side on which the face is, which identify flush neighbours. */
  readonly plane: string;
  readonly side: number;
  /** Whether a flush face of the same element makes the line a seam. */
  readonly mayBeSeam: boolean;
};

/** Grid of directions: lines on one supporting line have equal directions, rounded to 1/100,000. */
const DIRECTION = 1e5;
/** Grid of distances from the origin: steps per mm. */
const DISTANCE = 20;

/** Collects the visible parts of edges, grouped by their supporting line. */
export class LineSet {
  readonly #lines = new Map<string, Part[]>();
  #size = 0;

  /** The number of added parts. */
  get size(): number {
    return this.#size;
  }

  /** Adds the visible part of an edge. */
  add({
    edge,
    face,
    part,
    id,
    category,
  }: {
    readonly edge: Edge;
    readonly face: Face;
    readonly part: Interval;
    readonly id: string;
    readonly category: string;
  }): void {
    const { ax, ay, az, bx, by, bz } = edge;
    const [dx, dy] = [bx - ax, by - ay];
    const length = Math.sqrt(dx * dx + dy * dy);
    const turn = dx < -1e-9 || (dx < 1e-9 && dy < 0) ? -1 : 1;
    const [ux, uy] = [(dx / length) * turn, (dy / length) * turn];
    const off = ux * ay - uy * ax;
    const key = `${Math.round(ux * DIRECTION)} ${Math.round(uy * DIRECTION)} ${Math.round(off * DISTANCE)}`;
    const at = (share: number): Point2 => ({ x: ax + dx * share, y: ay + dy * share });
    const [from, to] = turn > 0 ? [at(part[0]), at(part[1])] : [at(part[1]), at(part[0])];
    const depths = part.map((share) => az + (bz - az) * share);
    const [depth_at_start = 0, depth_at_end = 0] = turn > 0 ? depths : depths.toReversed();
    const found: Part = {
      from,
      to,
      id,
      category,
      depth_at_start,
      depth_at_end,
      start: from.x * ux + from.y * uy,
      end: to.x * ux + to.y * uy,
      plane: `${category} ${Math.round(face.px * 1e4)} ${Math.round(face.py * 1e4)} ${Math.round(face.p0 * 2)}`,
      side: turn,
      mayBeSeam: edge.mayBeSeam === true,
    };
    this.#size += 1;
    const known = this.#lines.get(key);
    if (known === undefined) this.#lines.set(key, [found]);
    else known.push(found);
  }

  /** All lines. Where parts overlap, the first one is kept; seams are removed. */
  *merged(): Iterable<SeenLine> {
    for (const parts of this.#lines.values()) {
      const [first] = parts;
      if (first === undefined) continue;
      if (parts.length > 1) yield* withoutRepeats(parts);
      else yield { ...first, depth: depthOf(first, (first.start + first.end) / 2) };
    }
  }
}

/** Maximum gap between two parts that are drawn as one line, mm. */
const NEAR_MM = 0.5;

function* withoutRepeats(parts: readonly Part[]): Iterable<SeenLine> {
  const ends = [...new Set(parts.flatMap(({ start, end }) => [start, end]))].toSorted(
    (a, b) => a - b,
  );
  const sorted = parts.toSorted((a, b) => a.start - b.start);
  let open: Part[] = [];
  let next = 0;
  let last: Run | null = null;
  for (const [i, from] of ends.entries()) {
    const to = ends[i + 1];
    if (to === undefined) break;
    open = open.filter(({ end }) => end > from);
    for (let part = sorted[next]; part !== undefined && part.start <= from; part = sorted[next]) {
      open.push(part);
      next += 1;
    }
    const [first] = withoutOwnSeams(open, (from + to) / 2);
    const isSeam = open.some((a) =>
      open.some((b) => a.plane === b.plane && a.side !== b.side && a.id !== b.id),
    );
    if (first === undefined || isSeam || to - from < 1e-6) {
      if (to - from >= NEAR_MM && last !== null) {
        yield cutTo(last);
        last = null;
      }
      continue;
    }
    if (last !== null && last.part.category === first.category && from - last.to < NEAR_MM) {
      last.to = to;
      if (last.parts.at(-1)?.part !== first) last.parts.push({ part: first, from });
      continue;
    }
    if (last !== null) yield cutTo(last);
    last = { part: first, parts: [{ part: first, from }], from, to };
  }
  if (last !== null) yield cutTo(last);
}

/** Two parts of lines are at one place in space if their depths differ by at most this, mm. */
const SAME_DEPTH_MM = 1;

/**
 * The parts at a place without those where flush pieces of one body meet, and without other edges of that body there.
 * Slivers have edges on both sides of a real line, so the faces of both sides are counted.
 */
function withoutOwnSeams(open: readonly Part[], along: number): readonly Part[] {
  const may = open.filter(({ mayBeSeam }) => mayBeSeam);
  if (may.length < 2) return open;
  const sums = new Map<string, number>();
  for (const { id, plane, side } of may) {
    const key = `${id} ${plane}`;
    sums.set(key, (sums.get(key) ?? 0) + side);
  }
  const seams = may.filter(({ id, plane }) => sums.get(`${id} ${plane}`) === 0);
  return open.filter((part) => {
    return !seams.some((seam) => {
      const apart = Math.abs(depthOf(seam, along) - depthOf(part, along));
      return seam === part || (seam.id === part.id && apart <= SAME_DEPTH_MM);
    });
  });
}

/** Parts that are drawn as one line, each with the position at which it follows the previous one. */
type Run = {
  readonly part: Part;
  readonly parts: { readonly part: Part; readonly from: number }[];
  readonly from: number;
  to: number;
};

function cutTo({ part, parts, from, to }: Run): SeenLine {
  const long = part.end - part.start;
  const at = (along: number): Point2 => {
    const share = (along - part.start) / long;
    return {
      x: part.from.x + (part.to.x - part.from.x) * share,
      y: part.from.y + (part.to.y - part.from.y) * share,
    };
  };
  const middle = (from + to) / 2;
  const there = parts.findLast((one) => one.from <= middle)?.part ?? part;
  return { ...part, from: at(from), to: at(to), depth: depthOf(there, middle) };
}

function depthOf({ start, end, depth_at_start, depth_at_end }: Part, along: number): number {
  const share = end > start ? Math.min(1, Math.max(0, (along - start) / (end - start))) : 0;
  return depth_at_start + (depth_at_end - depth_at_start) * share;
}
