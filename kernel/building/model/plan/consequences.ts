/** @module consequences: checks the dependants of a changed element. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { AnyElement, Filling, KindView } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { level as levelKind } from '../../kinds/level/level.ts';
import { asHost, fillingsIn } from '../../kinds/rules/hosting.ts';
import type { ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkHosted } from './check.ts';
import { asPlaced } from './many/as-placed.ts';

/**
 * Refuses a change that breaks dependants of the element: fillings of a shortened or redrawn host, and
 * elements that stand or end on a moved level. Returns the ids on which the result relies. Pass
 * `fillings` in their planned state if the same plan also moves the fillings of the host.
 */
export function checkConsequences(
  after: AnyElement,
  view: ModelView,
  context: PlanContext<CheckCode>,
  fillings: readonly Filling[] = fillingsIn(view, after.id),
): readonly string[] {
  const { host } = view.kinds.references(after);
  if (host !== null) {
    return [...ownersOf(after, view.kinds), host, ...view.hostedBy(host).map(({ id }) => id)];
  }
  if (after.kind === levelKind.kind) return checkStanding(after, view, context);
  if (asHost(after, view.kinds.all) === null) return ownersOf(after, view.kinds);
  checkHosted(after, fillings, view, context);
  return [...ownersOf(after, view.kinds), ...fillings.map(({ id }) => id)];
}

/** Levels that an element references. */
export function levelsOf(element: AnyElement, kinds: Kinds): readonly string[] {
  const { level, top, rise } = kinds.references(element);
  return [level, top, rise].filter((id) => id !== null);
}

/** Levels, type and `under` element (the roof or floor below which it ends) that an element references. */
function ownersOf(element: AnyElement, kinds: Kinds): readonly string[] {
  const { type, under } = kinds.references(element);
  return [...levelsOf(element, kinds), ...[type, under].filter((id) => id !== null)];
}

/** Checks every element that stands on the level or ends at it against the new elevation. */
function checkStanding(
  after: AnyElement,
  view: ModelView,
  context: PlanContext<CheckCode>,
): readonly string[] {
  const raised = withElement(view, after);
  const relied: string[] = [];
  for (const element of view.elements()) {
    if (!levelsOf(element, view.kinds).includes(after.id)) continue;
    const { top, rise } = view.kinds.references(element);
    if (top !== null || rise !== null) relied.push(element.id);
    view.kinds.of(element).check(element, raised, context);
  }
  return relied;
}

/** Returns the view with one element replaced by its planned state. */
export function withElement(view: ModelView, changed: AnyElement): KindView {
  return asPlaced(view, new Map([[changed.id, changed]]));
}
