/** @module line change: a wall whose ends go elsewhere on or beside its location line, under every rule. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { alongArc, arcThrough, pointOnArc } from '../../../geometry/walls/arcs/arc.ts';
import type { Course } from '../../../geometry/walls/arcs/meet-lines.ts';
import { axisLength } from '../../../geometry/walls/arcs/wall-axis.ts';
import { drawn, drawnEnds, knownAgain, lineOffsetOf } from '../../../kinds/rules/location-line.ts';
import type { Wall } from '../../../kinds/wall.ts';
import { wall } from '../../../kinds/wall.ts';
import type { ModelView } from '../../view.ts';
import { checkElement } from '../check.ts';
import { checkConsequences } from '../consequences.ts';
import { keptInPlace } from '../kept-in-place.ts';
import type { ModifyCode } from '../modify.ts';
import { modified, paramsOnGrid } from '../planned.ts';

/** Codes with which an edit of walls can refuse. */
export type EditCode = ModifyCode;

/** The location line of a wall. Distances along it are counted as offsets are, along the axis; mm. */
export type Line = Course & { readonly length: number };

/** The location line of a wall: straight, or an arc round the centre of its axis. */
export function lineOf({ params }: Wall): Line {
  const { start, end, via } = drawnEnds(params);
  const arc = via === undefined || via === null ? null : arcThrough(start, via, end);
  const length = arc === null ? Math.hypot(end.x - start.x, end.y - start.y) : axisLength(params);
  return { start, end, arc, length };
}

/** The point of a line so far from its start, mm; beyond its ends the line or the circle goes on. */
function pointAt({ start, end, arc, length }: Line, along: number): PlanPoint {
  const share = along / length;
  if (arc !== null) return pointOnArc(arc, arc.length * share);
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/** How far from its start a point lies on a line or its prolongation, mm: on a circle from half the rest before the start on. */
export function alongOf({ start, end, arc, length }: Line, point: PlanPoint): number {
  if (arc !== null) return (alongArc(arc, point) / arc.length) * length;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return (point.x - start.x) * ux + (point.y - start.y) * uy;
}

/** Once round the circle of a line, along the axis, mm; null for a straight one. */
export function roundOf({ arc, length }: Line): number | null {
  return arc === null ? null : (2 * Math.PI * length) / arc.angle;
}

/** What a change of ends needs, and what there is to say of it. */
export type LineChange = {
  readonly events: readonly PlannedEvent[];
  readonly relies_on: readonly string[];
  readonly notes: readonly string[];
};

type NewEnds = Partial<Pick<Line, 'start' | 'end'>> & { readonly via?: PlanPoint };

/** The wall as it would be given with these ends on its location line. */
export function withEnds(before: Wall, ends: NewEnds): Wall {
  const params = paramsOnGrid({ ...drawn(before.params), ...ends }, wall.plain_numbers);
  return { ...before, params };
}

/** The wall as it would be given from one place along its line to another, mm; an end that is not named stays as it is. */
export function stretched(
  before: Wall,
  { from, to }: { readonly from?: number; readonly to?: number },
): Wall {
  const line = lineOf(before);
  const at = (along: number): PlanPoint => {
    const point = pointAt(line, along);
    return line.arc === null ? point : knownAgain(point, lineOffsetOf(before.params));
  };
  const middle = ((from ?? 0) + (to ?? line.length)) / 2;
  return withEnds(before, {
    ...(from === undefined ? {} : { start: at(from) }),
    ...(to === undefined ? {} : { end: at(to) }),
    ...(line.arc === null ? {} : { via: at(middle) }),
  });
}

/** A wall with other ends; what it holds keeps its distance or its place, or the refusal names what does not fit. */
export function changedEnds(
  before: Wall,
  ends: NewEnds,
  view: ModelView,
  context: PlanContext<EditCode>,
): LineChange {
  return changedTo(before, withEnds(before, ends), view, context);
}

/** A wall as it would be given after a change of its ends. */
export function changedTo(
  before: Wall,
  asked: Wall,
  view: ModelView,
  context: PlanContext<EditCode>,
): LineChange {
  const { element: after, warnings } = checkElement(asked, view, context);
  const stays = keptInPlace(before, after, view, context);
  const relies_on = checkConsequences(after, view, context, stays.fillings);
  const event = modified(before, after);
  return {
    events: [...(event === null ? [] : [event]), ...stays.events],
    relies_on,
    notes: [...warnings, ...stays.notes],
  };
}

/** A wall for people: its id, and its name where it has one. */
export function named({ id, params: { name } }: Wall): string {
  return name === null ? `wall \`${id}\`` : `wall \`${id}\` (${name})`;
}
