/** @module consequences: what must still hold for others when an element changes. */
import type { PlanContext } from '../../../schemas/plan.ts';
import type { AnyElement, Filling, KindView } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { level as levelKind } from '../../kinds/level.ts';
import { asHost, fillingsIn } from '../../kinds/rules/hosting.ts';
import type { ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkHosted } from './check.ts';
import { asPlaced } from './many/as-placed.ts';

/**
 * Refuses a change that breaks what hangs on the element: fillings of a host that is shortened or
 * redrawn, what stands or ends on a level that moves. Gives the ids the answer relied on.
 * `fillings` are those of a host as they will be, where the same plan moves them too.
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

/** Levels that an element names. */
export function levelsOf(element: AnyElement, kinds: Kinds): readonly string[] {
  const { level, top, rise } = kinds.references(element);
  return [level, top, rise].filter((id) => id !== null);
}

/** Levels, the type, and what it ends under, that an element names. */
function ownersOf(element: AnyElement, kinds: Kinds): readonly string[] {
  const { type, under } = kinds.references(element);
  return [...levelsOf(element, kinds), ...[type, under].filter((id) => id !== null)];
}

/** Everything on the level, and what ends at it, must stand at the new elevation too. */
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

/** The view with one element as it will be. */
export function withElement(view: ModelView, changed: AnyElement): KindView {
  return asPlaced(view, new Map([[changed.id, changed]]));
}
