/** @module given up: the changes that exist only on a branch and are lost when it is abandoned. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { KINDS } from '../../kinds/elements.ts';
import type { Element } from '../../kinds/elements.ts';
import { type Difference, eventsFor } from '../branches/differences.ts';
import { everyElement } from '../state/lookup.ts';
import type { BranchReader } from './branch-reader.ts';
import { openProjection, type ProjectionOptions } from './open-projection.ts';
import type { ProjectedView } from './projected-view.ts';

/** The changes that exist only on a branch. */
export type GivenUp = {
  readonly branch: string;
  readonly parent: string;
  /** The parent in its current state, and the branch. */
  readonly without: ProjectedView;
  readonly with: ProjectedView;
  /** The events that would turn the parent's elements into those of the branch. */
  readonly events: readonly PlannedEvent[];
};

/**
 * Returns the changes that only a branch has; null for a branch without a parent. Changes merged into the parent are
 * not lost.
 */
export async function givenUpWith(
  reader: BranchReader,
  branch: string,
  options: ProjectionOptions = {},
): Promise<GivenUp | null> {
  const head = await reader.branchHead(branch);
  if (head === null || head.parent === null) return null;
  const { parent, from_seq } = head;
  const { view: own } = await openProjection(reader, branch, options);
  const { view: without } = await openProjection(reader, parent, options);
  const { view: fork } = await openProjection(reader, parent, { ...options, until: from_seq });
  const [now, then, there] = [own, fork, without].map(elementsOf);
  const lost: Difference[] = [];
  for (const id of new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])])) {
    const [is, was, stands] = [now, then, there].map((elements) => elements?.get(id) ?? null);
    if (deepEqual(is, was) || deepEqual(is, stands)) continue;
    lost.push({ id, before: was ?? null, after: is ?? null });
  }
  const events = eventsFor(lost, options.kinds ?? KINDS);
  return { branch, parent, without, with: own, events };
}

function elementsOf({ source }: ProjectedView): ReadonlyMap<string, Element> {
  return new Map([...everyElement(source.state)].map((element) => [element.id, element]));
}
