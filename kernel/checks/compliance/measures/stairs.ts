/** @module stairs: measures of the steps, flights and landings of stairs. */
import { at } from '../../../building/geometry/indexed.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import type { Run } from '../run.ts';
import { Frame } from '../shapes/frame.ts';
import type { Base } from './bodies.ts';
import { bodiesOver, lowestAbove } from './bodies.ts';
import type { Flight, StairFlights } from './flight.ts';
import { pitchLine, stairFlights } from './flight.ts';
import { FEET_MM, narrowestOf, obstructs, SHOULDERS_MM } from './free-space/blocked.ts';
import { DEEPEST_MM, freeDepth } from './landing.ts';

/** A measurement of a stair's flights. */
function ofStair(measured: (walked: StairFlights, run: Run, id: string) => Measured) {
  return (stair: { readonly id: string }, run: Run): Measured => {
    const walked = stairFlights(run, stair.id);
    return walked === null
      ? notEvaluated('the body of the stair has no treads')
      : measured(walked, run, stair.id);
  };
}

/** The step value that `chosen` selects, located at the front edge of its step. */
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

/** The smallest of the values. */
function leastOf(measured: readonly Measured[]): Measured {
  const [first, ...rest] = measured;
  if (first === undefined) return notEvaluated('the body of the stair has no treads');
  return rest.reduce((lowest, one) => {
    if (one.outcome !== 'value') return lowest;
    return lowest.outcome !== 'value' || one.value < lowest.value ? one : lowest;
  }, first);
}

const greatest = (steps: readonly number[]): number => Math.max(...steps);
const least = (steps: readonly number[]): number => Math.min(...steps);
const risersOf = ({ risers }: Flight): readonly number[] => risers;
const goingsOf = ({ goings }: Flight): readonly number[] => goings;
/** Difference between the greatest and the smallest step value. */
function spreadOf(flights: readonly Flight[], steps: (flight: Flight) => readonly number[]) {
  const all = flights.flatMap(steps);
  return value(greatest(all) - least(all));
}
/** Pitches of the steps; pitch and stride are defined only for risers followed by a tread. */
const pitchesOf = ({ risers, goings }: Flight): readonly number[] =>
  goings.map((going, i) => (Math.atan2(risers[i] ?? 0, going) * 180) / Math.PI);
const sumsOf = ({ risers, goings }: Flight): readonly number[] =>
  goings.map((going, i) => 2 * (risers[i] ?? 0) + going);

const stair = { subject: 'stair', unit: 'mm' } as const;

export const stairRiserGreatest = defineMeasure({
  ...stair,
  name: 'stair_riser_greatest',
  definition:
    'Greatest riser: from the floor below, between treads, and to the landing or floor above, measured on the body of the stair and the tops of the floors.',
  measured: ofStep(risersOf, greatest),
});

export const stairRiserLeast = defineMeasure({
  ...stair,
  name: 'stair_riser_least',
  definition: 'Smallest riser, measured like the greatest one.',
  measured: ofStep(risersOf, least),
});

export const stairTreadLeast = defineMeasure({
  ...stair,
  name: 'stair_tread_least',
  definition: 'Smallest tread: horizontal distance from one front edge to the next.',
  measured: ofStep(goingsOf, least),
});

export const stairTreadGreatest = defineMeasure({
  ...stair,
  name: 'stair_tread_greatest',
  definition: 'Greatest tread, measured like the smallest one.',
  measured: ofStep(goingsOf, greatest),
});

export const stairRiserSpread = defineMeasure({
  ...stair,
  name: 'stair_riser_spread',
  definition: 'Difference between the greatest and the smallest riser of the stair.',
  measured: ofStair(({ flights }) => spreadOf(flights, risersOf)),
});

export const stairTreadSpread = defineMeasure({
  ...stair,
  name: 'stair_tread_spread',
  definition: 'Difference between the greatest and the smallest tread of the stair.',
  measured: ofStair(({ flights }) => spreadOf(flights, goingsOf)),
});

