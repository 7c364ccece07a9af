/**
 * @module roof net: the planes of a roof over an outline as validated polygons over shared nodes (weighted straight
 * skeleton).
 */

import { at, cyclic } from '../indexed.ts';
import { type Ring, ringBounds, signedArea } from '../plan/polygon.ts';
import {
  ROOF_NODE_MM,
  ROUND_OFF_MM,
  SAME_AREA,
  SAME_PLACE_MM,
  SAME_VERTEX_SHARES,
  SLIVER_AREA_MM2,
} from '../tolerances.ts';
import { type Point2, type Point3, twiceArea } from '../vector.ts';
import { turnBetween } from './wave-events.ts';
import { sweep } from './wave-step.ts';
import type { Line, SidePhases, Swept, Wave, WaveFault } from './wave.ts';
import { dot, startWave, WaveStop } from './wave.ts';

/** The face swept by one side in one phase. A face with `run` 0 is vertical and has no area in plan. */
export type NetFace = {
  readonly side: number;
  readonly phase: number;
  readonly run: number;
  /**
   * Indices of the nodes of each polygon, usually one polygon; counter-clockwise seen from above, or seen from outside
   * for a vertical face.
   */
  readonly loops: readonly (readonly number[])[];
};

/** The planes of a roof, in the order of the sides. The first nodes are the corners of the outline, ring after ring. */
export type RoofNet = { readonly nodes: readonly Point3[]; readonly faces: readonly NetFace[] };

export type NetResult =
  | { readonly ok: true; readonly net: RoofNet }
  | ({ readonly ok: false } & WaveFault);

/**
 * The net over a region whose sides (ring after ring, boundary counter-clockwise, holes clockwise) move inwards as
 * given by `phases`, all from the same height. The corners must be on the 0.001 mm grid. Deterministic.
 */
export function roofNet(rings: readonly Ring[], phases: readonly SidePhases[]): NetResult {
  const { min, max } = ringBounds(rings.flat());
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const local = rings.map((ring) => ring.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y })));
  const size = Math.max(max.x - min.x, max.y - min.y);
  let fault: WaveFault = { fault: 'unresolved' };
  for (const near of [SAME_PLACE_MM, ...SAME_VERTEX_SHARES.map((share) => share * size)]) {
    try {
      const { nodes, faces } = netWithin(local, phases, near);
      const corners = rings.flat();
      const world = nodes.map((node, i) => {
        const place = { x: node.x + middle.x, y: node.y + middle.y };
        const { x, y } = corners[i] ?? snappedToCorner(corners, place);
        return { x, y, z: node.z };
      });
      return { ok: true, net: { nodes: world, faces } };
    } catch (stop) {
      if (!(stop instanceof WaveStop)) throw stop;
      if (fault.fault !== 'around') fault = stop.fault;
      // This fault is not numerical: a larger tolerance would only hide it and assign the face to one of the two sides.
      if (fault.fault === 'in_line') break;
    }
  }
  return { ok: false, ...fault };
}

/**
 * The corner of the outline at a point, otherwise the point itself, so that edges that rise vertically from a corner
 * are exactly vertical.
 */
function snappedToCorner(corners: Ring, { x, y }: Point2): Point2 {
  const corner = corners.find(
    (other) => Math.abs(other.x - x) + Math.abs(other.y - y) < SAME_PLACE_MM,
  );
  return corner ?? { x, y };
}

/** The net with points identified within the distance `near`, mm; throws `WaveStop`. */
function netWithin(rings: readonly Ring[], phases: readonly SidePhases[], near: number): RoofNet {
  const wave = startWave(rings, phases, near);
  sweep(wave);
  const faces = wave.swept
    .toSorted((a, b) => a.side - b.side || a.phase - b.phase)
    .map((swept) => faceOf(wave, swept));
  requireValid(wave, rings, faces);
  return { nodes: wave.nodes, faces };
}

function faceOf(wave: Wave, swept: Swept): NetFace {
  const { side, phase } = swept;
  const line = at(wave.lines, side);
  const { run } = at(line.phases, phase);
  const flat = wave.nodes.map((node) => flattened(line, run, node));
  return { side, phase, run, loops: loopsOf(swept, flat) };
}

/** A node in plan, or for a vertical face in the plane of the face, seen from outside. */
function flattened({ u }: Line, run: number, { x, y, z }: Point3): Point2 {
  return run === 0 ? { x: u.x * x + u.y * y, y: z } : { x, y };
}

