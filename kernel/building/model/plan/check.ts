/** @module check: validates an element against a view; creating, changing, moving and copying use the same rules. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import type { AnyElement, Checked, Filling, KindCode, KindView } from '../../kinds/kind.ts';
import { asHost } from '../../kinds/rules/hosting.ts';
import { requireFitsUnder } from '../../kinds/rules/wall-under.ts';

/** Every code with which the rules of an element's kind can refuse it. */
export type CheckCode = KindCode;

/**
 * Refuses an element that breaks a rule of its kind in this view. Outlines are returned in
 * counter-clockwise order. `siblings` are the other fillings of its host; they default to those of the
 * view.
 */
export function checkElement(
  element: AnyElement,
  view: KindView,
  context: PlanContext<CheckCode>,
  siblings?: readonly Filling[],
): Checked<AnyElement, object> {
  const checked = view.kinds.of(element).check(element, view, context, siblings);
  requireBuildable(checked.element, view, context);
  return checked;
}

/**
 * Refuses OUT_OF_RANGE for a size that is too small to build. A size that the view's element already
 * has (on the grid) is allowed.
 */
export function requireBuildable(
  element: AnyElement,
  view: KindView,
  context: PlanContext<'OUT_OF_RANGE'>,
): void {
  const known = view.element(element.id);
  const had = known === undefined ? [] : view.kinds.of(known).buildable(known);
  for (const { name, size, least, unit } of view.kinds.of(element).buildable(element)) {
    const isOld = had.some((was) => was.name === name && toGrid(was.size) === toGrid(size));
    if (size >= least || isOld) continue;
    context.refuse(
      'OUT_OF_RANGE',
      `${element.kind} \`${element.id}\` with ${name} ${toGrid(size)} ${unit}: expected at least ${least} ${unit} (tools take millimetres, scripts metres)`,
      { element_id: element.id, kind: element.kind, size: name, value: toGrid(size), least },
    );
  }
}

/**
 * Refuses if a filling no longer fits the given state of `host` (shortened, lowered or redrawn). The
 * refusal names the filling.
 */
export function checkHosted(
  host: AnyElement,
  fillings: readonly Filling[],
  view: KindView,
  context: PlanContext<CheckCode>,
): void {
  const holder = asHost(host, view.kinds.all);
  for (const filling of fillings) {
    holder?.holds.requireFits(host, filling, fillings, context);
    requireFitsUnder(host, filling, view, context);
  }
}
