/** @module sight checks: checks whether a change planned on a restricted view is valid on the whole model. */
import type { Touch } from '../../../governance/tool/domain.ts';
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import { checkpoint } from '../../../kernel/base/work/checkpoint.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { asHost, fillingsIn } from '../../../kernel/building/kinds/rules/hosting.ts';
import { checkElement } from '../../../kernel/building/model/plan/check.ts';
import { checkConsequences } from '../../../kernel/building/model/plan/consequences.ts';
import { blind, type IsHidden, obstructed } from '../../../kernel/building/view/hidden.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';

/** A change on the whole model and on its planner's view. */
export type PlannedChange = {
  readonly before: BuildingView;
  readonly after: BuildingView;
  /** `after` on the planner's view. */
  readonly seen: BuildingView;
  readonly isHidden: IsHidden;
  /** The elements that the events name. */
  readonly touches: readonly Touch[];
  /** The elements that change as a consequence. */
  readonly carried: readonly Touch[];
};

/**
 * Refuses without naming hidden elements: SCOPE_DENIED if the change modifies a hidden element or would have to,
 * REGENERATION_FAILED if its planner would have refused the change had it seen the hidden element.
 */
export function assertValidOnWhole(change: PlannedChange): void {
  const { after, isHidden, touches, carried } = change;
  if ([...touches, ...carried].some(({ id }) => isHidden(id))) throw blind('change this');
  for (const { id } of touches) {
    const is = after.element(id);
    if (is === undefined) continue;
    checkpoint(STEP);
    if (leavesBehind(is, change)) throw blind('move or redraw this');
    if (followsHidden(is, change)) throw blind('fit this to its surroundings');
  }
  for (const { id } of [...touches, ...carried]) {
    const is = after.element(id);
    if (is === undefined) continue;
    checkpoint(STEP);
    checkElement(is, after, CONTEXT);
    checkConsequences(is, after, CONTEXT);
  }
}

const STEP = { done: 0, total: 0, doing: 'checking the change on the whole model' };

const CONTEXT = {
  refuse: (): never => {
    throw obstructed();
  },
  ids: { next: (kind: string) => kind },
  snap_mm: 0,
};

function isRedrawn(is: Element, { before, after }: PlannedChange): boolean {
  return !deepEqual(before.outline(is.id), after.outline(is.id));
}

/**
 * Whether the change would leave a hidden hosted element behind. An element hosted by a floor or roof has its own
 * location, and one anchored in a wall has a distance; unseen by the planner, both would stay unchanged.
 */
function leavesBehind(is: Element, change: PlannedChange): boolean {
  const { before, isHidden } = change;
  const unseen = fillingsIn(before, is.id).filter(({ id }) => isHidden(id));
  if (unseen.some(({ cut }) => cut.location !== null) && isRedrawn(is, change)) return true;
  const was = before.element(is.id);
  const holder = asHost(is, before.kinds.all);
  // A hidden element in a wall would lose the distance that its anchor keeps.
  return unseen.some(
    (filling) => was !== undefined && holder?.holds.kept(was, is, filling) !== filling.cut.offset,
  );
}

/**
 * Whether an element that is derived from others (such as a room from its walls) depends on elements that the planner
 * cannot see.
 */
function followsHidden(is: Element, change: PlannedChange): boolean {
  const { after, seen } = change;
  const { follows } = after.kinds.of(is);
  if (follows === 'none' || !isRedrawn(is, change)) return false;
  return !deepEqual(follows.moved(is, after, CONTEXT), follows.moved(is, seen, CONTEXT));
}
