/** @module beam axis: the axis of a beam in space, and its section around it. */
import { type PlanPoint, toGrid } from '../../../../schemas/units.ts';
import { beamFrame, type BeamSpec } from '../../geometry/members/member-mesh.ts';
import { profileRing } from '../../geometry/members/profile.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { Box2, Point3 } from '../../geometry/vector.ts';
import { micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import { directionBetween } from '../ifc/local.ts';
import type { Motion } from '../kind.ts';
import { headOf, mirrorTurnsOf, profileOf, sectionBox } from '../rules/profile.ts';
import { widened } from '../shared/boxes.ts';
import { directed } from '../shared/motion.ts';
import type { Beam } from './params.ts';

type Params = Beam['params'];
type Ends = Pick<Params, 'start' | 'end' | 'elevation_offset' | 'end_offset'>;

/** Height of the end above the start, mm. */
export function riseOf({ elevation_offset, end_offset = null }: Ends): number {
  return end_offset === null ? 0 : end_offset - elevation_offset;
}

/** Whether both ends have the same place in plan, on the grid of 0.001 mm. */
export function isUpright({ start, end }: Pick<Params, 'start' | 'end'>): boolean {
  return micrometres(start.x) === micrometres(end.x) && micrometres(start.y) === micrometres(end.y);
}

/** Whether the ends are the same point in space. */
export function hasNoLength(ends: Ends): boolean {
  return isUpright(ends) && micrometres(riseOf(ends)) === 0;
}

/** Length of the axis in space, mm. */
export function lengthOfBeam(ends: Ends): number {
  const [plan, rise] = [segmentLengthMm(ends.start, ends.end), riseOf(ends)];
  return rise === 0 ? plan : Math.sqrt(plan * plan + rise * rise);
}

/** Turn of the section, degrees. */
export function rollOf({ roll_deg }: Pick<Params, 'roll_deg'>): number {
  return roll_deg ?? 0;
}

/** The line in plan through the middle of the section, mm; of an upright beam the section. */
export function lineOf(element: Beam): readonly PlanPoint[] {
  const { min, max } = sectionBox(element);
  const { start, end } = element.params;
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  if (isPlain(element.params) && middle.x === 0) return [start, end];
  const { length, pointAt } = beamFrame(memberOf(element, 0));
  if (!isUpright(element.params)) {
    return [pointAt(middle, 0), pointAt(middle, length)].map(planPoint);
  }
  const ring = profileRing(profileOf(element)).map((point) => planPoint(pointAt(point, 0)));
  return [...ring, ...ring.slice(0, 1)];
}

function planPoint({ x, y }: Point3): PlanPoint {
  return { x, y };
}

/** Whether the beam is level and its section not turned. */
export function isPlain(params: Params): boolean {
  return riseOf(params) === 0 && rollOf(params) === 0 && !isUpright(params);
}

/** Where the body of a plain beam can be, or a box around the circle in which a section turns about its axis; mm. */
export function reachOfBeam(element: Beam): {
  readonly box: Box2;
  readonly low: number;
  readonly high: number;
} {
  const { params } = element;
  const { start, end, elevation_offset: top } = params;
  const { min, max } = sectionBox(element);
  const around = ringBounds([start, end]);
  if (isPlain(params)) {
    const box = widened(around, Math.max(max.x, 0 - min.x));
    return { box, low: top - (max.y - min.y), high: top };
  }
  // The axis is at most the height of its section away from its top.
  const by = radiusOf(element) + Math.max(Math.abs(max.y), Math.abs(min.y));
  const last = top + riseOf(params);
  return {
    box: widened(around, by),
    low: Math.min(top, last) - by,
    high: Math.max(top, last) + by,
  };
}

/**
 * The member whose top at the start is this high, mm. Its axis is below its top by the height of the section, square to
 * the axis. Throws `RangeError` for an unknown cross-section.
 */
export function memberOf(element: Beam, top: number): BeamSpec {
  const { params } = element;
  const profile = profileOf(element);
  const [rise, head] = [riseOf(params), headOf(profile)];
  const roll_deg = rollOf(params);
  const { start, end } = params;
  if (isUpright(params)) {
    return { start: { ...start, z: top }, end: { ...start, z: top + rise }, profile, roll_deg };
  }
  if (rise === 0) {
    const z = top - head;
    return { start: { ...start, z }, end: { ...end, z }, profile, roll_deg };
  }
  const length = lengthOfBeam(params);
  const { x, y } = directionBetween(start, end);
  const [sine, cosine] = [rise / length, segmentLengthMm(start, end) / length];
  const below = (p: Params['start'], z: number): Point3 => ({
    x: p.x + x * sine * head,
    y: p.y + y * sine * head,
    z: z - cosine * head,
  });
  return { start: below(start, top), end: below(end, top + rise), profile, roll_deg };
}

/** The corners of the box around the body of a member along its axis, mm. */
export function cornersOf(element: Beam, top: number): readonly Point3[] {
  const { min, max } = sectionBox(element);
  const { length, pointAt } = beamFrame(memberOf(element, top));
  return [0, length].flatMap((along) =>
    [min.x, max.x].flatMap((x) => [min.y, max.y].map((y) => pointAt({ x, y }, along))),
  );
}

/** Distance of the farthest corner of the section from the axis, mm. */
function radiusOf(element: Beam): number {
  const { min, max } = sectionBox(element);
  const [x, y] = [Math.max(max.x, 0 - min.x), Math.max(max.y, 0 - min.y)];
  return Math.sqrt(x * x + y * y);
}

/** Depth of the turned section square to the axis, mm. */
export function depthOfBeam(element: Beam): number {
  const { min, max } = sectionBox(element);
  const angle = (rollOf(element.params) * Math.PI) / 180;
  const heights = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].map((y) => x * Math.sin(angle) + y * Math.cos(angle)),
  );
  return Math.max(...heights) - Math.min(...heights);
}

