/**
 * @module wave: the wavefront of a weighted straight skeleton, whose sides move inwards as the height increases, and
 * the faces that they sweep.
 */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { NO_SINE, PARALLEL_EDGES, SAME_PLACE_MM } from '../tolerances.ts';
import { type Point2, type Point3, segmentLengthMm } from '../vector.ts';

/** From the height `from`, in mm, a side moves inwards by `run` mm per mm of height; 0 for a vertical side. */
export type Phase = { readonly from: number; readonly run: number };

/** The phases of a side, at least one, in order of height. */
export type SidePhases = readonly Phase[];

/**
 * The face swept by a side in one phase, as directed edges between nodes. The inside of the face is to the left of its
 * edges, seen from above, or seen from outside for a vertical face.
 */
export type Swept = {
  readonly side: number;
  readonly phase: number;
  readonly edges: (readonly [from: number, to: number])[];
};

/** The reason why no roof exists over the given sides; sides are identified by index. */
export type WaveFault =
  /** Two sides become collinear with different slopes. */
  | {
      readonly fault: 'in_line';
      readonly sides: readonly [number, number];
      readonly height: number;
    }
  /** The face of this side surrounds other faces. */
  | { readonly fault: 'around'; readonly side: number }
  /** These vertical sides leave the roof open at the top. */
  | { readonly fault: 'open'; readonly sides: readonly number[] }
  /** Corners are closer together than the arithmetic can distinguish. */
  | { readonly fault: 'unresolved' };

/** Thrown if the sweep cannot produce a roof; caught in `roofNet`. */
export class WaveStop extends Error {
  readonly fault: WaveFault;
  constructor(fault: WaveFault) {
    super(fault.fault);
    this.fault = fault;
  }
}

/** A moving side: the points `p` with `n·p = d + run·(height − since)`. */
export type Line = {
  /** Unit vectors along the side (`u`) and inwards (`n`). */
  readonly u: Point2;
  readonly n: Point2;
  readonly length: number;
  readonly phases: SidePhases;
  /** Offset along `n` at the height `since`, mm, and its change per mm of height in the current phase. */
  d: number;
  since: number;
  run: number;
  phase: number;
  swept: Swept;
};

/**
 * The moving intersection of the end of line `a` and the start of line `b`. It leaves `node` at the height `since` from
 * (`x`, `y`) and moves by (`vx`, `vy`) per mm of height.
 */
export type Vertex = {
  readonly a: number;
  readonly b: number;
  readonly node: number;
  readonly since: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  /** Whether the wavefront turns right here; only such a vertex can split another side. */
  readonly reflex: boolean;
};

/** A part of a side that still moves. */
export type Piece = { readonly side: number; readonly from: Vertex; readonly to: Vertex };

/** The state of a wavefront at `height`, with the nodes and faces that it has left behind. */
export type Wave = {
  readonly lines: readonly Line[];
  readonly nodes: Point3[];
  readonly swept: Swept[];
  /** Distance below which two points count as the same point, mm. */
  readonly near: number;
  /** Height difference below which events count as simultaneous, mm. */
  readonly instant: number;
  pieces: readonly Piece[];
  height: number;
};

export function cross(a: Point2, b: Point2): number {
  return a.x * b.y - a.y * b.x;
}
export function dot(a: Point2, b: Point2): number {
  return a.x * b.x + a.y * b.y;
}

/** Offset of a line along its normal at a height, mm. */
export function offsetAt({ d, run, since }: Line, height: number): number {
  return d + run * (height - since);
}

/**
 * The initial wavefront. The boundary must run counter-clockwise and holes clockwise, so that the inside is on the
 * left; sides and phases are listed ring after ring.
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

/** The vertex between the lines `a` and `b` that leaves a node at the current height of the wavefront. */
export function vertexBetween(wave: Wave, a: number, b: number, node: number): Vertex {
  const { lines, height } = wave;
  const [first, second] = [at(lines, a), at(lines, b)];
  const turn = cross(first.u, second.u);
  const ahead = dot(first.u, second.u) > 0;
  const { x, y } = at(wave.nodes, node);
  const made = { a, b, node, since: height, reflex: turn < -NO_SINE };
  const slack = SAME_PLACE_MM / Math.min(first.length, second.length);
  if (ahead && Math.abs(turn) <= slack && Math.abs(first.run - second.run) > NO_SINE) {
    throw new WaveStop({ fault: 'in_line', sides: [a, b], height });
  }
  if (Math.abs(turn) <= PARALLEL_EDGES) {
    if (!ahead) throw new WaveStop({ fault: 'unresolved' });
    return { ...made, x, y, vx: first.n.x * first.run, vy: first.n.y * first.run };
  }
  // A point on both lines satisfies n·p = d for each.
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

/** Position of a vertex at a height. */
export function placeOf({ x, y, vx, vy, since }: Vertex, height: number): Point2 {
  return { x: x + vx * (height - since), y: y + vy * (height - since) };
}
