/** @module foot: the elevation of the floor of a room, which can differ from that of its level. */

import type { BoxMm } from '../../../../schemas/units.ts';

/** The parameter of a room that moves its foot off its level. */
type Raised = { readonly base_offset?: number | null };

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
