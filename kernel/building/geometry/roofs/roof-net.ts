/** @module roof net: the planes of a roof over an outline, each a polygon between shared nodes, checked before they are given. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { ringBounds, signedArea } from '../plan/polygon.ts';
import type { Point2, Point3 } from '../vector.ts';
import { turnBetween } from './wave-events.ts';
import { sweep } from './wave-step.ts';
import type { Line, SidePhases, Swept, Wave, WaveFault } from './wave.ts';
import { dot, startWave, WaveStop } from './wave.ts';

/** What one side sweeps in one phase. `run` 0 is a vertical face, which has no area in plan. */
export type NetFace = {
  readonly side: number;
  readonly phase: number;
  readonly run: number;
  /** Nodes of each polygon, counter-clockwise from above, of a vertical face from outside; usually one. */
  readonly loops: readonly (readonly number[])[];
};

/** Faces over an outline in the order of its sides. The first nodes are the corners of the outline, ring after ring. */
export type RoofNet = { readonly nodes: readonly Point3[]; readonly faces: readonly NetFace[] };

export type NetResult =
  | { readonly ok: true; readonly net: RoofNet }
  | ({ readonly ok: false } & WaveFault);

/**
 * What counts as one place: first twice the grid of the corners, so that sides that were square to each other before
 * they were rounded meet as if they still were; where that fails, shares of the size of the outline.
 */
const NEAR_MM = 0.002;
const NEAR_SHARES = [1e-9, 1e-8, 1e-7, 1e-10] as const;

/** A node may leave the plane of its face by this in plan, mm. */
const OFF_PLANE_MM = 0.01;

/**
 * The net over a region whose sides (ring after ring, boundary counter-clockwise, holes clockwise) move as `phases` says;
 * all phases begin at one height. Corners on the 0.001 mm grid. Same input, same net.
 */
export function roofNet(rings: readonly Ring[], phases: readonly SidePhases[]): NetResult {
  const { min, max } = ringBounds(rings.flat());
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const local = rings.map((ring) => ring.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y })));
  const size = Math.max(max.x - min.x, max.y - min.y);
  let fault: WaveFault = { fault: 'unresolved' };
  for (const near of [NEAR_MM, ...NEAR_SHARES.map((share) => share * size)]) {
    try {
      const { nodes, faces } = netWithin(local, phases, near);
      const corners = rings.flat();
      const world = nodes.map((node, i) => {
        const place = { x: node.x + middle.x, y: node.y + middle.y };
        const { x, y } = corners[i] ?? uprightOver(corners, place);
        return { x, y, z: node.z };
      });
      return { ok: true, net: { nodes: world, faces } };
    } catch (stop) {
      if (!(stop instanceof WaveStop)) throw stop;
      if (fault.fault !== 'around') fault = stop.fault;
      // That is no matter of arithmetic: another tolerance would give all to one of the two.
      if (fault.fault === 'in_line') break;
    }
  }
  return { ok: false, ...fault };
}

/** The corner of the outline that a place is, or else the place: what stands upright on a corner is exactly over it. */
function uprightOver(corners: Ring, { x, y }: Point2): Point2 {
  const over = corners.find((corner) => Math.abs(corner.x - x) + Math.abs(corner.y - y) < NEAR_MM);
  return over ?? { x, y };
}

function netWithin(rings: readonly Ring[], phases: readonly SidePhases[], near: number): RoofNet {
  const wave = startWave(rings, phases, near);
  sweep(wave);
  const faces = wave.swept
    .toSorted((a, b) => a.side - b.side || a.phase - b.phase)
    .map((swept) => faceOf(wave, swept));
  requireWhole(wave, rings, faces);
  return { nodes: wave.nodes, faces };
}

function faceOf(wave: Wave, swept: Swept): NetFace {
  const { side, phase } = swept;
  const line = at(wave.lines, side);
  const { run } = at(line.phases, phase);
  const flat = wave.nodes.map((node) => flattened(line, run, node));
  return { side, phase, run, loops: loopsOf(swept, flat) };
}

/** A node in the plane of a face: from above, or for a vertical face from outside. */
function flattened({ u }: Line, run: number, { x, y, z }: Point3): Point2 {
  return run === 0 ? { x: u.x * x + u.y * y, y: z } : { x, y };
}

