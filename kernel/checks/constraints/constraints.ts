/** @module constraints: all constraints, and the check of a model against them. */
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';
import { levelOrder } from './level-order.ts';
import { openRooms } from './open-rooms.ts';
import { orphans } from './orphans.ts';
import { roomNames, roomNumbers } from './room-identity.ts';
import { roomOverlaps } from './room-overlaps.ts';
import { unjoinedEnds } from './unjoined-ends.ts';

/** All constraints, in the order in which their findings are listed. */
export const CONSTRAINTS: readonly Constraint[] = [
  openRooms,
  roomOverlaps,
  roomNumbers,
  roomNames,
  orphans,
  levelOrder,
  unjoinedEnds,
];

/** Violations of the constraints: those that involve the elements in `only`, or all if it is null. */
export function checkConstraints(
  view: ModelView,
  only: ReadonlySet<string> | null,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const { check } of CONSTRAINTS) {
    for (const finding of check(view)) {
      if (only === null || finding.element_ids.some((id) => only.has(id))) found.push(finding);
    }
  }
  return found;
}
