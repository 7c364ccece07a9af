/** @module line change: moves the ends of a wall on or off its location line and checks every rule. */
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { PlanContext } from '../../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { alongArc, arcThrough, pointOnArc } from '../../../geometry/walls/arcs/arc.ts';
import type { Course } from '../../../geometry/walls/arcs/meet-lines.ts';
import { axisLength } from '../../../geometry/walls/arcs/wall-axis.ts';
import {
  drawnEnds,
  lineOffsetOf,
  onDrawnLine,
  snappedToDrawn,
} from '../../../kinds/rules/location-line.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { checkElement } from '../check.ts';
import { checkConsequences } from '../consequences.ts';
import { keptInPlace } from '../kept-in-place.ts';
import type { ModifyCode } from '../modify.ts';
import { modified, paramsOnGrid } from '../planned.ts';

/** Codes with which an edit of walls can refuse. */
export type EditCode = ModifyCode;

/** The location line of a wall. Like offsets, positions on it are measured along the axis, mm. */
export type Line = Course & { readonly length: number };

/** Returns the location line of a wall: straight, or an arc concentric with its axis. */
export function lineOf({ params }: Wall): Line {
  const { start, end, via } = drawnEnds(params);
  const arc = via === undefined || via === null ? null : arcThrough(start, via, end);
  const length = arc === null ? Math.hypot(end.x - start.x, end.y - start.y) : axisLength(params);
  return { start, end, arc, length };
}

/** Returns the point at a distance from the start of a line, mm. Beyond the ends, the line or circle is extended. */
function pointAt({ start, end, arc, length }: Line, along: number): PlanPoint {
  const share = along / length;
  if (arc !== null) return pointOnArc(arc, arc.length * share);
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/**
 * Returns the position of a point on a prolonged line, mm from its start. Negative positions on a
 * circle cover half of the part outside the arc.
 */
export function alongOf({ start, end, arc, length }: Line, point: PlanPoint): number {
  if (arc !== null) return (alongArc(arc, point) / arc.length) * length;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return (point.x - start.x) * ux + (point.y - start.y) * uy;
}

/** Length of the full circle of a line, measured along the axis, mm; null for a straight line. */
export function roundOf({ arc, length }: Line): number | null {
  return arc === null ? null : (2 * Math.PI * length) / arc.angle;
}

/** Events of a change of ends, the ids they rely on, and notes for the answer. */
export type LineChange = {
  readonly events: readonly PlannedEvent[];
  readonly relies_on: readonly string[];
  readonly notes: readonly string[];
};

type NewEnds = Partial<Pick<Line, 'start' | 'end'>> & { readonly via?: PlanPoint };

/** Returns the wall with these ends on its location line, as a caller would specify it. */
export function withEnds(before: Wall, ends: NewEnds): Wall {
  const params = paramsOnGrid({ ...onDrawnLine(before.params), ...ends }, wall.plain_numbers);
  return { ...before, params };
}

/**
 * Returns the wall between two positions along its line (mm), as a caller would specify it. An omitted
 * position keeps that end.
 */
export function stretched(
  before: Wall,
  { from, to }: { readonly from?: number; readonly to?: number },
): Wall {
  const line = lineOf(before);
  const at = (along: number): PlanPoint => {
    const point = pointAt(line, along);
    return line.arc === null ? point : snappedToDrawn(point, lineOffsetOf(before.params));
  };
  const middle = ((from ?? 0) + (to ?? line.length)) / 2;
  return withEnds(before, {
    ...(from === undefined ? {} : { start: at(from) }),
    ...(to === undefined ? {} : { end: at(to) }),
    ...(line.arc === null ? {} : { via: at(middle) }),
  });
}

/**
 * Plans new ends of a wall. Its fillings keep the distance from their anchor or their place; the
 * refusal names a filling that does not fit.
 */
export function changedEnds(
  before: Wall,
  ends: NewEnds,
  view: ModelView,
  context: PlanContext<EditCode>,
): LineChange {
  return changedTo(before, withEnds(before, ends), view, context);
}

/** Plans the change to a wall with new ends. */
export function changedTo(
  before: Wall,
  requested: Wall,
  view: ModelView,
  context: PlanContext<EditCode>,
): LineChange {
  const { element: after, warnings } = checkElement(requested, view, context);
  const stays = keptInPlace(before, after, view, context);
  const relies_on = checkConsequences(after, view, context, stays.fillings);
  const event = modified(before, after);
  return {
    events: [...(event === null ? [] : [event]), ...stays.events],
    relies_on,
    notes: [...warnings, ...stays.notes],
  };
}

/** Formats a wall for messages: its id, followed by its name if it has one. */
export function named({ id, params: { name } }: Wall): string {
  return name === null ? `wall \`${id}\`` : `wall \`${id}\` (${name})`;
}