/** The directed edges as closed loops; where a loop touches itself, it goes on with the edge that keeps it simple. */
function loopsOf({ edges }: Swept, flat: readonly Point2[]): readonly (readonly number[])[] {
  const leaving = new Map<number, number[]>();
  for (const [from, to] of edges) {
    const back = leaving.get(to);
    const opposite = back?.indexOf(from) ?? -1;
    if (back !== undefined && opposite >= 0) back.splice(opposite, 1);
    else leaving.set(from, [...(leaving.get(from) ?? []), to]);
  }
  const loops: number[][] = [];
  for (const [start, rest] of leaving) {
    while (rest.length > 0) {
      const loop = [start];
      let before = start;
      let node = taken(rest, 0);
      while (node !== start) {
        loop.push(node);
        const choices = leaving.get(node) ?? [];
        const next = taken(choices, sharpest([before, node], choices, flat));
        before = node;
        node = next;
      }
      loops.push(loop);
    }
  }
  return loops;
}

function taken(list: number[], index: number): number {
  const [node] = list.splice(index, 1);
  if (node === undefined) throw new WaveStop({ fault: 'unresolved' });
  return node;
}

/** Which way on is the first clockwise from where the loop came. */
function sharpest(
  [before, node]: readonly [number, number],
  choices: readonly number[],
  flat: readonly Point2[],
): number {
  if (choices.length < 2) return 0;
  const towards = (other: number): Point2 => ({
    x: at(flat, other).x - at(flat, node).x,
    y: at(flat, other).y - at(flat, node).y,
  });
  const turns = choices.map((choice) => turnBetween(towards(choice), towards(before)));
  return turns.indexOf(Math.min(...turns));
}

/** Every face plane and simple, and all together as large as the outline; `WaveStop` where the arithmetic has failed. */
function requireWhole(wave: Wave, rings: readonly Ring[], faces: readonly NetFace[]): void {
  let covered = 0;
  for (const { side, phase, run, loops } of faces) {
    const line = at(wave.lines, side);
    const { base, from } = planeOf(line, phase);
    for (const loop of loops) {
      const points = loop.map((node) => flattened(line, run, at(wave.nodes, node)));
      const area = signedArea(points);
      if (run !== 0) covered += area;
      // A plane around a courtyard, which is no polygon.
      if (rings.length > 1 && run !== 0 && area < -1) throw new WaveStop({ fault: 'around', side });
      if (area < -wave.near * wave.near || !isSimple(points)) {
        throw new WaveStop({ fault: 'unresolved' });
      }
      for (const node of loop) {
        const { x, y, z } = at(wave.nodes, node);
        const off = dot(line.n, { x, y }) - base - run * (z - from);
        if (Math.abs(off) > OFF_PLANE_MM) throw new WaveStop({ fault: 'unresolved' });
      }
    }
  }
  const whole = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
  if (Math.abs(covered - whole) > 1e-6 * whole) throw new WaveStop({ fault: 'unresolved' });
}

/** Where a line is when it enters a phase, and at which height. */
function planeOf(line: Line, phase: number): { readonly base: number; readonly from: number } {
  let base = line.d - line.run * (line.since - at(line.phases, line.phase).from);
  for (let k = line.phase; k > phase; k--) {
    const [earlier, later] = [at(line.phases, k - 1), at(line.phases, k)];
    base -= earlier.run * (later.from - earlier.from);
  }
  return { base, from: at(line.phases, phase).from };
}

/** Twice the area of the triangle, positive where `p` lies to the left of the way from `a` to `b`. */
function leftOf(a: Point2, b: Point2, p: Point2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/** Whether no two sides of the polygon cross; sides may touch. */
function isSimple(points: readonly Point2[]): boolean {
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [at(points, i), cyclic(points, i + 1)];
    const slack = 1e-6 * (Math.abs(b.x - a.x) + Math.abs(b.y - a.y));
    for (let j = i + 2; j < points.length; j++) {
      if (i === 0 && j === points.length - 1) continue;
      const [c, d] = [at(points, j), cyclic(points, j + 1)];
      const [ac, ad] = [leftOf(a, b, c), leftOf(a, b, d)];
      if (!((ac > slack && ad < -slack) || (ac < -slack && ad > slack))) continue;
      const reach = 1e-6 * (Math.abs(d.x - c.x) + Math.abs(d.y - c.y));
      const [ca, cb] = [leftOf(c, d, a), leftOf(c, d, b)];
      if ((ca > reach && cb < -reach) || (ca < -reach && cb > reach)) return false;
    }
  }
  return true;
}
