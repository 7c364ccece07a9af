/** @module line change: a wall whose ends go elsewhere on or beside its location line, under every rule. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { drawn, drawnEnds } from '../../../kinds/rules/location-line.ts';
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

/** A straight line in plan from one end of a wall to the other, mm. */
export type Line = {
  readonly start: PlanPoint;
  readonly end: PlanPoint;
  readonly ux: number;
  readonly uy: number;
  readonly length: number;
};

/** The location line of a wall. */
export function lineOf({ params }: Wall): Line {
  const { start, end } = drawnEnds(params);
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  return { start, end, ux: dx / length, uy: dy / length, length };
}

/** The point of a line so far from its start, mm. */
export function pointAt({ start, ux, uy }: Line, along: number): PlanPoint {
  return { x: start.x + ux * along, y: start.y + uy * along };
}

/** What a change of ends needs, and what there is to say of it. */
export type LineChange = {
  readonly events: readonly PlannedEvent[];
  readonly relies_on: readonly string[];
  readonly notes: readonly string[];
};

/** The wall as it would be given with these ends on its location line. */
export function withEnds(before: Wall, ends: Partial<Pick<Line, 'start' | 'end'>>): Wall {
  const params = paramsOnGrid({ ...drawn(before.params), ...ends }, wall.plain_numbers);
  return { ...before, params };
}

/** A wall with other ends; what it holds stays where it is, or the refusal names what does not fit. */
export function changedEnds(
  before: Wall,
  ends: Partial<Pick<Line, 'start' | 'end'>>,
  view: ModelView,
  context: PlanContext<EditCode>,
): LineChange {
  const { element: after, warnings } = checkElement(withEnds(before, ends), view, context);
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
