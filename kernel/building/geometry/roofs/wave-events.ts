/** @module wave events: the height of the next event of a wavefront: an edge collapse, a split or a change of slope. */

import { at } from '../indexed.ts';
import { NO_SINE } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import { cross, dot, offsetAt, placeOf, type Vertex, type Wave } from './wave.ts';

/** Height of the next event after the current height of the wavefront; `Infinity` if there is none. */
export function nextEvent(wave: Wave): number {
  return Math.min(nextCollapse(wave), nextSplit(wave), nextPhase(wave));
}

/** The first height at which an active side enters its next phase; `Infinity` if there is none. */
function nextPhase({ pieces, lines, height, instant }: Wave): number {
  let best = Infinity;
  for (const { side } of pieces) {
    const { phases, phase } = at(lines, side);
    const from = phases[phase + 1]?.from ?? Infinity;
    if (from < best) best = Math.max(from, height + instant);
  }
  return best;
}

/** Indices of the active sides that enter their next phase at this height. */
export function switchingAt({ pieces, lines, instant }: Wave, height: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { side } of pieces) {
    const { phases, phase } = at(lines, side);
    if ((phases[phase + 1]?.from ?? Infinity) <= height + instant) found.add(side);
  }
  return found;
}

/** The next height at which the length of a side becomes zero; `Infinity` if there is none. */
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

/** The next height at which a reflex vertex reaches another side and splits it; `Infinity` if there is none. */
function nextSplit(wave: Wave): number {
  const { pieces, lines, height, instant, near } = wave;
  let best = Infinity;
  for (const { from: vertex } of pieces) {
    if (!vertex.reflex) continue;
    const place = placeOf(vertex, height);
    for (const { side, from, to } of pieces) {
      if (from === vertex || to === vertex) continue;
      const line = at(lines, side);
      const closing = line.n.x * vertex.vx + line.n.y * vertex.vy - line.run;
      if (closing >= -NO_SINE) continue;
      const gap = dot(line.n, place) - offsetAt(line, height);
      const then = height - gap / closing;
      if (!(then > height + instant && then < best)) continue;
      if (isBetween({ u: line.u, from, to, near }, placeOf(vertex, then), then)) best = then;
    }
  }
  return best;
}

/** A side with its two moving ends; `near` is the distance below which points are identified, mm. */
type MovingSide = {
  readonly u: Point2;
  readonly from: Vertex;
  readonly to: Vertex;
  readonly near: number;
};

/** Whether a place is between the ends of a side at this height. */
function isBetween({ u, from, to, near }: MovingSide, place: Point2, height: number): boolean {
  const [start, end] = [placeOf(from, height), placeOf(to, height)];
  const after = u.x * (place.x - start.x) + u.y * (place.y - start.y);
  const before = u.x * (end.x - place.x) + u.y * (end.y - place.y);
  return after > -near && before > -near;
}

/**
 * Pseudo-angle from `from` to `to`, counter-clockwise: it increases with the angle, is greater than 0, and is 4 for the
 * same direction.
 */
export function turnBetween(from: Point2, to: Point2): number {
  const [sine, cosine] = [cross(from, to), dot(from, to)];
  const share = cosine / (Math.abs(sine) + Math.abs(cosine));
  const turn = sine >= 0 ? 1 - share : 3 + share;
  return turn <= NO_SINE ? turn + 4 : turn;
}
