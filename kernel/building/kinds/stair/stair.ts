/** @module stair: flights and landings between two levels. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, MODEL_LIMIT_MM, toGrid } from '../../../../schemas/units.ts';
import { planPoint } from '../../geometry/members/flight.ts';
import type { StairFault, StairPlan } from '../../geometry/members/stair.ts';
import { MAX_IN_FLIGHT, MAX_RISERS } from '../../geometry/members/stair.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { type Box2, directionOf, micrometres } from '../../geometry/vector.ts';
import { OBSTRUCTS } from '../facets/presence.ts';
import { MATTER, STANDALONE } from '../facets/standalone.ts';
import { STATES_ALL } from '../facets/stated-properties.ts';
import { type Mark, area, line } from '../facets/symbol.ts';
import {
  type ElementFor,
  type KindView,
  type Motion,
  type Site,
  defineKind,
  isOf,
} from '../kind.ts';
import { level as levelKind } from '../level/level.ts';
import { type LevelCode, requireLevel } from '../rules/lookup.ts';
import { type BoundsCode, requireInModel, requirePointsInModel } from '../rules/model-bounds.ts';
import { widened } from '../shared/boxes.ts';
import { impossible } from '../shared/faults.ts';
import type { HoldingView } from '../shared/held.ts';
import { directed, refuseLift, topFor } from '../shared/motion.ts';
import { builtSize, MIN_MM } from '../shared/sizes.ts';
import { stairIfc } from './ifc.ts';
import { type StairEnds, stairBetween, stairEnds, StairParams } from './stair-plan.ts';

const params = StairParams;
export type Stair = ElementFor<'stair', typeof params>;
export type StairCode = LevelCode | BoundsCode | 'INVALID_STAIR';

const FAULT_TEXTS = {
  not_positive: 'has no steps, expected every size above 0',
  single_riser: 'is a single step, expected at least 2 risers',
  too_many_risers: 'needs too many risers, expected at most 1,000',
  too_few_to_turn:
    'has a flight of a single step, expected at least 2 risers before and after a landing',
  narrow_landing:
    'turns on a landing that is not as deep as the stair is wide, expected `landing` of at least `width`',
  narrow_for_rails: 'is too narrow for handrails, expected a width of at least 300 mm',
} as const satisfies Record<StairFault, string>;

function inside(mm: number): number {
  return Math.min(Math.max(mm, -MODEL_LIMIT_MM), MODEL_LIMIT_MM);
}

/**
 * Plan box of the longest stair that these parameters allow, mm: the number of risers depends on its levels. Clipped
 * to the model, which no element exceeds.
 */
function longestRun({ params: values }: Stair): Box2 {
  const { start, direction_deg, width, tread, shape, landing } = values;
  const { x, y } = directionOf(direction_deg);
  const between = Math.ceil(MAX_RISERS / MAX_IN_FLIGHT) * (landing ?? width);
  const run = MAX_RISERS * tread + between;
  const end = { x: start.x + x * run, y: start.y + y * run };
  const aside = (shape ?? 'straight') === 'straight' ? width / 2 : run + 2 * width;
  const { min, max } = widened(ringBounds([start, end]), aside);
  return {
    min: { x: inside(min.x), y: inside(min.y) },
    max: { x: inside(max.x), y: inside(max.y) },
  };
}

/** Steps of a stair: `risers` of equal height, in each flight one tread fewer. Lengths mm. */
export type StairFacts = {
  readonly risers: number;
  readonly riser_mm: number;
  /** Along the walking line in plan, landings included. */
  readonly run_mm: number;
};

function factsOf({ riserCount, riser, runLength }: StairPlan): StairFacts {
  return { risers: riserCount, riser_mm: toGrid(riser), run_mm: toGrid(runLength) };
}

/** Figures of a stair between its levels: its facts, and its total rise. Empty if the view lacks a level. */
function figures({ params: given }: Stair, view: HoldingView): Readonly<Record<string, number>> {
  const [level, top] = [view.element(given.level_id), view.element(given.top_level_id)];
  if (!isOf(levelKind, level) || !isOf(levelKind, top)) return {};
  const levels = [level.params.elevation, top.params.elevation] as const;
  const made = stairBetween(given, ...levels);
  return made.ok ? { ...factsOf(made.plan), rise_mm: riseOf(stairEnds(given, ...levels)) } : {};
}

