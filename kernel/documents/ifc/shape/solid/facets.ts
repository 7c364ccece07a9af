/** @module facets: arcs as chords. */
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { Loop } from '../shape-node.ts';

/** Largest distance of a chord from its arc without a given number of sides, mm. */
const CHORD_MM = 0.1;
/** Smallest number of chords of a full turn without a given number of sides. */
const MIN_SIDES = 64;
/** Largest number of chords of an arc. */
const MAX_CHORDS = 2048;

/** How arcs become chords. */
export type Facets = {
  /** Number of chords of a full turn; null for as many as keep each chord within 0.1 mm of its arc, at least 64. */
  readonly sides: number | null;
};

/** The number of chords of an arc of a sweep in radians. */
export function chordCount({ sides }: Facets, radius: number, sweep: number): number {
  const share = Math.abs(sweep) / (2 * Math.PI);
  // Less than a millionth of a chord more is rounding.
  const count = Math.ceil(share * (sides ?? sidesOf(radius)) - 1e-6);
  return Math.min(MAX_CHORDS, Math.max(1, count));
}

/** The number of chords of a full turn for all arcs of loops: that of the largest one. */
export function sidesFor({ sides }: Facets, loops: readonly Loop[]): number {
  const radius = loops
    .flat()
    .reduce((most, { arc }) => Math.max(most, arc === null ? 0 : arc.radius), 0);
  return sides ?? sidesOf(radius);
}

function sidesOf(radius: number): number {
  const sine = 1 - CHORD_MM / radius;
  const sides = sine > -1 ? Math.PI / Math.acos(sine) : MIN_SIDES;
  return Math.max(MIN_SIDES, Math.ceil(sides));
}

/** The corners of a loop, arcs as chords. */
export function ringOf(facets: Facets, loop: Loop): readonly Point2[] {
  const points: Point2[] = [];
  for (const { from, arc } of loop) {
    points.push(from);
    if (arc === null) continue;
    const { centre, radius, sweep } = arc;
    const count = chordCount(facets, radius, sweep);
    const [dx, dy] = [from.x - centre.x, from.y - centre.y];
    for (let i = 1; i < count; i += 1) {
      const [cos, sin] = [Math.cos((sweep * i) / count), Math.sin((sweep * i) / count)];
      points.push({ x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos });
    }
  }
  return points;
}
