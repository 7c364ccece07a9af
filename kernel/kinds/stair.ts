/** @module stair: one straight flight between two levels. */
import * as z from 'zod';

import type { PlanContext } from '../../schemas/plan.ts';
import { AngleDeg, LengthMm, MODEL_LIMIT_MM, PlanPoint, toGrid } from '../../schemas/units.ts';
import type { StairFault, StairPlan } from '../geometry/members/stair.ts';
import { MOST_RISERS, planStair } from '../geometry/members/stair.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import type { Box2 } from '../geometry/vector.ts';
import { directionOf, micrometres } from '../geometry/vector.ts';
import { widened } from './boxes.ts';
import { impossible } from './faults.ts';
import { stairIfc } from './ifc/flights.ts';
import type { ElementFor, KindView, Site } from './kind.ts';
import { defineKind } from './kind.ts';
import { refuseLift, topFor } from './motion.ts';
import { Name, Ref } from './params.ts';
import type { LevelCode } from './rules/lookup.ts';
import { requireLevel } from './rules/lookup.ts';
import type { BoundsCode } from './rules/model-bounds.ts';
import { requireInModel, requirePointsInModel } from './rules/model-bounds.ts';
import { builtSize, LEAST_MM } from './sizes.ts';
import type { Mark } from './symbol.ts';
import { area, line } from './symbol.ts';

const params = z.strictObject({
  level_id: Ref,
  name: Name,
  top_level_id: Ref,
  start: PlanPoint,
  direction_deg: AngleDeg,
  width: LengthMm,
  riser_max: LengthMm,
  tread: LengthMm,
});
export type Stair = ElementFor<'stair', typeof params>;
export type StairCode = LevelCode | BoundsCode | 'INVALID_STAIR';

const SAID = {
  not_positive: 'has no steps, expected every size above 0',
  single_riser: 'is a single step, expected at least 2 risers',
  too_many_risers: 'needs too many risers, expected at most 1,000',
} as const satisfies Record<StairFault, string>;

function inside(mm: number): number {
  return Math.min(Math.max(mm, -MODEL_LIMIT_MM), MODEL_LIMIT_MM);
}

/**
 * Plan box of the longest flight that these parameters allow, mm: how many risers it has is known from its levels only.
 * Within the model, since nothing lies outside.
 */
function longestRun({ params: { start, direction_deg, width, tread } }: Stair): Box2 {
  const { x, y } = directionOf(direction_deg);
  const run = MOST_RISERS * tread;
  const end = { x: start.x + x * run, y: start.y + y * run };
  const { min, max } = widened(ringBounds([start, end]), width / 2);
  return {
    min: { x: inside(min.x), y: inside(min.y) },
    max: { x: inside(max.x), y: inside(max.y) },
  };
}

/** Steps of a flight: `risers` of equal height, one tread fewer. Lengths mm. */
export type Flight = {
  readonly risers: number;
  readonly riser_mm: number;
  readonly run_mm: number;
};

/** Flight between its levels. Throws `RangeError` when they do not make one. */
function flightOf(element: Stair, site: Site): StairPlan {
  const { level_id, top_level_id, start, direction_deg, width, riser_max, tread } = element.params;
  const [level, top] = [site.level(level_id), site.level(top_level_id)];
  if (level === undefined || top === undefined) return impossible(element, 'a level is missing');
  const foot = level.params.elevation;
  const rise_total = toGrid(top.params.elevation - foot);
  const result = planStair({
    start: { ...start, z: foot },
    direction_deg,
    width,
    rise_total,
    riser_max,
    tread,
  });
  if (result.ok) return result.plan;
  return impossible(
    element,
    `no such flight over ${rise_total} mm: ${result.fault.replaceAll('_', ' ')}`,
  );
}