/** Height from the foot to the head, mm. */
function riseOf({ foot, head }: StairEnds): number {
  return toGrid(head - foot);
}

/** Flights between its levels. Throws `RangeError` if no stair fits between them. */
function planFor(element: Stair, site: Site): StairPlan {
  const { level_id, top_level_id } = element.params;
  const [level, top] = [site.level(level_id), site.level(top_level_id)];
  if (level === undefined || top === undefined) return impossible(element, 'a level is missing');
  const levels = [level.params.elevation, top.params.elevation] as const;
  const result = stairBetween(element.params, ...levels);
  if (result.ok) return result.plan;
  const rise = riseOf(stairEnds(element.params, ...levels));
  return impossible(element, `no such stair over ${rise} mm: ${result.fault.replaceAll('_', ' ')}`);
}

/**
 * The offsets after a lift, which keeps the rise; empty without one. Refuses INVALID_ARGUMENT for lifting a stair without
 * offsets, which stands on its level.
 */
function lifted(
  { params: { base_offset = null, top_offset = null } }: Stair,
  motion: Motion,
  context: PlanContext<'INVALID_ARGUMENT'>,
): Partial<Stair['params']> {
  if (base_offset === null && top_offset === null) {
    refuseLift('stair', motion, context);
    return {};
  }
  if (toGrid(motion.dz) === 0) return {};
  const { dz } = motion;
  return { base_offset: (base_offset ?? 0) + dz, top_offset: (top_offset ?? 0) + dz };
}

/** Left and right of a mirrored stair. */
function otherSides({ params: { shape, turn, handrails } }: Stair): Partial<Stair['params']> {
  const turns = shape === 'l' || shape === 'u';
  return {
    ...(turns ? { turn: turn === 'right' ? 'left' : 'right' } : {}),
    ...(handrails === 'left' ? { handrails: 'right' } : {}),
    ...(handrails === 'right' ? { handrails: 'left' } : {}),
  };
}

