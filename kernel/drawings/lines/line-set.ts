/** @module line set: seen lines without repeats: what several bodies share is drawn once, and seams of flush bodies not at all. */
import type { Point2 } from '../../geometry/vector.ts';
import type { Edge, Face } from './faces.ts';
import type { Interval } from './hidden-lines.ts';

/** A line that is drawn, with the depth at its middle; mm. */
export type SeenLine = {
  readonly from: Point2;
  readonly to: Point2;
  readonly id: string;
  readonly category: string;
  readonly depth: number;
};

type Part = SeenLine & {
  /** Along the line that carries it, mm. */
  readonly start: number;
  readonly end: number;
  /** Plane of its face and the side on which it lies, to tell flush neighbours. */
  readonly plane: string;
  readonly side: number;
};

/** Grids on which lines count as one: directions, and distances in mm. */
const DIRECTION = 1e5;
const DISTANCE = 20;

/** Collects seen parts of edges by the line that they lie on. */
export class LineSet {
  readonly #lines = new Map<string, Part[]>();
  #size = 0;

  /** Parts that were added. */
  get size(): number {
    return this.#size;
  }

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
    const found: Part = {
      from,
      to,
      id,
      category,
      depth: az + ((bz - az) * (part[0] + part[1])) / 2,
      start: from.x * ux + from.y * uy,
      end: to.x * ux + to.y * uy,
      plane: `${category} ${Math.round(face.px * 1e4)} ${Math.round(face.py * 1e4)} ${Math.round(face.p0 * 2)}`,
      side: turn,
    };
    this.#size += 1;
    const known = this.#lines.get(key);
    if (known === undefined) this.#lines.set(key, [found]);
    else known.push(found);
  }

  /** All lines; of parts that cover each other the first stays, and seams go. */
  *merged(): Iterable<SeenLine> {
    for (const parts of this.#lines.values()) {
      if (parts.length === 1) yield* parts;
      else yield* withoutRepeats(parts);
    }
  }
}

/** Parts that touch within this are one, mm. */
const NEAR_MM = 0.5;

function* withoutRepeats(parts: readonly Part[]): Iterable<SeenLine> {
  const ends = [...new Set(parts.flatMap(({ start, end }) => [start, end]))].toSorted(
    (a, b) => a - b,
  );
  const sorted = parts.toSorted((a, b) => a.start - b.start);
  let open: Part[] = [];
  let next = 0;
  let last: { readonly part: Part; readonly from: number; to: number } | null = null;
  for (const [i, from] of ends.entries()) {
    const to = ends[i + 1];
    if (to === undefined) break;
    open = open.filter(({ end }) => end > from);
    for (let part = sorted[next]; part !== undefined && part.start <= from; part = sorted[next]) {
      open.push(part);
      next += 1;
    }
    const [first] = open;
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
      continue;
    }
    if (last !== null) yield cutTo(last);
    last = { part: first, from, to };
  }
  if (last !== null) yield cutTo(last);
}

function cutTo({
  part,
  from,
  to,
}: {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}): SeenLine {
  const long = part.end - part.start;
  const at = (along: number): Point2 => {
    const share = (along - part.start) / long;
    return {
      x: part.from.x + (part.to.x - part.from.x) * share,
      y: part.from.y + (part.to.y - part.from.y) * share,
    };
  };
  return { ...part, from: at(from), to: at(to) };
}