/**
 * Ends, offsets and roll after a motion. A mirrored section is on the other side of its axis: it rolls the other way if its
 * sides are the same, otherwise the axis is reversed. An upright section turns with the plan.
 */
export function movedBeam(element: Beam, motion: Motion): Partial<Params> {
  const { params } = element;
  const { mirrored, dz, point } = motion;
  const [start, end] = [point(params.start), point(params.end)];
  const roll = rollOf(params);
  const upright = isUpright(params);
  const reversed = mirrored && (upright || !mirrorTurnsOf(profileOf(element)).includes(180));
  const turned = rolled(roll, { motion, upright, reversed, rises: riseOf(params) > 0 });
  const offsets = movedOffsets(params, dz, reversed);
  return {
    ...(reversed ? { start: end, end: start } : { start, end }),
    ...offsets,
    ...(turned === roll ? {} : { roll_deg: turned }),
  };
}

type Rolling = {
  readonly motion: Motion;
  readonly upright: boolean;
  readonly reversed: boolean;
  readonly rises: boolean;
};

function rolled(roll: number, { motion, upright, reversed, rises }: Rolling): number {
  if (!upright) return motion.mirrored && !reversed && roll !== 0 ? 0 - roll : roll;
  // Seen from above, the section of a falling axis turns the other way; a mirrored axis is reversed.
  const turn_deg = rises === motion.mirrored ? 0 - motion.turn_deg : motion.turn_deg;
  return directed(roll, { turn_deg, mirrored: false });
}

function movedOffsets(
  { elevation_offset, end_offset = null }: Params,
  dz: number,
  reversed: boolean,
): Partial<Params> {
  if (end_offset === null) return { elevation_offset: elevation_offset + dz };
  const [from, to] = [elevation_offset + dz, end_offset + dz];
  return reversed
    ? { elevation_offset: to, end_offset: from }
    : { elevation_offset: from, end_offset: to };
}

/** Slope of the axis, degrees: 0 for a level beam, 90 for an upright one. */
export function slopeOf(params: Ends): number {
  const plan = isUpright(params) ? 0 : segmentLengthMm(params.start, params.end);
  return toGrid((Math.atan2(Math.abs(riseOf(params)), plan) * 180) / Math.PI);
}
