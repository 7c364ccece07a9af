/** @module stairs: measures of stairs, step by step. */
import type { Element } from '../../kinds/elements.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import type { Run } from '../run.ts';
import { Frame } from '../shapes/frame.ts';
import { narrowestOf } from './blocked.ts';
import { bodiesIn, lowestAbove } from './bodies.ts';
import type { Flight } from './flight.ts';
import { flightOf, pitchLine } from './flight.ts';
import { DEEPEST_MM, freeDepth } from './landing.ts';

/** The width is taken between these heights above the pitch line, mm: feet to shoulders. */
const FEET_MM = 50;
const SHOULDERS_MM = 1500;
/** Handrails may stand inside the width: standards let them project. */
const RAILING = 'railing';

/** Measures the flight of a stair. */
function ofFlight(measured: (flight: Flight, run: Run, id: string) => Measured) {
  return (stair: { readonly id: string }, run: Run): Measured => {
    const flight = flightOf(run, stair.id);
    return flight === null
      ? notEvaluated('the body of the stair has no treads')
      : measured(flight, run, stair.id);
  };
}

/** The value of the step that `chosen` picks, at its front edge. */
function ofStep(
  steps: (flight: Flight) => readonly number[],
  chosen: (steps: readonly number[]) => number,
) {
  return ofFlight((flight) => {
    const all = steps(flight);
    const measured = chosen(all);
    const tread = flight.treads[Math.min(all.indexOf(measured), flight.treads.length - 1)];
    if (tread === undefined) return value(measured);
    return value(measured, { ...flight.frame.point(tread.s[0], 0), z: tread.z });
  });
}

const greatest = (steps: readonly number[]): number => Math.max(...steps);
const least = (steps: readonly number[]): number => Math.min(...steps);
const risersOf = ({ risers }: Flight): readonly number[] => risers;
const goingsOf = ({ goings }: Flight): readonly number[] => goings;
/** Steps whose pitch or sum is asked for: risers with a tread behind them. */
const pitchesOf = ({ risers, goings }: Flight): readonly number[] =>
  goings.map((going, i) => (Math.atan2(risers[i] ?? 0, going) * 180) / Math.PI);
const sumsOf = ({ risers, goings }: Flight): readonly number[] =>
  goings.map((going, i) => 2 * (risers[i] ?? 0) + going);

const stair = { subject: 'stair', unit: 'mm' } as const;

export const stairRiserGreatest = defineMeasure({
  ...stair,
  name: 'stair_riser_greatest',
  definition:
    'The highest step: from the floor below, from tread to tread, to the floor above, on the body of the stair and the tops of the floors.',
  measured: ofStep(risersOf, greatest),
});

export const stairRiserLeast = defineMeasure({
  ...stair,
  name: 'stair_riser_least',
  definition: 'The lowest step, measured as the highest one.',
  measured: ofStep(risersOf, least),
});

export const stairTreadLeast = defineMeasure({
  ...stair,
  name: 'stair_tread_least',
  definition: 'The shallowest tread: level distance from one front edge to the next.',
  measured: ofStep(goingsOf, least),
});

export const stairTreadGreatest = defineMeasure({
  ...stair,
  name: 'stair_tread_greatest',
  definition: 'The deepest tread, measured as the shallowest one.',
  measured: ofStep(goingsOf, greatest),
});

export const stairRiserSpread = defineMeasure({
  ...stair,
  name: 'stair_riser_spread',
  definition: 'Difference between the highest and the lowest step of the flight.',
  measured: ofFlight(({ risers }) => value(greatest(risers) - least(risers))),
});

export const stairTreadSpread = defineMeasure({
  ...stair,
  name: 'stair_tread_spread',
  definition: 'Difference between the deepest and the shallowest tread of the flight.',
  measured: ofFlight(({ goings }) => value(greatest(goings) - least(goings))),
});

export const stairPitch = defineMeasure({
  ...stair,
  unit: '°',
  name: 'stair_pitch',
  definition: 'The steepest step: the angle whose tangent is its riser over its tread.',
  measured: ofStep(pitchesOf, greatest),
});

