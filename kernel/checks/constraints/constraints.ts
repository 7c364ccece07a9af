/** @module constraints: all constraints, and the check of a model against them. */
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';
import { grouped } from './grouped.ts';
import { levelOrder } from './level-order.ts';
import { openRooms } from './open-rooms.ts';
import { orphans } from './orphans.ts';
import { roomNames, roomNumbers } from './room-identity.ts';
import { roomOverlaps } from './room-overlaps.ts';
import { roomsInWalls } from './rooms-in-walls.ts';
import { sitePlace } from './site-place.ts';
import { unjoinedEnds } from './unjoined-ends.ts';

/** All constraints, in the order in which their findings are listed. */
export const CONSTRAINTS: readonly Constraint[] = [
  openRooms,
  roomOverlaps,
  roomsInWalls,
  roomNumbers,
  roomNames,
  orphans,
  levelOrder,
  unjoinedEnds,
  sitePlace,
];

/**
 * Violations of the constraints: those that involve the elements in `only`, or all if it is null. Many findings of one
 * check about imported elements of a level are one.
 */
export function checkConstraints(
  view: ModelView,
  only: ReadonlySet<string> | null,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const { check } of CONSTRAINTS) {
    const findings = check(view).filter(
      ({ element_ids }) => only === null || element_ids.some((id) => only.has(id)),
    );
    found.push(...grouped(findings, view));
  }
  return found;
}
