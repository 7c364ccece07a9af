/** @module wave events: at which height the next side vanishes, a corner runs into a side, or a side changes its slope. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { Vertex, Wave } from './wave.ts';
import { cross, dot, offsetAt, placeOf } from './wave.ts';

/** Height of the next event above that of the wave, `Infinity` when there is none. */
export function nextEvent(wave: Wave): number {
  return Math.min(nextCollapse(wave), nextHit(wave), nextPhase(wave));
}

/** Where a side that still moves enters its next phase. */
function nextPhase({ pieces, lines, height, instant }: Wave): number {
  let best = Infinity;
  for (const { side } of pieces) {
    const { phases, phase } = at(lines, side);
    const from = phases[phase + 1]?.from ?? Infinity;
    if (from < best) best = Math.max(from, height + instant);
  }
  return best;
}

/** The sides that enter their next phase at this height. */
export function switchingAt({ pieces, lines, instant }: Wave, height: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { side } of pieces) {
    const { phases, phase } = at(lines, side);
    if ((phases[phase + 1]?.from ?? Infinity) <= height + instant) found.add(side);
  }
  return found;
}

function nextCollapse({ pieces, lines, height, instant }: Wave): number {
  let best = Infinity;
  for (const { side, from, to } of pieces) {
    const { u } = at(lines, side);
    const growth = u.x * (to.vx - from.vx) + u.y * (to.vy - from.vy);
    if (growth >= 0) continue;
    const [start, end] = [placeOf(from, height), placeOf(to, height)];
    const length = u.x * (end.x - start.x) + u.y * (end.y - start.y);
    const then = height - length / growth;
    if (then > height + instant && then < best) best = then;
  }
  return best;
}

function nextHit(wave: Wave): number {
  const { pieces, lines, height, instant, near } = wave;
  let best = Infinity;
  for (const { from: vertex } of pieces) {
    if (!vertex.reflex) continue;
    const place = placeOf(vertex, height);
    for (const { side, from, to } of pieces) {
      if (from === vertex || to === vertex) continue;
      const line = at(lines, side);
      const closing = line.n.x * vertex.vx + line.n.y * vertex.vy - line.run;
      if (closing >= -1e-12) continue;
      const gap = dot(line.n, place) - offsetAt(line, height);
      const then = height - gap / closing;
      if (!(then > height + instant && then < best)) continue;
      if (isBetween({ u: line.u, from, to, near }, placeOf(vertex, then), then)) best = then;
    }
  }
  return best;
}

type Moving = {
  readonly u: Point2;
  readonly from: Vertex;
  readonly to: Vertex;
  readonly near: number;
};

/** Whether a place lies between the ends that a side has at this height. */
function isBetween({ u, from, to, near }: Moving, place: Point2, height: number): boolean {
  const [start, end] = [placeOf(from, height), placeOf(to, height)];
  const after = u.x * (place.x - start.x) + u.y * (place.y - start.y);
  const before = u.x * (end.x - place.x) + u.y * (end.y - place.y);
  return after > -near && before > -near;
}

/** Counter-clockwise angle from `from` to `to` as a number that grows with it, over 0 and up to 4. */
export function turnBetween(from: Point2, to: Point2): number {
  const [sine, cosine] = [cross(from, to), dot(from, to)];
  const share = cosine / (Math.abs(sine) + Math.abs(cosine));
  const turn = sine >= 0 ? 1 - share : 3 + share;
  return turn <= 1e-12 ? turn + 4 : turn;
}
