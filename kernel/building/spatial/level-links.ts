/** @module level links: stairs and ramps as connections between levels. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { at } from '../geometry/indexed.ts';
import { pointDistance } from '../geometry/mesh/measure.ts';
import type { Point2, Point3 } from '../geometry/vector.ts';
import { segmentLengthMm } from '../geometry/vector.ts';
import type { ElementOf } from '../kinds/elements.ts';
import { stairBetween, stairEnds } from '../kinds/stair/stair-plan.ts';
import type { ModelView } from '../model/view.ts';

/** One end of a link: the middle of its edge, at the height where it begins or ends; mm. */
export type LinkEnd = {
  readonly level_id: string;
  readonly point: Point2;
  readonly z: number;
  /** Unit vector in plan, in the direction of ascent. */
  readonly direction: Point2;
};

/** A stair or ramp between two levels. */
export type Link = {
  readonly element_id: string;
  readonly kind: 'stair' | 'ramp';
  readonly lower: LinkEnd;
  readonly upper: LinkEnd;
  /** Points on landings at which the path turns, from the lower to the upper end, mm. */
  readonly turns: readonly Point3[];
  readonly width_mm: number;
  /** Length of the path in space: along the slope of flights and ramps, and along the middle of landings. */
  readonly length_mm: number;
};

/** A ramp leads to a level if it ends within this height of the level, mm. */
const SAME_HEIGHT_MM = 20;

/** All stairs and ramps between levels that the view shows, by id. */
export function linksOf(view: ModelView): readonly Link[] {
  const found: Link[] = [];
  for (const stair of view.elementsOf('stair')) {
    const link = stairLink(stair, view);
    if (link !== null) found.push(link);
  }
  for (const ramp of view.elementsOf('ramp')) {
    const link = rampLink(ramp, view);
    if (link !== null) found.push(link);
  }
  return found.toSorted((a, b) => compareText(a.element_id, b.element_id));
}

function stairLink({ id, params }: ElementOf<'stair'>, view: ModelView): Link | null {
  const lower = view.elementOf(params.level_id, 'level');
  const upper = view.elementOf(params.top_level_id, 'level');
  if (lower === undefined || upper === undefined) return null;
  const levels = [lower.params.elevation, upper.params.elevation] as const;
  const made = stairBetween(params, ...levels);
  if (!made.ok) return null;
  const ends = stairEnds(params, ...levels);
  const { walkingLine: line, flights } = made.plan;
  const [head, last] = [at(line, line.length - 1), flights.at(-1) ?? flights[0]];
  const lengths = line.slice(1).map((to, i) => pointDistance(at(line, i), to));
  return {
    element_id: id,
    kind: 'stair',
    lower: {
      level_id: lower.id,
      point: params.start,
      z: ends.foot,
      direction: flights[0].direction,
    },
    upper: {
      level_id: upper.id,
      point: { x: head.x, y: head.y },
      z: ends.head,
      direction: last.direction,
    },
    turns: line.slice(1, -1),
    width_mm: params.width,
    length_mm: lengths.reduce((sum, length) => sum + length, 0),
  };
}

function rampLink({ id, params }: ElementOf<'ramp'>, view: ModelView): Link | null {
  const { level_id, start, end, rise, width } = params;
  const lower = view.elementOf(level_id, 'level');
  if (lower === undefined) return null;
  const z = lower.params.elevation + rise;
  const upper = view
    .levels()
    .find(
      (level) => level.id !== level_id && Math.abs(level.params.elevation - z) <= SAME_HEIGHT_MM,
    );
  if (upper === undefined) return null;
  const run = segmentLengthMm(start, end);
  const direction = { x: (end.x - start.x) / run, y: (end.y - start.y) / run };
  return {
    element_id: id,
    kind: 'ramp',
    lower: { level_id, point: start, z: lower.params.elevation, direction },
    upper: { level_id: upper.id, point: end, z: upper.params.elevation, direction },
    turns: [],
    width_mm: width,
    length_mm: Math.sqrt(run * run + rise * rise),
  };
}
