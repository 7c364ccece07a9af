/** @module stairs: measures of stairs, step by step. */
import { at } from '../../geometry/indexed.ts';
import type { Element } from '../../kinds/elements.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import type { Run } from '../run.ts';
import { Frame } from '../shapes/frame.ts';
import { narrowestOf } from './blocked.ts';
import type { Base } from './bodies.ts';
import { bodiesIn, lowestAbove } from './bodies.ts';
import type { Flight, Walked } from './flight.ts';
import { pitchLine, walkedStair } from './flight.ts';
import { DEEPEST_MM, freeDepth } from './landing.ts';

/** The width is taken between these heights above the pitch line, mm: feet to shoulders. */
const FEET_MM = 50;
const SHOULDERS_MM = 1500;
/** Handrails may stand inside the width: standards let them project. */
const RAILING = 'railing';

/** Measures a stair. */
function ofStair(measured: (walked: Walked, run: Run, id: string) => Measured) {
  return (stair: { readonly id: string }, run: Run): Measured => {
    const walked = walkedStair(run, stair.id);
    return walked === null
      ? notEvaluated('the body of the stair has no treads')
      : measured(walked, run, stair.id);
  };
}

/** The value of the step that `chosen` picks, at its front edge. */
function ofStep(
  steps: (flight: Flight) => readonly number[],
  chosen: (steps: readonly number[]) => number,
) {
  return ofStair(({ flights }) => {
    const measured = chosen(flights.flatMap(steps));
    const flight = flights.find((one) => steps(one).includes(measured)) ?? flights[0];
    const place = steps(flight).indexOf(measured);
    const tread = flight.treads[Math.min(place, flight.treads.length - 1)];
    if (tread === undefined) return value(measured);
    return value(measured, { ...flight.frame.point(tread.s[0], 0), z: tread.z });
  });
}

/** The value of the flight at which it is least. */
function leastOf(measured: readonly Measured[]): Measured {
  const [first, ...rest] = measured;
  if (first === undefined) return notEvaluated('the body of the stair has no treads');
  return rest.reduce((lowest, one) => {
    if (one.kind !== 'value') return lowest;
    return lowest.kind !== 'value' || one.value < lowest.value ? one : lowest;
  }, first);
}

const greatest = (steps: readonly number[]): number => Math.max(...steps);
const least = (steps: readonly number[]): number => Math.min(...steps);
const risersOf = ({ risers }: Flight): readonly number[] => risers;
const goingsOf = ({ goings }: Flight): readonly number[] => goings;
/** Difference between the greatest and the least of all steps. */
function spreadOf(flights: readonly Flight[], steps: (flight: Flight) => readonly number[]) {
  const all = flights.flatMap(steps);
  return value(greatest(all) - least(all));
}
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
    'The highest step: from the floor below, from tread to tread, to the landing or floor above, on the body of the stair and the tops of the floors.',
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
  definition: 'Difference between the highest and the lowest step of the stair.',
  measured: ofStair(({ flights }) => spreadOf(flights, risersOf)),
});

export const stairTreadSpread = defineMeasure({
  ...stair,
  name: 'stair_tread_spread',
  definition: 'Difference between the deepest and the shallowest tread of the stair.',
  measured: ofStair(({ flights }) => spreadOf(flights, goingsOf)),
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
  definition:
    'Rise of the highest flight, from the floor or landing below to the floor or landing above.',
  measured: ofStair(({ flights }) => value(greatest(flights.map(({ foot, head }) => head - foot)))),
});

export const stairClearWidth = defineMeasure({
  ...stair,
  name: 'stair_clear_width',
  definition:
    'Width of the steps at the narrowest place, less what reaches in between 50 and 1,500 mm above the pitch line; railings apart.',
  measured: ofStair(({ flights }, run, id) =>
    leastOf(flights.map((flight) => clearWidthOf(flight, run, id))),
  ),
});

function clearWidthOf(flight: Flight, run: Run, id: string): Measured {
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
}

export const stairHeadroom = defineMeasure({
  ...stair,
  name: 'stair_headroom',
  definition:
    'Least height above the pitch line of the flights and above the landings, over their whole width, of any body above them but railings.',
  measured: ofStair(({ flights, landings }, run, id) => {
    const bases: readonly Base[] = [
      ...flights.map((flight): Base => {
        const { frame, treads, t } = flight;
        const from = treads[0]?.s[0] ?? 0;
        return {
          pieces: [frame.rectangle([from, from + flight.run], t)],
          height: (point) => pitchLine(flight, frame.s(point)),
        };
      }),
      ...landings.map(({ ring, z }): Base => ({ pieces: [ring], height: () => z })),
    ];
    // Railings of the floor above stand at the head of the flight, on the pitch line.
    const counts = (element: Element): boolean => element.id !== id && element.kind !== RAILING;
    const lowest = bases.map((base) =>
      lowestAbove(run, base, (box) =>
        bodiesIn(run, box).flatMap((other) => (counts(other) ? [other.id] : [])),
      ),
    );
    const found = lowest.flatMap((one) => one ?? []).toSorted((a, b) => a.clear - b.clear);
    const [first] = found;
    return first === undefined
      ? notEvaluated('nothing is modelled above the stair: add the floor or roof over it')
      : value(first.clear, first.at, first.of);
  }),
});

/** The floors at both ends: the lesser free depth over the width of the flight; and the landings between. */
function landingsOf({ flights, landings }: Walked, run: Run, id: string): Measured {
  const [first, last] = [flights[0], flights.at(-1) ?? flights[0]];
  const from = first.treads[0]?.s[0] ?? 0;
  const { origin, along } = first.frame;
  const back = new Frame(origin, { x: 0 - along.x, y: 0 - along.y });
  const counts = (element: Element): boolean => element.id !== id && element.kind !== RAILING;
  const turned = [0 - first.t[1], 0 - first.t[0]] as const;
  const foot = { frame: back, s: 0 - from, t: turned, elevation: first.foot };
  const below = freeDepth(run, foot, counts);
  const end = (last.treads[0]?.s[0] ?? 0) + last.run;
  const { frame, t, head } = last;
  const above = freeDepth(run, { frame, s: end, t, elevation: head }, counts);
  if (below === null || above === null) {
    const where = below === null ? 'foot' : 'head';
    return notEvaluated(`no floor is modelled at the ${where} of the stair`);
  }
  const ends =
    below.depth <= above.depth
      ? value(below.depth, { ...first.frame.point(from, 0), z: first.foot }, below.of)
      : value(above.depth, { ...frame.point(end, 0), z: head }, above.of);
  const between = landings.map(({ depth, ring, z }) => value(depth, { ...at(ring, 0), z }));
  return leastOf([ends, ...between]);
}

export const stairLanding = defineMeasure({
  ...stair,
  name: 'stair_landing',
  definition: `Free level depth at the foot and at the head of the stair, over the whole width of its flights, and the depth of its landings between flights, the least; looked at up to ${DEEPEST_MM} mm.`,
  measured: ofStair(landingsOf),
});