export const stairStrideLeast = defineMeasure({
  ...stair,
  name: 'stair_stride_least',
  definition: 'The least of twice the riser plus the tread, over all steps.',
  measured: ofStep(sumsOf, least),
});

export const stairStrideGreatest = defineMeasure({
  ...stair,
  name: 'stair_stride_greatest',
  definition: 'The greatest of twice the riser plus the tread, over all steps.',
  measured: ofStep(sumsOf, greatest),
});

export const stairRise = defineMeasure({
  ...stair,
  name: 'stair_rise',
  definition: 'Rise of the flight, from the floor below to the floor above.',
  measured: ofFlight(({ foot, head }) => value(head - foot)),
});

export const stairClearWidth = defineMeasure({
  ...stair,
  name: 'stair_clear_width',
  definition:
    'Width of the steps at the narrowest place, less what reaches in between 50 and 1,500 mm above the pitch line; railings apart.',
  measured: ofFlight((flight, run, id) => {
    const { frame, treads, t } = flight;
    const from = treads[0]?.s[0] ?? 0;
    const strip = {
      frame,
      s: [from, from + flight.run],
      t,
      height: (s: number) => pitchLine(flight, s),
      low: FEET_MM,
      high: SHOULDERS_MM,
    } as const;
    const counts = (element: Element): boolean => element.id !== id && element.kind !== RAILING;
    const { width, s, of } = narrowestOf(run, strip, counts);
    return value(width, { ...frame.point(s, 0), z: pitchLine(flight, s) }, of);
  }),
});

export const stairHeadroom = defineMeasure({
  ...stair,
  name: 'stair_headroom',
  definition:
    'Least height above the pitch line, over the whole width of the flight, of any body above it but railings.',
  measured: ofFlight((flight, run, id) => {
    const { frame, treads, t } = flight;
    const from = treads[0]?.s[0] ?? 0;
    // Railings of the floor above stand at the head of the flight, on the pitch line.
    const counts = (element: Element): boolean => element.id !== id && element.kind !== RAILING;
    const base = {
      pieces: [frame.rectangle([from, from + flight.run], t)],
      height: (point: { readonly x: number; readonly y: number }) =>
        pitchLine(flight, frame.s(point)),
    };
    const lowest = lowestAbove(run, base, (box) =>
      bodiesIn(run, box).flatMap((other) => (counts(other) ? [other.id] : [])),
    );
    return lowest === null
      ? notEvaluated('nothing is modelled above the stair: add the floor or roof over it')
      : value(lowest.clear, lowest.at, lowest.of);
  }),
});

/** Both landings: the lesser free depth, and the width of the flight. */
function landingsOf(flight: Flight, run: Run, id: string): Measured {
  const { frame, treads, t, foot, head } = flight;
  const from = treads[0]?.s[0] ?? 0;
  const back = new Frame(frame.origin, { x: 0 - frame.along.x, y: 0 - frame.along.y });
  const counts = (element: Element): boolean => element.id !== id && element.kind !== RAILING;
  const turned = [0 - t[1], 0 - t[0]] as const;
  const below = freeDepth(run, { frame: back, s: 0 - from, t: turned, elevation: foot }, counts);
  const end = from + flight.run;
  const above = freeDepth(run, { frame, s: end, t, elevation: head }, counts);
  if (below === null || above === null) {
    const where = below === null ? 'foot' : 'head';
    return notEvaluated(`no floor is modelled at the ${where} of the stair`);
  }
  const [lesser, s, z] = below.depth <= above.depth ? [below, from, foot] : [above, end, head];
  return value(lesser.depth, { ...frame.point(s, 0), z }, lesser.of);
}

export const stairLanding = defineMeasure({
  ...stair,
  name: 'stair_landing',
  definition: `Free level depth at the foot and at the head of the flight, the lesser, over its whole width; looked at up to ${DEEPEST_MM} mm.`,
  measured: ofFlight(landingsOf),
});