export const stairPitch = defineMeasure({
  ...stair,
  unit: '°',
  name: 'stair_pitch',
  definition: 'Pitch of the steepest step: the angle whose tangent is riser divided by tread.',
  measured: ofStep(pitchesOf, greatest),
});

export const stairStrideLeast = defineMeasure({
  ...stair,
  name: 'stair_stride_least',
  definition: 'Minimum of twice the riser plus the tread, over all steps.',
  measured: ofStep(sumsOf, least),
});

export const stairStrideGreatest = defineMeasure({
  ...stair,
  name: 'stair_stride_greatest',
  definition: 'Maximum of twice the riser plus the tread, over all steps.',
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
    'Width of the steps at the narrowest place, less obstructions between 50 and 1,500 mm above the pitch line; railings do not count.',
  measured: ofStair(({ flights }, run, id) =>
    leastOf(flights.map((flight) => clearWidthOf(flight, run, id))),
  ),
});

function clearWidthOf(flight: Flight, run: Run, id: string): Measured {
  const { frame, s: along, t } = flight;
  const strip = {
    frame,
    s: along,
    t,
    height: (s: number) => pitchLine(flight, s),
    low: FEET_MM,
    high: SHOULDERS_MM,
  } as const;
  const { width, s, of } = narrowestOf(run, strip, obstructs(id));
  return value(width, { ...frame.point(s, 0), z: pitchLine(flight, s) }, of);
}

export const stairHeadroom = defineMeasure({
  ...stair,
  name: 'stair_headroom',
  definition:
    'Minimum height of a body other than a railing above the pitch line of the flights and above the landings, over their whole width.',
  measured: ofStair(({ flights, landings }, run, id) => {
    const bases: readonly Base[] = [
      ...flights.flatMap((flight): readonly Base[] => {
        const { frame, s, t, top } = flight;
        const height = (point: Point2): number => pitchLine(flight, frame.s(point));
        if (top === null) return [{ pieces: [frame.rectangle(s, t)], height }];
        return [
          { pieces: [frame.rectangle([s[0], top], t)], height },
          { pieces: [frame.rectangle([top, s[1]], t)], height: () => flight.head },
        ];
      }),
      ...landings.map(({ ring, z }): Base => ({ pieces: [ring], height: () => z })),
    ];
    const lowest = bases.map((base) =>
      lowestAbove(run, base, (box) =>
        bodiesOver(run, box).flatMap((other) => (obstructs(id)(other) ? [other.id] : [])),
      ),
    );
    const found = lowest.flatMap((one) => one ?? []).toSorted((a, b) => a.clear - b.clear);
    const [first] = found;
    return first === undefined
      ? notEvaluated('nothing is modelled above the stair: add the floor or roof over it')
      : value(first.clear, first.at, first.of);
  }),
});

/** The smallest of the free depths at both ends, over the width of the flight, and of the depths of the landings. */
function landingsOf({ flights, landings }: StairFlights, run: Run, id: string): Measured {
  const [first, last] = [flights[0], flights.at(-1) ?? flights[0]];
  const [from] = first.s;
  const { origin, along } = first.frame;
  const back = new Frame(origin, { x: 0 - along.x, y: 0 - along.y });
  const turned = [0 - first.t[1], 0 - first.t[0]] as const;
  const foot = { frame: back, s: 0 - from, t: turned, elevation: first.foot };
  const below = freeDepth(run, foot, obstructs(id));
  const { frame, s, t, head } = last;
  const [, end] = s;
  const above = freeDepth(run, { frame, s: end, t, elevation: head }, obstructs(id));
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
  definition: `Minimum of the free level depths at the foot and head of the stair, over the whole width of its flights, and of the depths of the landings between flights; measured up to ${DEEPEST_MM} mm.`,
  measured: ofStair(landingsOf),
});
