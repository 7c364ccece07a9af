/** @module constraints: all constraints, and a model checked against them. */
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { ConstrainedView, Constraint } from './constraint.ts';
import { levelOrder } from './level-order.ts';
import { openRooms } from './open-rooms.ts';
import { orphans } from './orphans.ts';
import { unjoinedEnds } from './unjoined-ends.ts';

/** Every constraint, in the order in which their findings are listed. */
export const CONSTRAINTS: readonly Constraint[] = [openRooms, orphans, levelOrder, unjoinedEnds];

/** What breaks the constraints; of these elements only where they are given. */
export function* checkConstraints(
  view: ConstrainedView,
  only: ReadonlySet<string> | null,
): Steps<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { check } of CONSTRAINTS) {
    for (const finding of yield* check(view)) {
      if (only === null || finding.element_ids.some((id) => only.has(id))) found.push(finding);
    }
  }
  return found;
}