/** A stair. */
export const stair = defineKind({
  kind: 'stair',
  category: 'Stairs',
  params,
  fixed: {},
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
    const ends = stairEnds(element.params, base, top);
    const { foot, head } = ends;
    if (micrometres(head) <= micrometres(foot)) {
      context.refuse(
        'INVALID_STAIR',
        `stair from ${foot} mm (level \`${level_id}\` with \`base_offset\`) to ${head} mm (level \`${top_level_id}\` with \`top_offset\`), expected its head above its foot`,
        { foot, head },
      );
    }
    requireInModel('`start`', { x: start.x, y: start.y }, context);
    requireInModel('foot of the stair', { z: foot }, context);
    requireInModel('top of the stair', { z: head }, context);
    const made = stairBetween(element.params, base, top);
    if (!made.ok) {
      const rise_total = riseOf(ends);
      return context.refuse(
        'INVALID_STAIR',
        `a rise of ${rise_total} mm with risers of at most ${riser_max} mm ${FAULT_TEXTS[made.fault]}`,
        { rise_total, riser_max, fault: made.fault },
      );
    }
    const { footprint, flights } = made.plan;
    requirePointsInModel('outline of the stair', footprint, context);
    const facts = factsOf(made.plan);
    const most = Math.max(...flights.map(({ risers }) => risers));
    const tiring = `stair \`${element.id}\` has ${most} risers in one flight, expected at most ${MAX_IN_FLIGHT}: set \`landing\``;
    return { element, warnings: most > MAX_IN_FLIGHT ? [tiring] : [], facts };
  },
  integrity: () => null,
  reach: (element: Stair) => ({ grid: 'tall', box: longestRun(element), low: 0, high: 0 }),
  inputs: (element: Stair, site) => [site.level(element.params.top_level_id)],
  ...STANDALONE,
  file_mesh: {
    frame: ({ params: { start, direction_deg, base_offset } }: Stair, level) => ({
      origin: { ...start, z: level.params.elevation + (base_offset ?? 0) },
      x: directionOf(direction_deg),
    }),
    madeFor(element: Stair, site, mirrored) {
      const { level_id, top_level_id, width, riser_max, tread } = element.params;
      const elevations = [level_id, top_level_id].map(
        (id) => site.element(id)?.params['elevation'],
      );
      const [base, top] = elevations.map(Number);
      const { shape = null, landing = null, top_tread, ...others } = element.params;
      const sides = mirrored ? otherSides(element) : {};
      return {
        rise: riseOf(stairEnds(element.params, base ?? 0, top ?? 0)),
        width,
        riser_max,
        tread,
        shape,
        landing,
        ...(top_tread === true ? { top_tread } : {}),
        turn: sides.turn ?? others.turn ?? null,
        handrails: sides.handrails ?? others.handrails ?? null,
      };
    },
  },
  body: {
    ...MATTER,
    mesh: (element: Stair, _level, site) => planFor(element, site).mesh,
    pieces: 'of_mesh',
  },
  obstructs: OBSTRUCTS,
  bears: 'way',
  bounds: 'of_body',
  outline: (element: Stair, site) => planFor(element, site).footprint,
  quantities: ['volume_mm3'],
  measures: (element: Stair, site) => ({ volume_mm3: site.volume(element) }),
  transform: {
    points: ({ params: { start } }: Stair) => [start],
    reference: ({ params: { start } }: Stair) => start,
    moved(element: Stair, motion, context) {
      const { start, direction_deg } = element.params;
      return {
        ...element,
        params: {
          ...element.params,
          ...lifted(element, motion, context),
          start: motion.point(start),
          direction_deg: directed(direction_deg, motion),
          ...(motion.mirrored ? otherSides(element) : {}),
        },
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
  appearance: { picture: [206, 198, 184], elevation: null, gltf: [0.55, 0.5, 0.4] },
  stated: { set: 'Pset_StairCommon', has: STATES_ALL },
  ifc: stairIfc,
  symbol: { layer: 40, plans: 'body', marks: symbolOf },
  sizes: ({ params: { width } }: Stair) => [['width', width, MIN_MM]],
  buildable: ({ params: { width, riser_max, tread, landing } }: Stair) => [
    builtSize('width', width),
    builtSize('riser_max', riser_max),
    builtSize('tread', tread),
    ...(landing === undefined || landing === null ? [] : [builtSize('landing', landing)]),
  ],
  schedule: {
    type: null,
    columns: [
      'name',
      'level',
      'top_level',
      'shape',
      'width',
      'riser_max',
      'tread',
      'landing',
      'volume_m3',
    ],
    summed: [],
    figures: { names: ['risers', 'riser_mm', 'rise_mm', 'run_mm'], of: figures },
  },
  shown: 'all',
});

/** Length of the arrow head along the run, mm. */
const ARROW_MM = 250;

/** Outline, landings, one line for each riser, and an arrow up. */
function symbolOf(element: Stair, site: Site): readonly Mark[] {
  const { footprint, flights, landings, tread, walkingLine } = planFor(element, site);
  const steps = flights.flatMap((flight) =>
    Array.from({ length: flight.risers }, (_, step): Mark => {
      const half = flight.width / 2;
      const s = step * tread;
      return line([planPoint(flight, s, half), planPoint(flight, s, 0 - half)], 0.7);
    }),
  );
  const edges = landings.map(({ footprint: [first, ...rest] }) =>
    first === undefined ? line(rest, 0.7) : line([first, ...rest, first], 0.7),
  );
  const last = flights.at(-1) ?? flights[0];
  const aside = last.width / 8;
  const back = last.run - ARROW_MM;
  const tip = [
    planPoint(last, back, aside),
    planPoint(last, last.run, 0),
    planPoint(last, back, 0 - aside),
  ];
  const way = walkingLine.map(({ x, y }): PlanPoint => ({ x, y }));
  return [area('area', footprint), ...edges, ...steps, line(way), line(tip)];
}
