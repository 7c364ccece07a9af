/** @module foot: the elevation of the floor of a room, which can differ from that of its level. */

import type { PlanContext } from '../../../../schemas/plan.ts';
import { type BoxMm, toGrid } from '../../../../schemas/units.ts';
import type { Motion } from '../kind.ts';

/** The parameter of a room that moves its foot off its level. */
type Raised = { readonly base_offset?: number | null };
type Lifted = { readonly id: string; readonly params: Raised };

/** A level, or its elevation as a kind sees it. */
type Standing = { readonly params: { readonly elevation: number } };

/** Height of the foot of a room above its level, mm; 0 for a room that begins at its level. */
export function offsetOf({ base_offset }: Raised): number {
  return base_offset ?? 0;
}

type Boxes = { bounds(id: string): BoxMm | null };

/** Whether two elements share heights, so that one is not over the other; true if one has no box. */
export function shareHeights(id: string, other: string, view: Boxes): boolean {
  const [a, b] = [view.bounds(id), view.bounds(other)];
  if (a === null || b === null) return true;
  return Math.min(a.max.z, b.max.z) > Math.max(a.min.z, b.min.z);
}

/** Elevation of the foot of a room, mm: its floor. */
export function roomFoot({ params }: { readonly params: Raised }, level: Standing): number {
  return level.params.elevation + offsetOf(params);
}

/**
 * The foot of a room after a motion; empty if it has none of its own. Refuses INVALID_ARGUMENT for lifting a room without
 * one, which stands on its level.
 */
export function lifted(
  { id, params: { base_offset = null } }: Lifted,
  { dz }: Pick<Motion, 'dz'>,
  context: PlanContext<'INVALID_ARGUMENT'>,
): Raised {
  if (base_offset !== null) return { base_offset: base_offset + dz };
  if (toGrid(dz) === 0) return {};
  return context.refuse(
    'INVALID_ARGUMENT',
    `room \`${id}\` stands on its level: expected \`delta.z\` = 0, got \`${dz}\`; a room with a \`base_offset\` can be lifted`,
    { element_id: id },
  );
}
