/** @module plane cells: the union of outlines and the free cells between them, by vertical strips of the plane. */
import type { PlanPoint } from '../../../../schemas/units.ts';

type Ring = readonly PlanPoint[];

/** A cell that is enclosed by outlines. */
export type FreeCell = {
  readonly area_mm2: number;
  readonly contains: (point: PlanPoint) => boolean;
};

export type Cells = {
  /** Of all outlines together. */
  readonly union_mm2: number;
  /** The area covered more than once: twice counts once, three times counts twice. */
  readonly overlap_mm2: number;
  readonly free: readonly FreeCell[];
};

/** From left to right; `turn` is 1 if the outline is above it. */
type Side = {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly turn: number;
};

/** Narrower strips are not used to connect cells, mm. */
const NARROW_MM = 1e-7;
/** Cells that share less of the line between two strips are not connected, mm. */
const PASSAGE_MM = 0.01;

/** Cells of outlines, counter-clockwise, mm, without code of the kernel. */
export function cellsOf(rings: readonly Ring[]): Cells {
  const sides = rings.flatMap(sidesOf).toSorted((a, b) => a.x0 - b.x0);
  const stations = [...new Set(stationsOf(sides))].toSorted((a, b) => a - b);
  const gaps = new Gaps();
  let [union, overlap] = [0, 0];
  for (const [i, to] of stations.entries()) {
    const from = stations[i - 1];
    if (from === undefined) continue;
    const strip = stripOf(sides, from, to);
    for (const { area, depth } of strip.covered) {
      union += area;
      overlap += area * (depth - 1);
    }
    if (to - from > NARROW_MM) gaps.add(from, to, strip.gaps);
  }
  return { union_mm2: union, overlap_mm2: overlap, free: gaps.cells() };
}

function sidesOf(ring: Ring): readonly Side[] {
  return ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    if (a.x === b.x) return [];
    return a.x < b.x
      ? [{ x0: a.x, y0: a.y, x1: b.x, y1: b.y, turn: 1 }]
      : [{ x0: b.x, y0: b.y, x1: a.x, y1: a.y, turn: -1 }];
  });
}

function heightAt({ x0, x1, y0, y1 }: Side, x: number): number {
  return x === x1 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** The x coordinates of ends and crossings; `sides` are sorted by their start. */
function* stationsOf(sides: readonly Side[]): Generator<number> {
  for (const [i, a] of sides.entries()) {
    yield a.x0;
    yield a.x1;
    const [low, high] = [Math.min(a.y0, a.y1), Math.max(a.y0, a.y1)];
    for (let k = i + 1; k < sides.length; k += 1) {
      const b = sides[k];
      if (b === undefined || b.x0 >= a.x1) break;
      if (Math.min(b.y0, b.y1) > high || Math.max(b.y0, b.y1) < low) continue;
      const to = Math.min(a.x1, b.x1);
      const [before, after] = [heightAt(a, b.x0) - b.y0, heightAt(a, to) - heightAt(b, to)];
      if (before < 0 === after < 0 || before === after) continue;
      yield b.x0 + ((to - b.x0) * before) / (before - after);
    }
  }
}

type Gap = {
  /** Lower and upper bound at the left and at the right. */
  readonly left: readonly [number, number];
  readonly right: readonly [number, number];
  readonly outside: boolean;
};
type Strip = {
  readonly covered: readonly { readonly area: number; readonly depth: number }[];
  readonly gaps: readonly Gap[];
};

function stripOf(sides: readonly Side[], from: number, to: number): Strip {
  const middle = (from + to) / 2;
  const across = sides
    .filter(({ x0, x1 }) => x0 < middle && middle < x1)
    .map((side) => ({
      left: heightAt(side, from),
      right: heightAt(side, to),
      at: heightAt(side, middle),
      turn: side.turn,
    }))
    .toSorted((a, b) => a.at - b.at);
  const covered: { area: number; depth: number }[] = [];
  const gaps: Gap[] = [];
  let depth = 0;
  let below = { left: -Infinity, right: -Infinity };
  for (const side of across) {
    if (depth === 0) {
      const outside = below.left === -Infinity;
      gaps.push({ left: [below.left, side.left], right: [below.right, side.right], outside });
    } else {
      const area = ((to - from) * (side.left - below.left + side.right - below.right)) / 2;
      covered.push({ area, depth });
    }
    depth += side.turn;
    below = side;
  }
  const left = [below.left, Infinity] as const;
  gaps.push({ left, right: [below.right, Infinity], outside: true });
  return { covered, gaps };
}

type Placed = Gap & { readonly from: number; readonly to: number; group: number };

/** Gaps of strips, and their connections. */
class Gaps {
  readonly #placed: Placed[] = [];
  readonly #leads: number[] = [];
  #last: readonly Placed[] = [];

  add(from: number, to: number, gaps: readonly Gap[]): void {
    const now = gaps.map((gap) => {
      const group = this.#leads.push(this.#leads.length) - 1;
      // The first group contains everything that is connected to the outside.
      if (gap.outside) this.#leads[group] = 0;
      return { ...gap, from, to, group: gap.outside ? 0 : group };
    });
    for (const gap of now) {
      for (const before of this.#last) {
        const low = Math.max(gap.left[0], before.right[0]);
        const high = Math.min(gap.left[1], before.right[1]);
        if (high - low > PASSAGE_MM) this.#unite(gap.group, before.group);
      }
    }
    this.#placed.push(...now);
    this.#last = now;
  }

  #lead(group: number): number {
    let at = group;
    for (let next = this.#leads[at] ?? at; next !== at; next = this.#leads[at] ?? at) at = next;
    return at;
  }

  #unite(a: number, b: number): void {
    const [one, other] = [this.#lead(a), this.#lead(b)];
    this.#leads[Math.max(one, other)] = Math.min(one, other);
  }

  cells(): readonly FreeCell[] {
    const groups = Map.groupBy(this.#placed, ({ group }) => this.#lead(group));
    groups.delete(0);
    return [...groups.values()].map((gaps) => ({
      area_mm2: gaps.reduce((sum, gap) => sum + areaOf(gap), 0),
      contains: (point) => gaps.some((gap) => contains(gap, point)),
    }));
  }
}

function areaOf({ from, to, left, right }: Placed): number {
  return ((to - from) * (left[1] - left[0] + right[1] - right[0])) / 2;
}

function contains({ from, to, left, right }: Placed, { x, y }: PlanPoint): boolean {
  const share = (x - from) / (to - from);
  const [low, high] = [0, 1].map((k) => {
    const [a, b] = [left[k] ?? 0, right[k] ?? 0];
    return a + (b - a) * share;
  });
  return share >= 0 && share <= 1 && y > (low ?? 0) && y < (high ?? 0);
}