/** A stair. */
export const stair = defineKind({
  kind: 'stair',
  category: 'Stairs',
  params,
  fixed: [],
  plain_numbers: { direction_deg: 'deg' },
  refs: { level_id: 'stands_on', top_level_id: 'ends_on' },
  check(element: Stair, view: KindView, context: PlanContext<StairCode>) {
    const { level_id, top_level_id, start, riser_max } = element.params;
    const base = requireLevel(view, level_id, context).params.elevation;
    const top = requireLevel(view, top_level_id, context).params.elevation;
    if (micrometres(top) <= micrometres(base)) {
      context.refuse(
        'INVALID_STAIR',
        `stair from level \`${level_id}\` at ${base} mm to level \`${top_level_id}\` at ${top} mm, expected the top level above the base level`,
        { base_elevation: base, top_elevation: top },
      );
    }
    requireInModel('`start`', { x: start.x, y: start.y }, context);
    requireInModel('top of the stair', { z: top }, context);
    const rise_total = toGrid(top - base);
    const flight = planStair({ ...element.params, start: { ...start, z: base }, rise_total });
    if (!flight.ok) {
      return context.refuse(
        'INVALID_STAIR',
        `a rise of ${rise_total} mm with risers of at most ${riser_max} mm ${SAID[flight.fault]}`,
        { rise_total, riser_max, fault: flight.fault },
      );
    }
    const { footprint, riserCount, riser, runLength } = flight.plan;
    requirePointsInModel('outline of the stair', footprint, context);
    const facts: Flight = {
      risers: riserCount,
      riser_mm: toGrid(riser),
      run_mm: toGrid(runLength),
    };
    return { element, warnings: [], facts };
  },
  integrity: () => null,
  reach: (element: Stair) => ({ grid: 'tall', box: longestRun(element), low: 0, high: 0 }),
  inputs: (element: Stair, site) => [site.level(element.params.top_level_id)],
  body: {
    occupies: 'matter',
    may_fail: true,
    mesh: (element: Stair, _level, site) => flightOf(element, site).mesh,
    pieces: 'of_mesh',
  },
  workspace: 'none',
  bounds: 'of_body',
  outline: (element: Stair, site) => flightOf(element, site).footprint,
  quantities: ['volume_mm3'],
  measures: (element: Stair, site) => ({ volume_mm3: site.volume(element) }),
  transform: {
    points: ({ params: { start } }: Stair) => [start],
    reference: ({ params: { start } }: Stair) => start,
    moved(element: Stair, motion, context) {
      refuseLift('stair', motion, context);
      const { start, direction_deg } = element.params;
      const { turn_deg } = motion;
      const turned = turn_deg === 0 ? direction_deg : (direction_deg + turn_deg) % 360;
      return {
        ...element,
        params: { ...element.params, start: motion.point(start), direction_deg: turned },
      };
    },
    relevelled(element: Stair, { id: level_id }, view, context) {
      const { level_id: base, top_level_id: top } = element.params;
      const top_level_id = topFor({ base, top }, level_id, view.levels());
      if (top_level_id === null) {
        return context.refuse(
          'INVALID_STAIR',
          `no level above \`${level_id}\` for the stair to reach: create it first`,
        );
      }
      return { ...element, params: { ...element.params, level_id, top_level_id } };
    },
  },
  follows: 'none',
  fills: 'none',
  holds: 'none',
  ifc: stairIfc,
  symbol: { layer: 40, marks: symbolOf },
  sizes: ({ params: { width } }: Stair) => [['width', width, LEAST_MM]],
  buildable: ({ params: { width, riser_max, tread } }: Stair) => [
    builtSize('width', width),
    builtSize('riser_max', riser_max),
    builtSize('tread', tread),
  ],
  schedule: {
    type: null,
    columns: ['name', 'level', 'top_level', 'width', 'riser_max', 'tread', 'volume_m3'],
    summed: [],
  },
  shown: 'all',
});

/** How far the arrow head goes back along the run, mm. */
const ARROW_MM = 250;

/** Outline, one line for each riser, and an arrow up. */
function symbolOf(element: Stair, site: Site): readonly Mark[] {
  const { footprint, treadCount, runLength, direction } = flightOf(element, site);
  const { start, width } = element.params;
  const across = { x: (-direction.y * width) / 2, y: (direction.x * width) / 2 };
  const at = (along: number): PlanPoint => ({
    x: start.x + direction.x * along,
    y: start.y + direction.y * along,
  });
  const steps = Array.from({ length: treadCount + 1 }, (_, step): Mark => {
    const { x, y } = at((runLength * step) / treadCount);
    return line(
      [
        { x: x - across.x, y: y - across.y },
        { x: x + across.x, y: y + across.y },
      ],
      0.7,
    );
  });
  const [back, top] = [at(runLength - ARROW_MM), at(runLength)];
  const tip = [
    { x: back.x + across.x / 4, y: back.y + across.y / 4 },
    top,
    { x: back.x - across.x / 4, y: back.y - across.y / 4 },
  ];
  return [area('area', footprint), ...steps, line([start, top]), line(tip)];
}
