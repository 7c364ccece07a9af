/** @module ramps: measures of ramps, on the walking surface of their body. */
import type { SpacePoint } from '../../../../schemas/units.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { ramp } from '../../../building/kinds/ramp/ramp.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import { oncePerRun, type Run } from '../run.ts';
import { Frame, type Interval } from '../shapes/frame.ts';
import { doubledPlanArea, trianglesOf } from './bodies.ts';
import { FEET_MM, narrowestOf, obstructs, SHOULDERS_MM } from './free-space/blocked.ts';
import { DEEPEST_MM, freeDepth } from './landing.ts';

/** The walking surface of a ramp, mm. `s` runs up the ramp from its foot. */
type Slope = {
  readonly frame: Frame;
  readonly s: Interval;
  readonly t: Interval;
  readonly low: number;
  readonly high: number;
};

export const slopeOf = oncePerRun((run, id): Slope | null => {
  const element = run.view.elementOf(id, ramp.kind);
  if (element === undefined) return null;
  const { start, end } = element.params;
  const length = segmentLengthMm(start, end);
  const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const frame = new Frame(start, along);
  const walked: readonly SpacePoint[] = trianglesOf(run, id)
    .filter((triangle) => doubledPlanArea(triangle) > 0)
    .flat();
  if (walked.length === 0) return null;
  const [s, t, z] = [
    walked.map((p) => frame.s(p)),
    walked.map((p) => frame.t(p)),
    walked.map((p) => p.z),
  ];
  return {
    frame,
    s: [Math.min(...s), Math.max(...s)],
    t: [Math.min(...t), Math.max(...t)],
    low: Math.min(...z),
    high: Math.max(...z),
  };
});

function ofSlope(measured: (slope: Slope, run: Run, id: string) => Measured) {
  return ({ id }: ElementOf<'ramp'>, run: Run): Measured => {
    const slope = slopeOf(run, id);
    return slope === null
      ? notEvaluated('the body of the ramp has no walking surface')
      : measured(slope, run, id);
  };
}

const ofRamp = { subject: ramp.kind, unit: 'mm' } as const;

export const rampSlope = defineMeasure({
  ...ofRamp,
  unit: '%',
  name: 'ramp_slope',
  definition: 'Rise of the walking surface divided by its length in plan, in percent.',
  measured: ofSlope(({ s, low, high }) => value((100 * (high - low)) / (s[1] - s[0]))),
});

export const rampRise = defineMeasure({
  ...ofRamp,
  name: 'ramp_rise',
  definition: 'Rise of the walking surface from end to end.',
  measured: ofSlope(({ low, high }) => value(high - low)),
});

export const rampRun = defineMeasure({
  ...ofRamp,
  name: 'ramp_run',
  definition: 'Length of the walking surface in plan.',
  measured: ofSlope(({ s }) => value(s[1] - s[0])),
});

export const rampClearWidth = defineMeasure({
  ...ofRamp,
  name: 'ramp_clear_width',
  definition:
    'Width of the ramp at its narrowest place, less obstructions between 50 and 1,500 mm above it; railings do not count.',
  measured: ofSlope((slope, run, id) => {
    const { frame, s, t, low, high } = slope;
    const height = (along: number): number => low + ((along - s[0]) * (high - low)) / (s[1] - s[0]);
    const strip = { frame, s, t, height, low: FEET_MM, high: SHOULDERS_MM };
    const narrowest = narrowestOf(run, strip, obstructs(id));
    const at = { ...frame.point(narrowest.s, 0), z: height(narrowest.s) };
    return value(narrowest.width, at, narrowest.of);
  }),
});

export const rampLanding = defineMeasure({
  ...ofRamp,
  name: 'ramp_landing',
  definition: `The smaller of the free level depths at the foot and head of the ramp, over its whole width; measured up to ${DEEPEST_MM} mm.`,
  measured: ofSlope(({ frame, s, t, low, high }, run, id) => {
    const back = new Frame(frame.origin, { x: 0 - frame.along.x, y: 0 - frame.along.y });
    const turned = [0 - t[1], 0 - t[0]] as const;
    const foot = freeDepth(
      run,
      { frame: back, s: 0 - s[0], t: turned, elevation: low },
      obstructs(id),
    );
    const head = freeDepth(run, { frame, s: s[1], t, elevation: high }, obstructs(id));
    if (foot === null || head === null) {
      const where = foot === null ? 'foot' : 'head';
      return notEvaluated(`no floor is modelled at the ${where} of the ramp`);
    }
    const lesser = foot.depth <= head.depth ? foot : head;
    const at =
      lesser === foot ? { ...frame.point(s[0], 0), z: low } : { ...frame.point(s[1], 0), z: high };
    return value(lesser.depth, at, lesser.of);
  }),
});
