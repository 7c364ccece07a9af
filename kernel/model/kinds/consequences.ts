/** @module consequences: what must still hold for others when an element changes. */
import type { Element, ElementOf } from '../../../schemas/elements.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import type { HostedElement, ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkElement, checkHosted } from './check.ts';
import { isHost, isHosted } from './hosting.ts';

/**
 * Refuses a change that breaks what hangs on the element: fillings of a host that is shortened or
 * redrawn, stairs and columns of a level that moves. Gives the ids the answer relied on.
 * `hosted` are the fillings as they will be, where the same plan moves them too.
 */
export function checkConsequences(
  after: Element,
  view: ModelView,
  context: PlanContext<CheckCode>,
  hosted: readonly HostedElement[] = view.hostedBy(after.id),
): readonly string[] {
  if (isHost(after)) {
    checkHosted(after, hosted, context);
    return [after.params.level_id, ...hosted.map(({ id }) => id)];
  }
  if (isHosted(after)) {
    const { host_id } = after.params;
    return [host_id, ...view.hostedBy(host_id).map(({ id }) => id)];
  }
  return after.kind === 'level' ? checkStanding(after, view, context) : levelsOf(after);
}

/** Levels that an element names. */
export function levelsOf(element: Element): readonly string[] {
  const { params } = element;
  const level_id = 'level_id' in params ? params.level_id : null;
  const top_level_id = 'top_level_id' in params ? params.top_level_id : null;
  return [level_id, top_level_id].filter((id) => id !== null);
}

/** Everything on the level, and what ends at it, must stand at the new elevation too. */
function checkStanding(
  after: ElementOf<'level'>,
  view: ModelView,
  context: PlanContext<CheckCode>,
): readonly string[] {
  const raised = view.apply([setting(view, after)]);
  const relied: string[] = [];
  for (const element of raised.elements()) {
    if (!levelsOf(element).includes(after.id)) continue;
    if (isBoundToHeights(element)) relied.push(element.id);
    if (element.kind !== 'room' && element.kind !== 'floor' && element.kind !== 'roof')
      checkElement(element, raised, context);
  }
  return relied;
}

function isBoundToHeights(element: Element): boolean {
  return (
    element.kind === 'stair' || (element.kind === 'column' && element.params.top_level_id !== null)
  );
}

function setting(view: ModelView, after: Element): PlannedEvent {
  const before = view.element(after.id);
  return {
    type: 'element.modified',
    aggregate_id: after.id,
    payload: { updates: after.params, previous: before?.params ?? {} },
  };
}
