/** @module since: what a person sees change on a branch after a state that they were shown. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import { sightOf } from '../../../governance/engine/call/caller-view.ts';
import { shownChanges } from '../../../kernel/building/view/shown-changes.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { BuildingDomain } from '../../building/domain.ts';
import type { MarkedState } from './marks.ts';
import type { Moments, Since } from './moments.ts';

/** Where states are read from, and for whom. */
type Comparing = {
  readonly domain: BuildingDomain;
  readonly moments: Moments;
  readonly viewer: ActingAgent;
};

/**
 * The changes of the branch of a state up to the present. Both states are compared with the present permission of the person,
 * which must be the one with which they saw the state. Refuses BRANCH_NOT_FOUND.
 */
export async function changesSince(
  { domain, moments, viewer }: Comparing,
  { branch, seq }: MarkedState,
  present: { readonly seq: number; readonly view: BuildingView },
): Promise<Since> {
  const step = moments.stepInto(present.view, seq);
  if (step !== undefined) return step;
  const [was, is] = [await moments.whole(branch, seq), await moments.whole(branch, present.seq)];
  const { view: before } = domain.callerView(was, sightOf(viewer, branch));
  const after = present.view.whole ? is : present.view;
  const changes = shownChanges({
    before: { whole: was, view: before },
    after: { whole: is, view: after },
  });
  return { changes, before };
}