/**
 * The directed edges joined to closed loops. Where a face touches itself, a loop continues with the edge that keeps it
 * free of crossings.
 */
function loopsOf({ edges }: Swept, flat: readonly Point2[]): readonly (readonly number[])[] {
  const leaving = new Map<number, number[]>();
  for (const [from, to] of edges) {
    const returning = leaving.get(to);
    const opposite = returning?.indexOf(from) ?? -1;
    if (returning !== undefined && opposite >= 0) returning.splice(opposite, 1);
    else leaving.set(from, [...(leaving.get(from) ?? []), to]);
  }
  const loops: number[][] = [];
  for (const [start, rest] of leaving) {
    while (rest.length > 0) {
      const loop = [start];
      let before = start;
      let node = removeAt(rest, 0);
      while (node !== start) {
        loop.push(node);
        const choices = leaving.get(node) ?? [];
        const next = removeAt(choices, firstClockwise([before, node], choices, flat));
        before = node;
        node = next;
      }
      loops.push(loop);
    }
  }
  return loops;
}

function removeAt(list: number[], index: number): number {
  const [node] = list.splice(index, 1);
  if (node === undefined) throw new WaveStop({ fault: 'unresolved' });
  return node;
}

/** Index of the first of the choices, clockwise from the edge by which the loop reached the node. */
function firstClockwise(
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

/**
 * Checks that every face is planar and simple and that the faces cover the outline; throws `WaveStop` if rounding
 * errors broke one of these.
 */
function requireValid(wave: Wave, rings: readonly Ring[], faces: readonly NetFace[]): void {
  let covered = 0;
  for (const { side, phase, run, loops } of faces) {
    const line = at(wave.lines, side);
    const { base, from } = planeOf(line, phase);
    for (const loop of loops) {
      const points = loop.map((node) => flattened(line, run, at(wave.nodes, node)));
      const area = signedArea(points);
      if (run !== 0) covered += area;
      // A plane around a courtyard is not a simple polygon.
      if (rings.length > 1 && run !== 0 && area < -SLIVER_AREA_MM2) {
        throw new WaveStop({ fault: 'around', side });
      }
      if (area < -wave.near * wave.near || !isSimple(points)) {
        throw new WaveStop({ fault: 'unresolved' });
      }
      for (const node of loop) {
        const { x, y, z } = at(wave.nodes, node);
        const distance = dot(line.n, { x, y }) - base - run * (z - from);
        if (Math.abs(distance) > ROOF_NODE_MM) throw new WaveStop({ fault: 'unresolved' });
      }
    }
  }
  const outlineArea = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
  if (Math.abs(covered - outlineArea) > SAME_AREA * outlineArea) {
    throw new WaveStop({ fault: 'unresolved' });
  }
}

/** The offset of a line at the start of a phase, and the height at which that phase starts. */
function planeOf(line: Line, phase: number): { readonly base: number; readonly from: number } {
  let base = line.d - line.run * (line.since - at(line.phases, line.phase).from);
  for (let k = line.phase; k > phase; k--) {
    const [earlier, later] = [at(line.phases, k - 1), at(line.phases, k)];
    base -= earlier.run * (later.from - earlier.from);
  }
  return { base, from: at(line.phases, phase).from };
}

/** Whether no two sides of a polygon cross; sides may touch. */
function isSimple(points: readonly Point2[]): boolean {
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [at(points, i), cyclic(points, i + 1)];
    const slack = ROUND_OFF_MM * (Math.abs(b.x - a.x) + Math.abs(b.y - a.y));
    for (let j = i + 2; j < points.length; j++) {
      if (i === 0 && j === points.length - 1) continue;
      const [c, d] = [at(points, j), cyclic(points, j + 1)];
      const [ac, ad] = [twiceArea(a, b, c), twiceArea(a, b, d)];
      if (!((ac > slack && ad < -slack) || (ac < -slack && ad > slack))) continue;
      const otherSlack = ROUND_OFF_MM * (Math.abs(d.x - c.x) + Math.abs(d.y - c.y));
      const [ca, cb] = [twiceArea(c, d, a), twiceArea(c, d, b)];
      if ((ca > otherSlack && cb < -otherSlack) || (ca < -otherSlack && cb > otherSlack)) {
        return false;
      }
    }
  }
  return true;
}
