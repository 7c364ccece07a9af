/** @module wave: the sides of an outline that move inwards as the height grows, and what they have swept so far. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { segmentLengthMm } from '../vector.ts';

/** From the height `from` (mm) on a side moves inwards by `run` for each unit of height; a vertical one by 0. */
export type Phase = { readonly from: number; readonly run: number };

/** What a side does: phases by height, at least one. */
export type SidePhases = readonly Phase[];

/** What one side sweeps in one phase, as directed edges between nodes; its inside is on the left, seen from above or outside. */
export type Swept = {
  readonly side: number;
  readonly phase: number;
  readonly edges: (readonly [from: number, to: number])[];
};

/** Why there is no roof over these sides, by the indices of the sides. */
export type WaveFault =
  /** Two sides come to lie in line with each other and have unequal slopes there. */
  | {
      readonly fault: 'in_line';
      readonly sides: readonly [number, number];
      readonly height: number;
    }
  /** What this side sweeps runs all around what others do. */
  | { readonly fault: 'around'; readonly side: number }
  /** Nothing closes the roof above these vertical sides. */
  | { readonly fault: 'open'; readonly sides: readonly number[] }
  /** Corners that lie closer together than the arithmetic can tell apart. */
  | { readonly fault: 'unresolved' };

/** Ends an attempt; never leaves this folder. */
export class WaveStop extends Error {
  readonly fault: WaveFault;
  constructor(fault: WaveFault) {
    super(fault.fault);
    this.fault = fault;
  }
}

export type Line = {
  /** Along the side and inwards, unit vectors. */
  readonly u: Point2;
  readonly n: Point2;
  readonly length: number;
  readonly phases: SidePhases;
  /** Distance along `n` at the height `since`, and what it grows by for each unit of height. */
  d: number;
  since: number;
  run: number;
  phase: number;
  swept: Swept;
};

/** Where the end of the line `a` and the start of the line `b` move together. */
export type Vertex = {
  readonly a: number;
  readonly b: number;
  readonly node: number;
  readonly since: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  /** Whether the outline turns right here: only such a vertex can run into a side. */
  readonly reflex: boolean;
};

/** A part of a side that still moves. */
export type Piece = { readonly side: number; readonly from: Vertex; readonly to: Vertex };

export type Wave = {
  readonly lines: readonly Line[];
  readonly nodes: Point3[];
  readonly swept: Swept[];
  /** What lies closer together is one place, mm. */
  readonly near: number;
  /** Heights that differ by less are one, mm. */
  readonly instant: number;
  pieces: readonly Piece[];
  height: number;
};

/** What turns by less than this (sine) is parallel. */
const PARALLEL = 1e-9;
/** Corners are on the 0.001 mm grid: sides in line may differ by this at their ends, mm. */
const IN_LINE_MM = 0.002;

export function cross(a: Point2, b: Point2): number {
  return a.x * b.y - a.y * b.x;
}
export function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}

/** Where a line is at a height, as the distance along its normal. */
export function offsetAt({ d, run, since }: Line, height: number): number {
  return d + run * (height - since);
}

/**
 * The wave at its lowest. The boundary runs counter-clockwise, holes clockwise, so that the inside is on the left; sides
 * and their phases ring after ring.
 */
export function startWave(
  rings: readonly Ring[],
  phases: readonly SidePhases[],
  near: number,
): Wave {
  const lines: Line[] = [];
  const swept: Swept[] = [];
  const nodes: Point3[] = [];
  const height = at(at(phases, 0), 0).from;
  for (const ring of rings) {
    const first = nodes.length;
    for (const { x, y } of ring) nodes.push({ x, y, z: height });
    for (const [i, start] of ring.entries()) {
      const end = cyclic(ring, i + 1);
      const side = lines.length;
      const length = segmentLengthMm(start, end);
      const u = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
      const n = { x: -u.y, y: u.x };
      const face: Swept = { side, phase: 0, edges: [[first + i, first + ((i + 1) % ring.length)]] };
      swept.push(face);
      const { run } = at(at(phases, side), 0);
      const moving = { d: dot(n, start), since: height, run, phase: 0, swept: face };
      lines.push({ u, n, length, phases: at(phases, side), ...moving });
    }
  }
  const fastest = Math.max(...phases.flat().map(({ run }) => run));
  if (fastest === 0) throw new WaveStop({ fault: 'open', sides: [...lines.keys()] });
  const instant = near / fastest / 50;
  const wave: Wave = { lines, nodes, swept, near, instant, pieces: [], height };
  let first = 0;
  wave.pieces = rings.flatMap((ring) => {
    const base = first;
    first += ring.length;
    const vertices = ring.map((_, i) =>
      vertexBetween(wave, base + ((i + ring.length - 1) % ring.length), base + i, base + i),
    );
    return ring.map((_, i) => ({
      side: base + i,
      from: at(vertices, i),
      to: cyclic(vertices, i + 1),
    }));
  });
  return wave;
}

/** The vertex that leaves a node at the height of the wave, between the lines `a` and `b`. */
export function vertexBetween(wave: Wave, a: number, b: number, node: number): Vertex {
  const { lines, height } = wave;
  const [first, second] = [at(lines, a), at(lines, b)];
  const turn = cross(first.u, second.u);
  const ahead = dot(first.u, second.u) > 0;
  const { x, y } = at(wave.nodes, node);
  const made = { a, b, node, since: height, reflex: turn < -1e-12 };
  const slack = IN_LINE_MM / Math.min(first.length, second.length);
  if (ahead && Math.abs(turn) <= slack && Math.abs(first.run - second.run) > 1e-12) {
    throw new WaveStop({ fault: 'in_line', sides: [a, b], height });
  }
  if (Math.abs(turn) <= PARALLEL) {
    if (!ahead) throw new WaveStop({ fault: 'unresolved' });
    return { ...made, x, y, vx: first.n.x * first.run, vy: first.n.y * first.run };
  }
  // A point is on both lines: n·p = d for each of them.
  const [da, db] = [offsetAt(first, height), offsetAt(second, height)];
  const px = (da * second.n.y - db * first.n.y) / turn;
  const py = (first.n.x * db - second.n.x * da) / turn;
  const onLines = Math.abs(px - x) + Math.abs(py - y) < 10 * wave.near;
  return {
    ...made,
    x: onLines ? px : x,
    y: onLines ? py : y,
    vx: (first.run * second.n.y - second.run * first.n.y) / turn,
    vy: (first.n.x * second.run - second.n.x * first.run) / turn,
  };
}

/** Where a vertex is at a height. */
export function placeOf({ x, y, vx, vy, since }: Vertex, height: number): Point2 {
  return { x: x + vx * (height - since), y: y + vy * (height - since) };
}
