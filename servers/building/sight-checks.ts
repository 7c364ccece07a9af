/** @module sight checks: whether what was planned by who sees a part of the model holds on the whole of it. */
import type { Touch } from '../../governance/tool/domain.ts';
import { deepEqual } from '../../kernel/canonical/deep-equal.ts';
import type { Steps } from '../../kernel/findings/steps.ts';
import type { Element } from '../../kernel/kinds/elements.ts';
import { asHost, fillingsIn } from '../../kernel/kinds/rules/hosting.ts';
import { checkElement } from '../../kernel/model/plan/check.ts';
import { checkConsequences } from '../../kernel/model/plan/consequences.ts';
import { blind, type IsHidden, obstructed } from './hidden.ts';
import type { BuildingView } from './view.ts';

/** One change, on the whole model and as far as its planner sees it. */
export type PlannedChange = {
  readonly before: BuildingView;
  readonly after: BuildingView;
  /** `after` as the planner sees it. */
  readonly seen: BuildingView;
  readonly isHidden: IsHidden;
  /** What the events name. */
  readonly touches: readonly Touch[];
  /** What changes along with it. */
  readonly carried: readonly Touch[];
};

/**
 * Refuses, without naming what is hidden: SCOPE_DENIED for what would change it or would have to, REGENERATION_FAILED
 * for what its planner would have refused had it seen it.
 */
export function* assertHoldsUnseen(change: PlannedChange): Steps<void> {
  const { after, isHidden, touches, carried } = change;
  if ([...touches, ...carried].some(({ id }) => isHidden(id))) throw blind('change this');
  for (const { id } of touches) {
    const is = after.element(id);
    if (is === undefined) continue;
    yield STEP;
    if (leavesBehind(is, change)) throw blind('move or redraw this');
    if (followsUnseen(is, change)) throw blind('have it follow what is there');
  }
  for (const { id } of [...touches, ...carried]) {
    const is = after.element(id);
    if (is === undefined) continue;
    yield STEP;
    checkElement(is, after, CONTEXT);
    checkConsequences(is, after, CONTEXT);
  }
}

const STEP = { done: 0, total: 0, doing: 'checking what holds' };

const CONTEXT = {
  refuse: (): never => {
    throw obstructed();
  },
  ids: { next: (kind: string) => kind },
  snap_mm: 0,
  pause: () => null,
};

function isRedrawn(is: Element, { before, after }: PlannedChange): boolean {
  return !deepEqual(before.outline(is.id), after.outline(is.id));
}

/** What a floor or roof holds has a place of its own, and what is anchored in a wall a distance: unseen it would stay. */
function leavesBehind(is: Element, change: PlannedChange): boolean {
  const { before, isHidden } = change;
  const unseen = fillingsIn(before, is.id).filter(({ id }) => isHidden(id));
  if (unseen.some(({ cut }) => cut.location !== null) && isRedrawn(is, change)) return true;
  const was = before.element(is.id);
  const holder = asHost(is, before.kinds.all);
  // What is not seen in a wall would lose the distance that its anchor keeps.
  return unseen.some(
    (filling) => was !== undefined && holder?.holds.kept(was, is, filling) !== filling.cut.offset,
  );
}

/** Whether something that follows others (a room its walls) follows other ones than its planner sees. */
function followsUnseen(is: Element, change: PlannedChange): boolean {
  const { after, seen } = change;
  const { follows } = after.kinds.of(is);
  if (follows === 'none' || !isRedrawn(is, change)) return false;
  return !deepEqual(follows.moved(is, after, CONTEXT), follows.moved(is, seen, CONTEXT));
}
